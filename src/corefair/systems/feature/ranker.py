"""The ranker: weights, and the scores they give to every antecedent, to NEW, and to being a mention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.systems.feature.mentions import COLUMN, TYPES, Mentions
from corefair.systems.feature.pairs import N_VALUES, SETS

_NOTHING32 = np.zeros(0, dtype=np.float32)
_NOTHING64 = np.zeros(0)


class Pairs(NamedTuple):
    """Whom each candidate could be, and what is said of the two."""

    at: NDArray[np.int32]  # [n + 1]: where the antecedents of each begin
    found: NDArray[np.int32]  # [n_pairs]
    values: NDArray[np.int16]  # [n_pairs, n_templates]


class Scores(NamedTuple):
    """Of every pair, of every candidate as new, and of every candidate as a mention at all."""

    pairs: NDArray[np.float64]
    new: NDArray[np.float64]
    real: NDArray[np.float64]


@dataclass(frozen=True)
class Ranker:
    """Weights in their blocks; see `ranker_compiled`."""

    weights: NDArray[np.float32]
    features: str  # a set of `pairs.SETS`
    n_corpora: int
    n_values: int  # of single candidates

    @property
    def shape(self) -> NDArray[np.int32]:
        return np.array([len(TYPES), self.n_corpora, N_VALUES, self.n_values], dtype=np.int32)

    @property
    def columns(self) -> NDArray[np.int32]:
        return np.array(SETS[self.features], dtype=np.int32)

    def scores(self, mentions: Mentions, pairs: Pairs, values: NDArray[np.int32], *, corpus: int) -> Scores:
        """What the weights say; `corpus` is the number of the scheme to follow, or -1 for none."""
        types = types_of(mentions)
        return scored((self.weights, _NOTHING32, _NOTHING64), self.shape, self.columns, types, pairs, values,
                      corpus=corpus, now=0.0, shrink=0.0)  # fmt: skip


def new_weights(n_corpora: int, n_values: int) -> NDArray[np.float32]:
    """Weights that know nothing."""
    from corefair.systems.feature.ranker_compiled import sizes

    shape = np.array([len(TYPES), n_corpora, N_VALUES, n_values], dtype=np.int32)
    return np.zeros(int(sizes(shape)[-1]), dtype=np.float32)


def pairs_of(
    mentions: Mentions, *, nearest: int, further: int, first: NDArray[np.int32] | None = None
) -> Pairs:
    """The pairs of a document: the nearest so many, and so many more with the same head word."""
    from corefair.systems.feature.pairs_compiled import antecedents, pair_values

    codes = mentions.codes
    begin = np.zeros(len(codes), dtype=np.int32) if first is None else first
    at, found = antecedents(codes, begin, nearest, further)
    values = pair_values(codes, mentions.words, mentions.words_at, mentions.modifiers, mentions.modifiers_at,
                         mentions.clauses, at, found)  # fmt: skip
    return Pairs(at, found, values)


def types_of(mentions: Mentions) -> NDArray[np.int32]:
    """The type of each candidate."""
    return np.ascontiguousarray(mentions.codes[:, COLUMN["type"]])


def scored(
    state: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]],
    shape: NDArray[np.int32],
    columns: NDArray[np.int32],
    types: NDArray[np.int32],
    pairs: Pairs,
    values: NDArray[np.int32],
    *,
    corpus: int,
    now: float,
    shrink: float,
) -> Scores:
    """The scores by weights that are being learned, or were; `state` is the weights, g2 and last."""
    from corefair.systems.feature.ranker_compiled import pair_scores, pair_weights, single_weights

    present = np.bincount(types, minlength=len(TYPES)) > 0
    by_pair = pair_weights(*state, shape, corpus, present, now, shrink)
    cur, ant, new, real = single_weights(*state, shape, corpus, present, types, values, now, shrink)
    return Scores(
        pair_scores(types, pairs.at, pairs.found, pairs.values, columns, by_pair, cur, ant), new, real
    )
