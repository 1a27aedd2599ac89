"""Exact distributions of sums on a lattice: each unit is taken or left by a coin, and equal sums are merged.

Counts of right and wrong are whole numbers, so the sums of all 2^n ways to toss n coins are few: those
between the least and the largest. Adding one unit at a time gives the chance of each, at a cost that grows
with how many sums there are and not with how many ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import numpy as np

from corefair.stats.units import CELLS, CLOSE, SAME, FloatArray, IntArray

MOST_SUMS = 2**20  # distinct sums up to which all are looked at
MOST_WORK = 2**26  # additions up to which that is quicker than drawing: a tenth of a second or two


class Lattice(NamedTuple):
    """Rows as whole numbers on as few axes as will do: `whole @ back` are the rows."""

    whole: IntArray  # [n_rows, n_axes]
    back: FloatArray  # [n_axes, n_totals]


def on_axes(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rows [n, n_axes] in columns that do not follow from others, and the matrix that gives all columns back.

    False negatives are what true positives leave, and a denominator that never differs is 0 throughout:
    neither needs to be summed.

    >>> on_axes(np.array([[1.0, -1.0, 0.0], [2.0, -2.0, 0.0]]))[1]
    array([[ 1., -1.,  0.]])
    """
    axes: list[int] = []
    basis = np.zeros((len(rows), 0))
    for number, column in enumerate(rows.T):
        rest = column - basis @ (basis.T @ column)
        rest = rest - basis @ (basis.T @ rest)  # once more, for what rounding left
        length = np.linalg.norm(rest)
        if length > SAME * np.linalg.norm(column):
            axes.append(number)
            basis = np.column_stack([basis, rest / length])
    kept = rows[:, axes]
    back: FloatArray = np.zeros((len(axes), rows.shape[1]))
    if axes:
        back = np.asarray(np.linalg.lstsq(kept, rows, rcond=None)[0], dtype=np.float64)
        back[np.abs(back) < CLOSE] = 0.0
        back[:, axes] = np.eye(len(axes))
        if (np.abs(kept @ back - rows) > CLOSE * np.abs(rows).max(axis=0)).any():
            return rows, np.eye(rows.shape[1])  # only nearly dependent
    return kept, back


def on_lattice(rows: FloatArray) -> Lattice | None:
    """Rows in whole multiples of a step for each axis, or None where they have no such step.

    >>> on_lattice(np.array([[0.5, 0.0], [1.5, 3.0]])).whole
    array([[1, 0],
           [3, 1]])
    """
    kept, back = on_axes(rows)
    steps = [_step(column) for column in kept.T]
    if any(step is None for step in steps):
        return None
    by_axis = np.array([float(step or 1.0) for step in steps])
    return Lattice(np.rint(kept / by_axis).astype(np.int64), by_axis[:, None] * back)


def is_small(whole: IntArray, n_of_kind: IntArray, *, at_most: int | None = None) -> bool:
    """Whether the sums are few enough; `at_most` bounds the first axis."""
    reach: list[int] = (n_of_kind @ np.abs(whole)).tolist()
    if at_most is not None:
        reach[0] = min(reach[0], at_most)
    n_sums = prod(each + 1 for each in reach)
    n_mixed = int(n_of_kind[(whole != 0).sum(axis=1) > 1].sum())
    return n_sums <= MOST_SUMS and n_mixed * n_sums <= MOST_WORK * (len(reach) + 1)


def coin_sums(
    whole: IntArray, n_of_kind: IntArray, *, share: float = 0.5, at_most: int | None = None
) -> tuple[FloatArray, IntArray]:
    """The chance of each sum, a grid with an axis for each of theirs, and the sum in its first corner.

    Each unit is taken with chance `share`; sums above `at_most` on the first axis are dropped.

    >>> coin_sums(np.array([[1], [2]]), np.array([1, 1]))[0]  # 0, 1, 2 or 1 + 2
    array([0.25, 0.25, 0.25, 0.25])
    """
    n_axes = whole.shape[1]
    lines = [np.ones(1) for _ in range(n_axes)]
    mixed = []
    for step, n in zip(whole, n_of_kind, strict=True):
        on = np.flatnonzero(step)
        if len(on) > 1:
            mixed += [step] * int(n)
            continue
        for _ in range(int(n) if len(on) else 0):
            lines[on[0]] = _toss(lines[on[0]], step[on], share)
    grid = lines[0][: _end(at_most)]
    for line in lines[1:]:
        grid = grid[..., None] * line
    for step in mixed:
        grid = _toss(grid, step, share)[: _end(at_most)]
    return grid, n_of_kind @ np.minimum(whole, 0)


def sums_of_grid(grid: FloatArray, corner: IntArray) -> Iterator[tuple[IntArray, FloatArray]]:
    """The sums [n, n_axes] that have a chance, in blocks, and their chances."""
    possible = np.flatnonzero(grid)
    for start in range(0, len(possible), CELLS):
        at = possible[start : start + CELLS]
        yield np.stack(np.unravel_index(at, grid.shape), axis=1) + corner, grid.ravel()[at]


def _step(values: FloatArray) -> float | None:
    """The largest number of which all values are whole multiples, unless it is tiny beside the largest."""
    sizes = np.unique(np.abs(values[values != 0]))
    step, largest = float(sizes[0]), float(sizes[-1])
    for size in sizes.tolist():
        step = _common(size, step, rounding=1e-9 * largest)
        if step * MOST_SUMS < largest:
            return None
    multiples = np.rint(values / step)
    step = float(np.abs(values).sum() / np.abs(multiples).sum())
    return step if (np.abs(values - step * multiples) <= CLOSE * largest).all() else None


def _common(larger: float, smaller: float, *, rounding: float) -> float:
    """Euclid's algorithm, with the nearest remainder, for numbers with rounding."""
    while smaller > rounding:
        larger, smaller = smaller, abs(larger - round(larger / smaller) * smaller)
    return larger


def _toss(grid: FloatArray, step: IntArray, share: float) -> FloatArray:
    """The sums with one more unit, taken or left."""
    grown = np.zeros(np.array(grid.shape) + np.abs(step))
    left = tuple(slice(max(-s, 0), max(-s, 0) + n) for s, n in zip(step, grid.shape, strict=True))
    taken = tuple(slice(max(s, 0), max(s, 0) + n) for s, n in zip(step, grid.shape, strict=True))
    grown[left] = (1 - share) * grid
    grown[taken] += share * grid
    return grown


def _end(at_most: int | None) -> int | None:
    return None if at_most is None else at_most + 1
