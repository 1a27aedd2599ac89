"""Statistics by matrix product against the loops they replace: ratios measured in one run."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from corefair.stats import bootstrap, paired_randomisation, permutation_test, spearman

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
        lambda: paired_randomisation(totals, other, f1, resamples=2000),
    )
    groups = ["x"] * 8 + ["y"] * 8
    compare(
        "12,870 partitions of 16, loop",
        loop_partitions,
        lambda: permutation_test(sets, groups, of=("x", "y")),
    )
    compare("Spearman, all orders of 8, loop", loop_orders, lambda: spearman(*short))

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
