"""`corefair train feature`: the log-linear mention ranker of Durrett & Klein 2013, trained on any corpora."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from corefair.errors import DataError
from corefair.models.card import Card
from corefair.registry import trainers
from corefair.runs.run import Run, key_of
from corefair.systems.feature.answering import Scheme
from corefair.systems.feature.examples import best_extents, described, firsts, gold_of
from corefair.systems.feature.learning import Learner, Rates, Step
from corefair.systems.feature.mentions import COLUMN, Mentions
from corefair.systems.feature.model import KIND, FeatureModel
from corefair.systems.feature.pairing import PairedLearner
from corefair.systems.feature.ranker import pairs_of, types_of
from corefair.systems.feature.unary import FULL, SURFACE, Unary
from corefair.systems.feature.vocabulary import Vocabulary, learn_vocabulary
from corefair.systems.training.analysed import analysed, pipeline_id
from corefair.systems.training.corpora import Corpus, check_trainable, corpora_of, windows
from corefair.systems.training.dev import Dev
from corefair.systems.training.loop import Epoch, learn, taken_back
from corefair.systems.training.pairing import TWIN, with_twins
from corefair.systems.training.record import content_of_docs, contents_in_order, epochs_as_json
from corefair.systems.training.texts import with_changed_text
from corefair.text.gender_counts import check_choice, content_of
from corefair.text.gender_counts import gender_counts as read_counts
from corefair.types import Document, Embeddings, Json, Said, TextMitigator

_TEMPLATES = {"surface": SURFACE, "final": SURFACE, "full": FULL}


class Prepared(NamedTuple):
    """Corpora in numbers."""

    schemes: tuple[Scheme, ...]
    vocabulary: Vocabulary
    steps: Sequence[Step]


@trainers.register("feature")
@dataclass(frozen=True, kw_only=True)
class FeatureTrainer:
    """A log-linear model that ranks the earlier candidates of each mention (Durrett & Klein 2013).

    Every value of a template fires alone and with the types of the two mentions. Where several corpora are
    mixed it fires once more with the corpus, so that each keeps its own habits.
    """

    features: Literal["surface", "final", "full"] = "full"  # SURFACE and FINAL are the paper's, full is ours
    gender_counts: str = "shipped"  # as for rule: shipped, bergsma-lin, none, a file, balanced: before one
    epochs: int = 8  # times through the corpus
    rate: float = 0.03  # of AdaGrad; the paper's 1 learns a corpus of this size by heart
    l1: float = 0.01  # how strongly weights are drawn to 0, a document
    false_link: float = 0.1  # what it costs to link a mention that is new
    false_new: float = 3.0  # what it costs to call a mention new that is not
    wrong_link: float = 1.0  # what it costs to link a mention to another entity
    words_seen: int = 10  # a word that was seen less often in its template gives way to its tag
    values_seen: int = 5  # any other value that was seen less often is left out
    nearest: int = 150  # antecedents that are tried
    further: int = 30  # antecedents beyond, with the same head word
    windows: float = 0.0  # so many more words in windows of one to three sentences, as a share
    average: bool = True  # the mean of the weights after each epoch but the first
    patience: int = 0  # stop when the score has not risen for so many epochs, and take the best; 0: never
    pairing: float = 0.0  # weight of how far a document and its gender-exchanged twin are apart; 0: no twins
    text_mode: Literal["augment", "replace"] = "augment"  # changed text beside the original, or in its place
    pipeline: str | None = None  # a spaCy pipeline in place of ours
    engine: str = "one"  # where documents are prepared: one, processes=N

    def __post_init__(self) -> None:
        check_choice(self.gender_counts)
        for name in ("epochs", "nearest", "words_seen", "values_seen"):
            if getattr(self, name) < 1:
                raise DataError(f"{name} must be 1 or more, not {getattr(self, name)}")
        for name in ("rate",):
            if not 0 < getattr(self, name) < float("inf"):
                raise DataError(f"{name} must be above 0, not {getattr(self, name)}")
        for name in (
            "l1",
            "false_link",
            "false_new",
            "wrong_link",
            "further",
            "windows",
            "patience",
            "pairing",
        ):
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
    ) -> FeatureModel:
        """Learn from documents with gold clusters; only words, sentences, speakers and clusters are used."""
        if vectors is not None:
            raise DataError("feature uses no word vectors: leave them out, or train another system")
        corpora = corpora_of(corpus)
        check_trainable(corpora)
        changed = with_changed_text(corpora, tuple(text), mode=self.text_mode)
        if self.pairing:
            changed = with_twins(changed)
        key = key_of(asdict(self), seed, contents_in_order(changed), content_of_docs(corpora_of(dev)),
                     pipeline_id(self.pipeline), content_of(read_counts(self.gender_counts)))  # fmt: skip
        with Run(run, key=key, about=f"feature, seed {seed}, {', '.join(c.name for c in corpora)}") as going:
            return self._train(corpora, changed, corpora_of(dev), seed, going, progress)

    def _train(
        self,
        corpora: Sequence[Corpus],
        changed: Sequence[Corpus],
        dev: Sequence[Corpus],
        seed: int,
        run: Run,
        progress: Said | None,
    ) -> FeatureModel:
        prepared = self.prepare(changed, seed=seed, progress=progress)
        learner = self.learner(prepared, seed=seed)
        card = Card(
            KIND, {**_plain(self), "seed": seed, "corpora": {each.name: each.facts() for each in corpora}}
        )

        def made() -> FeatureModel:
            return self.model(learner, prepared, card)

        judged = Dev([self._analysed(each, progress) for each in dev], prepared.schemes)

        def score() -> float:
            return judged.score(made().answers_analysed)

        history = learn(learner, epochs=self.epochs, run=run, score=score if dev else None,
                        patience=self.patience, progress=progress)  # fmt: skip
        return replace(made(), card=self._with_results(card, history, judged, made()))

    def prepare(self, corpora: Sequence[Corpus], *, seed: int, progress: Said | None = None) -> Prepared:
        """All that is learned from, in numbers; the seed decides where windows are cut."""
        ready = [self._analysed(each, progress) for each in corpora]
        schemes = tuple(Scheme(each.name, best_extents(each.docs), each.singletons) for each in ready)
        vocabulary = self._vocabulary(ready, schemes, progress)
        numbers = range(len(ready)) if len(ready) > 1 else (-1,)  # of corpora; -1 where none is told apart
        steps = [
            step
            for number, each, scheme in zip(numbers, ready, schemes, strict=True)
            for step in self._steps(each, scheme, vocabulary, number, seed, progress)
        ]
        return Prepared(schemes, vocabulary, steps)

    def learner(self, prepared: Prepared, *, seed: int) -> Learner:
        """What learns from it, with everything still to learn."""
        schemes, vocabulary, steps = prepared
        costs = (self.false_link, self.false_new, self.wrong_link)
        kind = partial(PairedLearner, weight=self.pairing) if self.pairing else Learner
        return kind(
            steps,
            Rates(self.rate, self.l1, costs, self.average),
            features=self.features,
            n_corpora=len(schemes) if len(schemes) > 1 else 0,
            n_values=len(vocabulary),
            seed=seed,
        )

    def model(self, learner: Learner, prepared: Prepared, card: Card | None = None) -> FeatureModel:
        """What was learned so far."""
        return FeatureModel(card or Card(KIND), learner.ranker(), prepared.vocabulary, self.nearest,
                            self.further, schemes=prepared.schemes, gender_counts=self.gender_counts,
                            pipeline=self.pipeline)  # fmt: skip

    def _with_results(self, card: Card, history: tuple[Epoch, ...], judged: Dev, made: FeatureModel) -> Card:
        steps: tuple[Json, ...] = (*epochs_as_json(history), *taken_back(history, self.patience))
        return replace(card, history=steps, scores=judged.scores(made.answers_analysed))

    def _analysed(self, corpus: Corpus, progress: Said | None) -> Corpus:
        docs = analysed(corpus.docs, pipeline=self.pipeline, engine=self.engine, progress=progress)
        return Corpus(corpus.name, tuple(docs))

    def _described(
        self, docs: Sequence[Document], scheme: Scheme, progress: Said | None
    ) -> Iterator[tuple[Document, Mentions, Unary]]:
        return described(docs, counts=self.gender_counts, scheme=scheme.extents, engine=self.engine,
                         progress=progress)  # fmt: skip

    def _vocabulary(
        self, ready: Sequence[Corpus], schemes: Sequence[Scheme], progress: Said | None
    ) -> Vocabulary:
        said = (
            unary
            for corpus, scheme in zip(ready, schemes, strict=True)
            for _, _, unary in self._described(corpus.docs, scheme, progress)
        )
        return learn_vocabulary(said, _TEMPLATES[self.features], words_seen=self.words_seen,
                                values_seen=self.values_seen)  # fmt: skip

    def _steps(
        self,
        corpus: Corpus,
        scheme: Scheme,
        vocabulary: Vocabulary,
        number: int,
        seed: int,
        progress: Said | None,
    ) -> Iterator[Step]:
        whole = list(corpus.docs)
        mean = sum(len(doc.words) for doc in whole) / max(len(whole), 1)
        parts = [part for doc in whole for part in windows(doc, share=self.windows, seed=seed)]
        half = len(whole) // 2 if self.pairing else len(whole)  # behind it are the twins
        for docs, is_part in ((whole, False), (parts, True)):
            for at, (doc, mentions, unary) in enumerate(self._described(docs, scheme, progress)):
                if len(mentions):
                    entity, real = gold_of(doc, mentions, singletons=corpus.singletons)
                    yield Step(
                        types_of(mentions),
                        vocabulary.numbers(unary),
                        pairs_of(mentions, nearest=self.nearest, further=self.further),
                        entity,
                        real,
                        # In a window the antecedent may be outside: nothing is learned of who comes first.
                        firsts(entity) & is_part,
                        number,
                        len(doc.words) / mean if is_part else 1.0,
                        # Its place, since several documents may have one id.
                        "" if is_part else f"{number}:{at % half}{TWIN if at >= half else ''}",
                        mentions.codes[:, [COLUMN["start"], COLUMN["end"]]],
                    )


def _plain(trainer: FeatureTrainer) -> dict[str, Json]:
    return {name: value for name, value in asdict(trainer).items() if name not in ("engine",)}
