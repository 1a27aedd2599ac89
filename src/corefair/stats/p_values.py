"""What a test found: its statistic, its p, whether all outcomes were looked at, and how small p could get."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefair.errors import DataError
from corefair.stats.units import CLOSE, FloatArray

ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True)
class Test:
    """A statistic, its p-value, and how that was come by; floats, or arrays [n_metrics]."""

    __test__ = False  # no test case, whatever its name suggests

    statistic: Any
    p: Any
    n: int  # units
    exact: bool
    floor: Any  # the smallest p that could have come out, however large the difference
    draws: Any = 0  # how many rearrangements were drawn; 0 where p is exact


def counted(
    statistic: FloatArray,
    outcomes: Iterator[tuple[FloatArray, FloatArray, FloatArray]],
    alternative: str,
    *,
    n: int,
) -> Test:
    """The test whose outcomes are all known: the metric of both sides, and in how many ways each comes up."""
    reached = total = n_furthest = np.zeros(())
    furthest = np.array(-np.inf)
    for first, second, ways in outcomes:
        reached = reached + ways @ at_least(first, second, statistic, alternative)
        total = total + ways.sum()
        with np.errstate(invalid="ignore"):
            far = _extremeness(first - second, alternative)
        far = np.where(np.isnan(far), np.inf, far)
        top = np.maximum(furthest, far.max(axis=0))
        n_furthest = np.where(_near(furthest, top), n_furthest, 0) + ways @ _near(far, top)
        furthest = top
    least = np.finfo(np.float64).tiny  # chances below this are rounded to 0, which no p is
    return _outcome(
        statistic, np.maximum(reached / total, least), np.maximum(n_furthest / total, least), n=n, draws=0
    )


def sampled(statistic: FloatArray, p: FloatArray, draws: FloatArray, *, n: int, most: int) -> Test:
    """The test whose outcomes were drawn."""
    floor = np.full(np.shape(statistic), 1 / (1 + most))
    return _outcome(statistic, p, floor, n=n, draws=draws.astype(np.int64))


def at_least(first: FloatArray, second: FloatArray, observed: FloatArray, alternative: str) -> FloatArray:
    """1 where first - second is at least as extreme as observed; near ties and the undefined count too."""
    sizes = np.abs(np.stack([first, second]))
    size = np.where(np.isfinite(sizes), sizes, 0.0).max(axis=(0, 1))
    with np.errstate(invalid="ignore"):
        far = _extremeness(first - second, alternative)
    return np.where(far < _extremeness(observed, alternative) - CLOSE * size, 0.0, 1.0)


def ways_to_choose(n: int, most: int, *, share: float, plain: bool) -> FloatArray:
    """In how many ways 0 … most of n can be chosen or, where that would overflow, their binomial chances."""
    if plain:
        ways = [1]
        for k in range(most):
            ways.append(ways[-1] * (n - k) // (k + 1))
        return np.array(ways, dtype=np.float64)
    chosen = np.arange(most)
    steps = np.log((n - chosen) / (chosen + 1)) + np.log(share) - np.log1p(-share)
    return np.asarray(np.exp(n * np.log1p(-share) + np.append(0.0, np.cumsum(steps))))


def check_alternative(alternative: str) -> None:
    """Which outcomes are as extreme as the one seen."""
    if alternative not in ALTERNATIVES:
        raise DataError(f"the alternative is 'two-sided', 'greater' or 'less', not {alternative!r}")


def _outcome(statistic: FloatArray, p: FloatArray, floor: FloatArray, *, n: int, draws: Any) -> Test:
    """A test with plain numbers if there is one metric; rounding never lifts p above 1."""
    p, exact = np.minimum(p, 1.0), not np.any(draws)
    if np.ndim(statistic) == 0:
        return Test(float(statistic), float(p), n, exact, float(np.minimum(floor, 1.0)), int(draws))
    return Test(statistic, p, n, exact, np.minimum(floor, 1.0), draws)


def _extremeness(statistic: FloatArray, alternative: str) -> FloatArray:
    if alternative == "two-sided":
        return np.abs(statistic)
    return -statistic if alternative == "less" else statistic


def _near(values: FloatArray, top: FloatArray) -> FloatArray:
    """1 where a value is the top one but for rounding."""
    reach = np.where(np.isfinite(top), CLOSE * np.abs(top), 0.0)
    with np.errstate(invalid="ignore"):
        return np.where((values == top) | (np.abs(values - top) <= reach), 1.0, 0.0)
