"""Two systems on the same units: the randomisation test, and McNemar's test for right and wrong."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2, prod, sqrt

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.drawing import FEWEST, MOST, chunk_of, coin_draws, sequential_p
from corefair.stats.lattice import coin_sums, is_small, on_axes, on_lattice, sums_of_grid
from corefair.stats.p_values import Test, at_least, check_alternative, counted, sampled, ways_to_choose
from corefair.stats.units import (
    CELLS,
    CLOSE,
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


def paired_randomisation(
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric,
    *,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    alternative: str = "two-sided",
    resamples: int = FEWEST,
    most: int = MOST,
    seed: int = 0,
) -> Test:
    """Do systems a and b differ? The two totals of each unit are swapped or not, by a coin.

    The statistic is metric(a) - metric(b); p is the share of swaps at least as far from 0 ("two-sided"), as
    far up ("greater") or as far down ("less"). It is exact if all swaps have at most 2^20 distinct outcomes,
    or if the differences of units are whole multiples of some step, as those of counts are, and their sums
    are few. Otherwise swaps are drawn: `resamples`, and where p is small up to `most`, until it is known to a
    tenth of itself. A swap that leaves the metric undefined counts as extreme.

    Noreen (1989); Yeh (2000); Besag & Clifford (1991) for when to stop.

    >>> accuracy = lambda t: t[..., 0] / t[..., 1]
    >>> found = paired_randomisation([[1, 1]] * 3, [[0, 1]] * 3, accuracy)  # all or none swapped: 2 of 8
    >>> found.statistic, found.p, found.floor, found.exact
    (1.0, 0.25, 0.25, True)
    """
    check_resamples(resamples)
    check_alternative(alternative)
    of_a, of_b = finite(a, "totals of a"), finite(b, "totals of b")
    if of_a.shape != of_b.shape:
        raise DataError(f"the two systems have totals of different shapes: {of_a.shape} and {of_b.shape}")
    if of_a.ndim != 2:
        raise DataError(f"totals must have rows and columns, not {of_a.ndim} axes")
    by_unit = unit_totals(np.hstack([of_a, of_b]), units=units, weights=weights)
    side_a, side_b = np.hsplit(by_unit, 2)
    total_a, total_b = side_a.sum(axis=0), side_b.sum(axis=0)
    both = total_a + total_b
    statistic = evaluate_point(metric, total_a) - evaluate_point(metric, total_b)

    apart = _differences(side_a, side_b)
    kind, n_of_kind = kinds(apart)

    def sides(swapped: FloatArray) -> tuple[FloatArray, FloatArray]:
        # Swapping signs each unit's difference: a' = (a + b + Σ ± difference) / 2, and b' is the rest.
        return evaluate(metric, (both + swapped) / 2), evaluate(metric, (both - swapped) / 2)

    blocks = None
    if np.log2(n_of_kind + 1.0).sum() <= log2(EXACT_LIMIT) + CLOSE:
        blocks = _every_swap(kind, n_of_kind, mirrored=alternative == "two-sided")
    elif (lattice := on_lattice(kind)) is not None and is_small(lattice.whole, n_of_kind):
        blocks = _swaps_on_lattice(lattice.whole, n_of_kind, lattice.back)
    if blocks is not None:
        outcomes = ((*sides(swapped), ways) for swapped, ways in blocks)
        return counted(statistic, outcomes, alternative, n=len(by_unit))

    kept, back = on_axes(apart)
    draw = coin_draws(2 * kept, np.random.default_rng(seed))
    none_taken = apart.sum(axis=0)

    def reached(n: int) -> FloatArray:
        return at_least(*sides(draw(n) @ back - none_taken), statistic, alternative)

    p, draws = sequential_p(reached, fewest=resamples, most=most, chunk=chunk_of(len(apart)))
    return sampled(statistic, p, draws, n=len(by_unit), most=max(resamples, most))


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
    least = (1 if mid_p else 2) / 2**n if n else 1.0
    return Test(float(only_a - only_b), min(1.0, doubled / 2**n), n, True, least)


def _differences(side_a: FloatArray, side_b: FloatArray) -> FloatArray:
    """a - b of the units that differ, sorted, each with the sign that makes its first number positive."""
    apart = side_a - side_b
    apart[np.abs(apart) <= CLOSE * np.maximum(np.abs(side_a), np.abs(side_b))] = 0
    apart = apart[apart.any(axis=1)]
    if not len(apart):
        return apart
    first = apart[np.arange(len(apart)), (apart != 0).argmax(axis=1)]
    return sort_rows(apart * np.sign(first)[:, None] + 0.0)


def _every_swap(
    kind: FloatArray, n_of_kind: IntArray, *, mirrored: bool
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Every outcome of Σ ± difference [n, n_totals], in blocks, with the number of ways to come by it."""
    plain = bool(n_of_kind.sum() < 53)  # then every count of ways is a whole float
    options = []
    for row, n in zip(kind, n_of_kind, strict=True):
        signs = 2.0 * np.arange(n + 1) - n
        options.append((signs[:, None] * row, ways_to_choose(int(n), int(n), share=0.5, plain=plain)))
    for number, (sums, ways) in enumerate(options):
        if mirrored and len(ways) % 2 == 0:  # turning every sign turns the statistic's: half of it will do
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


def _swaps_on_lattice(
    whole: IntArray, n_of_kind: IntArray, back: FloatArray
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The same with equal sums merged, and their chances."""
    none_taken = n_of_kind @ whole
    for sums, chances in sums_of_grid(*coin_sums(whole, n_of_kind)):
        yield (2.0 * sums - none_taken) @ back, chances
