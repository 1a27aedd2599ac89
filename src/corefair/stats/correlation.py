"""Pearson's and Spearman's correlation with an interval and a p-value."""

from __future__ import annotations

from collections.abc import Callable
from math import atanh, sqrt, tanh
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.intervals import check_method, drawn_counts, interval
from corefair.stats.power import effective_sample_size
from corefair.stats.units import (
    CLOSE,
    FloatArray,
    IntArray,
    check_resamples,
    check_share,
    finite,
    row_weights,
    sort_rows,
)

EXACT_RANKS = 9  # points up to which Spearman's p counts all orders


class Undefined(DataError):
    """A correlation that cannot be computed, of a constant or of fewer than three points: it is not 0."""


class Correlation(NamedTuple):
    """A correlation, its interval, two-sided p against none, and the number of points."""

    value: float
    low: float
    high: float
    p: float
    n: int


def pearson(
    x: ArrayLike,
    y: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    level: float = 0.95,
    method: str = "normal",
    resamples: int = 2000,
    seed: int = 0,
) -> Correlation:
    """Pearson's r; p from Student's t; the interval from Fisher's z, or a "percentile" or "bca" bootstrap.

    With weights, both p and Fisher's interval use the effective sample size in place of n: an approximation.
    Three points leave Fisher's interval at (-1, 1); fewer, or a constant x or y, raise `Undefined`.

    >>> pearson([1, 2, 3, 4], [2, 1, 4, 3]).value
    0.6
    """
    check_share(level, "level")
    weight = row_weights(weights, len(np.atleast_1d(np.asarray(x))))
    points = _points(x, y, weight)  # [n, 3]: x, y, weight
    value = float(_weighted_correlation(points[:, 0], points[:, 1], points[:, 2]))
    if value != value:  # NaN
        raise Undefined("x or y is constant but for rows of almost no weight, so it correlates with nothing")
    size = effective_sample_size(points[:, 2])
    if method == "normal":
        low, high = _fisher(value, 1 / sqrt(size - 3) if size > 3 else None, level)
    else:
        check_method(method)

        def correlate(counts: FloatArray) -> FloatArray:
            return _weighted_correlation(points[:, 0], points[:, 1], counts * points[:, 2])

        low, high = _bootstrapped(value, correlate, len(points), method, level, resamples, seed)
    return Correlation(value, low, high, _t_test(value, size), len(points))


def spearman(
    x: ArrayLike,
    y: ArrayLike,
    *,
    level: float = 0.95,
    method: str = "normal",
    resamples: int = 2000,
    seed: int = 0,
) -> Correlation:
    """Spearman's ρ, ties at their mean rank; p over all orders for up to nine points, else from Student's t.

    The interval is Fisher's z with the standard error √((1 + ρ²/2) / (n - 3)) of Bonett & Wright (2000), or
    a "percentile" or "bca" bootstrap. Ranks in the same order are no line: at ±1, where Fisher's z has no
    width, the bound within is that of the next ρ that ranks can have. Three points leave it at (-1, 1);
    fewer, or a constant x or y, raise `Undefined`.

    >>> spearman([1, 2, 3], [10, 20, 99])  # 1 or -1 in 2 of 6 orders
    Correlation(value=1.0, low=-1.0, high=1.0, p=0.3333333333333333, n=3)
    """
    check_share(level, "level")
    points = _points(x, y, np.ones(len(np.atleast_1d(np.asarray(x)))))
    n = len(points)
    once = np.ones(n)
    ranks_x, ranks_y = (_mean_ranks(points[:, axis], once) for axis in (0, 1))
    value = float(_weighted_correlation(ranks_x, ranks_y, once))
    if method == "normal":
        within = min(abs(value), 1 - 12 / (n * (n**2 - 1)))  # two neighbours exchanged
        low, high = _fisher(within, sqrt((1 + within**2 / 2) / (n - 3)) if n > 3 else None, level)
        if value < 0:
            low, high = -high, -low
        low, high = min(low, value), max(high, value)
    else:
        check_method(method)

        def correlate(counts: FloatArray) -> FloatArray:
            ranks_x, ranks_y = (_mean_ranks(points[:, axis], counts) for axis in (0, 1))
            return _weighted_correlation(ranks_x, ranks_y, counts)

        low, high = _bootstrapped(value, correlate, n, method, level, resamples, seed)
    p = _every_order(ranks_x, ranks_y) if n <= EXACT_RANKS else _t_test(value, n)
    return Correlation(value, low, high, p, n)


