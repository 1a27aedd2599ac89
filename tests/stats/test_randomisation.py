"""Two systems on the same units: every p here can be counted by hand or by brute force."""

from itertools import product
from math import comb

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import holm, mcnemar, paired_randomisation


def mean(totals):
    return totals[..., 0] / totals[..., 1]


def f1(totals):
    return 2 * totals[..., 0] / (2 * totals[..., 0] + totals[..., 1] + totals[..., 2])


def with_ones(values):
    return np.stack([np.asarray(values, dtype=float), np.ones(len(values))], axis=1)


def brute_force(a, b, metric):
    """All 2^n swaps, one at a time."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    observed = abs(metric(a.sum(0)) - metric(b.sum(0)))
    reached = 0
    for swaps in product([False, True], repeat=len(a)):
        swap = np.array(swaps)[:, None]
        gap = metric(np.where(swap, b, a).sum(0)) - metric(np.where(swap, a, b).sum(0))
        reached += abs(gap) >= observed - 1e-9
    return reached / 2 ** len(a)


def test_three_pairs_by_hand():
    # Differences 1, 2, 3: of the eight sums ±1 ±2 ±3 only 6 and -6 are as far from 0 as 6,
    found = paired_randomisation(with_ones([1, 2, 3]), with_ones([0, 0, 0]), mean)
    assert (found.statistic, found.p, found.n, found.exact) == (pytest.approx(6 / 3), 2 / 8, 3, True)
    assert (found.floor, found.draws) == (2 / 8, 0)
    # while with differences 1, -2, 3 all but the two zeros (±1 ±2 ∓3) are as far as 2.
    found = paired_randomisation(with_ones([1, 0, 3]), with_ones([0, 2, 0]), mean)
    assert (found.statistic, found.p, found.floor) == (pytest.approx(2 / 3), 6 / 8, 2 / 8)


def test_one_side_by_hand():
    # Of the eight sums ±1 ±2 ±3 only 6 is as far up as 6, and 2, 4, 6 and two zeros as far up as 0.
    a, b = with_ones([1, 2, 3]), with_ones([0, 0, 0])
    up, down = (paired_randomisation(a, b, mean, alternative=side) for side in ("greater", "less"))
    assert (up.p, down.p, up.floor) == (1 / 8, 1, 1 / 8)
    a, b = with_ones([1, 2, 0]), with_ones([0, 0, 3])
    assert paired_randomisation(a, b, mean, alternative="greater").p == 5 / 8


triples = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))


@given(st.lists(st.tuples(triples, triples), min_size=1, max_size=8))
@settings(max_examples=80, deadline=None)
def test_counting_kinds_equals_trying_every_swap(pairs):
    a, b = (np.array([[*pair[side], 1] for pair in pairs], dtype=float) for side in (0, 1))

    def guarded(totals):  # the fourth total is the number of rows, so the denominator is never 0
        return totals[..., 0] / (totals[..., 1] + totals[..., 2] + totals[..., 3])

    found = paired_randomisation(a, b, guarded)
    assert found.exact
    assert found.p == pytest.approx(brute_force(a, b, guarded), rel=1e-12)


def test_distinct_decimals_equal_trying_every_swap():
    rng = np.random.default_rng(0)
    a, b = rng.random((10, 3)), rng.random((10, 3))
    assert paired_randomisation(a, b, f1).p == brute_force(a, b, f1)


def test_ties_hold_in_spite_of_rounding():
    # 0.1 + 0.2 - 0.3 is not 0 in floating point, but each sum comes with its mirror image: p must be 1.
    assert paired_randomisation(with_ones([0.1, 0.2, 0]), with_ones([0, 0, 0.3]), mean).p == 1


def test_units_where_the_systems_agree_change_nothing_but_n():
    a, b = with_ones([1, 2, 3]), with_ones([0, 0, 0])
    same = with_ones(np.arange(100))

    def total(totals):
        return totals[..., 0]

    alone = paired_randomisation(a, b, total)
    among = paired_randomisation(np.concatenate([same, a]), np.concatenate([same, b]), total)
    assert (alone.statistic, alone.p, among.n, among.exact) == (among.statistic, among.p, 103, True)


def test_equal_systems_have_a_p_of_one():
    found = paired_randomisation(with_ones([1, 2]), with_ones([1, 2]), mean)
    assert (found.statistic, found.p, found.n, found.exact, found.floor) == (0, 1, 2, True, 1)


def test_rows_of_a_unit_are_swapped_together():
    # Four rows in two units: four swaps, and two of them are as far from 0.
    found = paired_randomisation(with_ones([1, 1, 1, 1]), with_ones([0, 0, 0, 0]), mean, units=list("uuvv"))
    assert (found.statistic, found.p, found.n, found.exact) == (1.0, 2 / 4, 2, True)


@given(
    st.lists(
        st.tuples(*[st.floats(0, 9)] * 4, st.sampled_from("pqrstu"), st.floats(0.1, 3)),
        min_size=2,
        max_size=12,
    ),
    st.randoms(use_true_random=False),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_neither_order_nor_names_matter_to_the_last_bit_and_swapping_systems_turns_the_sign(
    drawn, shuffler, by_unit
):
    def compare(rows, rename, sides):
        table = np.array([row[:4] for row in rows])
        units = [rename.get(row[4]) for row in rows] if by_unit else None
        first, second = (table[:, :2], table[:, 2:])[::sides]
        return paired_randomisation(
            first,
            second,
            lambda t: t[..., 0] / (1 + t[..., 1]),
            units=units,
            weights=[row[5] for row in rows],
        )

    shuffled = drawn.copy()
    shuffler.shuffle(shuffled)
    names = {name: name for name in "pqrstu"}
    assert compare(drawn, names, 1) == compare(shuffled, dict(zip("pqrstu", "utsrqp", strict=True)), 1)
    there, back = compare(drawn, names, 1), compare(drawn, names, -1)
    assert there.statistic == pytest.approx(-back.statistic, abs=1e-12)
    assert there.p == pytest.approx(back.p)


def test_sampling_in_any_order_is_the_same_to_the_last_bit():
    rng = np.random.default_rng(1)
    a, b, order = rng.random((60, 3)), rng.random((60, 3)), rng.permutation(60)
    found = paired_randomisation(a, b, f1, resamples=500)
    assert not found.exact
    assert found == paired_randomisation(a[order], b[order], f1, resamples=500)
    assert found.p != paired_randomisation(a, b, f1, resamples=500, seed=1).p
    assert found == paired_randomisation(a, b, f1, resamples=500)


@pytest.mark.parametrize("whole", [True, False])  # few kinds of difference, and all of them distinct
def test_sampling_agrees_with_counting(monkeypatch, whole):
    rng = np.random.default_rng(2)
    a, b = rng.random((18, 3)), rng.random((18, 3)) + 0.1
    if whole:
        a, b = np.round(a), np.round(b)
        a, b = np.tile(a[:4], (8, 1)), np.tile(b[:4], (8, 1))
    exact = paired_randomisation(a, b, f1)
    monkeypatch.setattr("corefair.stats.randomisation.EXACT_LIMIT", 1)
    monkeypatch.setattr("corefair.stats.lattice.MOST_SUMS", 1)
    sampled = paired_randomisation(a, b, f1, resamples=40_000)
    assert (exact.exact, sampled.exact, exact.draws, sampled.draws) == (True, False, 0, 40_000)
    assert 0.02 < exact.p < 0.98
    assert sampled.p == pytest.approx(exact.p, abs=4 * np.sqrt(exact.p * (1 - exact.p) / 40_000))


def test_a_sampled_p_counts_the_sample_itself_and_is_never_zero():
    gaps = 10 + np.random.default_rng(4).random(60)
    found = paired_randomisation(with_ones(gaps), with_ones(0 * gaps), mean, resamples=199, most=199)
    assert (found.p, found.floor, found.draws) == (1 / 200, 1 / 200, 199)


@given(st.lists(st.tuples(triples, triples), min_size=1, max_size=9), st.sampled_from([1, 0.3, 7]))
@settings(max_examples=60, deadline=None)
def test_merging_equal_sums_equals_trying_every_swap(pairs, weight):
    a, b = (np.array([[*pair[side], 1] for pair in pairs], dtype=float) for side in (0, 1))

    def guarded(totals):
        return totals[..., 0] / (totals[..., 1] + totals[..., 2] + totals[..., 3])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefair.stats.randomisation.EXACT_LIMIT", 1)  # so that nothing is enumerated
        found = paired_randomisation(a, b, guarded, weights=[weight] * len(a))
    assert found.exact
    assert found.p == pytest.approx(brute_force(a, b, guarded), rel=1e-9)


def ratio(totals):  # of the accuracies of two groups, side by side
    return (totals[..., 0] / totals[..., 1]) / (totals[..., 2] / totals[..., 3])


def of_two_groups(rights):
    feminine = np.arange(len(rights)) % 2 == 0
    return np.stack([rights * feminine, feminine, rights * ~feminine, ~feminine], axis=1).astype(float)


def test_a_difference_of_ratios_is_exact_on_thousands_of_cases_and_far_below_what_could_be_drawn():
    rng = np.random.default_rng(5)
    n = 1774
    a = of_two_groups(rng.random(n) < np.where(np.arange(n) % 2, 0.8, 0.5))
    b = of_two_groups(rng.random(n) < 0.66)
    found = paired_randomisation(a, b, ratio)
    assert found.exact
    assert 0 < found.p < 1e-12
    again = paired_randomisation(a[::-1], b[::-1], ratio)
    assert (again.p, again.statistic) == (found.p, found.statistic)
    # A weaker one, which can be drawn: the two ways agree.
    a = of_two_groups(rng.random(n) < np.where(np.arange(n) % 2, 0.73, 0.62))
    exact = paired_randomisation(a, b, ratio)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefair.stats.randomisation.EXACT_LIMIT", 1)
        merged = paired_randomisation(a, b, ratio)
        patch.setattr("corefair.stats.lattice.MOST_SUMS", 1)
        drawn = paired_randomisation(a, b, ratio)
    assert merged.exact and merged.p == pytest.approx(exact.p, rel=1e-9) and not drawn.exact
    assert 1e-4 < exact.p < 0.2
    assert drawn.p == pytest.approx(exact.p, rel=0.4)  # 100 as extreme: four times a tenth


def test_a_small_p_is_drawn_until_it_is_known_and_survives_six_hundred_comparisons():
    rng = np.random.default_rng(6)
    gaps = np.abs(rng.normal(size=80)) * np.where(np.arange(80) < 60, 1, -1)
    found = paired_randomisation(with_ones(gaps), with_ones(0 * gaps), mean)
    z = gaps.sum() / np.sqrt((gaps**2).sum())
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(z), rel=0.6)  # the sum is nearly normal
    assert 10_000 < found.draws <= 1_000_000 and not found.exact
    sure = paired_randomisation(with_ones(np.abs(gaps)), with_ones(0 * gaps), mean)
    assert sure.p == sure.floor == 1 / 1_000_001
    assert holm([sure.p] + [1.0] * 599)[0] < 0.05


def test_a_large_p_costs_no_more_than_before():
    rng = np.random.default_rng(7)
    found = paired_randomisation(with_ones(rng.normal(size=200)), with_ones(rng.normal(size=200)), mean)
    assert (found.draws, found.p > 0.02) == (10_000, True)


def test_the_further_apart_the_smaller_p():
    rng = np.random.default_rng(8)
    apart = np.sign(rng.normal(size=60))
    ps = []
    for turned in range(0, 31, 3):
        apart = np.where(np.arange(60) < 30 + turned, 1, -1)
        ps.append(paired_randomisation(with_ones(apart), with_ones(0 * apart), mean).p)
    assert ps == sorted(ps, reverse=True) and len(set(ps)) == len(ps)


def test_many_metrics_at_once():
    rng = np.random.default_rng(3)
    a, b = rng.random((12, 3)), rng.random((12, 3))
    together = paired_randomisation(a, b, lambda t: np.stack([f1(t), t[..., 0]], axis=-1))
    for column, metric in enumerate([f1, lambda t: t[..., 0]]):
        alone = paired_randomisation(a, b, metric)
        assert (alone.statistic, alone.p) == (together.statistic[column], together.p[column])
        assert alone.floor == together.floor[column]


def test_a_swap_that_leaves_the_metric_undefined_counts_as_extreme():
    # Swapping one of the two pairs leaves one side no predictions at all: 0/0. Other swaps give ±1/2 as seen.
    found = paired_randomisation([[1, 1], [0, 0]], [[0, 0], [1, 2]], mean)
    assert found.p == 1


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (with_ones([1, 2]), with_ones([1]), "different shapes"),
        ([1, 2], [3, 4], "rows and columns"),
        (with_ones([1, np.nan]), with_ones([1, 2]), "missing or infinite"),
        (np.zeros((2, 2)), with_ones([1, 2]), "no finite value"),
        (np.empty((0, 2)), np.empty((0, 2)), "no totals"),
    ],
)
def test_bad_input_gets_one_clear_sentence(a, b, message):
    with pytest.raises(DataError, match=message):
        paired_randomisation(a, b, mean)


@pytest.mark.parametrize(("n_units", "exact"), [(10, True), (40, False)])
def test_p_is_uniform_when_the_systems_do_not_differ(n_units, exact):
    ps = []
    for number in range(600):
        rng = np.random.default_rng(number)
        hard = rng.normal(size=(n_units, 1))  # shared, so that the pairing matters
        a, b = (with_ones(side) for side in (hard + rng.normal(size=(n_units, 2))).T)
        found = paired_randomisation(a, b, mean, resamples=199, most=199, seed=10**6 + number)
        assert found.exact is exact
        ps.append(found.p)
    # 199 resamples put p on 1/200 … 200/200, twenty to each of ten bins; 512 mirrored sums come close.
    counts = np.histogram(np.array(ps) - 1e-9, bins=10, range=(0, 1))[0]
    assert scipy.stats.chisquare(counts).pvalue > 0.01


def test_power_is_not_lost_when_the_systems_do_differ():
    found = 0
    for number in range(300):
        rng = np.random.default_rng(number)
        gap = rng.normal(0.45, 1, size=40)
        found += (
            paired_randomisation(
                with_ones(gap), with_ones(0 * gap), mean, resamples=199, most=199, seed=number
            ).p
            < 0.05
        )
    power = scipy.stats.nct.sf(scipy.stats.t.isf(0.025, 39), 39, 0.45 * np.sqrt(40))  # of the t test
    assert found / 300 == pytest.approx(power, abs=3 * np.sqrt(power * (1 - power) / 300))


# McNemar


def test_mcnemar_by_hand():
    assert mcnemar(0, 0).p == 1
    found = mcnemar(0, 5)
    assert (found.statistic, found.p, found.n, found.exact, found.floor) == (-5, 2 / 2**5, 5, True, 2 / 2**5)
    assert mcnemar(1, 5).floor == 2 / 2**6
    assert mcnemar(2, 8).p == 2 * (1 + 10 + 45) / 2**10
    assert mcnemar(2, 8, mid_p=True).p == (2 * (1 + 10) + 45) / 2**10
    assert mcnemar(3, 3).p == mcnemar(3, 3, mid_p=True).p == 1


@given(st.integers(0, 2000), st.integers(0, 2000))
@settings(deadline=None)
def test_mcnemar_is_a_binomial_test(only_a, only_b):
    expected = scipy.stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1
    assert mcnemar(only_a, only_b).p == pytest.approx(expected, rel=1e-9)
    assert mcnemar(only_a, only_b).p == mcnemar(only_b, only_a).p
    assert mcnemar(only_a, only_b, mid_p=True).p <= mcnemar(only_a, only_b).p


@given(st.integers(0, 400), st.integers(0, 400), st.integers(1, 50))
@settings(max_examples=40, deadline=None)
def test_randomising_right_and_wrong_is_mcnemar_whatever_the_size(only_a, only_b, same):
    a = np.repeat([1, 0, 1], [only_a, only_b, same])
    b = np.repeat([0, 1, 1], [only_a, only_b, same])
    found = paired_randomisation(with_ones(a), with_ones(b), mean)
    assert found.exact
    assert found.p == pytest.approx(mcnemar(only_a, only_b).p, rel=1e-9)


@pytest.mark.parametrize("n", range(1, 60, 7))
def test_mcnemar_raises_no_more_false_alarms_than_it_says_and_mid_p_wastes_less(n):
    chance = np.array([comb(n, k) / 2**n for k in range(n + 1)])
    exact, mid = (np.array([mcnemar(k, n - k, mid_p=half).p for k in range(n + 1)]) for half in (False, True))
    for alpha in (0.01, 0.05, 0.1, 0.2):
        alarms, mid_alarms = chance[exact <= alpha].sum(), chance[mid <= alpha].sum()
        assert alarms <= alpha
        assert alarms <= mid_alarms < alpha * 1.5
    assert chance @ mid == pytest.approx(0.5, abs=0.3 / np.sqrt(n))  # as a uniform p would average


@pytest.mark.parametrize("counts", [(-1, 2), (1.5, 2)])
def test_mcnemar_refuses_what_cannot_be_counted(counts):
    with pytest.raises(DataError, match="whole numbers from 0"):
        mcnemar(*counts)
