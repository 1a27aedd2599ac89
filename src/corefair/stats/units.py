"""From rows to units: what is resampled or swapped whole, in an order that only the numbers decide."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corefair.errors import DataError

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Metric = Callable[[FloatArray], FloatArray]  # [..., n_totals] -> [...] or [..., n_metrics]
Labels = Sequence[Hashable] | NDArray[Any]

# Numbers held at once while drawing or enumerating: they stay in the cache, and matrix products so small are
# not split among threads, on whose number rounding would depend.
CELLS = 2**14
KIND_COST = 8  # drawing the count of a kind takes about as long as drawing this many units
CLOSE = 1e-12  # two numbers nearer than this share of their size differ by rounding only
SAME = 1e-10  # and these are taken for one where the order of units is decided, as a solver rounds them


def unit_totals(
    totals: ArrayLike, *, units: Labels | None = None, weights: ArrayLike | None = None
) -> FloatArray:
    """Weighted rows summed by unit, sorted by their numbers: [n_units, n_totals].

    >>> unit_totals([[3.0], [1.0], [1.0]], units=["b", "a", "b"])
    array([[1.],
           [4.]])
    """
    rows, kept = weighted_rows(totals, weights)
    return sum_units(rows, unit_codes(units, len(kept))[kept])


def weighted_rows(totals: ArrayLike, weights: ArrayLike | None) -> tuple[FloatArray, BoolArray]:
    """Rows times their weights, and which were kept: a weight of 0 is the same as leaving the row out."""
    rows = finite(totals, "totals")
    if rows.ndim != 2:
        raise DataError(f"totals must have rows and columns, not {rows.ndim} axes")
    if not rows.size:
        raise DataError("there are no totals to work with")
    weight = row_weights(weights, len(rows))
    kept = weight > 0
    return rows[kept] * weight[kept, None] + 0.0, kept  # + 0.0 makes -0.0 and 0.0 one number


def row_weights(weights: ArrayLike | None, n_rows: int) -> FloatArray:
    """One weight per row, all 1 when none are given."""
    if weights is None:
        return np.ones(n_rows)
    weight = finite(weights, "weights")
    if weight.shape != (n_rows,):
        raise DataError(f"{weight.size} weights for {n_rows} rows")
    if weight.min(initial=0.0) < 0:
        raise DataError(f"weights must not be negative, but one is {weight.min():g}")
    if not weight.any():
        raise DataError("every weight is 0")
    return weight


def unit_codes(units: Labels | None, n_rows: int) -> IntArray:
    """A number for each row's unit; without units every row is its own."""
    if units is None:
        return np.arange(n_rows)
    if len(units) != n_rows:
        raise DataError(f"{len(units)} units for {n_rows} rows")
    code_of: dict[Hashable, int] = {}
    return np.array([code_of.setdefault(unit, len(code_of)) for unit in units], dtype=np.int64)


def sum_units(rows: FloatArray, codes: IntArray) -> FloatArray:
    """Rows summed by unit and sorted; sorted before that too, so that not even rounding sees the order."""
    order = np.lexsort((*rows.T[::-1], codes))
    rows, codes = rows[order], codes[order]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    return sort_rows(np.add.reduceat(rows, starts, axis=0))


def sort_rows(rows: FloatArray) -> FloatArray:
    """Rows in lexicographic order, which rounding does not decide: it may differ from machine to machine."""
    return rows[np.lexsort((*rows.T[::-1], *_places(rows).T[::-1]))]


def kinds(rows: FloatArray) -> tuple[FloatArray, IntArray]:
    """Distinct rows of a sorted array, and how often each stands there.

    Units with the same totals are interchangeable, so counts of kinds say as much as counts of units.
    """
    places = _places(rows)
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (places[1:] != places[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    return rows[starts], np.diff(starts, append=len(rows))


def _places(rows: FloatArray) -> IntArray:
    """Of each number its place in its column, the same for numbers that differ by rounding only."""
    order = np.argsort(rows, axis=0)
    ordered = np.take_along_axis(rows, order, axis=0)
    below, above = ordered[:-1], ordered[1:]
    places = np.zeros(rows.shape, dtype=np.int64)
    places[1:] = np.cumsum(above - below > SAME * np.maximum(np.abs(below), np.abs(above)), axis=0)
    placed = np.empty_like(places)
    np.put_along_axis(placed, order, places, axis=0)
    return placed


def chosen(groups: Labels, of: tuple[Hashable, Hashable], n_rows: int) -> tuple[BoolArray, BoolArray]:
    """Which rows belong to the first and which to the second of two groups."""
    if len(groups) != n_rows:
        raise DataError(f"{len(groups)} groups for {n_rows} rows")
    if len(of) != 2 or of[0] == of[1]:
        raise DataError(f"two different groups are compared, not {of}")
    first, second = (np.array([group == name for group in groups], dtype=bool) for name in of)
    for name, rows in zip(of, (first, second), strict=True):
        if not rows.any():
            known = ", ".join(sorted({str(group) for group in groups}))
            raise DataError(f"no row is in group {name!r}; the groups are {known}")
    return first, second


def evaluate(metric: Metric, totals: FloatArray) -> FloatArray:
    """The metric on each row of totals; 0/0 becomes NaN without a warning, for the caller to deal with."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(metric(totals), dtype=np.float64)
    if values.ndim not in (1, 2) or len(values) != len(totals):
        raise DataError(
            f"the metric turned totals of shape {totals.shape} into {values.shape}; "
            "it must keep every axis but the last"
        )
    return values


def evaluate_point(metric: Metric, total: FloatArray) -> FloatArray:
    """The metric on one row of totals: [] or [n_metrics], and finite."""
    value: FloatArray = evaluate(metric, total[None])[0]
    if not np.isfinite(value).all():
        raise DataError("the metric has no finite value on these totals (is a denominator 0?)")
    return value


def finite(values: ArrayLike, name: str) -> FloatArray:
    """Values as floats, refused if one is missing or infinite."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError(f"{name} must be numbers in rows of equal length") from None
    if not np.isfinite(array).all():
        raise DataError(f"{name} hold a value that is missing or infinite")
    return array


MOST_RESAMPLES = 10_000_000


def check_share(value: float, name: str) -> None:
    """A level, alpha or power lies strictly between 0 and 1."""
    if not 0 < value < 1:
        raise DataError(f"{name} must lie between 0 and 1, not {value}")


def check_resamples(resamples: int) -> None:
    """At least one resample, and no more than memory holds."""
    if not 1 <= resamples <= MOST_RESAMPLES:
        raise DataError(f"resamples must lie between 1 and {MOST_RESAMPLES:,}, not {resamples}")
