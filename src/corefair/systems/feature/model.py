"""The log-linear ranker as a model in a folder, which finds clusters and chooses among candidates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import numpy as np

from corefair.models.card import Card
from corefair.models.folder import ARRAYS, loading, read_model, saving
from corefair.registry import models
from corefair.runs.arrays import write_npz
from corefair.runs.writing import write_json
from corefair.systems.feature.answering import Answering, Ranked, Scheme
from corefair.systems.feature.given import with_given
from corefair.systems.feature.mentions import TYPES, describe, read_candidates
from corefair.systems.feature.pairs import TEMPLATES
from corefair.systems.feature.ranker import Ranker, new_weights, pairs_of
from corefair.systems.feature.unary import unary
from corefair.systems.feature.vocabulary import Vocabulary
from corefair.systems.training.card_text import card_text
from corefair.text.gender_counts import content_of, placed
from corefair.types import Document, Json, Mention

KIND = "feature"
Wanted = TypeVar("Wanted")
_VOCABULARY = "vocabulary.json"


@models.register("feature")
@dataclass(frozen=True)
class FeatureModel(Answering):
    """What was learned, and how it is used: by the scheme of which corpus, with which gender counts."""

    card: Card
    ranker: Ranker
    vocabulary: Vocabulary
    nearest: int
    further: int

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

    def save(self, folder: Path) -> None:
        """Write it: the weights that are not 0, the names of values, and a page that tells of it."""
        held = np.flatnonzero(self.ranker.weights)
        schemes: list[Json] = [[each.name, each.extents, each.singletons] for each in self.schemes]
        used: dict[str, Json] = {
            "features": self.ranker.features,
            "n_corpora": self.ranker.n_corpora,
            "nearest": self.nearest,
            "further": self.further,
            "gender_counts": placed(self.gender_counts),
            "gender_counts_are": content_of(self.counts),
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
        with loading(folder, KIND):
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
                settings.get("nearest", int),
                settings.get("further", int),
                schemes=tuple(Scheme(*row) for row in settings.get("schemes", list)),
                gender_counts=settings.get("gender_counts", str),
                pipeline=None if settings.values["pipeline"] is None else settings.get("pipeline", str),
                counts_are=cast("str | None", settings.values.get("gender_counts_are")),
            )


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
