"""The bias-based network around one word: its neighbours, and whose neighbour it is (Kumar 2020, §3.4)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.indirect import indirect_bias
from corefair.geometry.neighbours import neighbour_blocks
from corefair.geometry.proximity import EPSILON, N_NEIGHBOURS
from corefair.types import Said


class Edge(NamedTuple):
    """From a word to one of its neighbours; `row` is the other end, seen from the word in the middle."""

    row: int
    rank: int  # of the neighbour, 1 the nearest
    beta: float  # the share of their nearness that is owed to gender


class BiasNetwork(NamedTuple):
    """The edges of one word: to its neighbours, nearest first, and from the words whose neighbour it is."""

    row: int
    out: tuple[Edge, ...]
    into: tuple[Edge, ...]

    def eta(self, threshold: float) -> float:
        """The share of its neighbours that gender brought near (eq. 1)."""
        return _share(self.out, threshold) / max(1, len(self.out))

    def gamma(self, threshold: float) -> float:
        """Its weight: 1 and the share of in-edges that gender made (eq. 4)."""
        return 1 + _share(self.into, threshold) / (EPSILON + len(self.into))


def bias_networks(
    vectors: NDArray[np.float32],  # [n, dim], of unit length: those measured
    original: NDArray[np.float32],  # [n, any dim], of unit length, row by row the same words: β is theirs
    direction: NDArray[np.floating],  # of the original
    rows: NDArray[np.integer],  # of the words W, from which edges go, each once
    asked: NDArray[np.integer],  # the words in the middle, among W
    *,
    k: int = N_NEIGHBOURS,
    memory: int = 1 << 30,
    progress: Said | None = None,
) -> list[BiasNetwork]:
    """The network around each word that is asked for, of the graph that `proximity` measures."""
    middle = np.asarray(asked, dtype=np.int64)
    out: dict[int, tuple[Edge, ...]] = {}
    into: dict[int, list[Edge]] = {int(row): [] for row in middle}
    words = np.asarray(rows, dtype=np.int64)
    for queries, found in neighbour_blocks(vectors, k, queries=words, memory=memory, progress=progress):
        wanted = np.isin(found.rows, middle)  # [n_queries, k]
        needed = np.flatnonzero(wanted.any(axis=1) | np.isin(queries, middle))
        betas = indirect_bias(original, direction, np.asarray(queries)[needed], found.rows[needed])
        for at, line in zip(needed.tolist(), betas, strict=True):
            row = int(queries[at])
            if row in into:
                edges = zip(found.rows[at].tolist(), line.tolist(), strict=True)
                out[row] = tuple(Edge(end, rank, beta) for rank, (end, beta) in enumerate(edges, 1))
            for place in np.flatnonzero(wanted[at]).tolist():
                into[int(found.rows[at, place])].append(Edge(row, place + 1, float(line[place])))
    return [BiasNetwork(row, out.get(row, ()), tuple(into[row])) for row in middle.tolist()]


def _share(edges: tuple[Edge, ...], threshold: float) -> int:
    # In single precision, as `proximity` compares them.
    return sum(bool(np.float32(edge.beta) > np.float32(threshold)) for edge in edges)
