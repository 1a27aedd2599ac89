"""Bootstrap intervals over whole units, for one metric or many at once (Efron & Tibshirani 1993)."""

from __future__ import annotations

from collections.abc import Iterator
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.units import (
    CELLS,
    CLOSE,
    KIND_COST,
    FloatArray,
    IntArray,
    Labels,
    Metric,
    check_resamples,
    check_share,
    evaluate,
    evaluate_point,
    kinds,
    unit_totals,
)


class Interval(NamedTuple):
    """A value between its two bounds: floats, or arrays [n_metrics] when the metric gives many."""

    value: Any
    low: Any
    high: Any


def bootstrap(
    totals: ArrayLike,
    metric: Metric,
    *,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    resamples: int = 2000,
    level: float = 0.95,
    method: str = "percentile",
    seed: int = 0,
) -> Interval:
    """The metric on all rows, with a percentile or bias-corrected and accelerated ("bca") interval.

    Rows of one unit are summed first and resampled whole; row weights multiply rows. A resample on which the
    metric is undefined (0/0) is left out, and an error raised if that is half of them; infinite ones rank at
    the ends, and an infinite bound is an error. Where needed the interval is widened to hold its own value;
    BCa gives way to percentiles for a value that lies in a tail of its own resamples.
    It has no width when all units agree: then `detection_limit` says more.

    >>> bootstrap([[1, 1]] * 9 + [[0, 1]], lambda t: t[..., 0] / t[..., 1])
    Interval(value=0.9, low=0.7, high=1.0)
    """
    by_unit = unit_totals(totals, units=units, weights=weights)
    return bootstrap_units(by_unit, metric, resamples=resamples, level=level, method=method, seed=seed)


def resample(
    totals: ArrayLike,
    *,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    resamples: int = 2000,
    seed: int = 0,
) -> FloatArray:
    """Totals of as many units, drawn with replacement, `resamples` times: [resamples, n_totals]."""
    return resample_units(unit_totals(totals, units=units, weights=weights), resamples=resamples, seed=seed)


def bootstrap_units(
    by_unit: FloatArray, metric: Metric, *, resamples: int, level: float, method: str, seed: int
) -> Interval:
    """`bootstrap` from the sorted totals of units [n_units, n_totals] on."""
    check_share(level, "level")
    check_method(method)
    total = by_unit.sum(axis=0)
    value = evaluate_point(metric, total)
    resampled = evaluate(metric, resample_units(by_unit, resamples=resamples, seed=seed))
    left_one_out = evaluate(metric, total - by_unit) if method == "bca" else None
    return interval(value, resampled, level=level, left_one_out=left_one_out)


