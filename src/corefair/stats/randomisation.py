"""Two systems on the same units: approximate randomisation, and McNemar's test for right and wrong."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2, prod, sqrt
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
    evaluate,
    evaluate_point,
    finite,
    kinds,
    sort_rows,
    unit_totals,
)

EXACT_LIMIT = 2**20  # arrangements up to which all are looked at


class Test(NamedTuple):
    """A statistic and its p-value, floats or arrays [n_metrics]; n units; whether p is exact or sampled."""

    statistic: Any
    p: Any
    n: int
    exact: bool


Test.__test__ = False  # type: ignore[attr-defined]  # no test case, whatever its name suggests


def paired_randomisation(
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric,
    *,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    resamples: int = 10_000,
    seed: int = 0,
) -> Test:
    """Do systems a and b differ? The two totals of each unit are swapped or not, by a coin.

    The statistic is metric(a) - metric(b); p is two-sided, the share of swaps at least as far from 0.
    Swapping a unit where the systems agree changes nothing, and swapping either of two units with the same
    difference changes the same: so p is exact if all swaps have at most 2^20 distinct outcomes, and otherwise
    (1 + count) / (1 + resamples). A swap that leaves the metric undefined counts as being as far from 0.

    Noreen (1989); Graham, Mathur & Baldwin (2014), "Randomized significance tests in machine translation".

    >>> accuracy = lambda t: t[..., 0] / t[..., 1]
    >>> paired_randomisation([[1, 1]] * 3, [[0, 1]] * 3, accuracy)  # all or none swapped: 2 of 8
    Test(statistic=1.0, p=0.25, n=3, exact=True)
    """
    check_resamples(resamples)
    of_a, of_b = finite(a, "totals of a"), finite(b, "totals of b")
    if of_a.shape != of_b.shape:
        raise DataError(f"the two systems have totals of different shapes: {of_a.shape} and {of_b.shape}")
    if of_a.ndim != 2:
        raise DataError(f"totals must have rows and columns, not {of_a.ndim} axes")
    by_unit = unit_totals(np.hstack([of_a, of_b]), units=units, weights=weights)
    side_a, side_b = np.hsplit(by_unit, 2)
    total_a, total_b = side_a.sum(axis=0), side_b.sum(axis=0)
    statistic = evaluate_point(metric, total_a) - evaluate_point(metric, total_b)

    apart = _differences(side_a, side_b)
    kind, n_of_kind = kinds(apart)
    exact = bool(np.log2(n_of_kind + 1.0).sum() <= log2(EXACT_LIMIT) + CLOSE)
    rng = np.random.default_rng(seed)
    blocks = _every_swap(kind, n_of_kind) if exact else _some_swaps(kind, n_of_kind, resamples, rng)
    both = total_a + total_b
    reached = total_ways = np.zeros(())
    for swapped, ways in blocks:
        # Swapping signs each unit's difference: a' = (a + b + Σ ± difference) / 2, and b' is the rest.
        first, second = evaluate(metric, (both + swapped) / 2), evaluate(metric, (both - swapped) / 2)
        reached = reached + ways @ at_least(first, second, statistic, "two-sided")
        total_ways = total_ways + ways.sum()
    p = reached / total_ways if exact else (1 + reached) / (1 + resamples)
    return outcome(statistic, p, n=len(by_unit), exact=exact)


def mcnemar(only_a: int, only_b: int, *, mid_p: bool = False) -> Test:
    """McNemar's test from the number of cases only a, and only b, got right: a fair coin's exact two-sided p.

    With `mid_p` half the probability of the observed split is taken off each side, which makes the test less
    conservative (Fagerland, Lydersen & Laake 2013). The statistic is only_a - only_b, n the cases that count.

    >>> mcnemar(1, 5).p == 2 * (1 + 6) / 2**6
    True
    """
    if only_a != int(only_a) or only_b != int(only_b) or min(only_a, only_b) < 0:
        raise DataError(f"cases are counted in whole numbers from 0, not {only_a} and {only_b}")
    n, fewer = int(only_a + only_b), int(min(only_a, only_b))
    ways, tail = 1, 0  # whole numbers, so that nothing is rounded before the last division
    for k in range(fewer):
        tail += ways
        ways = ways * (n - k) // (k + 1)
    doubled = 2 * tail + (ways if mid_p else 2 * ways)
    return Test(float(only_a - only_b), min(1.0, doubled / 2**n), n, True)


def at_least(first: FloatArray, second: FloatArray, observed: FloatArray, alternative: str) -> FloatArray:
    """1 where first - second is at least as extreme as observed; near ties and the undefined count too."""
    sizes = np.abs(np.stack([first, second]))
    size = np.where(np.isfinite(sizes), sizes, 0.0).max(axis=(0, 1))
    with np.errstate(invalid="ignore"):
        statistic = first - second
    if alternative == "two-sided":
        statistic, observed = np.abs(statistic), np.abs(observed)
    elif alternative == "less":
        statistic, observed = -statistic, -observed
    return np.where(statistic < observed - CLOSE * size, 0.0, 1.0)


def outcome(statistic: FloatArray, p: FloatArray, *, n: int, exact: bool) -> Test:
    """A test with plain floats if there is one metric; rounding never lifts p above 1."""
    p = np.minimum(p, 1.0)
    if np.ndim(statistic) == 0:
        return Test(float(statistic), float(p), n, exact)
    return Test(statistic, p, n, exact)


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


def _differences(side_a: FloatArray, side_b: FloatArray) -> FloatArray:
    """a - b of the units that differ, sorted, each with the sign that makes its first number positive."""
    apart = side_a - side_b
    apart[np.abs(apart) <= CLOSE * np.maximum(np.abs(side_a), np.abs(side_b))] = 0
    apart = apart[apart.any(axis=1)]
    if not len(apart):
        return apart
    first = apart[np.arange(len(apart)), (apart != 0).argmax(axis=1)]
    return sort_rows(apart * np.sign(first)[:, None] + 0.0)


def _every_swap(kind: FloatArray, n_of_kind: IntArray) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Every outcome of Σ ± difference [n, n_totals], in blocks, with the number of ways to come by it."""
    plain = bool(n_of_kind.sum() < 53)  # then every count of ways is a whole float
    options = []
    for row, n in zip(kind, n_of_kind, strict=True):
        signs = 2.0 * np.arange(n + 1) - n
        options.append((signs[:, None] * row, ways_to_choose(int(n), int(n), share=0.5, plain=plain)))
    for number, (sums, ways) in enumerate(options):
        if len(ways) % 2 == 0:  # turning every sign only turns the statistic's, so half of one kind will do
            half = len(ways) // 2
            options[number] = sums[half:], ways[half:]
            break

    goal, cut, left_size = sqrt(prod(len(ways) for _, ways in options)), 0, 1
    while cut < len(options) and left_size < goal:
        left_size *= len(options[cut][1])
        cut += 1
    n_totals = kind.shape[1]
    left, left_ways = _combined(options[:cut], n_totals)
    right, right_ways = _combined(options[cut:], n_totals)
    chunk = max(1, CELLS // (len(right) * n_totals))
    for start in range(0, len(left), chunk):
        part = slice(start, start + chunk)
        sums = (left[part, None] + right).reshape(-1, n_totals)
        yield sums, np.outer(left_ways[part], right_ways).ravel()


def _combined(options: list[tuple[FloatArray, FloatArray]], n_totals: int) -> tuple[FloatArray, FloatArray]:
    """All sums of one option of each kind, and their ways."""
    sums, ways = np.zeros((1, n_totals)), np.ones(1)
    for option, option_ways in options:
        sums = (sums[:, None] + option).reshape(-1, n_totals)
        ways = np.outer(ways, option_ways).ravel()
    return sums, ways


def _some_swaps(
    kind: FloatArray, n_of_kind: IntArray, resamples: int, rng: np.random.Generator
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Random outcomes of Σ ± difference, in blocks of bounded memory."""
    one_each = KIND_COST * len(kind) > n_of_kind.sum()
    if one_each:
        kind, n_of_kind = np.repeat(kind, n_of_kind, axis=0), np.ones(n_of_kind.sum(), dtype=np.int64)
    chunk = max(1, CELLS // len(kind))
    for start in range(0, resamples, chunk):
        shape = min(chunk, resamples - start), len(kind)
        swapped = rng.integers(2, size=shape) if one_each else rng.binomial(n_of_kind, 0.5, size=shape)
        yield (2.0 * swapped - n_of_kind) @ kind, np.ones(len(swapped))
