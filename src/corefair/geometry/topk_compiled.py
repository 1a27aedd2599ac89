"""Selection of the k nearest from tiles of products, in compiled code.

Each query holds a few more than k candidates and a floor: whatever lies below cannot be among the k nearest.
A product in single precision is only near the truth, so the floor lies `slack` below the k-th largest, and
what remains in the end is ranked by cosines that do not depend on the tiles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefair.compute.compiled import compiled, inlined
from corefair.geometry.ranking_compiled import Rows, Singles, rank

CHUNK = 32  # products compared together; few chunks hold one above the floor
BINS = 64
EDGE = 1e-6  # more than rounding can move a product of unit vectors over the edge of a bin


class Held(NamedTuple):
    """What each query holds of the candidates offered so far, in no order."""

    rows: Rows  # [n_queries, room]
    near: Singles  # [n_queries, room], as the product gave it
    n: Rows  # [n_queries], how many
    floor: Singles  # [n_queries]


def hold(n_queries: int, room: int) -> Held:
    """Nothing yet."""
    return Held(
        rows=np.empty((n_queries, room), np.int32),
        near=np.empty((n_queries, room), np.float32),
        n=np.zeros(n_queries, np.int32),
        floor=np.full(n_queries, -np.inf, np.float32),
    )


# The arrays of `Held` are passed one by one: read from a tuple, each would be counted in and out at every
# use, which takes longer than the work.


@compiled
def offer(
    tile: Singles,  # [n_queries, n_candidates] products
    queries: Rows,  # rows of the vectors
    candidates: Rows,
    slot: int,  # where the first query is held
    mirror: int,  # where the first candidate is held, if each is in turn offered the queries; else -1
    rows: Rows,
    near: Singles,
    count: Rows,
    floor: Singles,
    k: int,
    slack: float,
    vectors: Singles,
) -> None:
    """Offer the candidates to the queries and, when mirrored, the queries to the candidates."""
    n, m = tile.shape
    for i in range(n):
        at = slot + i
        own = queries[i]
        for start in range(0, m, CHUNK):
            hit = np.uint32(start + CHUNK > m)  # the last chunk may be short: it is looked at one by one
            if not hit:
                low = floor[at]
                if mirror < 0:
                    for j in range(CHUNK):
                        hit |= np.uint32(tile[i, start + j] >= low)
                else:
                    for j in range(CHUNK):
                        value = tile[i, start + j]
                        hit |= np.uint32(value >= low) | np.uint32(value >= floor[mirror + start + j])
            if hit:
                for j in range(start, min(start + CHUNK, m)):
                    value = tile[i, j]
                    if value >= floor[at] and candidates[j] != own:
                        add(candidates[j], value, at, own, rows, near, count, floor, k, slack, vectors)
                    if mirror >= 0 and value >= floor[mirror + j]:
                        other = candidates[j]
                        add(own, value, mirror + j, other, rows, near, count, floor, k, slack, vectors)


@inlined
def add(
    row: int,
    value: float,
    at: int,
    own: int,
    rows: Rows,
    near: Singles,
    count: Rows,
    floor: Singles,
    k: int,
    slack: float,
    vectors: Singles,
) -> None:
    """Hold one more candidate."""
    n = count[at]
    rows[at, n] = row
    near[at, n] = value
    count[at] = n + 1
    if n + 1 == rows.shape[1]:
        make_room(at, own, rows, near, count, floor, k, slack, vectors)


@compiled
def make_room(
    at: int,
    own: int,
    rows: Rows,
    near: Singles,
    count: Rows,
    floor: Singles,
    k: int,
    slack: float,
    vectors: Singles,
) -> None:
    """Let go of those that cannot be among the nearest."""
    tighten(at, rows, near, count, floor, k, slack)
    if 2 * count[at] > k + rows.shape[1]:  # many are as near as each other: only ranking tells which may go
        exact = np.empty(count[at])
        rank(own, rows[at, : count[at]], vectors, exact)
        for j in range(k):
            near[at, j] = exact[j]
        count[at] = k


@compiled
def tighten(at: int, rows: Rows, near: Singles, count: Rows, floor: Singles, k: int, slack: float) -> None:
    """Raise the floor to just below the k-th largest, and let go of what lies under it."""
    sift(at, rows, near, count, floor, about_largest(near[at, : count[at]], k) - slack)
    if 2 * count[at] > k + rows.shape[1]:  # a few lie so far from the rest that the estimate was coarse
        sift(at, rows, near, count, floor, largest(near[at, : count[at]].copy(), k) - slack)


@compiled
def sift(at: int, rows: Rows, near: Singles, count: Rows, floor: Singles, low: float) -> None:
    """Let go of what lies below `low`, if that is above the floor."""
    least = np.float32(low)
    if least > floor[at]:
        floor[at] = least
        kept = 0
        for j in range(count[at]):  # without a branch: which are kept cannot be guessed
            value = near[at, j]
            near[at, kept] = value
            rows[at, kept] = rows[at, j]
            kept += value >= least
        count[at] = kept


@compiled
def about_largest(values: Singles, k: int) -> float:
    """A number that the k-th largest is not below, and near it: the lower edge of its bin in a histogram."""
    bottom = top = values[0]
    for value in values:
        bottom = min(bottom, value)
        top = max(top, value)
    if top - bottom < EDGE:
        return float(bottom)
    scale = np.float32(BINS) / (top - bottom)
    counts = np.zeros(BINS + 1, np.int32)
    for value in values:
        counts[int((value - bottom) * scale)] += 1
    place, seen = BINS, counts[BINS]
    while seen < k:
        place -= 1
        seen += counts[place]
    return float(bottom) + place / float(scale) - EDGE


@compiled
def largest(values: Singles, k: int) -> float:
    """The k-th largest, by quickselect; leaves the values in another order."""
    low, high, wanted = 0, len(values) - 1, k - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] > pivot:
                i += 1
            while values[j] < pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if wanted <= j:
            high = j
        elif wanted >= i:
            low = i
        else:
            break
    return float(values[wanted])


@compiled
def finish(
    queries: Rows,
    slot: int,
    rows: Rows,
    near: Singles,
    count: Rows,
    floor: Singles,
    k: int,
    slack: float,
    vectors: Singles,
    nearest: Rows,  # [n, k], written
    cosines: Singles,  # [n, k], written
) -> None:
    """The k nearest of n queries held from `slot` on."""
    exact = np.empty(rows.shape[1])
    for i in range(len(queries)):
        at = slot + i
        if count[at] > k:
            tighten(at, rows, near, count, floor, k, slack)
        rank(queries[i], rows[at, : count[at]], vectors, exact)
        for j in range(k):
            nearest[i, j] = rows[at, j]
            cosines[i, j] = exact[j]
