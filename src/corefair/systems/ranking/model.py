"""The mention-ranking network as a model in a folder, which finds clusters and chooses among candidates."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingExtra
from corefair.models.card import Card
from corefair.models.folder import ARRAYS, loading, read_model, saving
from corefair.registry import models
from corefair.runs.arrays import write_npz
from corefair.runs.writing import write_json
from corefair.systems.exchanging import with_vectors_of
from corefair.systems.feature.answering import Answering, Ranked, Scheme
from corefair.systems.feature.given import with_given
from corefair.systems.feature.mentions import Mentions, Read, describe, read_candidates
from corefair.systems.feature.ranker import Pairs, pairs_of
from corefair.systems.feature.unary import unary
from corefair.systems.feature.vocabulary import Vocabulary
from corefair.systems.ranking.inputs import Inputs, inputs_of, pair_names
from corefair.systems.ranking.lexicon import Lexicon
from corefair.systems.training.card_text import card_text
from corefair.text.gender_counts import content_of, placed
from corefair.types import Document, Embeddings, Json, Mention

if TYPE_CHECKING:
    from corefair.systems.ranking.network import Network

KIND = "ranking"
_WORDS = "words.json"
_BY_PAIR_VALUE = {
    "pairs": 0,
    "wide": 1,
}  # weights with a place for each value of a pair, and along which axis


class TakenIn(NamedTuple):
    """A document as the network reads it."""

    read: Read
    mentions: Mentions
    pairs: Pairs
    inputs: Inputs
    scheme: int


@models.register("ranking")
@dataclass(frozen=True, kw_only=True)
class RankingModel(Answering):
    """What was learned, and how it is used: with which vectors, by the scheme of which corpus."""

    card: Card
    network: Network
    lexicon: Lexicon
    vocabulary: Vocabulary
    nearest: int
    further: int
    half: bool = False  # weights are saved in half precision

    def rank(self, doc: Document, *, given: Sequence[Mention] = (), only_given: bool = False) -> Ranked:
        """Every score for an analysed document; spans that are given are candidates whatever we find."""
        return self.score(self.take_in(doc, given=given, only_given=only_given))

    def take_in(self, doc: Document, *, given: Sequence[Mention] = (), only_given: bool = False) -> TakenIn:
        """A document in numbers, all that does not hang on weights."""
        scheme = self.scheme
        phrases = () if only_given else None
        read = read_candidates(doc, counts=self.counts, scheme=scheme.extents, phrases=phrases)
        if given:
            read = with_given(read, given, counts=self.counts, scheme=scheme.extents)
        mentions = describe(read)
        pairs = pairs_of(mentions, nearest=self.nearest, further=self.further)
        single = self.vocabulary.numbers(unary(read, mentions))
        inputs = inputs_of(doc, mentions, single, pairs, self.lexicon)
        return TakenIn(read, mentions, pairs, inputs, self.schemes.index(scheme))

    def score(self, taken: TakenIn) -> Ranked:
        """What the network says of it."""
        from corefair.systems.ranking.learning import scored

        read, mentions, pairs, inputs, scheme = taken
        return Ranked(read, mentions, pairs, scored(self.network, self.vectors, inputs, scheme))

    def using(
        self,
        *,
        corpus: str | None = None,  # whose scheme says what a mention is: by default that of the first
        singletons: bool = False,  # keep what is mentioned once
        vectors: Path | None = None,  # in the place of those it was trained with
    ) -> RankingModel:
        """The same model used in another way."""
        model = super().using(corpus=corpus, singletons=singletons)
        if vectors is None:
            return model
        return with_vectors_of(model, vectors)

    def with_vectors(self, emb: Embeddings) -> RankingModel:
        """The same network on other vectors, such as mitigated ones: it was not trained on them."""
        return replace(self, lexicon=self.lexicon.with_vectors(emb))

    @cached_property
    def vectors(self) -> Any:
        """The vectors of words as the network reads them."""
        import torch

        return torch.from_numpy(self.lexicon.scaled)

    def save(self, folder: Path) -> None:
        """Write it: weights, the vectors it needs, the names of values, and a page that tells of it."""
        schemes: list[Json] = [[each.name, each.extents, each.singletons] for each in self.schemes]
        shape: list[Json] = list(self.network.shape)
        used: dict[str, Json] = {
            "shape": shape,
            "nearest": self.nearest,
            "further": self.further,
            "gender_counts": placed(self.gender_counts),
            "gender_counts_are": content_of(self.counts),
            "pipeline": self.pipeline,
            "schemes": schemes,
            "vectors": self.lexicon.name,
            "vectors_history": list(self.lexicon.history),
        }
        card = replace(self.card, settings={**self.card.settings, **used})
        with saving(folder, card) as part:
            kept = np.float16 if self.half else np.float32
            with np.errstate(over="ignore"):  # told in words
                weights = {
                    name: value.numpy().astype(kept) for name, value in self.network.state_dict().items()
                }
            if not all(np.isfinite(each).all() for each in weights.values()):
                raise DataError(
                    "weights grew beyond what half precision holds, in which they are to be kept: set a "
                    "smaller rate, or keep them whole"
                )
            write_npz(part / ARRAYS, {**weights, "vectors": self.lexicon.vectors})
            templates: list[Json] = list(self.vocabulary.templates)
            names: list[Json] = [list(name) for name in self.vocabulary.names]
            words: list[Json] = list(self.lexicon.words)
            own: list[Json] = list(self.lexicon.own)
            pairs: list[Json] = [list(name) for name in pair_names()]
            held: dict[str, Json] = {"templates": templates, "names": names, "words": words, "own": own}
            write_json(part / _WORDS, {**held, "pairs": pairs})
            (part / "README.md").write_text(card_text(card), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> RankingModel:
        """Read what `save` wrote."""
        saved = read_model(folder, kind=KIND)
        arrays, settings = saved.arrays(), saved.card.settings
        try:
            from corefair.systems.ranking.learning import load_weights
            from corefair.systems.ranking.network import Network, Shape
        except ModuleNotFoundError:
            raise MissingExtra("torch", extra="train") from None
        with loading(folder, KIND):
            held = json.loads((saved.folder / _WORDS).read_text(encoding="utf-8"))
            told = str(settings["vectors"]), tuple(cast(Any, settings["vectors_history"]))
            lexicon = Lexicon(tuple(held["words"]), arrays.pop("vectors"), tuple(held["own"]), *told)
            if lexicon.vectors.shape != (len(lexicon.words), lexicon.dim):
                raise ValueError(f"{len(lexicon.words)} words and vectors of {lexicon.vectors.shape}")
            names = tuple((name, value) for name, value in held["names"])
            network = Network(Shape(*cast(Any, settings["shape"])))
            weights = {name: value.astype(np.float32) for name, value in arrays.items()}
            load_weights(network, _by_name(weights, [tuple(name) for name in held["pairs"]]))
            pipeline = settings["pipeline"]
            return cls(
                card=saved.card,
                network=network,
                lexicon=lexicon,
                vocabulary=Vocabulary(tuple(held["templates"]), names),
                schemes=tuple(Scheme(*row) for row in cast(Any, settings["schemes"])),
                nearest=int(cast(int, settings["nearest"])),
                further=int(cast(int, settings["further"])),
                gender_counts=str(settings["gender_counts"]),
                pipeline=None if pipeline is None else str(pipeline),
                counts_are=cast("str | None", settings.get("gender_counts_are")),
            )


def _by_name(
    weights: Mapping[str, NDArray[np.float32]], names: Sequence[tuple[str, ...]]
) -> dict[str, NDArray[np.float32]]:
    """The weights with each value of a pair in the place it has now; a value they lack weighs nothing."""
    place = {name: i for i, name in enumerate(names)}
    at = np.array([place.get(name, -1) for name in pair_names()])
    out = dict(weights)
    for key, axis in _BY_PAIR_VALUE.items():
        if weights[key].shape[axis] != len(names):
            raise ValueError(f"{len(names)} values of pairs, and weights of {weights[key].shape}")
        known = np.expand_dims(at >= 0, 1 - axis)
        out[key] = np.where(known, weights[key].take(at, axis=axis), np.float32(0.0))
    return out
