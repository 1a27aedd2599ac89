"""The smallest gap a test of these units would have found in this system, and whether one could be there."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import comb, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.units import (
    BoolArray,
    FloatArray,
    IntArray,
    Labels,
    check_share,
    chosen,
    finite,
    row_weights,
    unit_codes,
)

LEAST_ERRORS = 0.05  # a system is taken to err, or be right, by chance in one answer of twenty at least
STEPS = 60  # of bisection, enough for every digit


@dataclass(frozen=True)
class Limit:
    """A gap between two shares of right answers that is found as often as `power` says."""

    gap: float  # 1.0 where not even a gap of everything would be
    error: float  # the standard error of a gap of that size
    assumed: bool  # whether that is the least spread assumed of any system, as this one showed less
    n: tuple[float, float]  # answers in either group; fewer where weights are uneven
    n_units: int


@dataclass(frozen=True)
class Room:
    """The largest gap there could be at an accuracy, and whether the test would have found that one."""

    largest: float
    at: Literal["floor", "ceiling"] | None  # None where a gap that could be found could be there


def detection_limit(
    right: ArrayLike,
    groups: Labels,
    *,
    of: tuple[Hashable, Hashable],
    asked: ArrayLike | None = None,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
) -> Limit:
    """The smallest gap between the accuracies of two groups that is found four times in five.

    `right` counts right answers of each row, out of `asked` (one unless told). The gap is thought to be
    planted in the system's own answers: in one group, each answer of the more common kind, right or wrong, is
    turned with the same chance. Its standard error is that between units after this, but at least that of a
    system that errs by chance in one answer of twenty: else the same test would promise one system that
    answers twins alike a hundred times finer sight than another. Student's t stands in for the randomisation
    or permutation test. Of planting it in one group and in the other, the larger gap is given.

    >>> twins = [1, 1, 1, 1, 0, 0] * 200, ["she", "he"] * 600
    >>> found = detection_limit(*twins, of=("she", "he"), units=[i // 2 for i in range(1200)])
    >>> round(found.gap, 3), found.assumed  # 2.8 · √(2 · 0.0475 / 600) + 1 / 600: twins are answered alike
    (0.037, True)
    """
    check_share(alpha, "alpha")
    check_share(power, "power")
    hits, tried = answers(right, asked)
    weight = row_weights(weights, len(hits))
    sides = [weight * tried * side > 0 for side in chosen(groups, of, len(hits))]
    for name, side in zip(of, sides, strict=True):
        if not side.any():
            raise DataError(f"nothing was asked of group {name!r} that has weight")
    used = sides[0] | sides[1]
    codes = np.unique(unit_codes(units, len(hits))[used], return_inverse=True)[1]
    one, other = (_side(hits[used], tried[used], (weight * side)[used], codes) for side in sides)
    n_units = len(one.residual)
    apart = not (one.in_unit & other.in_unit).any()
    least = LEAST_ERRORS * (1 - LEAST_ERRORS) * (1 / one.n + 1 / other.n)
    n_ways = comb(n_units, int(one.in_unit.sum())) if apart else 2**n_units
    if 2 / n_ways > alpha:  # so few units that no p is small enough
        return Limit(1.0, sqrt(least), True, (one.n, other.n), n_units)
    reach = _reach(n_units - 1 - apart, alpha, power)
    gap, variance = max(_planted(one, other, reach, least), _planted(other, one, reach, least))
    return Limit(gap, sqrt(variance), variance <= least, (one.n, other.n), n_units)


def room(rates: tuple[float, float], limit: float, *, n: tuple[float, float] = (1, 1)) -> Room:
    """Could there be a gap at all? The largest there could be if both groups together are right as often.

    That is if all right answers were one group's, or all wrong ones. Below the detection limit it could not
    show: the system is at the floor or at the ceiling. A limit of 1 is the test's fault, whatever the
    accuracy, and says neither.

    >>> room((0.01, 0.01), 0.04)  # at most .02 against 0
    Room(largest=0.02, at='floor')
    """
    for rate in rates:
        if not 0 <= rate <= 1:
            raise DataError(f"a rate lies between 0 and 1, not {rate}")
    if min(n) <= 0:
        raise DataError(f"a group has at least one answer, not {min(n)}")
    share = n[0] / (n[0] + n[1])
    accuracy = share * rates[0] + (1 - share) * rates[1]
    wrong = 1 - accuracy
    largest = max(min(accuracy / share, wrong / (1 - share)), min(accuracy / (1 - share), wrong / share))
    if largest >= limit or limit >= 1:
        return Room(largest, None)
    return Room(largest, "floor" if accuracy < 0.5 else "ceiling")


def answers(right: ArrayLike, asked: ArrayLike | None) -> tuple[FloatArray, FloatArray]:
    """How many answers of each row were right, and of how many."""
    hits = finite(right, "right answers")
    tried = np.ones(hits.shape) if asked is None else finite(asked, "questions")
    if hits.ndim != 1 or tried.shape != hits.shape:
        raise DataError("right answers, and questions asked, are one number a row")
    if not hits.size:
        raise DataError("there are no answers to work with")
    if (hits < 0).any() or (hits > tried).any():
        raise DataError("right answers are counted from 0 to as many as were asked")
    return hits, tried


@dataclass(frozen=True)
class _Side:
    """One group: what each unit adds to its share above the mean, and what can be turned there."""

    residual: FloatArray  # [n_units]
    in_unit: BoolArray  # [n_units]
    common: float  # the share of right answers, or of wrong ones if these are more
    turned: float  # the variance of the share if each of those were turned by a fair coin, times 4
    n: float


def _side(hits: FloatArray, tried: FloatArray, weight: FloatArray, codes: IntArray) -> _Side:
    total = float(weight @ tried)
    rate = float(weight @ hits) / total
    n_units = int(codes.max()) + 1
    common = hits if 2 * rate >= 1 else tried - hits
    return _Side(
        np.bincount(codes, weight * (hits - rate * tried), minlength=n_units) / total,
        np.bincount(codes, weight, minlength=n_units) > 0,
        max(rate, 1 - rate),
        float(weight**2 @ common) / total**2,
        total**2 / float(weight**2 @ tried),
    )


def _planted(one: _Side, other: _Side, reach: float, least: float) -> tuple[float, float]:
    """The gap that is as large as its reach when planted in the first group, and its variance."""
    n_units = len(one.residual)

    def variance(gap: float) -> float:
        share = gap / one.common  # of the common answers that are turned
        between = (1 - share) * one.residual - other.residual
        spread = float(between @ between) * n_units / (n_units - 1) + share * (1 - share) * one.turned
        return max(spread, least)

    low, high = 0.0, one.common
    step = (1 / one.n + 1 / other.n) / 2  # tests that count are more careful than t by half a step

    def is_found(gap: float) -> bool:
        return gap >= reach * sqrt(variance(gap)) + step

    if not is_found(high):
        return 1.0, variance(high)
    for _ in range(STEPS):  # gap - reach · √variance is convex and below 0 at 0: it has one root
        middle = (low + high) / 2
        low, high = (low, middle) if is_found(middle) else (middle, high)
    return high, variance(high)


def _reach(freedom: int, alpha: float, power: float) -> float:
    """How many standard errors a gap must have: 2.8 with many units, more with few."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 1 - alpha / 2) + stdtrit(freedom, power))
