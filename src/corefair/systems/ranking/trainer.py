"""`corefair train ranking`: the mention-ranking network of Clark & Manning 2016, on any corpora."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from corefair.errors import DataError
from corefair.models.card import Card
from corefair.registry import trainers
from corefair.runs.run import Run, key_of
from corefair.systems.feature.answering import Scheme
from corefair.systems.feature.examples import best_extents, described
from corefair.systems.feature.mentions import Mentions
from corefair.systems.feature.unary import Unary
from corefair.systems.feature.vocabulary import learn_vocabulary
from corefair.systems.ranking.inputs import TEMPLATES
from corefair.systems.ranking.lexicon import learn_lexicon
from corefair.systems.ranking.model import RankingModel
from corefair.systems.ranking.prepared import Prepared, content_of_vectors
from corefair.systems.training.analysed import analysed, pipeline_id
from corefair.systems.training.astray import astray
from corefair.systems.training.corpora import Corpus, check_trainable, corpora_of
from corefair.systems.training.dev import Dev
from corefair.systems.training.loop import Epoch, learn, taken_back
from corefair.systems.training.pairing import with_twins
from corefair.systems.training.record import content_of_docs, contents_in_order, epochs_as_json
from corefair.systems.training.texts import with_changed_text
from corefair.text.gender_counts import check_choice, content_of
from corefair.text.gender_counts import gender_counts as read_counts
from corefair.types import Document, Embeddings, Json, Said, TextMitigator


@trainers.register("ranking")
@dataclass(frozen=True, kw_only=True)
class RankingTrainer:
    """A network on word vectors that ranks the earlier candidates of each mention (Clark & Manning 2016).

    It learns in three stages: whether each pair is one entity, then from the best right and the best wrong
    antecedent of each mention, then from what each choice costs. `costs` are the paper's: by kind of error,
    as expected under the scores (REINFORCE), or by what B³ would lose (reward rescaling). Vectors are never
    changed; words that have none get some of their own.
    """

    costs: Literal["heuristic", "reinforce", "rescaling"] = "rescaling"  # of the last stage
    all_pairs: int = 5  # epochs of the first stage
    top_pairs: int = 3  # of the second
    ranking: int = 6  # of the third
    all_pairs_rate: float = 1e-3  # of Adam, at the start of the stage; it falls to a tenth
    top_pairs_rate: float = 3e-4
    ranking_rate: float = 2e-4
    width: int = 150  # of the first layer, which is the wide one
    second: int = 75  # of the second layer
    drop_inputs: float = 0.3  # share of what is read that is dropped while learning
    drop_hidden: float = 0.3  # share of the hidden units
    decay: float = 0.01  # of weights, a step, as a multiple of the rate
    gender_counts: str = "shipped"  # as for rule: shipped, bergsma-lin, none, a file, balanced: before one
    words: int = 40_000  # of the vectors that are kept: those in the text, then the first others of the file
    words_seen: int = 5  # a word without a vector gets one of its own if it was seen so often
    values_seen: int = 5  # a value of a template that was seen less often is left out
    nearest: int = 60  # antecedents that are tried
    further: int = 20  # antecedents beyond, with the same head word
    windows: float = 0.2  # so many more words in windows of one to three sentences, as a share
    pairing: float = 0.0  # weight of how far a document and its gender-exchanged twin are apart; 0: no twins
    patience: int = 0  # stop when the score has not risen for so many epochs, and take the best; 0: never
    text_mode: Literal["augment", "replace"] = "augment"  # changed text beside the original, or in its place
    pipeline: str | None = None  # a spaCy pipeline in place of ours
    engine: str = "one"  # where documents are prepared: one, processes=N

    def __post_init__(self) -> None:
        check_choice(self.gender_counts)
        for name in ("width", "second", "nearest", "words", "words_seen", "values_seen"):
            if getattr(self, name) < 1:
                raise DataError(f"{name} must be 1 or more, not {getattr(self, name)}")
        for name in ("all_pairs_rate", "top_pairs_rate", "ranking_rate"):
            if not 0 < getattr(self, name) < float("inf"):
                raise DataError(f"{name} must be above 0, not {getattr(self, name)}")
        for name in (
            "all_pairs",
            "top_pairs",
            "ranking",
            "decay",
            "further",
            "windows",
            "pairing",
            "patience",
        ):
            if not 0 <= getattr(self, name) < float("inf"):
                raise DataError(f"{name} must be 0 or more, not {getattr(self, name)}")
        for name in ("drop_inputs", "drop_hidden"):
            if not 0 <= getattr(self, name) < 1:
                raise DataError(f"{name} must be 0 or more and below 1, not {getattr(self, name)}")
        if not self.epochs:
            raise DataError("there is nothing to do: give all_pairs, top_pairs or ranking some epochs")

    @property
    def epochs(self) -> int:
        """Of all stages."""
        return self.all_pairs + self.top_pairs + self.ranking

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
    ) -> RankingModel:
        """Learn from documents with gold clusters; only words, sentences, speakers and clusters are used."""
        if vectors is None:
            raise DataError("ranking reads word vectors: give some, with --vectors FILE or vectors=…")
        corpora = corpora_of(corpus)
        check_trainable(corpora)
        changed = with_changed_text(corpora, tuple(text), mode=self.text_mode)
        if self.pairing:
            changed = with_twins(changed)
        key = key_of(asdict(self), seed, contents_in_order(changed), content_of_docs(corpora_of(dev)),
                     pipeline_id(self.pipeline), content_of(read_counts(self.gender_counts)),
                     content_of_vectors(vectors))  # fmt: skip
        with Run(run, key=key, about=f"ranking, seed {seed}, {', '.join(c.name for c in corpora)}") as going:
            prepared = self.prepare(corpora, changed, vectors, seed=seed, progress=progress)
            judged = Dev([self._analysed(each, progress) for each in corpora_of(dev)], prepared.schemes)

            def score() -> float:
                return judged.score(prepared.answers)

            history = learn(prepared.learner, epochs=self.epochs, run=going, score=score if dev else None,
                            patience=self.patience, progress=progress)  # fmt: skip
            learner = prepared.learner
            notes = astray(learner.network, learner.loss_now)
        made = prepared.model()
        return replace(made, card=self._with_results(made, history, notes, judged))

    def prepare(
        self,
        corpora: Sequence[Corpus],
        changed: Sequence[Corpus],
        vectors: Embeddings,
        *,
        seed: int,
        progress: Said | None = None,
    ) -> Prepared:
        """Everything up to the first epoch; `changed` are the corpora as they are trained on."""
        ready = [self._analysed(each, progress) for each in changed]
        schemes = tuple(Scheme(each.name, best_extents(each.docs), each.singletons) for each in ready)
        words = (doc.words for each in ready for doc in each.docs)
        lexicon = learn_lexicon(vectors, words, most=self.words, words_seen=self.words_seen)
        found = (
            self.described(each.docs, scheme, progress) for each, scheme in zip(ready, schemes, strict=True)
        )
        vocabulary = learn_vocabulary((unary for some in found for _, _, unary in some), TEMPLATES,
                                      words_seen=self.values_seen, values_seen=self.values_seen)  # fmt: skip
        return Prepared(self, corpora, ready, schemes, lexicon, vocabulary, vectors, seed, progress)

    def _with_results(
        self, made: RankingModel, history: tuple[Epoch, ...], notes: tuple[str, ...], judged: Dev
    ) -> Card:
        steps: tuple[Json, ...] = (*epochs_as_json(history), *taken_back(history, self.patience), *notes)
        return replace(made.card, history=steps, scores=judged.scores(made.answers_analysed))

    def _analysed(self, corpus: Corpus, progress: Said | None) -> Corpus:
        docs = analysed(corpus.docs, pipeline=self.pipeline, engine=self.engine, progress=progress)
        return Corpus(corpus.name, tuple(docs))

    def described(
        self, docs: Sequence[Document], scheme: Scheme, progress: Said | None
    ) -> Iterator[tuple[Document, Mentions, Unary]]:
        """Each analysed document with its candidates, from the cache where they were described before."""
        return described(docs, counts=self.gender_counts, scheme=scheme.extents, engine=self.engine,
                         progress=progress)  # fmt: skip
