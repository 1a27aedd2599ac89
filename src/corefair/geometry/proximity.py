"""η and γ: how many of a word's neighbours, and of the words it is a neighbour of, gender brought near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.indirect import indirect_bias
from corefair.geometry.neighbours import neighbour_blocks
from corefair.types import Said

THRESHOLDS = (0.03, 0.05, 0.07)  # θ_s of Kumar 2020, Table 5
N_NEIGHBOURS = 100
EPSILON = 1e-8  # keeps γ at 1 where there is no in-edge; the paper does not say which small number it takes

Array = NDArray[np.float64]


class Proximity(NamedTuple):
    """For each word and threshold; GIPE is Σ γη / Σ γ."""

    eta: Array  # [n_words, n_thresholds]
    gamma: Array  # [n_words, n_thresholds]
    in_edges: NDArray[np.int64]  # [n_words]: of how many other words it is a neighbour


def proximity(
    vectors: NDArray[np.float32],  # [n, dim], of unit length: those measured
    original: NDArray[np.float32],  # [n, any dim], of unit length, row by row the same words: β is theirs
    direction: NDArray[np.floating],  # of the original
    rows: NDArray[np.integer],  # of the words W, each once
    *,
    k: int = N_NEIGHBOURS,
    thresholds: Sequence[float] = THRESHOLDS,
    memory: int = 1 << 30,
    progress: Said | None = None,
) -> Proximity:
    """η and γ of the words of W (Kumar 2020, eq. 1 and 4).

    Neighbours are searched in the whole vocabulary; the graph's edges go from words of W to their neighbours,
    so in-edges are counted among W. A word with no in-edge has γ = 1 (the authors' code gives it 0).
    """
    words = np.asarray(rows, dtype=np.int64)
    n, n_thresholds = len(vectors), len(thresholds)
    eta = np.zeros((len(words), n_thresholds))
    in_edges, in_biased = np.zeros(n, np.int64), np.zeros((n_thresholds, n))
    start = 0
    for queries, found in neighbour_blocks(vectors, k, queries=words, memory=memory, progress=progress):
        betas = indirect_bias(original, direction, queries, found.rows)
        ends = found.rows.ravel()
        in_edges += np.bincount(ends, minlength=n)
        for number, threshold in enumerate(thresholds):
            biased = betas > threshold
            eta[start : start + len(queries), number] = biased.sum(axis=1) / max(1, biased.shape[1])
            in_biased[number] += np.bincount(ends, weights=biased.ravel(), minlength=n)
        start += len(queries)
    gamma = 1 + in_biased[:, words] / (EPSILON + in_edges[words])
    return Proximity(eta, gamma.T, in_edges[words])