def _points(x: ArrayLike, y: ArrayLike, weight: FloatArray) -> FloatArray:
    """Checked points [n, 3], sorted, those of weight 0 left out."""
    xs, ys = finite(x, "x"), finite(y, "y")
    if xs.ndim != 1 or xs.shape != ys.shape:
        raise DataError(f"a correlation needs as many x as y, not {xs.size} and {ys.size}")
    points = sort_rows(np.stack([xs, ys, weight], axis=1)[weight > 0])
    if len(points) < 3:
        raise Undefined(f"a correlation needs at least three points, not {len(points)}")
    for name, values in (("x", points[:, 0]), ("y", points[:, 1])):
        if (values == values[0]).all():
            raise Undefined(f"every {name} is {values[0]:g}, and a constant correlates with nothing")
    return points


def _weighted_correlation(x: FloatArray, y: FloatArray, weights: FloatArray) -> FloatArray:
    """Correlation over the last axis; NaN where x or y is constant."""
    shares = weights / weights.sum(axis=-1, keepdims=True)
    x, y = _between_ones(x), _between_ones(y)
    x = x - (shares * x).sum(axis=-1, keepdims=True)
    y = y - (shares * y).sum(axis=-1, keepdims=True)
    spread_x, spread_y = (shares * x**2).sum(axis=-1), (shares * y**2).sum(axis=-1)
    constant = np.minimum(spread_x, spread_y) <= CLOSE**2  # what rounding leaves of values within ±1
    product = np.where(constant, np.nan, spread_x * spread_y)
    return np.asarray(np.clip((shares * x * y).sum(axis=-1) / np.sqrt(product), -1.0, 1.0))


def _between_ones(values: FloatArray) -> FloatArray:
    """Values moved and scaled to run from -1 to 1, which correlation does not mind and rounding likes."""
    values = values / np.abs(values).max()
    low, high = values.min(), values.max()
    return np.asarray((values - (low + high) / 2) / ((high - low) / 2))


def _mean_ranks(values: FloatArray, counts: FloatArray) -> FloatArray:
    """Ranks of values [n] that stand counts [..., n] times each, ties at their mean rank: [..., n]."""
    order = np.argsort(values, kind="stable")
    first = np.diff(values[order], prepend=np.nan) != 0  # of those that are equal
    same = np.add.reduceat(counts[..., order], np.flatnonzero(first), axis=-1)  # [..., n_distinct]
    place = np.empty(len(values), dtype=np.int64)
    place[order] = np.cumsum(first) - 1
    return np.asarray((np.cumsum(same, axis=-1) - (same - 1) / 2)[..., place])


def _fisher(value: float, error: float | None, level: float) -> tuple[float, float]:
    """Bounds at ± z standard errors of artanh(value); without an error nothing is excluded."""
    if error is None:
        return -1.0, 1.0
    if abs(value) == 1:
        return value, value
    reach = NormalDist().inv_cdf((1 + level) / 2) * error
    return tanh(atanh(value) - reach), tanh(atanh(value) + reach)


def _t_test(value: float, size: float) -> float:
    """Two-sided p of t = r √(df / (1 - r²)) with df = size - 2, through the beta distribution of r²."""
    if size <= 2:
        return 1.0
    from scipy.special import betainc

    return float(betainc(size / 2 - 1, 0.5, (1 - value) * (1 + value)))


def _every_order(ranks_x: FloatArray, ranks_y: FloatArray) -> float:
    """The share of all orders of y whose |ρ| is at least the one seen, in whole numbers throughout.

    `n_ways[used][s]` counts the ways to hand the y in the set `used` to the first x with Σ xy = s.
    """
    x, y = (2 * ranks_x).astype(np.int64), (2 * ranks_y).astype(np.int64)  # mean ranks may end in ½
    n, seen = len(x), int(x @ y)
    n_ways: list[IntArray] = [np.zeros(int(np.sort(x) @ np.sort(y)) + 1, dtype=np.int64) for _ in range(2**n)]
    n_ways[0][0] = 1
    for used in range(2**n - 1):
        next_x = x[used.bit_count()]
        for number in range(n):
            if not used >> number & 1:
                step = next_x * y[number]
                n_ways[used | 1 << number][step:] += n_ways[used][:-step]
    sums = np.arange(len(n_ways[-1]))
    centre = int(x.sum() * y.sum())  # n times the Σ xy at which ρ is 0
    extreme = np.abs(n * sums - centre) >= abs(n * seen - centre)
    return float(n_ways[-1][extreme].sum() / n_ways[-1].sum())


def _bootstrapped(
    value: float,
    correlate: Callable[[FloatArray], FloatArray],
    n: int,
    method: str,
    level: float,
    resamples: int,
    seed: int,
) -> tuple[float, float]:
    """Bounds from points drawn with replacement; `correlate` maps counts [..., n] to correlations."""
    check_resamples(resamples)
    rng = np.random.default_rng(seed)
    resampled = np.concatenate([correlate(counts) for counts in drawn_counts(n, resamples, rng)])
    left_one_out = correlate(1 - np.eye(n)) if method == "bca" else None
    found = interval(np.asarray(value), resampled, level=level, left_one_out=left_one_out)
    return found.low, found.high
