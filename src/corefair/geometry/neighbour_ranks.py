"""At which rank a word has a neighbour: the other way round than asking who is nearest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.cosine import cosines

AT_ONCE = 4096  # rows compared at once


def neighbour_ranks(
    vectors: NDArray[np.float32],  # [n, dim], of unit length, or zero
    pairs: Sequence[tuple[int, int]],  # (word, neighbour) as rows
) -> NDArray[np.int64]:
    """The place of each neighbour by nearness to its word, from 1; ties by row, as `neighbours` has them.

    >>> east, north = [1.0, 0.0], [0.0, 1.0]
    >>> neighbour_ranks(np.array([east, north, [0.6, 0.8]], np.float32), [(0, 2), (0, 1)]).tolist()
    [1, 2]
    """
    ranks = np.empty(len(pairs), np.int64)
    for word in {word for word, _ in pairs}:
        starts = range(0, len(vectors), AT_ONCE)
        near = np.concatenate([cosines(vectors[word], vectors[start : start + AT_ONCE]) for start in starts])
        near[word] = -np.inf
        for place, (of, neighbour) in enumerate(pairs):
            if of == word:
                ahead = near > near[neighbour]
                ahead[:neighbour] |= near[:neighbour] == near[neighbour]
                ranks[place] = 1 + int(ahead.sum())
    return ranks
