"""Corpora side by side: which document is of which, how each is annotated, and windows cut from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from corefair.errors import DataError, UnknownName
from corefair.types import Document, Entity, Json, Mention, cluster_up

MARK = "corpus"  # in a document's `meta`: the name of the corpus it is of
_SINGLETONS = 0.05  # of all clusters: a corpus with a larger share of clusters of one annotates them


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=_HasName)


@dataclass(frozen=True)
class Corpus:
    """Documents annotated by one scheme."""

    name: str
    docs: tuple[Document, ...]

    @property
    def singletons(self) -> bool:
        """Whether mentions that are never spoken of again are annotated too.

        Some slip through where they are not, so a few do not count.
        """
        sizes = [len(cluster) for doc in self.docs for cluster in doc.clusters]
        return bool(sizes) and sum(size == 1 for size in sizes) > _SINGLETONS * len(sizes)

    def facts(self) -> Mapping[str, Json]:
        """What it has, in numbers."""
        return {
            "documents": len(self.docs),
            "words": sum(len(doc.words) for doc in self.docs),
            "mentions": sum(doc.n_mentions for doc in self.docs),
            "entities": sum(len(doc.clusters) for doc in self.docs),
            "singletons": "annotated" if self.singletons else "not annotated",
        }


def marked(docs: Iterable[Document], name: str) -> list[Document]:
    """The documents with the name of their corpus."""
    return [replace(doc, meta={**doc.meta, MARK: name}) for doc in docs]


def corpora_of(docs: Iterable[Document]) -> list[Corpus]:
    """The documents by corpus, in the order in which corpora first come; those without a mark are one.

    >>> docs = [Document("a", ()), *marked([Document("b", ())], "gum")]
    >>> [(corpus.name, len(corpus.docs)) for corpus in corpora_of(docs)]
    [('corpus', 1), ('gum', 1)]
    """
    found: dict[str, list[Document]] = {}
    for doc in docs:
        found.setdefault(str(doc.meta.get(MARK, MARK)), []).append(doc)
    return [Corpus(name, tuple(members)) for name, members in found.items()]


def followed(schemes: Sequence[Named], corpus: str | None) -> Named:
    """The scheme of the corpus of this name, among those of a model; the first where none is named."""
    if corpus is None:
        return schemes[0]
    named = {scheme.name: scheme for scheme in schemes}
    if corpus not in named:
        raise UnknownName("corpus of this model", corpus, named)
    return named[corpus]


def check_trainable(corpora: Sequence[Corpus]) -> None:
    """Refuse a corpus from which nothing can be learned."""
    if not corpora:
        raise DataError("there are no documents to train on")
    check_annotated(corpora, "there is nothing to learn")


def check_annotated(corpora: Sequence[Corpus], so: str) -> None:
    """Refuse a corpus in which no two mentions are one, and say what follows from that."""
    for corpus in corpora:
        if not any(len(cluster) > 1 for doc in corpus.docs for cluster in doc.clusters):
            one = len(corpus.docs) == 1
            what = "the one document" if one else f"the {len(corpus.docs)} documents"
            raise DataError(
                f"{what} of the corpus {corpus.name!r} {'has' if one else 'have'} no cluster of two "
                f"mentions: {so}; is it annotated, and in the format it was read as?"
            )


def windows(doc: Document, *, share: float, seed: int) -> list[Document]:
    """Parts of one to three sentences, with so large a share of the document's words, as documents.

    Systems are asked about single sentences too; without windows they never see text that begins where
    they do. A part is drawn at random, the same for the same seed, and has the clusters that are inside.
    """
    return cut(doc, cuts(doc, share=share, seed=seed))


def cuts(doc: Document, *, share: float, seed: int) -> list[tuple[int, int]]:
    """Where the parts begin and end, in words."""
    rng = np.random.default_rng([seed, sum(map(ord, doc.id)), len(doc.words)])
    made: list[tuple[int, int]] = []
    wanted = share * len(doc.words)
    spans = doc.sentence_spans()
    while wanted > 0 and spans:
        first = int(rng.integers(len(spans)))
        last = min(first + int(rng.integers(1, 4)), len(spans))
        start, end = spans[first][0], spans[last - 1][1]
        made.append((start, end))
        wanted -= end - start
    return made


def cut(doc: Document, places: Sequence[tuple[int, int]]) -> list[Document]:
    """The parts of a document at these places."""
    return [part_of(doc, start, end, name=f"{doc.id}#{number}") for number, (start, end) in enumerate(places)]


def part_of(doc: Document, start: int, end: int, *, name: str) -> Document:
    """The words from one sentence's start to another's end as a document, with all that is inside.

    >>> clusters = cluster_up([[(0, 1), (2, 3), (3, 4)]])
    >>> doc = Document("d", tuple("abcd"), (0, 2), clusters, heads=(-1, 0, 3, -1))
    >>> part = part_of(doc, 2, 4, name="d#0")
    >>> part.words, part.heads, part.clusters
    (('c', 'd'), (1, -1), ((Mention(start=0, end=1), Mention(start=1, end=2)),))
    """

    def inside(mention: Mention) -> bool:
        return start <= mention.start and mention.end <= end

    return replace(
        doc,
        id=name,
        words=doc.words[start:end],
        sentences=tuple(at - start for at in doc.sentences if start <= at < end),
        clusters=cluster_up(
            [(a - start, b - start) for a, b in cluster if inside(Mention(a, b))] for cluster in doc.clusters
        ),
        text=None,
        offsets=None,
        tags=doc.tags and doc.tags[start:end],
        heads=doc.heads
        and tuple(head - start if start <= head < end else -1 for head in doc.heads[start:end]),
        relations=doc.relations and doc.relations[start:end],
        entities=tuple(
            Entity(a - start, b - start, label) for a, b, label in doc.entities if inside(Mention(a, b))
        ),
        speakers=doc.speakers and doc.speakers[start:end],
        layers={key: layer[start:end] for key, layer in doc.layers.items()},
    )
