"""How much nearer words are to one set than to another: the arithmetic of WEAT (Caliskan et al. 2017).

s(w, A, B) is the mean cosine of w with A less that with B. Associations add up, so a test over every way to
regroup words is a test on sums, which `stats.permutation_test` looks at all at once.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corefair.errors import DataError
from corefair.metrics.ratio import Quotient
from corefair.registry import metrics
from corefair.stats import permutation_test
from corefair.stats.intervals import interval
from corefair.stats.units import finite

Array = NDArray[np.float64]

# Associations this near to each other differ by what single precision left of the vectors, not by meaning.
ROUNDING = 1e-6
RESAMPLES = 2000  # for intervals
REGROUPINGS = 100_000  # drawn when there are too many to look at


metrics.register("mean_association", better="zero", kind="association", unit="number")(
    Quotient(
        "association",
        "words",
        "The mean of s(w, A, B), how much nearer words are to A than to B by mean cosine.",
    )
)


class Regrouped(NamedTuple):
    """The difference of two means, and how many regroupings of the words differ at least as much."""

    difference: float
    p: float
    p_low: float  # 95 % Monte-Carlo interval of p; p itself where it is exact
    p_high: float
    exact: bool
    n: int


class Weat(NamedTuple):
    """Effect size d with its interval, and the test of the difference it standardises."""

    effect: float
    low: float | None
    high: float | None
    test: Regrouped


def weat(
    first: ArrayLike, second: ArrayLike, *, ddof: int = 1, regroupings: int = REGROUPINGS, seed: int = 0
) -> Weat:
    """The association test from s(w, A, B) of each word of two targets.

    The interval is a BCa bootstrap that draws words within each target; it is missing where a target has a
    single word. Where no two associations differ by more than rounding, d is 0 and p is 1.

    >>> result = weat([0.3, 0.2], [-0.2, -0.3])
    >>> round(result.effect, 3), round(result.test.p, 3), result.test.exact  # 1 of 6 ways to form two pairs
    (1.698, 0.167, True)
    """
    one, other = (np.sort(finite(side, "associations")) for side in (first, second))
    if not len(one) or not len(other):
        raise DataError("an association test needs words in both targets")
    if np.ptp(np.concatenate([one, other])) < ROUNDING:
        one, other = np.zeros(len(one)), np.zeros(len(other))
    test = regroup(one, other, regroupings=regroupings, seed=seed)
    effect = effect_size(one, other, ddof=ddof)
    low, high = _effect_interval(one, other, effect, ddof=ddof, seed=seed)
    return Weat(effect, low, high, test)


def effect_size(first: ArrayLike, second: ArrayLike, *, ddof: int = 1) -> float:
    """(mean of the first − mean of the second) / standard deviation of all; 0 where nothing differs.

    Caliskan et al. 2017 divide by the sample standard deviation, hence n − 1; `ddof=0` divides by n.

    >>> effect_size([1, 3], [-1, -3], ddof=0) == 4 / 5**0.5
    True
    """
    one, other = finite(first, "associations"), finite(second, "associations")
    return float(_effect(one[None], other[None], ddof)[0]) if np.ptp(np.concatenate([one, other])) else 0.0


def regroup(
    first: ArrayLike,
    second: ArrayLike,
    *,
    alternative: str = "greater",
    regroupings: int = REGROUPINGS,
    seed: int = 0,
) -> Regrouped:
    """Is the mean of the first above that of the second by more than regrouping the words would give?

    Words are dealt out anew into groups of the sizes they came in. The papers count regroupings that are
    strictly further up; here ties count too, the groups as they are among them, so that p is never 0. Other
    alternatives are "less" and "two-sided".

    >>> regroup([2, 3], [0, 1]).p == 1 / 6
    True
    """
    values = np.concatenate([finite(first, "values"), finite(second, "values")])
    labels = np.arange(len(values)) < np.size(first)
    found = permutation_test(
        values,
        labels,
        of=(True, False),
        alternative=alternative,
        resamples=regroupings,
        most=regroupings,
        seed=seed,
    )
    p_low = p_high = found.p
    if not found.exact:
        low, high = wilson(found.p * (regroupings + 1) - 1, regroupings)
        p_low, p_high = min(low, found.p), max(high, found.p)
    return Regrouped(found.statistic, found.p, p_low, p_high, found.exact, found.n)


def wilson(count: float, of: int, *, level: float = 0.95) -> tuple[float, float]:
    """The score interval of a share (Wilson 1927).

    >>> [round(end, 3) for end in wilson(0, 100)]
    [0.0, 0.037]
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = count / of
    middle = share + z**2 / (2 * of)
    half = z * sqrt(max(share * (1 - share) / of + (z / (2 * of)) ** 2, 0.0))
    return max((middle - half) / (1 + z**2 / of), 0.0), min((middle + half) / (1 + z**2 / of), 1.0)


def _effect(first: Array, second: Array, ddof: int) -> Array:
    """Effect sizes of associations [..., n_first] and [..., n_second]; NaN where nothing differs."""
    together = np.concatenate([first, second], axis=-1)
    spread = together.std(axis=-1, ddof=ddof)
    differ = first.mean(axis=-1) - second.mean(axis=-1)
    return np.asarray(differ / np.where(np.ptp(together, axis=-1) > 0, spread, np.nan))


def _effect_interval(
    first: Array, second: Array, effect: float, *, ddof: int, seed: int
) -> tuple[float | None, float | None]:
    if min(len(first), len(second)) < 2 or np.ptp(np.concatenate([first, second])) == 0:
        return None, None
    rng = np.random.default_rng(seed)
    one, other = (side[rng.integers(len(side), size=(RESAMPLES, len(side)))] for side in (first, second))
    left_out = np.concatenate(
        [
            _effect(_each_left_out(first), np.tile(second, (len(first), 1)), ddof),
            _effect(np.tile(first, (len(second), 1)), _each_left_out(second), ddof),
        ]
    )
    _, low, high = interval(np.asarray(effect), _effect(one, other, ddof), level=0.95, left_one_out=left_out)
    return low, high


def _each_left_out(values: Array) -> Array:
    """[n, n - 1]: the values without the first, without the second …"""
    n = len(values)
    return np.tile(values, (n, 1))[~np.eye(n, dtype=np.bool_)].reshape(n, n - 1)
