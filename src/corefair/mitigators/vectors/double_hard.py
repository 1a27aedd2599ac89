"""double-hard: take out one direction of word frequency first, then `hard` (Wang 2020)."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingExtra
from corefair.geometry.direction import definitional_pairs, gender_direction, unit
from corefair.mitigators.vectors.changes import Array, in_blocks, sealed
from corefair.mitigators.vectors.groups import groups, moments
from corefair.mitigators.vectors.hard import Hard, HardChange, Pairs
from corefair.mitigators.vectors.preserve import Preserve, preserved_rows
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import mitigators, models
from corefair.types import Embeddings


@mitigators.register("double-hard", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class DoubleHard:
    """Take out the top principal component that hides most gender, then do as `hard` does (Wang et al. 2020).

    Each of the first components is tried: without it and after neutralising, k-means splits the most feminine
    and most masculine words in two; the component is taken whose split agrees least with their gender.
    """

    components: int = 20  # how many are tried
    n_words: int = 500  # most feminine and most masculine words, each
    preserve: Preserve = "kbc"
    pairs: Pairs | None = None
    seed: int = 0

    def fit(self, emb: Embeddings) -> DoubleHardChange:
        """The component to drop, and what `hard` learns without it."""
        if self.components < 1 or emb.dim < 2:
            raise DataError(
                f"double-hard: no component to drop (components={self.components}, dim={emb.dim})"
            )
        n, total, gram = moments(emb)
        centre = total / n
        axes = np.linalg.eigh(gram / n - np.outer(centre, centre))[1][:, ::-1]  # the widest first
        neutral = ~preserved_rows(emb, self.preserve)
        chosen = groups(emb, gender_direction(emb), self.n_words, among=neutral)
        rows = np.concatenate([chosen.feminine, chosen.masculine])
        told = np.repeat([0, 1], len(chosen.feminine))
        vectors = unit(emb.vectors[rows].astype(np.float64))
        # The direction is that of the vectors without the component; of these its pairs are all it needs.
        few = _few(emb, [word for pair in definitional_pairs() for word in pair if word in emb])
        tried: list[DoubleHardChange] = []
        for axis in axes.T[: min(self.components, emb.dim - 1)]:
            drop = Drop(centre, axis)
            hard = Hard(preserve=self.preserve, pairs=self.pairs).fit(drop(few))
            agreement = split_agreement(hard.neutralise(unit(drop.of(vectors))), told, seed=self.seed)
            tried.append(DoubleHardChange(len(tried) + 1, agreement, drop, hard))
        return min(tried, key=lambda change: change.agreement)


@models.register("double-hard")
@dataclass(frozen=True, eq=False)
class DoubleHardChange:
    """Drops one component, then neutralises and equalises."""

    component: int  # 1 is the widest
    agreement: float  # of k-means with gender, without that component
    drop: Drop
    hard: HardChange

    def __call__(self, emb: Embeddings) -> Embeddings:
        """The vectors at unit length."""
        after = self.hard(self.drop(emb))
        dropped = f"component {self.component} dropped at k-means agreement {self.agreement:.3f}"
        return emb.changed(after.vectors, f"double-hard({dropped}, then {after.history[-1]})")

    def save(self, folder: Path) -> None:
        """Keep it in a folder."""
        arrays = {"centre": self.drop.centre, "axis": self.drop.axis, "direction": self.hard.direction}
        numbers = {"component": np.array(self.component), "agreement": np.array(self.agreement)}
        save_arrays(folder, Card("double-hard", self.hard.settings()), arrays | numbers)

    @classmethod
    def load(cls, folder: Path) -> DoubleHardChange:
        """What `save` kept."""
        saved = read_model(folder, kind="double-hard")
        arrays = saved.arrays()
        hard = HardChange.of(arrays["direction"], saved.card.settings)
        drop = Drop(arrays["centre"], arrays["axis"])
        return cls(int(arrays["component"]), float(arrays["agreement"]), drop, hard)


@dataclass(frozen=True, eq=False)
class Drop:
    """Centres vectors and takes one direction out of them."""

    centre: Array  # [dim]
    axis: Array  # [dim], unit length

    def of(self, vectors: Array) -> Array:
        """The same for vectors at unit length [n, dim]."""
        centred = vectors - self.centre
        return centred - np.outer(centred @ self.axis, self.axis)

    def __call__(self, emb: Embeddings) -> Embeddings:
        nothing = np.zeros(len(emb), np.bool_)
        return emb.changed(
            sealed(in_blocks(emb, self.of, nothing, dim=len(self.axis))), "one direction dropped"
        )


def split_agreement(vectors: Array, told: NDArray[np.int64], *, seed: int) -> float:
    """How well two k-means clusters agree with two groups, from 0.5 to 1 (Gonen and Goldberg 2019)."""
    try:
        from sklearn.cluster import KMeans
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise MissingExtra("scikit-learn", extra="vectors") from None
    # One thread: so few words gain nothing from more, and lose much where other work keeps the cores busy.
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.filterwarnings("ignore", module="sklearn")  # fewer different points than clusters
        found = KMeans(2, n_init=10, random_state=seed).fit_predict(vectors)
    share = float((found == told).mean())
    return max(share, 1 - share)


def _few(emb: Embeddings, words: list[str]) -> Embeddings:
    return Embeddings(tuple(words), emb.vectors[[emb.row_of[word] for word in words]], emb.name)
