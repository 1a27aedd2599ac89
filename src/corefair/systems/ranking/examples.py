"""Training documents as steps: candidates described once and for all, pairs, gold, windows laid together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from corefair.systems.feature.examples import firsts, gold_of
from corefair.systems.feature.mentions import Mentions
from corefair.systems.feature.ranker import pairs_of
from corefair.systems.feature.unary import Unary
from corefair.systems.feature.vocabulary import Vocabulary
from corefair.systems.ranking.inputs import Inputs, inputs_of, laid_together
from corefair.systems.ranking.learning import Step
from corefair.systems.ranking.lexicon import Lexicon
from corefair.systems.ranking.losses import Gold
from corefair.types import Document

Described = tuple[Document, Mentions, Unary]
TOGETHER = 300  # candidates of windows that make a step, about as many as a document has


class Maker:
    """From described documents to steps of one corpus."""

    def __init__(
        self, lexicon: Lexicon, vocabulary: Vocabulary, *, nearest: int, further: int, corpus: int,
        singletons: bool,
    ) -> None:  # fmt: skip
        self.lexicon, self.vocabulary, self.corpus, self.singletons = lexicon, vocabulary, corpus, singletons
        self.nearest, self.further = nearest, further

    def documents(self, described: Iterable[Described]) -> Iterator[Step]:
        """A step for each document."""
        for doc, mentions, unary in described:
            if len(mentions):
                yield Step(*self._one(doc, mentions, unary, part=False), self.corpus)

    def windows(self, described: Iterable[Described]) -> Iterator[Step]:
        """Steps of several windows."""
        held: list[tuple[Inputs, Gold]] = []
        for doc, mentions, unary in described:
            if len(mentions):
                held.append(self._one(doc, mentions, unary, part=True))
            if sum(inputs.n for inputs, _ in held) >= TOGETHER:
                yield self._together(held)
                held = []
        if held:
            yield self._together(held)

    def together(self, described: Iterable[Described], *, part: bool) -> Step:
        """One step of all of these, each of which has candidates."""
        return self._together([self._one(*each, part=part) for each in described])

    def _one(self, doc: Document, mentions: Mentions, unary: Unary, *, part: bool) -> tuple[Inputs, Gold]:
        pairs = pairs_of(mentions, nearest=self.nearest, further=self.further)
        inputs = inputs_of(doc, mentions, self.vocabulary.numbers(unary), pairs, self.lexicon)
        entity, real = gold_of(doc, mentions, singletons=self.singletons)
        sizes = np.array([len(cluster) for cluster in doc.clusters], dtype=np.int32)
        ends = np.array([[0, 0], [len(mentions), len(sizes)]], dtype=np.int32)
        # In a window the antecedent may be outside: nothing is learned of who comes first.
        skip = firsts(entity) & part
        return inputs, Gold(entity, sizes, real, skip, ends)

    def _together(self, held: Sequence[tuple[Inputs, Gold]]) -> Step:
        ends = np.cumsum([[0, 0], *(gold.documents[-1] for _, gold in held)], axis=0).astype(np.int32)
        entities = [
            np.where(gold.entity >= 0, gold.entity + before, -1).astype(np.int32)
            for (_, gold), (_, before) in zip(held, ends.tolist(), strict=False)
        ]
        golds = [gold for _, gold in held]
        gold = Gold(
            np.concatenate(entities),
            np.concatenate([each.sizes for each in golds]),
            np.concatenate([each.real for each in golds]),
            np.concatenate([each.skip for each in golds]),
            ends,
        )
        return Step(laid_together([inputs for inputs, _ in held]), gold, self.corpus)
