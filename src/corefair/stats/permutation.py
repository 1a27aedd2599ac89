"""Two groups of different units: a permutation test, exact whenever all regroupings can be looked at."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import comb, lgamma, log

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.drawing import FEWEST, MOST, chunk_of, sequential_p, subset_draws
from corefair.stats.lattice import Lattice, coin_sums, is_small, on_axes, on_lattice, sums_of_grid
from corefair.stats.p_values import Test, at_least, check_alternative, counted, sampled, ways_to_choose
from corefair.stats.randomisation import EXACT_LIMIT
from corefair.stats.units import (
    CELLS,
    FloatArray,
    IntArray,
    Labels,
    Metric,
    check_resamples,
    chosen,
    evaluate,
    evaluate_point,
    finite,
    kinds,
    sort_rows,
    sum_units,
    unit_codes,
    weighted_rows,
)

Sums = tuple[FloatArray, FloatArray]  # sums [n, n_totals] and the number of ways to come by each [n]


def permutation_test(
    values: ArrayLike,
    groups: Labels,
    *,
    of: tuple[Hashable, Hashable],
    metric: Metric | None = None,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    alternative: str = "two-sided",
    resamples: int = FEWEST,
    most: int = MOST,
    seed: int = 0,
) -> Test:
    """Do the two groups of `of` differ? Their labels are dealt out anew over the units.

    Values [n_rows] are compared by their means, totals [n_rows, n_totals] by `metric`. The statistic is the
    first group's minus the second's; p the share of regroupings at least as far from 0 ("two-sided"), as far
    up ("greater") or as far down ("less"). It is exact if they have at most 2^20 distinct outcomes, or if the
    totals are whole multiples of some step and their sums are few. Otherwise regroupings are drawn:
    `resamples`, and where p is small up to `most`, until it is known to a tenth of itself. A regrouping that
    leaves the metric undefined counts as extreme.
    A unit lies in one group; for units that span both use `paired_randomisation`.

    >>> found = permutation_test([5, 6, 1, 2], list("aabb"), of=("a", "b"))  # {5, 6} or {1, 2}: 2 of 6
    >>> found.statistic, found.p, found.exact
    (4.0, 0.3333333333333333, True)
    """
    check_resamples(resamples)
    check_alternative(alternative)
    totals = finite(values, "values")
    if metric is None:
        if totals.ndim != 1:
            raise DataError("values in columns need a metric; without one they are compared by their means")
        totals, metric = np.stack([totals, np.ones(len(totals))], axis=1), _mean
    first, second = _two_groups(totals, groups, of, units=units, weights=weights)
    statistic = evaluate_point(metric, first.sum(axis=0)) - evaluate_point(metric, second.sum(axis=0))

    pooled = sort_rows(np.concatenate([first, second]))
    size = min(len(first), len(second))  # deal out the smaller group; the larger is the rest
    total = pooled.sum(axis=0)

    def sides(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        smaller, larger = evaluate(metric, sums), evaluate(metric, total - sums)
        return (smaller, larger) if len(first) == size else (larger, smaller)

    blocks = _every_regrouping(pooled, size)
    if blocks is not None:
        outcomes = ((*sides(sums), ways) for sums, ways in blocks)
        return counted(statistic, outcomes, alternative, n=len(pooled))

    kept, back = on_axes(_with_count(pooled))
    draw = subset_draws(kept[:, 1:], size, np.random.default_rng(seed))

    def reached(n: int) -> FloatArray:
        sums = size * back[0] + draw(n) @ back[1:]
        return at_least(*sides(sums[:, 1:]), statistic, alternative)

    p, draws = sequential_p(reached, fewest=resamples, most=most, chunk=chunk_of(len(pooled)))
    return sampled(statistic, p, draws, n=len(pooled), most=max(resamples, most))


def subset_sums(values: ArrayLike, size: int) -> FloatArray:
    """The sum of every subset of that size, repeated values counted apart, in no particular order.

    Built from the subsets of two halves, so each sum costs one addition.

    >>> sorted(subset_sums([1, 2, 4], 2).tolist())
    [3.0, 5.0, 6.0]
    """
    rows = finite(values, "values")
    if not rows.size or not 0 < size <= len(rows):
        raise DataError(f"{len(rows)} values have no subsets of size {size}")
    columns = rows.reshape(len(rows), -1)
    ones = np.ones(len(rows), dtype=np.int64)
    sums = np.concatenate([sums for sums, _ in _sums_of_size(columns, ones, [np.ones(2)] * len(rows), size)])
    return sums.reshape(-1, *rows.shape[1:])


def _mean(totals: FloatArray) -> FloatArray:
    return np.asarray(totals[..., 0] / totals[..., 1])


def _two_groups(
    totals: FloatArray,
    groups: Labels,
    of: tuple[Hashable, Hashable],
    *,
    units: Labels | None,
    weights: ArrayLike | None,
) -> tuple[FloatArray, FloatArray]:
    """The totals of each group's units."""
    rows, kept = weighted_rows(totals, weights)
    codes = unit_codes(units, len(kept))[kept]
    first, second = (side[kept] for side in chosen(groups, of, len(kept)))
    for name, side in zip(of, (first, second), strict=True):
        if not side.any():
            raise DataError(f"every row of group {name!r} has weight 0")
    if np.intersect1d(codes[first], codes[second]).size:
        raise DataError("a unit has rows in both groups, so labels cannot be dealt out: use a paired test")
    return sum_units(rows[first], codes[first]), sum_units(rows[second], codes[second])


