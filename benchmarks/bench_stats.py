"""Statistics by matrix product against the loops they replace: ratios measured in one run."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from corefair.stats import bootstrap, paired_randomisation, permutation_test, spearman
from corefair.stats.drawing import coin_draws, subset_draws

FloatArray = NDArray[np.float64]


def f1(totals: FloatArray) -> FloatArray:
    """2 tp / (2 tp + fp + fn) from the first three totals."""
    tp, fp, fn = totals[..., 0], totals[..., 1], totals[..., 2]
    return np.asarray(2 * tp / (2 * tp + fp + fn))


def main() -> None:
    """Print how many times faster, then how time grows."""
    from scipy import stats as scipy_stats

    rng = np.random.default_rng(0)
    totals = rng.random((1600, 10))  # as many cases as WinoBias has, no two alike
    other = rng.random((1600, 10))
    counts = rng.integers(0, 2, size=(1600, 3)).astype(float)  # right or wrong: few kinds of case
    means = np.stack([totals[:, 0], np.ones(1600)], axis=1)
    sets = rng.random(16)
    short = rng.random((2, 8))

    def loop_bootstrap() -> None:
        for _ in range(2000):
            f1(totals[rng.integers(1600, size=1600)].sum(axis=0))

    def loop_swaps() -> None:
        for _ in range(2000):
            swap = rng.integers(2, size=(1600, 1), dtype=bool)
            f1(np.where(swap, other, totals).sum(axis=0)) - f1(np.where(swap, totals, other).sum(axis=0))

    def loop_partitions() -> None:
        for chosen in combinations(range(16), 8):
            sets[list(chosen)].sum()

    def scipy_bca() -> None:
        scipy_stats.bootstrap((totals[:, 0],), np.mean, n_resamples=2000, method="BCa", vectorized=True)

    def loop_orders() -> None:
        ranks = short.argsort().argsort().astype(float)
        for order in permutations(ranks[1]):
            ranks[0] @ np.array(order)

    def mean(t: FloatArray) -> FloatArray:
        return np.asarray(t[..., 0] / t[..., 1])

    print(f"{'task':<46}{'loop or scipy':>15}{'ours':>12}{'times':>8}")
    compare("bootstrap, 2,000 × 1,600 cases, loop", loop_bootstrap, lambda: bootstrap(totals, f1))
    compare("the same, right or wrong, loop", loop_bootstrap, lambda: bootstrap(counts, f1))
    compare("BCa of a mean, scipy.stats.bootstrap", scipy_bca, lambda: bootstrap(means, mean, method="bca"))
    compare(
        "swaps, 2,000 × 1,600 pairs, loop",
        loop_swaps,
        lambda: paired_randomisation(totals, other, f1, resamples=2000, most=2000),
    )
    groups = ["x"] * 8 + ["y"] * 8
    compare(
        "12,870 partitions of 16, loop",
        loop_partitions,
        lambda: permutation_test(sets, groups, of=("x", "y")),
    )
    compare("Spearman, all orders of 8, loop", loop_orders, lambda: spearman(*short))
    fine_p_values(rng)

    print(f"\n{'growth when doubled':<46}{'once':>15}{'doubled':>12}{'times':>8}")
    compare(
        "resamples 5,000 → 10,000",
        lambda: bootstrap(totals, f1, resamples=10_000),
        lambda: bootstrap(totals, f1, resamples=5000),
        growth=True,
    )
    compare(
        "cases 1,600 → 3,200",
        lambda: bootstrap(np.concatenate([totals, other]), f1, resamples=5000),
        lambda: bootstrap(totals, f1, resamples=5000),
        growth=True,
    )


def fine_p_values(rng: np.random.Generator) -> None:
    """What a p far below 1/10,001 costs: exact where counts are whole, else drawn eight units a byte."""
    n, draws = 1774, 20_000
    feminine = np.arange(n) % 2 == 0
    weights = rng.choice(rng.uniform(0.5, 2, 167), n)

    def sides(chance: FloatArray) -> FloatArray:
        right = rng.random(n) < chance
        return np.stack([right * feminine, feminine, right * ~feminine, ~feminine], axis=1).astype(float)

    def ratio(t: FloatArray) -> FloatArray:
        return np.asarray((t[..., 0] / t[..., 1]) / (t[..., 2] / t[..., 3]))

    fair, biased = sides(np.full(n, 0.65)), sides(np.where(feminine, 0.5, 0.8))
    alike = sides(np.full(n, 0.65))

    def exact(one: FloatArray, other: FloatArray) -> object:
        return paired_randomisation(one, other, ratio)

    def drawn(one: FloatArray, other: FloatArray) -> object:
        return paired_randomisation(one, other, ratio, weights=weights)

    gaps = rng.random((n, 1))
    coins, subsets = coin_draws(gaps, rng), subset_draws(gaps, n // 2, rng)
    dealt = np.arange(n) < n // 2

    def signs_by_product() -> None:
        for _ in range(draws // 9):
            (2.0 * rng.integers(2, size=(9, n)) - 1) @ gaps

    def subsets_by_shuffling() -> None:
        for _ in range(draws // 9):
            rng.permuted(np.tile(dealt, (9, 1)), axis=1).astype(float) @ gaps

    def by_bytes(draw: Callable[[int], object]) -> None:
        for start in range(0, draws, 5000):
            draw(min(5000, draws - start))

    print(f"\n{'a p as fine as six hundred comparisons need':<46}{'one way':>15}{'ours':>12}{'times':>8}")
    compare("20,000 swaps of 1,774 units, matrix product", signs_by_product, lambda: by_bytes(coins))
    compare("20,000 regroupings of them, shuffled", subsets_by_shuffling, lambda: by_bytes(subsets))
    compare("p < 1e-12: a million drawn, or exact", lambda: drawn(biased, fair), lambda: exact(biased, fair))
    compare("weighted, small p over large p", lambda: drawn(biased, fair), lambda: drawn(alike, fair))


def compare(
    task: str,
    slow: Callable[[], object],
    fast: Callable[[], object],
    *,
    repeats: int = 3,
    growth: bool = False,
) -> None:
    """One line: the best time of each, and their ratio."""
    slow_time, fast_time = (min(timed(run) for _ in range(repeats)) for run in (slow, fast))
    first, second = (fast_time, slow_time) if growth else (slow_time, fast_time)
    print(f"{task:<46}{1000 * first:>12.1f} ms{1000 * second:>9.1f} ms{slow_time / fast_time:>8.1f}")


def timed(run: Callable[[], object]) -> float:
    """Seconds for one run."""
    start = perf_counter()
    run()
    return perf_counter() - start


if __name__ == "__main__":
    main()
