"""The inner loops of shuffling, compiled: import it where it is used."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled

Ints = NDArray[np.int64]


@compiled
def count(pairs: NDArray[Any], n_words: int, n: int, counts: Ints) -> int:
    """Add to the count of each tile; the place of the first pair that cannot be, or -1."""
    for i in range(len(pairs)):
        word, context = pairs[i].word, pairs[i].context
        inside = 0 <= word < n_words and 0 <= context < n_words
        if not (inside and 0.0 < pairs[i].count < np.inf):
            return i
        counts[word % n * n + context % n] += 1
    return -1


@compiled
def place(
    pairs: NDArray[Any],  # of pairs.PAIR
    n: int,
    x_max: float,
    alpha: float,
    at: Ints,  # [n * n] where the first of each tile goes; changed to where the next would
    placed: NDArray[Any],  # out, of tiles.TRAINED: the same pairs by tile, in the order they came
) -> None:
    """Sort pairs by tile, and work out what training needs of their counts."""
    for i in range(len(pairs)):
        word, context, x = pairs[i].word, pairs[i].context, np.float64(pairs[i].count)
        tile = word % n * n + context % n
        one = placed[at[tile]]
        at[tile] += 1
        one.word, one.context = word // n, context // n
        one.log = np.log(x)
        one.weight = (x / x_max) ** alpha if x < x_max else 1.0


@compiled
def by_cell(
    tile: NDArray[Any],  # of tiles.TRAINED
    order: Ints,  # [n_pairs] in which they come within a cell
    word_rank: Ints,  # [n_cells] of each cell's words
    context_rank: Ints,  # [n_cells] of each cell's contexts
    size: int,  # rows of a cell
    out: NDArray[Any],
) -> None:
    """The pairs of a tile by the rank of their words' cell, then of their contexts', then as ordered."""
    n_cells = len(word_rank)
    cells = np.empty(len(tile), np.int64)
    at = np.zeros(n_cells * n_cells + 1, np.int64)
    for i in range(len(tile)):
        pair = tile[order[i]]
        cells[i] = word_rank[pair.word // size] * n_cells + context_rank[pair.context // size]
        at[cells[i] + 1] += 1
    for i in range(1, len(at)):
        at[i] += at[i - 1]
    for i in range(len(tile)):
        out[at[cells[i]]] = tile[order[i]]
        at[cells[i]] += 1
