"""The span network trained on any corpora: what its presets share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from corefair.errors import DataError, MissingExtra
from corefair.io import read
from corefair.models.card import Card
from corefair.runs.run import Run, key_of
from corefair.systems.span.assembly import Scheme, new_network
from corefair.systems.span.lexicon import Lexicon, learn_lexicon
from corefair.systems.span.model import KIND, SpanModel
from corefair.systems.span.reading import gold_spans
from corefair.systems.span.settings import Settings, settings_of
from corefair.systems.training.astray import astray
from corefair.systems.training.corpora import Corpus, check_trainable, corpora_of
from corefair.systems.training.dev import Dev
from corefair.systems.training.loop import Epoch, learn, taken_back
from corefair.systems.training.pairing import with_twins
from corefair.systems.training.record import epochs_as_json, what_is_read
from corefair.systems.training.texts import is_changed, with_changed_text
from corefair.types import Document, Embeddings, Json, Mention, Said, TextMitigator

if TYPE_CHECKING:
    from torch.nn import Module

    from corefair.models.encoders import Encoder

_MADE_BY = "span-2"  # raised when the same settings and seed would learn something else


class Tuning(NamedTuple):
    """How many top layers of an encoder learn too, in how many of the last epochs, at which rate."""

    layers: int = 0
    epochs: int = 0
    rate: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SpanTrainer(Settings):
    """What all presets share: how the network learns."""

    epochs: int = 8  # times through the corpus
    warm_up_epochs: int = 1  # of these, on mentions alone
    warm_up_steps: int = 80  # in which the rate rises
    rate: float = 2e-3  # of AdamW, falling to 3 % of it
    window: int = 650  # words that are learned from at once, about
    short: float = 0.12  # so many more words in texts of one to three sentences, as a share
    coarse_loss: float = 0.5  # weight of the coarse score's own loss
    mention_loss: float = 0.5  # weight of the loss that tells mentions
    entity_loss: float = 0.125  # weight of the loss that tells mentions of any kind
    false_new: float = 2.0  # what it costs to call a mention new that is not
    mentions: Path | None = None  # the same documents with single mentions annotated, such as GUM for OntoGUM
    pairing: float = 0.0  # weight of how far a document and its gender-exchanged twin are apart; 0: no twins
    patience: int = 0  # stop when the score has not risen for so many epochs, and take the best; 0: never
    text_mode: Literal["augment", "replace"] = "augment"  # changed text beside the original, or in its place

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("epochs", "window"):
            if getattr(self, name) < 1:
                raise DataError(f"{name} must be 1 or more, not {getattr(self, name)}")
        losses = ("coarse_loss", "mention_loss", "entity_loss", "false_new", "pairing")
        if not 0 < self.rate < float("inf"):
            raise DataError(f"rate must be above 0, not {self.rate}")
        for name in (*losses, "short", "patience", "warm_up_epochs", "warm_up_steps"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise DataError(f"{name} must be 0 or more, not {getattr(self, name)}")

    def train(
        self,
        corpus: Sequence[Document],
        dev: Sequence[Document] = (),
        *,
        vectors: Embeddings | None = None,
        text: Iterable[TextMitigator] = (),
        seed: int = 0,
        run: Path | None = None,
        progress: Said | None = None,
    ) -> SpanModel:
        """Learn from documents with gold clusters: words, sentences, speakers, genre and clusters."""
        if vectors is None:
            raise DataError("a span network needs word vectors: name a file of them with --vectors")
        corpora = corpora_of(corpus)
        check_trainable(corpora)
        changed = with_changed_text(corpora, tuple(text), mode=self.text_mode)
        if self.pairing:
            changed = with_twins(changed)
        labels = _of_changed(_labels(self.mentions, corpora), corpora, changed)
        lexicon = learn_lexicon((doc for each in changed for doc in each.docs), vectors)
        key = key_of(_MADE_BY, _plain(self), seed, what_is_read(changed), what_is_read(corpora_of(dev)),
                     content_of_vectors(lexicon), _identity(self.load_encoder()),
                     _content_of_labels(labels))  # fmt: skip
        with Run(run, key=key, about=f"span, seed {seed}, {', '.join(c.name for c in corpora)}") as going:
            made = self._train(corpora, changed, corpora_of(dev), lexicon, labels, seed, going, progress)
        told: dict[str, Json] = {"vectors": vectors.name, "vectors_history": list(vectors.history)}
        return replace(made, card=replace(made.card, settings={**made.card.settings, **told}))

    def _train(
        self,
        corpora: Sequence[Corpus],
        changed: Sequence[Corpus],
        dev: Sequence[Corpus],
        lexicon: Lexicon,
        labels: Mapping[tuple[str, ...], frozenset[Mention]],
        seed: int,
        run: Run,
        progress: Said | None,
    ) -> SpanModel:
        try:
            import torch

            from corefair.systems.span.learning import Example, Learner, Rates
            from corefair.systems.span.loss import Gold, Weights
            from corefair.systems.span.pairing import PairedLearner, paired
        except ModuleNotFoundError as error:
            raise MissingExtra(str(error.name), extra="torch") from None
        schemes = tuple(Scheme(each.name, each.singletons) for each in changed)
        genres = tuple(sorted({doc.genre for each in changed for doc in each.docs if doc.genre}))
        facts: dict[str, Json] = {each.name: each.facts() for each in corpora}
        encoder = self.load_encoder()
        settings = {**_plain(self), "seed": seed, "corpora": facts, **about_encoder(encoder)}
        card = Card(KIND, settings, data={"vectors": content_of_vectors(lexicon)})
        torch.manual_seed(seed)
        network = new_network(settings, lexicon, genres, schemes)
        model = SpanModel(card, network, lexicon, genres, schemes, encoder)
        if encoder is not None:
            model = replace(model, projection=encoder.projection)
        top, tuning = None, self.tuning()
        if encoder is not None and tuning.layers:
            from corefair.models.encoders.tuning import Tuned

            top = encoder.tunable(tuning.layers)
            model = replace(model, encoder=Tuned(encoder, top))
        docs = [(number, doc) for number, each in enumerate(changed) for doc in each.docs if doc.words]
        texts = [doc for _, doc in docs]
        states = encoder.states(texts, progress) if encoder else repeat(None)
        feeds = encoder.feeds(texts, tuning.layers, progress) if encoder and top else repeat(None)
        examples = [
            Example(
                model.reader.read(doc, corpus=number, states=each, feed=feed),
                Gold(gold_spans(doc), labels.get(doc.words)),
            )
            for (number, doc), each, feed in zip(docs, states, feeds, strict=False)
        ]
        coarse = self.coarse_loss if self.antecedents == "coarse" else 0.0
        weights = Weights(coarse, self.mention_loss, self.entity_loss, self.false_new)
        rates = Rates(self.rate, self.epochs, self.warm_up_epochs, self.warm_up_steps, self.window,
                      self.short, weights, tuning.epochs, tuning.rate)  # fmt: skip
        if self.pairing:
            learner: Learner = PairedLearner(network, paired(examples), rates, weight=self.pairing, seed=seed,
                                             top=top)  # fmt: skip
        else:
            learner = Learner(network, examples, rates, seed=seed, top=top)
        judged = Dev(dev, schemes)

        def score() -> float:
            return judged.score(model.answers_as)

        history = learn(learner, epochs=self.epochs, run=run, score=score if dev else None,
                        patience=self.patience, what="texts learned", progress=progress)  # fmt: skip
        round_weights(network)
        if top is not None:
            round_weights(top)
            model = replace(model, tuned=top.state_dict())
        steps: list[Json] = [
            {**dict(each), "coarse_recall": round(recall, 4)}  # type: ignore[arg-type]
            for each, recall in zip(epochs_as_json(history), learner.recall, strict=False)
        ]
        steps += [
            *self.notes(),
            *_never_linked(history, self.warm_up_epochs),
            *taken_back(history, self.patience),
            *astray(network, lambda: learner.loss_now(len(history) - 1)),
        ]
        scores = judged.scores(model.answers_as) if dev else ()
        return replace(model, card=replace(card, history=tuple(steps), scores=scores))

    def load_encoder(self) -> Encoder | None:
        """The contextual encoder, where there is one."""
        return None

    def tuning(self) -> Tuning:
        """What of it learns."""
        return Tuning()

    def notes(self) -> tuple[str, ...]:
        """What whoever trained it should know."""
        return ()


def _never_linked(history: Sequence[Epoch], warm_up_epochs: int) -> tuple[str, ...]:
    """In words, where no epoch but those of warm-up was finished."""
    if len(history) > warm_up_epochs:
        return ()
    return (
        "nothing was learned of who is who: all epochs were of those that learn mentions alone "
        f"(warm_up_epochs={warm_up_epochs}), so give more epochs",
    )


def round_weights(network: Module) -> None:
    """To half precision, as they are kept in a folder, so that a model is the same before and after."""
    rounded = {name: each.half().float() for name, each in network.state_dict().items()}
    if not all(each.isfinite().all() for each in rounded.values()):
        raise DataError(
            "weights grew beyond what half precision holds, in which they are kept: set a smaller rate"
        )
    network.load_state_dict(rounded)


def about_encoder(encoder: Encoder | None) -> dict[str, Json]:
    """What a card says of the encoder."""
    if encoder is None:
        return {"encoder": None, "states": [0, 0]}
    about: dict[str, Json] = {
        "folder": str(encoder.folder.resolve()),
        "name": encoder.name,
        "layers": encoder.layers,
        "precision": encoder.precision,
        "sha256": encoder.sha256,
    }
    return {"encoder": about, "states": [encoder.n_states, encoder.dim]}


def _identity(encoder: Encoder | None) -> list[Json]:
    """What a training depends on of its encoder: not where it lies."""
    if encoder is None:
        return []
    projected = [] if encoder.projection is None else [encoder.projection.sha256]
    return [encoder.sha256, encoder.layers, encoder.precision, *projected]


def content_of_vectors(lexicon: Lexicon) -> str:
    """SHA-256 of words and vectors."""
    sha256 = hashlib.sha256("\n".join(lexicon.words).encode())
    sha256.update(lexicon.vectors.tobytes())
    return sha256.hexdigest()


def _labels(path: Path | None, corpora: Sequence[Corpus]) -> dict[tuple[str, ...], frozenset[Mention]]:
    """The mentions of another layer, by the words of its documents, or those of ours that they are."""
    if path is None:
        return {}
    found: dict[tuple[str, ...], frozenset[Mention]] = {}
    by_id: dict[str, Document] = {}
    for doc in read(path):
        found[doc.words], by_id[doc.id] = frozenset(gold_spans(doc)), doc
    for ours in (doc for each in corpora for doc in each.docs):
        theirs = by_id.get(ours.id)
        if ours.words not in found and theirs is not None and is_changed(ours.words, theirs.words):
            found[ours.words] = found[theirs.words]
    if not any(doc.words in found for each in corpora for doc in each.docs):
        raise DataError(
            "mentions names the training documents annotated in another way, and none of these has the words "
            "of a training document",
            path=str(path),
        )
    return found


def _of_changed(
    labels: dict[tuple[str, ...], frozenset[Mention]], corpora: Sequence[Corpus], changed: Sequence[Corpus]
) -> dict[tuple[str, ...], frozenset[Mention]]:
    """Also those of documents whose words were changed one for one: mentions stand where they stood.

    Changed documents and twins lie behind those they were made from, in the same order; ids may be twice.
    """
    made = dict(labels)
    for before, after in zip(corpora, changed, strict=True):
        for at, doc in enumerate(after.docs):
            words = before.docs[at % len(before.docs)].words
            if words in labels and len(words) == len(doc.words):
                made.setdefault(doc.words, labels[words])
    return made


def _content_of_labels(labels: Mapping[tuple[str, ...], frozenset[Mention]]) -> str:
    return key_of([[list(words), [list(span) for span in sorted(spans)]] for words, spans in labels.items()])


def _plain(trainer: SpanTrainer) -> dict[str, Any]:
    """The settings as a card has them; where a file is on this machine is nobody's business."""
    plain = {**asdict(trainer), **settings_of(trainer).as_json()}
    for name in ("mentions", "encoder", "projection"):
        path = plain.get(name)
        plain[name] = path.name if path else None
    return plain
