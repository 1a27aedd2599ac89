"""From every score a ranker gives to what a system is asked for: clusters, and choices among candidates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np

from corefair.io.layers import without_layers
from corefair.systems.feature.decoding import clusters_of, together
from corefair.systems.feature.mentions import Mentions, Read
from corefair.systems.feature.ranker import Pairs, Scores
from corefair.systems.training.corpora import followed
from corefair.text.analysis import analyse
from corefair.text.gender_counts import GenderCounts, same_counts
from corefair.types import Answer, Cluster, Document, Mention, Picked, Question

Same = TypeVar("Same", bound="Answering")

_LEAST = 1e-30  # a probability that is given as 0 by no one


class Ranked(NamedTuple):
    """A document with every score the model gives."""

    read: Read
    mentions: Mentions
    pairs: Pairs
    scores: Scores


@dataclass(frozen=True)
class Scheme:
    """How a corpus is annotated, as far as it is known from its training documents."""

    name: str
    extents: str  # which part of a phrase is the mention: a key of `text.phrases.EXTENTS`
    singletons: bool


@dataclass(frozen=True, kw_only=True)
class Answering:
    """A ranker of antecedents as a system, by the scheme of one of its corpora."""

    schemes: tuple[Scheme, ...]
    gender_counts: str
    counts_are: str | None = None  # what stands for the gender counts that it learned with, once it was saved
    pipeline: str | None = None
    corpus: str | None = None  # whose scheme is followed: by default the first
    singletons: bool = False

    @abstractmethod
    def rank(self, doc: Document, *, given: Sequence[Mention] = (), only_given: bool = False) -> Ranked:
        """Every score for an analysed document; spans that are given are candidates whatever is found."""

    def using(
        self: Same,
        *,
        corpus: str | None = None,  # whose scheme says what a mention is: by default that of the first
        singletons: bool = False,  # keep what is mentioned once
    ) -> Same:
        """The same model used in another way."""
        model = replace(self, corpus=corpus, singletons=singletons)
        _ = model.scheme  # an unknown corpus is an error now
        return model

    @property
    def scheme(self) -> Scheme:
        """The one that is followed."""
        return followed(self.schemes, self.corpus)

    @cached_property
    def counts(self) -> GenderCounts | None:
        """The table of gender counts, the one it was trained with."""
        return same_counts(self.gender_counts, self.counts_are)

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters of each document."""
        for doc in analyse(map(_shown, docs), pipeline=self.pipeline):
            yield Answer(self._clusters(self.rank(doc), singletons=self.singletons))

    def answers_analysed(self, doc: Document, corpus: str, singletons: bool) -> tuple[Cluster, ...]:
        """The clusters of a document that was analysed before, by the scheme of a corpus."""
        return self._clusters(replace(self, corpus=corpus).rank(doc), singletons=singletons)

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """The logarithm of the probability that each candidate and the pronoun are one.

        A candidate that we would not have found takes the place of what we found at its head.
        """
        asked: list[Question] = []

        def docs() -> Iterator[Document]:
            for question in questions:
                asked.append(question)
                yield _shown(question.doc)

        for doc in analyse(docs(), pipeline=self.pipeline):
            question = asked.pop(0)
            yield self._pick(doc, question.pronoun, question.candidates)

    def _pick(self, doc: Document, pronoun: Mention, candidates: Sequence[Mention]) -> Picked:
        found = self.rank(doc, given=(pronoun, *candidates))
        at = {phrase.span: i for i, phrase in enumerate(found.read.phrases)}
        last = max(at[each] for each in (pronoun, *candidates))
        same = together(found.pairs, found.scores, last)[at[pronoun]]
        chances = [float(same[at[each]]) if each != pronoun else 0.0 for each in candidates]
        nobody = max(1.0 - sum(chances), _LEAST)
        logs = tuple(float(np.log(max(chance, _LEAST))) for chance in chances)
        return Picked(logs, unit="log-probability", none=float(np.log(nobody)))

    def _clusters(self, found: Ranked, *, singletons: bool) -> tuple[Cluster, ...]:
        return clusters_of(found.mentions, found.pairs, found.scores, singletons=singletons)


def _shown(doc: Document) -> Document:
    """People that a document marks are not used: a suite marks its candidates, which a resolver must find."""
    return replace(without_layers(doc, ()), entities=())
