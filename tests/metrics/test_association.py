"""WEAT's arithmetic: sums by hand, every regrouping by brute force, and what must not change it."""

from __future__ import annotations

from itertools import combinations
from math import comb
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.metrics.association import effect_size, regroup, weat, wilson

# Distinct by far more than rounding, so that brute force and ours agree on what is a tie.
values = st.lists(st.integers(-1000, 1000), min_size=2, max_size=4, unique=True).map(
    lambda numbers: [number / 1000 for number in numbers]
)


def brute_force(first: list[float], second: list[float]) -> float:
    """The share of all regroupings whose difference of means is at least that of the groups."""
    pooled = np.array(first + second)
    observed = np.mean(first) - np.mean(second)
    reached = 0
    for chosen in combinations(range(len(pooled)), len(first)):
        taken = np.isin(np.arange(len(pooled)), chosen)
        reached += pooled[taken].mean() - pooled[~taken].mean() >= observed - 1e-12
    return float(reached) / comb(len(pooled), len(first))


def test_effect_size_by_hand() -> None:
    # Means 2 and -2; squares 1 + 9 + 1 + 9 = 20 around 0, over 3 or over 4.
    assert effect_size([1, 3], [-1, -3]) == pytest.approx(4 / (20 / 3) ** 0.5)
    assert effect_size([1, 3], [-1, -3], ddof=0) == pytest.approx(4 / 5**0.5)
    assert effect_size([0.2, 0.2], [0.2]) == 0


@settings(max_examples=60, deadline=None)
@given(values, values)
def test_p_is_that_of_brute_force(first: list[float], second: list[float]) -> None:
    found = regroup(first, second)
    assert found.exact and found.p == pytest.approx(brute_force(first, second))
    assert found.p_low == found.p == found.p_high
    # Up for one side is down for the other, and the two shares overlap in the ties.
    assert regroup(second, first, alternative="less").p == pytest.approx(found.p)
    assert found.p + regroup(first, second, alternative="less").p >= 1


@settings(max_examples=60, deadline=None)
@given(values, values, st.permutations(range(4)), st.sampled_from([0.001, 0.3, 7.0]))
def test_laws(first: list[float], second: list[float], order: list[int], scale: float) -> None:
    found = weat(first, second)
    turned = weat(second, first)
    assert turned.effect == pytest.approx(-found.effect)
    assert turned.test.difference == pytest.approx(-found.test.difference)
    other_order = [first[place] for place in order if place < len(first)]
    assert weat(other_order, second) == found
    if np.ptp(first + second) * scale > 1e-5:  # above what counts as rounding
        scaled = weat(scale * np.array(first), scale * np.array(second))
        assert scaled.effect == pytest.approx(found.effect)
    assert -2 <= effect_size(first, second, ddof=0) * (2 - (len(first) == len(second))) ** -1 <= 2
    if found.low is not None and found.high is not None:
        assert found.low <= found.effect <= found.high


def test_what_is_left_by_rounding_is_no_effect() -> None:
    noise = np.random.default_rng(0).normal(scale=1e-8, size=(2, 8))
    found = weat(0.1 + abs(noise[0]), 0.1 - abs(noise[1]))
    assert (found.effect, found.test.p, found.low, found.high) == (0, 1, None, None)
    assert weat([0.1, 0.2], [0.1, 0.2]).effect == 0


def test_drawn_p_is_near_the_exact_one() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(0.6, 1, size=12), rng.normal(0, 1, size=13)
    drawn = regroup(first, second, regroupings=20_000)
    assert not drawn.exact and drawn.p_low < drawn.p < drawn.p_high
    assert regroup(first, second, regroupings=20_000) == drawn, "same seed, same p"
    # 5,200,300 regroupings: too many to test here, so against many more draws with another seed.
    assert drawn.p_low <= regroup(first, second, regroupings=200_000, seed=9).p <= drawn.p_high


def test_interval_covers_the_true_effect() -> None:
    """Two normal targets 1 apart: d = 1 / √(1 + 1/4), the spread that of both together."""
    rng = np.random.default_rng(0)
    truth = 1 / 1.25**0.5
    covered = 0
    for seed in range(120):
        found = weat(rng.normal(1, 1, size=16), rng.normal(0, 1, size=16), regroupings=10, seed=seed)
        assert found.low is not None and found.high is not None
        covered += found.low <= truth <= found.high
    assert covered >= 105, f"a 95 % interval held the truth {covered} of 120 times"


def test_exact_p_of_eight_and_eight_is_quick() -> None:
    first, second = np.random.default_rng(0).normal(size=(2, 8))
    times = []
    for _ in range(10):
        start = perf_counter()
        found = regroup(first, second)
        times.append(perf_counter() - start)
    assert found.exact and min(times) < 0.01, f"{1000 * min(times):.1f} ms"


def test_wilson_by_hand() -> None:
    """z = 1.96: the ends solve |p̂ - p| = z √(p (1 - p) / n)."""
    low, high = wilson(30, 100)
    for end in (low, high):
        assert abs(0.3 - end) == pytest.approx(1.959964 * (end * (1 - end) / 100) ** 0.5, rel=1e-5)


def test_nothing_to_test() -> None:
    with pytest.raises(DataError, match="both targets"):
        weat([], [1.0])
    with pytest.raises(DataError, match="missing or infinite"):
        weat([float("nan")], [1.0])
