"""Two groups of different units: exact p-values by hand, by brute force, and against scipy."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import permutation_test, subset_sums

AB = ("a", "b")


def labels(n_a, n_b):
    return ["a"] * n_a + ["b"] * n_b


def test_by_hand():
    # Of the ten pairs among 1 … 5 only {4, 5} has a mean 2.5 above the rest; {1, 2} lies 2.5 below.
    values, groups = [4, 5, 1, 2, 3], labels(2, 3)
    found = permutation_test(values, groups, of=AB)
    assert (found.statistic, found.p, found.n, found.exact) == (2.5, 2 / 10, 5, True)
    assert (found.floor, found.draws) == (2 / 10, 0)
    assert permutation_test(values, groups, of=AB, alternative="greater").p == 1 / 10
    assert permutation_test(values, groups, of=AB, alternative="less").p == 1
    assert permutation_test(values, groups, of=AB[::-1], alternative="less").p == 1 / 10


@given(
    st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.lists(st.integers(-3, 3), min_size=1, max_size=5)
)
@settings(max_examples=80, deadline=None)
def test_counting_kinds_equals_trying_every_regrouping(first, second):
    values, n_a = np.array(first + second), len(first)
    gaps = [
        values[list(chosen)].mean() - np.delete(values, chosen).mean()
        for chosen in combinations(range(len(values)), n_a)
    ]
    for alternative, reached in (
        ("two-sided", np.abs(gaps) >= abs(gaps[0]) - 1e-9),
        ("greater", np.array(gaps) >= gaps[0] - 1e-9),
        ("less", np.array(gaps) <= gaps[0] + 1e-9),
    ):
        found = permutation_test(values, labels(n_a, len(second)), of=AB, alternative=alternative)
        assert found.exact
        assert found.p == pytest.approx(reached.mean(), rel=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_agrees_with_scipy_for_sets_of_equal_size(alternative):
    rng = np.random.default_rng(0)
    x, y = rng.normal(0.5, 1, size=7), rng.normal(size=7)
    theirs = scipy.stats.permutation_test(
        (x, y),
        lambda x, y, axis: x.mean(axis) - y.mean(axis),
        vectorized=True,
        n_resamples=np.inf,
        alternative=alternative,
    )
    ours = permutation_test(np.concatenate([x, y]), labels(7, 7), of=AB, alternative=alternative)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_right_and_wrong_in_two_large_groups_is_fishers_exact_test():
    values, groups = np.repeat([1, 0, 1, 0], [430, 270, 390, 310]), labels(700, 700)
    found = permutation_test(values, groups, of=AB)
    assert found.exact
    assert found.p == pytest.approx(scipy.stats.fisher_exact([[430, 270], [390, 310]]).pvalue, rel=1e-9)


def test_every_partition_of_two_sets_of_eight():
    values = np.random.default_rng(1).normal(size=16)
    sums = subset_sums(values, 8)
    expected = [sum(values[list(chosen)]) for chosen in combinations(range(16), 8)]
    assert len(sums) == 12_870
    assert np.sort(sums) == pytest.approx(np.sort(expected))
    found = permutation_test(values, labels(8, 8), of=AB, alternative="greater")
    assert found.p == (sums >= values[:8].sum() - 1e-12).mean()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8), st.data())
@settings(max_examples=40, deadline=None)
def test_subset_sums_are_the_sums_of_all_subsets(rows, data):
    size = data.draw(st.integers(1, len(rows)))
    expected = [np.sum(chosen, axis=0).tolist() for chosen in combinations(rows, size)]
    assert sorted(subset_sums(rows, size).tolist()) == sorted(expected)


def test_blocks_of_bounded_memory_do_not_change_the_sums(monkeypatch):
    values = np.arange(12.0) ** 2
    whole = np.sort(subset_sums(values, 5))
    monkeypatch.setattr("corefair.stats.permutation.CELLS", 10)
    assert (np.sort(subset_sums(values, 5)) == whole).all()
    assert len(whole) == comb(12, 5)


def test_totals_with_a_metric_weights_and_units():
    # Units u, v against w, x; precision 3/4 against 1/4. The six regroupings have precision gaps
    # uv 1/2, ux: (2+0)/(2+2) - 2/4 = 0, uw: 3/4 - 1/4 = 1/2, and their mirror images: four of six reach 1/2.
    totals = [[1, 1], [1, 1], [1, 2], [1, 2], [0, 2]]
    found = permutation_test(
        totals,
        labels(3, 2),
        of=AB,
        metric=lambda t: t[..., 0] / t[..., 1],
        units=list("uuvwx"),
        weights=[1, 1, 1, 1, 1],
    )
    assert (found.statistic, found.p) == (pytest.approx(3 / 4 - 1 / 4), pytest.approx(4 / 6))
    assert (found.n, found.exact) == (4, True)


def test_weights_weigh_the_means():
    found = permutation_test([1, 0, 0, 0], labels(2, 2), of=AB, weights=[3, 1, 1, 1])
    assert found.statistic == 3 / 4


@given(
    st.lists(
        st.tuples(st.floats(-9, 9), st.sampled_from("pqrstu"), st.floats(0.1, 3)), min_size=4, max_size=14
    ).filter(lambda rows: len({row[1] in "pqr" for row in rows}) == 2),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60, deadline=None)
def test_neither_order_nor_names_matter_to_the_last_bit(drawn, shuffler):
    def compare(rows, rename):
        return permutation_test(
            [row[0] for row in rows],
            ["a" if row[1] in "pqr" else "b" for row in rows],
            of=AB,
            units=[rename[row[1]] for row in rows],
            weights=[row[2] for row in rows],
        )

    shuffled = drawn.copy()
    shuffler.shuffle(shuffled)
    names = dict(zip("pqrstu", "utsrqp", strict=True))
    assert compare(drawn, {name: name for name in "pqrstu"}) == compare(shuffled, names)


@pytest.mark.parametrize("n_values", [4, 10**6])  # few kinds, and all distinct
def test_sampling_agrees_with_counting_and_ignores_order(monkeypatch, n_values):
    rng = np.random.default_rng(2)
    n = 40 if n_values == 4 else 18
    values, groups = rng.integers(n_values, size=n), labels(n // 3, n - n // 3)
    exact = permutation_test(values, groups, of=AB)
    monkeypatch.setattr("corefair.stats.permutation.EXACT_LIMIT", 1)
    monkeypatch.setattr("corefair.stats.lattice.MOST_SUMS", 1)
    sampled = permutation_test(values, groups, of=AB, resamples=40_000)
    assert (exact.exact, sampled.exact) == (True, False)
    assert 0.02 < exact.p < 0.98
    assert sampled.p == pytest.approx(exact.p, abs=4 * np.sqrt(exact.p * (1 - exact.p) / 40_000))
    order = rng.permutation(n)
    assert sampled == permutation_test(values[order], np.array(groups)[order], of=AB, resamples=40_000)


def test_a_sampled_p_counts_the_sample_itself_and_is_never_zero():
    values = np.random.default_rng(4).random(60) + np.repeat([9, 0], 30)
    found = permutation_test(values, labels(30, 30), of=AB, resamples=199, most=199)
    assert (found.p, found.floor, found.draws) == (1 / 200, 1 / 200, 199)


@given(
    st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.lists(st.integers(-3, 3), min_size=1, max_size=5)
)
@settings(max_examples=60, deadline=None)
def test_merging_equal_sums_equals_trying_every_regrouping(first, second):
    values, groups = 0.7 * np.array(first + second), labels(len(first), len(second))
    enumerated = permutation_test(values, groups, of=AB)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefair.stats.permutation.EXACT_LIMIT", 1)  # so that nothing is enumerated
        merged = permutation_test(values, groups, of=AB)
    assert merged.exact and enumerated.exact
    assert (merged.p, merged.floor) == pytest.approx((enumerated.p, enumerated.floor), rel=1e-9)


def test_clusters_of_right_and_wrong_are_exact():
    # Two hundred units of nine cases: too many outcomes to enumerate, but few sums.
    rng = np.random.default_rng(5)
    rights = rng.binomial(9, np.repeat([0.55, 0.45], 100))
    totals = np.stack([rights, np.full(200, 9)], axis=1)
    found = permutation_test(totals, labels(100, 100), of=AB, metric=lambda t: t[..., 0] / t[..., 1])
    assert found.exact and 0 < found.p < 1e-4
    z = (rights[:100].mean() - rights[100:].mean()) / np.sqrt(rights.var(ddof=1) * 2 / 100)
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(abs(z)), rel=0.5)


@pytest.mark.parametrize(("n_a", "n_b"), [(50, 50), (20, 80), (4, 96)])
def test_a_small_p_is_drawn_until_it_is_known(n_a, n_b):
    rng = np.random.default_rng(6)
    values = np.concatenate([rng.normal(12.5 / np.sqrt(n_a), 1, n_a), rng.normal(0, 1, n_b)])
    values[n_a:] *= 3  # so that more than the spread of the first group counts
    found = permutation_test(values, labels(n_a, n_b), of=AB)
    error = values.std(ddof=1) * np.sqrt(1 / n_a + 1 / n_b)
    assert not found.exact
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(found.statistic / error), rel=1, abs=2e-3)
    assert found.p < 0.02 and found.draws > 10_000


def test_the_limit_is_on_distinct_outcomes():
    distinct = np.random.default_rng(3).normal(size=24)
    assert permutation_test(distinct[:22], labels(11, 11), of=AB).exact  # 705,432
    assert not permutation_test(distinct, labels(12, 12), of=AB, resamples=10, most=10).exact  # 2,704,156
    assert permutation_test(np.repeat(distinct[:3], 8), labels(12, 12), of=AB).exact
    assert permutation_test(np.arange(1400), labels(2, 1398), of=AB).exact  # 979,300
    uneven = np.arange(1600) ** 1.5
    assert not permutation_test(uneven, labels(2, 1598), of=AB, resamples=10, most=10).exact  # 1,279,200


@pytest.mark.parametrize(
    ("values", "groups", "options", "message"),
    [
        ([1, 2], ["a", "c"], {}, "no row is in group 'b'"),
        ([1, 2], ["a", "b"], {"alternative": "more"}, "'two-sided', 'greater' or 'less'"),
        ([1, 2], ["a", "b"], {"units": ["u", "u"]}, "rows in both groups"),
        ([1, 2], ["a", "b"], {"weights": [1, 0]}, "every row of group 'b' has weight 0"),
        ([[1, 2], [3, 4]], ["a", "b"], {}, "need a metric"),
        ([1, np.nan], ["a", "b"], {}, "missing or infinite"),
        ([1, 2], ["a", "b"], {"resamples": 0}, "resamples must lie between 1 and"),
        ([], [], {}, "no totals"),
    ],
)
def test_bad_input_gets_one_clear_sentence(values, groups, options, message):
    with pytest.raises(DataError, match=message):
        permutation_test(values, groups, of=AB, **options)


def test_subsets_need_a_size_that_exists():
    with pytest.raises(DataError, match="3 values have no subsets of size 4"):
        subset_sums([1, 2, 3], 4)


@pytest.mark.parametrize(("n_each", "exact"), [(6, True), (20, False)])
def test_p_is_uniform_when_the_groups_do_not_differ(n_each, exact):
    ps = []
    for number in range(600):
        values = np.random.default_rng(number).exponential(size=2 * n_each)
        found = permutation_test(
            values, labels(n_each, n_each), of=AB, resamples=199, most=199, seed=10**6 + number
        )
        assert found.exact is exact
        ps.append(found.p)
    counts = np.histogram(np.array(ps) - 1e-9, bins=10, range=(0, 1))[0]
    assert scipy.stats.chisquare(counts).pvalue > 0.01
