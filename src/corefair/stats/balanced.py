"""A measure of two groups under weights that balance them, without them, and how far they moved it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import erfc, log, sqrt

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.intervals import Interval, interval, resample_units
from corefair.stats.units import (
    CLOSE,
    FloatArray,
    Labels,
    Metric,
    check_share,
    chosen,
    evaluate,
    evaluate_point,
    finite,
    row_weights,
    sort_rows,
    sum_units,
    unit_codes,
)

LEVERAGE = 1 - 1e-6  # of a row that nothing but itself says anything about: no more is made of its residual


@dataclass(frozen=True)
class Contrast:
    """A measure under weights and without, from the same resamples, and the first less the second."""

    weighted: Interval
    raw: Interval
    moved: Interval
    error: float  # the standard error of the weighted one; of its logarithm where it is compared with 1
    p: float | None  # two-sided, of the weighted one; None where no resample differs and it is not the null


def balanced_contrast(
    totals: ArrayLike,
    groups: Labels,
    metric: Metric,
    *,
    of: tuple[Hashable, Hashable],
    weights: ArrayLike,
    design: ArrayLike | None = None,
    against: ArrayLike | None = None,
    units: Labels | None = None,
    null: float = 0.0,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Contrast:
    """A metric of [first group's totals | second group's totals] under weights, and under those of `against`.

    `design` [n_rows, n_columns] says what the weights balance (`weighting.design`). Another sample of rows
    would have other weights, which balance it too: so whatever follows from the design is no source of doubt,
    and what is resampled is the rest, the residuals of the totals on the design, as in calibration estimators
    (Deville & Särndal 1992), each over what its own leverage leaves of it (MacKinnon & White 1985, HC3).
    Without a design the weights are held fixed and weighted rows are resampled, which overstates the doubt of
    weights that balance. `against` (all 1 unless told) is resampled as it is. Units are drawn whole.

    p is the normal one at `null`, on the scale of logarithms where that is above 0, as for a ratio. There is
    none for how far the weights moved it: rows are not exchangeable between two weightings of themselves.

    >>> groups, names = list("ffffmmmm"), np.array([2, 2, 2, 3, 2, 3, 3, 3])
    >>> right = 1.0 * (names[:, None] == 2)
    >>> sets = np.column_stack([names == 2, names == 3, np.array(groups) == "f"])
    >>> gap = lambda t: (t[..., 0] - t[..., 1]) / 4
    >>> weights = [2 / 3] * 3 + [2, 2] + [2 / 3] * 3
    >>> found = balanced_contrast(right, groups, gap, of=("f", "m"), weights=weights, design=sets)
    >>> found.raw.value, found.weighted  # two names are easier, and that is all there is to it
    (0.5, Interval(value=0.0, low=0.0, high=0.0))
    """
    check_share(level, "level")
    rows = finite(totals, "totals")
    if rows.ndim != 2 or not rows.size:
        raise DataError("totals must have rows and columns")
    n_rows = len(rows)
    weight, other = row_weights(weights, n_rows), row_weights(against, n_rows)
    columns = np.empty((n_rows, 0)) if design is None else finite(design, "design")
    if columns.ndim != 2 or len(columns) != n_rows:
        raise DataError(f"a design has a row for each of {n_rows} cases, and columns")
    first, second = chosen(groups, of, n_rows)
    used = np.flatnonzero((first | second) & ((weight > 0) | (other > 0)))
    rows, weight, other, columns = rows[used], weight[used, None], other[used, None], columns[used]
    sides = np.column_stack([first[used], second[used]])

    def wide(values: FloatArray) -> FloatArray:
        return (sides[:, :, None] * values[:, None, :]).reshape(len(values), -1)

    total, total_raw = (sort_rows(wide(each * rows)).sum(axis=0) for each in (weight, other))
    doubt = weight * rows if design is None else weight * _residuals(rows, columns, weight[:, 0])
    by_unit = sum_units(np.hstack([wide(doubt), wide(other * rows)]), unit_codes(units, n_rows)[used])
    drawn, drawn_raw = np.hsplit(resample_units(by_unit, resamples=resamples, seed=seed), 2)
    if design is not None:
        drawn = total + drawn - by_unit[:, : len(total)].sum(axis=0)
    value, raw = (float(evaluate_point(metric, each)) for each in (total, total_raw))
    values, raws = evaluate(metric, drawn), evaluate(metric, drawn_raw)
    with np.errstate(invalid="ignore"):
        moves = values - raws
    error, p = _normal(value, values, null)
    return Contrast(
        interval(np.asarray(value), values, level=level),
        interval(np.asarray(raw), raws, level=level),
        interval(np.asarray(value - raw), moves, level=level),
        error,
        p,
    )


def _residuals(rows: FloatArray, columns: FloatArray, weight: FloatArray) -> FloatArray:
    """What of each row does not follow from the columns, by weighted least squares, over 1 - its leverage."""
    kinds, kind_of, n_of_kind = np.unique(
        np.column_stack([rows, weight, columns]), axis=0, return_inverse=True, return_counts=True
    )  # rows that are alike get the same to the last bit, wherever they stand
    rows, weight, columns = np.split(kinds, [rows.shape[1], rows.shape[1] + 1], axis=1)
    root = np.sqrt(weight * n_of_kind[:, None])
    left, sizes, _ = np.linalg.svd(root * columns, full_matrices=False)
    left = left[:, sizes > CLOSE * sizes.max(initial=0.0) * len(rows)]
    rest = root * rows - left @ (left.T @ (root * rows))
    rest[np.abs(rest) <= 1e-10 * np.abs(root * rows).max(axis=0)] = 0.0  # nothing but rounding
    leverage = np.minimum((left**2).sum(axis=1) / n_of_kind, LEVERAGE)[:, None]
    residuals = rest / np.where(root > 0, root, 1.0) / (1 - leverage)
    return np.asarray(residuals[kind_of.reshape(-1)])


def _normal(value: float, values: FloatArray, null: float) -> tuple[float, float | None]:
    """The standard error of resampled values, and the two-sided p of the value against `null`."""
    kept = values[np.isfinite(values)]
    apart = value - null
    if null > 0:
        kept = kept[kept > 0]
        if value <= 0 or len(kept) < 2:
            return 0.0, None
        kept, apart = np.log(kept), log(value / null)
    error = float(kept.std(ddof=1)) if len(kept) > 1 else 0.0
    if error <= CLOSE * max(abs(value), 1.0):
        return 0.0, 1.0 if abs(apart) <= 1e-9 else None
    return error, max(erfc(abs(apart) / error / sqrt(2)), np.finfo(np.float64).tiny)
