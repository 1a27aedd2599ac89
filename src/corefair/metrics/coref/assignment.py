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

    Exact, like SciPy's assignments, but those need a dense table, or take time quadratic in the number of
    clusters; here a row's search ends at the first free column, so sparse tables take about linear time.
    """
    column_of: dict[int, int] = {}
    row_of: dict[int, int] = {}
    price: dict[int, float] = {}  # of each column: what the rows before have bid it up to
    for start in partners:
        # Dijkstra over ways to give `start` a column, moving others on; a step's length is what it costs.
        reached_from: dict[int, int] = {}
        distance: dict[int, float] = {}
        heap: list[tuple[float, int, int]] = []  # (length, column or _ALONE, the row that takes it)
        row, so_far = start, 0.0
        while True:
            offers = partners[row]
            own = column_of.get(row, _ALONE)
            base = so_far + (offers[own] - price.get(own, 0.0) if own != _ALONE else 0.0)
            heappush(heap, (base, _ALONE, row))
            for column, weight in offers.items():
                if column not in distance:
                    heappush(heap, (base - weight + price.get(column, 0.0), column, row))
            so_far, column, row = heappop(heap)
            while column in distance:
                so_far, column, row = heappop(heap)
            if column == _ALONE:
                break
            distance[column], reached_from[column] = so_far, row
            if column not in row_of:
                break
            row = row_of[column]
        for seen, length in distance.items():
            price[seen] = price.get(seen, 0.0) + so_far - length
        # Walk back: every row on the way takes the column it was reached for, and frees its own.
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
