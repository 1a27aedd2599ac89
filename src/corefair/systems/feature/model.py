"""The log-linear ranker as a model in a folder, which finds clusters and chooses among candidates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from corefair.errors import DataError, UnknownName
from corefair.io.layers import without_layers
from corefair.models.card import Card
from corefair.models.folder import ARRAYS, read_model, saving
from corefair.registry import models
from corefair.runs.arrays import write_npz
from corefair.runs.writing import write_json
from corefair.systems.feature.decoding import clusters_of, together
from corefair.systems.feature.given import with_given
from corefair.systems.feature.mentions import TYPES, Mentions, Read, describe, read_candidates
from corefair.systems.feature.pairs import TEMPLATES
from corefair.systems.feature.ranker import Pairs, Ranker, Scores, new_weights, pairs_of
from corefair.systems.feature.unary import unary
from corefair.systems.feature.vocabulary import Vocabulary
from corefair.systems.training.card_text import card_text
from corefair.text.analysis import analyse
from corefair.text.gender_counts import GenderCounts
from corefair.text.gender_counts import gender_counts as read_counts
from corefair.types import Answer, Cluster, Document, Json, Mention, Picked, Question

KIND = "feature"
Wanted = TypeVar("Wanted")
_VOCABULARY = "vocabulary.json"
_LEAST = 1e-30  # a probability that is given as 0 by no one


@dataclass(frozen=True)
class Scheme:
    """How a corpus is annotated, as far as it is known from its training documents."""

    name: str
    extents: str  # which part of a phrase is the mention: a key of `text.phrases.EXTENTS`
    singletons: bool


class Ranked(NamedTuple):
    """A document with every score the model gives."""

    read: Read
    mentions: Mentions
    pairs: Pairs
    scores: Scores


@models.register("feature")
@dataclass(frozen=True)
class FeatureModel:
    """What was learned, and how it is used: by the scheme of which corpus, with which gender counts."""

    card: Card
    ranker: Ranker
    vocabulary: Vocabulary
    schemes: tuple[Scheme, ...]
    nearest: int
    further: int
    gender_counts: str
    pipeline: str | None = None
    corpus: str | None = None  # whose scheme is followed: by default the first
    singletons: bool = False

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters of each document."""
        for doc in analyse(map(_shown, docs), pipeline=self.pipeline):
            found = self.rank(doc)
            clusters = clusters_of(found.mentions, found.pairs, found.scores, singletons=self.singletons)
            yield Answer(clusters)

    def answers_analysed(self, doc: Document, corpus: str, singletons: bool) -> tuple[Cluster, ...]:
        """The clusters of a document that was analysed before, by the scheme of a corpus."""
        found = replace(self, corpus=corpus).rank(doc)
        return clusters_of(found.mentions, found.pairs, found.scores, singletons=singletons)

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

    def rank(self, doc: Document, *, given: Sequence[Mention] = (), only_given: bool = False) -> Ranked:
        """Every score for an analysed document; spans that are given are candidates whatever we find."""
        scheme = self.scheme
        phrases = () if only_given else None
        read = read_candidates(doc, counts=self.counts, scheme=scheme.extents, phrases=phrases)
        if given:
            read = with_given(read, given, counts=self.counts, scheme=scheme.extents)
        mentions = describe(read)
        pairs = pairs_of(mentions, nearest=self.nearest, further=self.further)
        values = self.vocabulary.numbers(unary(read, mentions))
        number = self.schemes.index(scheme) if self.ranker.n_corpora else -1
        return Ranked(read, mentions, pairs, self.ranker.scores(mentions, pairs, values, corpus=number))

    @property
    def scheme(self) -> Scheme:
        """The one that is followed."""
        named = {scheme.name: scheme for scheme in self.schemes}
        if self.corpus is None:
            return self.schemes[0]
        if self.corpus not in named:
            raise UnknownName("corpus of this model", self.corpus, named)
        return named[self.corpus]

    @cached_property
    def counts(self) -> GenderCounts | None:
        """The table of gender counts."""
        return read_counts(self.gender_counts)

    def save(self, folder: Path) -> None:
        """Write it: the weights that are not 0, the names of values, and a page that tells of it."""
        held = np.flatnonzero(self.ranker.weights)
        schemes: list[Json] = [[each.name, each.extents, each.singletons] for each in self.schemes]
        used: dict[str, Json] = {
            "features": self.ranker.features,
            "n_corpora": self.ranker.n_corpora,
            "nearest": self.nearest,
            "further": self.further,
            "gender_counts": self.gender_counts,
            "pipeline": self.pipeline,
            "schemes": schemes,
            "templates": layout(),
        }
        card = replace(self.card, settings={**self.card.settings, **used})
        names: list[Json] = [list(name) for name in self.vocabulary.names]
        with saving(folder, card) as part:
            weights = {"at": held.astype(np.int32), "weights": self.ranker.weights[held]}
            write_npz(part / ARRAYS, weights)
            templates: list[Json] = list(self.vocabulary.templates)
            write_json(part / _VOCABULARY, {"templates": templates, "names": names})
            (part / "README.md").write_text(card_text(card), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> FeatureModel:
        """Read what `save` wrote."""
        saved = read_model(folder, kind=KIND)
        arrays, settings = saved.arrays(), _Settings(saved.card.settings)
        try:
            words = json.loads((saved.folder / _VOCABULARY).read_text(encoding="utf-8"))
            names = tuple((name, value) for name, value in words["names"])
            vocabulary = Vocabulary(tuple(words["templates"]), names)
            if settings.get("templates", str) != layout():
                raise ValueError("its features are those of another version: train it again")
            n_corpora = settings.get("n_corpora", int)
            weights = new_weights(n_corpora, len(vocabulary))
            weights[arrays["at"]] = arrays["weights"]
            return cls(
                saved.card,
                Ranker(weights, settings.get("features", str), n_corpora, len(vocabulary)),
                vocabulary,
                tuple(Scheme(*row) for row in settings.get("schemes", list)),
                settings.get("nearest", int),
                settings.get("further", int),
                settings.get("gender_counts", str),
                None if settings.values["pipeline"] is None else settings.get("pipeline", str),
            )
        except (KeyError, TypeError, ValueError, IndexError) as error:
            message = f"not a {KIND} model that this version reads ({type(error).__name__}: {error})"
            raise DataError(message, path=str(folder)) from None


def layout() -> str:
    """What stands for the places of all weights: the types of mentions and the values of pairs, in order."""
    return hashlib.sha256(json.dumps([TYPES, TEMPLATES]).encode()).hexdigest()[:16]


class _Settings(NamedTuple):
    """What a card says of the settings, each of the type it must have."""

    values: Mapping[str, Json]

    def get(self, name: str, kind: type[Wanted]) -> Wanted:
        value = self.values[name]
        if not isinstance(value, kind):
            raise TypeError(f"{name} is {value!r}")
        return value


def _shown(doc: Document) -> Document:
    """People that a document marks are not used: a suite marks its candidates, which a resolver must find."""
    return replace(without_layers(doc, ()), entities=())
