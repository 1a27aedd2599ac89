"""Rows put in order by cosines in double precision, in compiled code: `cosine.cosines` for what is left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled, inlined
from corefair.geometry.cosine import GRID

Singles = NDArray[np.float32]
Doubles = NDArray[np.float64]
Rows = NDArray[np.int32]


@compiled
def rank(own: int, rows: Rows, vectors: Singles, exact: Doubles) -> None:
    """Order rows by their cosine with `own`, nearest first and ties by row, and write these cosines."""
    spare = np.empty(vectors.shape[1])
    n = len(rows)
    for j in range(n):
        exact[j] = cosine(vectors, own, rows[j], spare)
    for parent in range(n // 2 - 1, -1, -1):  # heapsort: the last in order on top
        sink(exact, rows, parent, n)
    for end in range(n - 1, 0, -1):
        exact[0], exact[end] = exact[end], exact[0]
        rows[0], rows[end] = rows[end], rows[0]
        sink(exact, rows, 0, end)


@compiled
def sink(exact: Doubles, rows: Rows, parent: int, n: int) -> None:
    """Let the entry at `parent` sink to its place in the heap of the first n."""
    while 2 * parent + 1 < n:
        child = 2 * parent + 1
        if child + 1 < n and before(exact, rows, child, child + 1):
            child += 1
        if not before(exact, rows, parent, child):
            return
        exact[parent], exact[child] = exact[child], exact[parent]
        rows[parent], rows[child] = rows[child], rows[parent]
        parent = child


@inlined
def before(exact: Doubles, rows: Rows, one: int, other: int) -> bool:
    """Whether one is nearer than the other or, if as near, of a lower row."""
    return bool(exact[one] > exact[other] or (exact[one] == exact[other] and rows[one] < rows[other]))


@compiled
def cosine(vectors: Singles, one: int, other: int, spare: Doubles) -> float:
    """`cosine.cosines` for one pair of rows, with `spare` [dim] to work in."""
    n = vectors.shape[1]
    for i in range(n):
        spare[i] = np.float64(vectors[one, i]) * np.float64(vectors[other, i])
    while n > 1:
        half = (n + 1) // 2
        for i in range(n - half):
            spare[i] += spare[half + i]
        n = half
    return float(np.rint(spare[0] * GRID) / GRID)