def resample_units(by_unit: FloatArray, *, resamples: int, seed: int) -> FloatArray:
    """`resample` from the sorted totals of units on."""
    check_resamples(resamples)
    n_units = len(by_unit)
    if n_units < 2:
        raise DataError("an interval needs at least two units to resample, and there is one")
    rng = np.random.default_rng(seed)
    kind, n_of_kind = kinds(by_unit)
    if KIND_COST * len(kind) > n_units:
        return np.concatenate([counts @ by_unit for counts in drawn_counts(n_units, resamples, rng)])
    chunk = max(1, CELLS // len(kind))
    sizes = [min(chunk, resamples - start) for start in range(0, resamples, chunk)]
    return np.concatenate([rng.multinomial(n_units, n_of_kind / n_units, size=size) @ kind for size in sizes])


def drawn_counts(n_units: int, resamples: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """How often each unit was drawn, in chunks [n, n_units] of bounded memory."""
    chunk = max(1, CELLS // n_units)
    for start in range(0, resamples, chunk):
        n = min(chunk, resamples - start)
        drawn = rng.integers(n_units, size=(n, n_units))
        drawn += n_units * np.arange(n)[:, None]  # so that one count serves the whole chunk
        yield np.bincount(drawn.ravel(), minlength=n * n_units).reshape(n, n_units).astype(np.float64)


def folded(low: float, high: float) -> tuple[float, float]:
    """The interval of a size from that of what has a sign: where that holds 0, it begins there.

    A share of resampled sizes would not do, for a size is above 0 in nearly every resample.

    >>> folded(0.1, 0.3), folded(-0.3, -0.1), folded(-0.1, 0.3)
    ((0.1, 0.3), (0.1, 0.3), (0.0, 0.3))
    """
    far = max(abs(low), abs(high))
    return (0.0 if low <= 0 <= high else min(abs(low), abs(high))), far


def interval(
    value: FloatArray, resampled: FloatArray, *, level: float, left_one_out: FloatArray | None = None
) -> Interval:
    """Percentile bounds of resampled values [resamples, ...], or BCa ones if jackknife values are given."""
    values = np.atleast_1d(value)  # [n_metrics]
    ordered = np.sort(resampled.reshape(len(resampled), -1), axis=0)  # NaN comes last
    n_defined = len(ordered) - np.isnan(ordered).sum(axis=0)
    if (2 * n_defined <= len(ordered)).any():
        raise DataError(
            f"the metric is undefined in {len(ordered) - n_defined.min()} of {len(ordered)} resamples: "
            "too few units bear on it"
        )
    shares = np.repeat([[(1 - level) / 2], [(1 + level) / 2]], len(values), axis=1)  # [2, n_metrics]
    if left_one_out is not None:
        accelerations = acceleration(left_one_out.reshape(len(left_one_out), -1))
        shares = bca_shares(values, ordered, n_defined, accelerations, level)
    low, high = quantiles(ordered, n_defined, shares)
    if not np.isfinite([low, high]).all():
        n_infinite = np.isinf(ordered).sum(axis=0).max()
        raise DataError(
            f"the interval has no finite bound: the metric is infinite in {n_infinite} "
            f"of {len(ordered)} resamples"
        )
    low, high = np.minimum(low, values), np.maximum(high, values)
    if np.ndim(value) == 0:
        return Interval(float(value), float(low[0]), float(high[0]))
    return Interval(value, low, high)


def acceleration(left_one_out: FloatArray) -> FloatArray:
    """Skewness of the jackknife over six (Efron 1987, eq. 6.6); units the metric cannot spare count as 0."""
    defined = np.isfinite(left_one_out)
    n_defined = np.maximum(defined.sum(axis=0), 1)
    mean = np.where(defined, left_one_out, 0.0).sum(axis=0) / n_defined
    influence = np.where(defined, mean - np.where(defined, left_one_out, 0.0), 0.0)
    largest = np.abs(influence).max(axis=0)
    influence = influence / np.where(largest > 0, largest, 1.0)  # so that no power of it underflows
    squares = (influence**2).sum(axis=0)
    return np.asarray((influence**3).sum(axis=0) / (6 * np.where(squares > 0, squares, 1.0) ** 1.5))


def bca_shares(
    values: FloatArray, ordered: FloatArray, n_defined: IntArray, accelerations: FloatArray, level: float
) -> FloatArray:
    """The shares [2, n_metrics] at which BCa reads the resamples (Efron 1987, eq. 3.9)."""
    size = np.maximum(np.abs(values), np.abs(np.where(np.isfinite(ordered), ordered, 0.0)).max(axis=0))
    below = (ordered < values - CLOSE * size).sum(axis=0)
    equal = (np.abs(ordered - values) <= CLOSE * size).sum(axis=0)
    share = (below + equal / 2) / n_defined
    tails = (1 - level) / 2, (1 + level) / 2
    shares = np.repeat(np.array(tails)[:, None], len(values), axis=1)
    normal = NormalDist()
    for column, a in enumerate(accelerations):
        # A value out in a tail of its own resamples is biased beyond what a shift mends, and would collapse
        # the interval to a point: then the plain percentiles stay.
        if tails[0] < share[column] < tails[1]:
            bias = normal.inv_cdf(share[column])
            for row, tail in enumerate(tails):
                z = bias + normal.inv_cdf(tail)
                # Past the pole of the formula (only for extreme levels) the share has reached its limit.
                shares[row, column] = _cdf(bias + z / max(1 - a * z, 1e-3))
    return shares


def quantiles(ordered: FloatArray, n_defined: IntArray, shares: FloatArray) -> FloatArray:
    """Each column of sorted values at its own shares [2, n_metrics], linear between neighbours."""
    place = shares * (n_defined - 1)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, n_defined - 1)
    columns = np.arange(ordered.shape[1])
    lower, upper = ordered[below, columns], ordered[above, columns]
    past = place - below
    with np.errstate(invalid="ignore"):
        between = lower + past * (upper - lower)
    return np.where((past == 0) | (lower == upper), lower, between)  # inf - inf and 0 * inf are never read


def check_method(method: str) -> None:
    """The two ways to read bounds off resamples."""
    if method not in ("percentile", "bca"):
        raise DataError(f"no interval method is called {method!r}; there are 'percentile' and 'bca'")


def _cdf(z: float) -> float:
    return erfc(-z / sqrt(2)) / 2
