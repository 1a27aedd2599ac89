"""The nearest neighbours of words by cosine, exact, in blocks, so that no n × n matrix is ever held."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Neighbours(NamedTuple):
    """For each query its nearest words, nearest first; ties by row, the word itself left out."""

    rows: NDArray[np.int32]  # [n_queries, k]
    cosines: NDArray[np.float32]  # [n_queries, k]


def neighbours(
    vectors: NDArray[np.float32],  # [n, dim], of unit length
    k: int,
    *,
    queries: NDArray[np.int64] | None = None,  # rows; all of them if not given
    memory: int = 1 << 30,  # bytes to work in, beside the vectors and the answer
    progress: Callable[[int, int], None] | None = None,  # queries done, of how many
) -> Neighbours:
    """The k nearest rows of each query."""
    asked = np.arange(len(vectors)) if queries is None else np.asarray(queries)
    k = min(k, len(vectors) - 1)
    rows = np.empty((len(asked), k), dtype=np.int32)
    cosines = np.empty((len(asked), k), dtype=np.float32)
    step = max(1, memory // (4 * 4 * len(vectors)))
    for start in range(0, len(asked), step):
        block = asked[start : start + step]
        near = vectors[block] @ vectors.T
        near[np.arange(len(block)), block] = -np.inf
        order = np.argsort(-near, axis=1, kind="stable")[:, :k]
        rows[start : start + step] = order
        cosines[start : start + step] = np.take_along_axis(near, order, axis=1)
        if progress:
            progress(min(start + step, len(asked)), len(asked))
    return Neighbours(rows, cosines)
