"""A training of the network before its first epoch, or between two: what learns, and the model it makes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING

from corefair.errors import MissingExtra
from corefair.models.card import Card
from corefair.systems.feature.answering import Scheme
from corefair.systems.feature.decoding import clusters_of
from corefair.systems.feature.vocabulary import Vocabulary
from corefair.systems.ranking.lexicon import Lexicon
from corefair.systems.ranking.model import KIND, RankingModel, TakenIn
from corefair.systems.training.corpora import Corpus, windows
from corefair.types import Cluster, Document, Embeddings, Json, Said

if TYPE_CHECKING:
    from corefair.systems.ranking.trainer import RankingTrainer


class Prepared:
    """A training before its first epoch, or between two: what learns, and the model it makes."""

    def __init__(
        self,
        trainer: RankingTrainer,
        corpora: Sequence[Corpus],
        ready: Sequence[Corpus],
        schemes: tuple[Scheme, ...],
        lexicon: Lexicon,
        vocabulary: Vocabulary,
        vectors: Embeddings,
        seed: int,
        progress: Said | None,
    ) -> None:
        try:
            import torch
        except ModuleNotFoundError:
            raise MissingExtra("torch", extra="train") from None
        from corefair.systems.ranking.examples import Described, Maker
        from corefair.systems.ranking.learning import (
            ALL_PAIRS,
            RANKING,
            TOP_PAIRS,
            Learner,
            Plan,
            Stage,
            Step,
        )
        from corefair.systems.ranking.network import Network, Shape
        from corefair.systems.ranking.pairing import PairedLearner, paired_steps

        def described(scheme: Scheme, docs: Sequence[Document]) -> Iterator[Described]:
            return trainer.described(docs, scheme, progress)

        self.trainer, self.schemes, self.lexicon, self.vocabulary = trainer, schemes, lexicon, vocabulary
        steps: list[Step] = []
        for number, (corpus, scheme) in enumerate(zip(ready, schemes, strict=True)):
            maker = Maker(lexicon, vocabulary, nearest=trainer.nearest, further=trainer.further,
                          corpus=number, singletons=scheme.singletons)  # fmt: skip
            if trainer.pairing:
                steps += paired_steps(corpus.docs, maker, partial(described, scheme), trainer.windows, seed)
                continue
            parts = [part for doc in corpus.docs for part in windows(doc, share=trainer.windows, seed=seed)]
            steps += maker.documents(described(scheme, corpus.docs))
            steps += maker.windows(described(scheme, parts))
        stages = (
            Stage(ALL_PAIRS, trainer.all_pairs, trainer.all_pairs_rate),
            Stage(TOP_PAIRS, trainer.top_pairs, trainer.top_pairs_rate),
            Stage(RANKING, trainer.ranking, trainer.ranking_rate),
        )
        plan = Plan(stages, trainer.costs, trainer.drop_inputs, trainer.drop_hidden, trainer.decay)
        shape = Shape(
            lexicon.dim, lexicon.n_own, len(vocabulary), len(schemes), trainer.width, trainer.second
        )
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            network = Network(shape)
        kind = partial(PairedLearner, weight=trainer.pairing) if trainer.pairing else Learner
        self.learner = kind(network, torch.from_numpy(lexicon.scaled), steps, plan, seed=seed)
        settings: dict[str, Json] = {
            **{name: value for name, value in asdict(trainer).items() if name != "engine"},
            "seed": seed,
            "corpora": {each.name: each.facts() for each in corpora},
        }
        self._taken: dict[tuple[int, str], TakenIn] = {}
        self.card = Card(KIND, settings, data={f"vectors {vectors.name}": content_of_vectors(vectors)})

    def answers(self, doc: Document, corpus: str, singletons: bool) -> tuple[Cluster, ...]:
        """The clusters of an analysed document by what was learned so far; it is taken in once."""
        made = replace(self.model(), corpus=corpus)
        key = id(doc), corpus
        if key not in self._taken:
            self._taken[key] = made.take_in(doc)
        _, mentions, pairs, scores = made.score(self._taken[key])
        return clusters_of(mentions, pairs, scores, singletons=singletons)

    def model(self) -> RankingModel:
        """What was learned so far."""
        trainer = self.trainer
        return RankingModel(
            card=self.card, network=self.learner.network, lexicon=self.lexicon, vocabulary=self.vocabulary,
            schemes=self.schemes, nearest=trainer.nearest, further=trainer.further,
            gender_counts=trainer.gender_counts, pipeline=trainer.pipeline,
        )  # fmt: skip


def content_of_vectors(emb: Embeddings) -> str:
    """SHA-256 of words and vectors."""
    sha256 = hashlib.sha256("\n".join(emb.words).encode())
    sha256.update(emb.vectors.tobytes())
    return sha256.hexdigest()
