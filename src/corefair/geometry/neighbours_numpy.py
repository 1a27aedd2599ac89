"""The search for neighbours in NumPy alone: the same answer as `neighbours_tiled`, slower."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.cosine import cosines, slack

AT_ONCE = 4096  # candidates compared in double precision


def together(n_candidates: int, *, memory: int) -> int:
    """How many queries are searched for at once: their products are held twice."""
    return max(1, memory // (8 * max(1, n_candidates)))


def search(
    vectors: NDArray[np.float32],
    queries: NDArray[np.int32],
    candidates: NDArray[np.int32],  # rising
    k: int,  # no more than each query has candidates
    *,
    report: Callable[[float], None],  # the share done
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The nearest candidates of each query: rows [n, k] and cosines [n, k]."""
    nearest = np.empty((len(queries), k), np.int32)
    exact = np.empty((len(queries), k), np.float32)
    products = vectors[queries] @ vectors[candidates].T
    for i, query in enumerate(queries):
        products[i, candidates == query] = -np.inf
    floors = np.partition(products, -k, axis=1)[:, -k] - np.float32(slack(vectors.shape[1]))
    for i, query in enumerate(queries):
        left = candidates[products[i] >= floors[i]]
        pieces = [left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE)]
        values = np.concatenate([cosines(vectors[query], vectors[piece]) for piece in pieces])
        order = np.argsort(-values, kind="stable")[:k]
        nearest[i], exact[i] = left[order], values[order]
    report(1.0)
    return nearest, exact
