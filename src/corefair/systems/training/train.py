"""Train a system by name: from files or documents to a model in a folder with its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from corefair import options
from corefair.errors import DataError, UnknownName
from corefair.io import read
from corefair.models.card import Card
from corefair.models.folder import check_free
from corefair.registry import mitigators, trainers
from corefair.runs.writing import check_place, discard
from corefair.systems.training.corpora import MARK, check_annotated, corpora_of, marked
from corefair.systems.training.record import content_of_docs
from corefair.systems.training.texts import is_changed
from corefair.types import Document, Embeddings, Model, Said, TextMitigator, Trainer

Docs = Path | str | Sequence[Document]
Corpora = Docs | Sequence[Path | str] | Mapping[str, Docs]
RUN_ONLY = ("engine",)  # options of trainers that say where work is done, and change no result


@runtime_checkable
class Carded(Protocol):
    """A model that has a card."""

    @property
    def card(self) -> Card: ...


def train(
    system: str,
    corpus: Corpora,
    dev: Corpora = (),
    *,
    vectors: Embeddings | None = None,
    text: Sequence[str | TextMitigator] = (),
    seed: int = 0,
    output: Path | str | None = None,
    run: Path | None = None,
    licences: Mapping[str, str] | None = None,
    command: str = "",
    progress: Said | None = None,
    **settings: Any,
) -> Model:
    """A trained system; with `output` it is saved there, and what an interruption left beside it goes on.

    A corpus is a file or folder, or documents; several are a mapping from names, or a list of paths, which go
    by the names of their files. Corpora of one scheme must have one name, in training and development alike.
    `text` are mitigators of training text, by name or made; `licences` those of the corpora, for the card.
    Everything else is an option of the system: `corefair show SYSTEM` lists them.
    """
    trainer: Trainer = options.make(system, trainers[system], settings)
    target = None if output is None else Path(output)
    if target is not None:
        check_output(target)
    mitigating = [text_mitigator(each) if isinstance(each, str) else each for each in text]
    docs, dev_docs = documents(corpus), documents(dev)
    _check(docs, licences or {})
    _check_dev(dev_docs)
    if settings.get("patience") and not dev_docs:
        raise DataError("patience waits for a score on development documents: give some (--dev)")
    going = run or (target and run_folder(target))
    made = trainer.train(
        docs,
        dev_docs,
        vectors=vectors,
        text=mitigating,
        seed=seed,
        run=going,
        progress=progress,
    )
    if isinstance(made, Carded):
        stated = {**made.card.licences, **(licences or {})}
        data = {**made.card.data, **cast(dict[str, str], content_of_docs(corpora_of(docs)))}
        notes = (*_changes(text, settings), *_lacking(docs, vectors), *_seen(docs, dev_docs))
        history = (*made.card.history, *notes)
        card = replace(made.card, licences=stated, data=data, command=command, history=history)
        made = cast(Model, replace(cast(Any, made), card=card))
    if target is not None:
        made.save(target)
        if run is None and going is not None:
            discard(going)
    return made


def check_output(target: Path) -> None:
    """Refuse a folder that a model cannot be written to; the one that is to hold it is made."""
    check_free(target)
    check_place(target.parent, folder=True)


def _check_dev(docs: Sequence[Document]) -> None:
    """Refuse what could not be scored after the first epoch."""
    corpora = corpora_of(docs)
    check_annotated(corpora, "there is nothing to score")
    for corpus in corpora:
        counts = Counter(doc.id for doc in corpus.docs)
        if twice := [name for name, n in counts.items() if n > 1]:
            raise DataError(
                f"{len(twice)} documents of the development corpus {corpus.name!r} have the name of another, "
                f"such as {twice[0]!r}: they are scored by their names, so give them others, or make each "
                "file a corpus of its own (--dev NAME=PATH)"
            )


def _check(docs: Sequence[Document], licences: Mapping[str, str]) -> None:
    seen: set[tuple[Any, str, tuple[str, ...]]] = set()
    for doc in docs:
        one = doc.meta.get(MARK), doc.id, tuple(doc.words)
        if one in seen:
            raise DataError(
                f"the document {doc.id!r} is twice in the corpus {one[0]!r}: give each corpus once"
            )
        seen.add(one)
    names = {corpus.name for corpus in corpora_of(docs)}
    for name in licences:
        if name not in names:
            raise UnknownName("corpus of this training", name, names)


def _changes(text: Sequence[str | TextMitigator], settings: Mapping[str, Any]) -> Iterator[str]:
    """A word on mitigators of the text that was learned from."""
    if text:
        names = ", then ".join(each if isinstance(each, str) else type(each).__name__ for each in text)
        where = "in the place of" if settings.get("text_mode") == "replace" else "beside"
        yield f"text changed by {names} was learned from {where} the original"


def _lacking(docs: Sequence[Document], vectors: Embeddings | None) -> Iterator[str]:
    """A word on what of the training text has no vector, most frequent first."""
    if vectors is None:
        return
    seen = Counter(word.lower() for doc in docs for word in doc.words)
    lacking = [(word, n) for word, n in seen.most_common() if word not in vectors]
    if lacking:
        share = sum(n for _, n in lacking) / max(sum(seen.values()), 1)
        examples = ", ".join(repr(word) for word, _ in lacking[:3])
        yield (
            f"{100 * share:.1f} % of the words of the training text have no vector "
            f"({len(lacking):,} different ones, such as {examples})"
        )


def _seen(docs: Sequence[Document], dev: Sequence[Document]) -> Iterator[str]:
    """A word on development documents that are learned from: scores on them tell nothing of other text.

    So are those of which the training text has some words changed, such as names.
    """
    learned = {tuple(doc.words) for doc in docs}
    named: dict[str, list[Document]] = {}
    for doc in docs:
        named.setdefault(doc.id, []).append(doc)
    n_seen = sum(
        tuple(doc.words) in learned or any(is_changed(doc.words, one.words) for one in named.get(doc.id, ()))
        for doc in dev
    )
    if n_seen:
        yield f"{n_seen} of {len(dev)} development documents are in the training text: their scores flatter"


def run_folder(output: Path) -> Path:
    """Where a training that is to end in a folder keeps what it needs to go on."""
    return output.with_name(output.name + ".run")


def documents(corpora: Corpora) -> list[Document]:
    """The documents of corpora, each marked with the name of its own."""
    if isinstance(corpora, Path | str):
        corpora = [corpora]
    if isinstance(corpora, Mapping):
        named = corpora.items()
        return [doc for name, docs in named for doc in _some(docs, name)]
    found: list[Document] = []
    for each in corpora:
        if isinstance(each, Document):
            found.append(each if MARK in each.meta else marked([each], MARK)[0])
        else:
            found += _some(each, name_of(each))
    return found


def name_of(path: Path | str) -> str:
    """What a corpus given by its path is called: its folder's name, or its file's up to the first dot.

    A folder called train or dev goes by the name of the one that holds it.

    >>> name_of("data/ontogum/train"), name_of("litbank-0.train.conll.gz")
    ('ontogum', 'litbank-0')
    """
    path = Path(path)
    name = path.name.partition(".")[0] or path.name
    return path.parent.name if name in ("train", "dev", "test", "development") and path.parent.name else name


def _some(docs: Docs | Iterable[Document], name: str) -> list[Document]:
    """The documents of a corpus, with its name; none at all are an error."""
    path = str(docs) if isinstance(docs, Path | str) else None
    found = marked(read(docs) if isinstance(docs, Path | str) else docs, name)
    if not found:
        raise DataError(f"there are no documents in the corpus {name!r}", path=path)
    return found


def text_mitigator(spec: str) -> TextMitigator:
    """A mitigator of text by name, with options after a colon."""
    name, _, rest = spec.partition(":")
    kind = mitigators[name]
    if mitigators.facts(name).get("changes") != "text":
        raise DataError(f"{name} changes vectors, not text: `corefair mitigate {name}` makes new vectors")
    made: TextMitigator = options.make(name, kind, options.parse(name, kind, options.split(rest)))
    return made
