"""A metric in one group against the same metric in another, with an interval."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.intervals import Interval, bootstrap_units
from corefair.stats.units import (
    BoolArray,
    FloatArray,
    Labels,
    Metric,
    chosen,
    evaluate,
    sum_units,
    unit_codes,
    weighted_rows,
)


def difference(
    totals: ArrayLike,
    groups: Labels,
    metric: Metric,
    *,
    of: tuple[Hashable, Hashable],
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    resamples: int = 2000,
    level: float = 0.95,
    method: str = "percentile",
    seed: int = 0,
) -> Interval:
    """The metric in the first group of `of` minus the metric in the second.

    Units are drawn from both groups together: one that spans both (a minimal pair) brings both its sides,
    so that what they share cancels. Rows of other groups are left out, and so are resamples that hold no unit
    of one of the two.

    >>> accuracy = lambda t: t[..., 0] / t[..., 1]
    >>> right = [[1, 1], [0, 1], [1, 1], [0, 1], [1, 1], [1, 1]]
    >>> difference(right, ["m", "f"] * 3, accuracy, of=("m", "f"), units=[1, 1, 2, 2, 3, 3]).value
    0.6666666666666667
    """
    by_unit = _side_by_side(totals, groups, of, units=units, weights=weights)

    def gap(wide: FloatArray) -> FloatArray:
        first, second, both = _sides(metric, wide)
        return np.where(both, first - second, np.nan)

    return bootstrap_units(by_unit, gap, resamples=resamples, level=level, method=method, seed=seed)


def ratio(
    totals: ArrayLike,
    groups: Labels,
    metric: Metric,
    *,
    of: tuple[Hashable, Hashable],
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    resamples: int = 2000,
    level: float = 0.95,
    method: str = "percentile",
    seed: int = 0,
) -> Interval:
    """The metric in the first group of `of` divided by the metric in the second, which must be above 0.

    A resample whose second group comes to 0 ranks above all others if its first group is above 0, and is left
    out if it is not (0/0). When so many do that the upper bound is infinite, the ratio is refused.
    """
    by_unit = _side_by_side(totals, groups, of, units=units, weights=weights)
    if (_sides(metric, by_unit.sum(axis=0)[None])[1] <= 0).any():
        raise DataError(f"the metric is not above 0 in group {of[1]!r}, so nothing can be divided by it")

    def quotient(wide: FloatArray) -> FloatArray:
        first, second, both = _sides(metric, wide)
        beyond = np.where(first > 0, np.inf, np.nan)
        return np.where(both, np.where(second > 0, first / second, beyond), np.nan)

    return bootstrap_units(by_unit, quotient, resamples=resamples, level=level, method=method, seed=seed)


def _side_by_side(
    totals: ArrayLike,
    groups: Labels,
    of: tuple[Hashable, Hashable],
    *,
    units: Labels | None,
    weights: ArrayLike | None,
) -> FloatArray:
    """Units as [first group's totals | second group's totals | rows in the first | rows in the second]."""
    rows, kept = weighted_rows(totals, weights)
    n_totals = rows.shape[1]
    wide = np.zeros((len(rows), 2 * n_totals + 2))
    codes = unit_codes(units, len(kept))[kept]
    sides = [side[kept] for side in chosen(groups, of, len(kept))]
    for number, (name, side) in enumerate(zip(of, sides, strict=True)):
        if len(np.unique(codes[side])) < 2:
            raise DataError(f"an interval needs at least two units in group {name!r}")
        wide[side, number * n_totals : (number + 1) * n_totals] = rows[side]
        wide[side, 2 * n_totals + number] = 1
    used = sides[0] | sides[1]
    return sum_units(wide[used], codes[used])


def _sides(metric: Metric, wide: FloatArray) -> tuple[FloatArray, FloatArray, BoolArray]:
    """The metric in each group, and whether both have units, in a shape that goes with the other two."""
    n_totals = wide.shape[-1] // 2 - 1
    first = evaluate(metric, wide[:, :n_totals])
    second = evaluate(metric, wide[:, n_totals:-2])
    both = (wide[:, -2] > 0) & (wide[:, -1] > 0)
    return first, second, both.reshape(-1, *(1,) * (first.ndim - 1))
