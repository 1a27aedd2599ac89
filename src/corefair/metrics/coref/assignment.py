"""The best one-to-one pairing of clusters, found on the pairs that share a mention and nothing else."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from corefair.metrics.coref.overlap import Array

_ALONE = -1  # stands for "left unpaired" among the columns


def best_pairs(rows: Array, columns: Array, weights: Array) -> NDArray[np.bool_]:
    """Which of the pairs (row, column), all of positive weight, make the heaviest one-to-one pairing.

    >>> best_pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([3.0, 2.0, 2.0])).tolist()
    [False, True, True]
    """
    chosen: NDArray[np.bool_] = (np.bincount(rows)[rows] == 1) & (np.bincount(columns)[columns] == 1)
    contested = np.flatnonzero(~chosen)
    partners: dict[int, dict[int, float]] = {}
    for row, column, weight in zip(
        rows[contested].tolist(), columns[contested].tolist(), weights[contested].tolist(), strict=True
    ):
        partners.setdefault(row, {})[column] = weight
    pairs = _pair(partners)
    chosen[contested] = [
        pairs.get(row) == column
        for row, column in zip(rows[contested].tolist(), columns[contested].tolist(), strict=True)
    ]
    return chosen


def _pair(partners: dict[int, dict[int, float]]) -> dict[int, int]:
    """Row -> column of the heaviest pairing: each row in turn takes the cheapest way in (Jonker–Volgenant).

    Exact, like SciPy's assignments, but those need a dense table, or always take time quadratic in the number
    of clusters; here a row's search ends at the first free column, so real answers take about linear time.
    """
    column_of: dict[int, int] = {}
    row_of: dict[int, int] = {}
    price: dict[int, float] = {}  # of each taken column: what the rows before have bid it up to
    for start in partners:
        # Dijkstra over ways to give `start` a column, moving others on; a step's length is what it costs.
        # A way ends where a row gets a free column or is left alone; none longer than the best is followed.
        end, column, last = 0.0, _ALONE, start
        nearest: dict[int, float] = {}
        reached_from: dict[int, int] = {}
        settled: dict[int, float] = {}
        heap: list[tuple[float, int, int]] = []  # (length, turn, taken column): of equals the first found
        row, so_far = start, 0.0
        while True:
            offers = partners[row]
            if row != start:
                own = column_of[row]
                so_far += offers[own] - price[own]
                if so_far < end:
                    end, column, last = so_far, _ALONE, row
            for other, weight in offers.items():
                length = so_far - weight + price.get(other, 0.0)
                if length < end and other not in settled and length < nearest.get(other, end):
                    nearest[other], reached_from[other] = length, row
                    if other in row_of:
                        heappush(heap, (length, len(nearest), other))
                    else:
                        end, column, last = length, other, row
            while heap and heap[0][0] < end:
                so_far, _, taken = heappop(heap)
                if taken not in settled:
                    break
            else:
                break
            settled[taken] = so_far
            row = row_of[taken]
        for seen, length in settled.items():
            price[seen] += end - length
        if column != _ALONE:
            price[column] = 0.0
        # Walk back: every row on the way takes the column it was reached for, and frees its own.
        row = last
        while True:
            freed = column_of.get(row, _ALONE)
            if column == _ALONE:
                column_of.pop(row, None)
            else:
                column_of[row], row_of[column] = column, row
            if row == start:
                break
            column, row = freed, reached_from[freed]
    return column_of