def _few_enough(n_of_kind: IntArray, size: int) -> bool:
    """Whether the different multisets of that size stay within the limit."""
    n_kinds, n_units = len(n_of_kind), int(n_of_kind.sum())
    # One unit of each kind, and of those any `free` beside a fixed choice of the rest: no fewer than that.
    free = min(max(n_kinds // 2, size - (n_units - n_kinds)), size, n_kinds)
    if lgamma(n_kinds + 1) - lgamma(free + 1) - lgamma(n_kinds - free + 1) > log(EXACT_LIMIT) + 1:
        return False
    n_of_size = np.zeros(size + 1)
    n_of_size[0] = 1
    for n in n_of_kind:  # times 1 + x + … + x^n
        up_to = np.cumsum(n_of_size)
        up_to[n + 1 :] -= up_to[: -n - 1].copy()
        n_of_size = np.minimum(up_to, 2.0**40)  # far above the limit, and far below where counts get rounded
    return bool(n_of_size[size] <= EXACT_LIMIT)


def _every_regrouping(pooled: FloatArray, size: int) -> Iterator[Sums] | None:
    """Sums of every group of that size, if they are few enough."""
    kind, n_of_kind = kinds(pooled)
    share = size / len(pooled)  # any share will do, for it cancels; this one underflows last
    if _few_enough(n_of_kind, size):
        plain = comb(len(pooled), size) < 2**53  # then every count of ways is a whole float
        ways = [ways_to_choose(int(n), min(int(n), size), share=share, plain=plain) for n in n_of_kind]
        return _sums_of_size(kind, n_of_kind, ways, size)
    lattice = on_lattice(_with_count(kind))
    if lattice is None or not is_small(lattice.whole, n_of_kind, at_most=size):
        return None
    return _regroupings_on_lattice(lattice, n_of_kind, size, share=share)


def _with_count(rows: FloatArray) -> FloatArray:
    """A first column that counts units: totals that are the same for all units follow from it."""
    return np.column_stack([np.ones(len(rows)), rows])


def _regroupings_on_lattice(
    lattice: Lattice, n_of_kind: IntArray, size: int, *, share: float
) -> Iterator[Sums]:
    """The sums of coins that came up `size` times, and their chances."""
    grid, corner = coin_sums(lattice.whole, n_of_kind, share=share, at_most=size)
    for sums, chances in sums_of_grid(grid[size], corner[1:]):
        yield (size * lattice.back[0] + sums @ lattice.back[1:])[:, 1:], chances


def _sums_of_size(kind: FloatArray, n_of_kind: IntArray, ways: list[FloatArray], size: int) -> Iterator[Sums]:
    """Sums of every choice of that size from the kinds, in blocks of bounded memory."""
    if len(kind) == 1:
        yield from _by_size(kind, n_of_kind, ways, size, size).values()
        return
    for left, right in _halves(kind, n_of_kind, ways, size, size)[size]:
        chunk = max(1, CELLS // right[0].size)
        for start in range(0, len(left[0]), chunk):
            part = slice(start, start + chunk)
            yield _together((left[0][part], left[1][part]), right)


def _by_size(
    kind: FloatArray, n_of_kind: IntArray, ways: list[FloatArray], fewest: int, most: int
) -> dict[int, Sums]:
    """For each size from fewest to most, the sums of every choice of that size."""
    if len(kind) == 1:
        return {size: (size * kind, ways[0][size : size + 1]) for size in range(fewest, most + 1)}
    found = {}
    for size, pairs in _halves(kind, n_of_kind, ways, fewest, most).items():
        parts = [_together(left, right) for left, right in pairs]
        found[size] = np.concatenate([sums for sums, _ in parts]), np.concatenate([n for _, n in parts])
    return found


def _halves(
    kind: FloatArray, n_of_kind: IntArray, ways: list[FloatArray], fewest: int, most: int
) -> dict[int, list[tuple[Sums, Sums]]]:
    """For each size, the pairs of a left and a right half whose sizes add up to it."""
    cut = len(kind) // 2
    n_left, n_right = int(n_of_kind[:cut].sum()), int(n_of_kind[cut:].sum())
    left = _by_size(kind[:cut], n_of_kind[:cut], ways[:cut], max(0, fewest - n_right), min(most, n_left))
    right = _by_size(kind[cut:], n_of_kind[cut:], ways[cut:], max(0, fewest - n_left), min(most, n_right))
    return {
        size: [(left[n], right[size - n]) for n in left if size - n in right]
        for size in range(fewest, most + 1)
    }


def _together(left: Sums, right: Sums) -> Sums:
    sums = (left[0][:, None] + right[0]).reshape(-1, left[0].shape[1])
    return sums, np.outer(left[1], right[1]).ravel()
