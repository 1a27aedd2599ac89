"""Correlation: against scipy, against all orders counted one by one, and how often intervals are right."""

from itertools import permutations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import Undefined, effective_sample_size, pearson, spearman

X = [1.0, 2.0, 3.0, 4.0, 5.0]
Y = [2.0, 1.0, 4.0, 3.0, 5.0]


def test_by_hand():
    # Deviations (-2 -1 0 1 2) and (-1 -2 1 0 2): products 2 + 2 + 0 + 0 + 4 = 8, squares 10 and 10.
    assert pearson(X, Y).value == pytest.approx(8 / 10)
    assert spearman(X, np.exp(Y)).value == pytest.approx(8 / 10)


@pytest.mark.parametrize("n", [4, 10, 60])
def test_pearson_agrees_with_scipy(n):
    rng = np.random.default_rng(n)
    x = rng.normal(size=n)
    y = 0.4 * x + rng.normal(size=n)
    ours, theirs = pearson(x, y, level=0.9), scipy.stats.pearsonr(x, y)
    bounds = theirs.confidence_interval(0.9)
    assert ours == pytest.approx((theirs.statistic, bounds.low, bounds.high, theirs.pvalue, n))


def test_spearman_agrees_with_scipy_and_with_bonett_and_wright():
    rng = np.random.default_rng(0)
    x = rng.integers(8, size=40)  # with ties
    y = x + rng.integers(8, size=40)
    ours, theirs = spearman(x, y), scipy.stats.spearmanr(x, y)
    assert (ours.value, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    error = np.sqrt((1 + ours.value**2 / 2) / 37)
    assert np.arctanh([ours.low, ours.high]) == pytest.approx(
        np.arctanh(ours.value) + np.array([-1, 1]) * 1.959964 * error
    )


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=6))
@settings(max_examples=60, deadline=None)
def test_spearmans_p_counts_every_order(points):
    x, y = np.array(points).T
    if len(set(x)) == 1 or len(set(y)) == 1:
        return
    ranks = scipy.stats.rankdata(x)
    values = [np.corrcoef(ranks, order)[0, 1] for order in permutations(scipy.stats.rankdata(y))]
    expected = np.mean(np.abs(values) >= abs(values[0]) - 1e-9)
    assert spearman(x, y).p == pytest.approx(expected, rel=1e-12)


def test_exact_and_approximate_p_meet_where_one_takes_over():
    rng = np.random.default_rng(1)
    for _ in range(20):
        x, y = rng.normal(size=(2, 9))
        assert spearman(x, y).p == pytest.approx(scipy.stats.spearmanr(x, y).pvalue, abs=0.02)


sevenths = st.integers(-(10**6), 10**6).map(lambda number: number / 7)


@given(st.lists(st.tuples(sevenths, sevenths), min_size=5, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_laws(points, shuffler):
    x, y = np.array(points).T
    if min(np.ptp(x), np.ptp(y)) == 0:
        return
    shuffled = points.copy()
    shuffler.shuffle(shuffled)
    for correlation in (pearson, spearman):
        found = correlation(x, y)
        assert found == correlation(*np.array(shuffled).T)  # to the last bit
        assert found == pytest.approx(correlation(y, x))
        assert found.value == pytest.approx(correlation(4 * x + 7, y).value, abs=1e-6)
        mirrored = correlation(-x, y)
        assert found.low == pytest.approx(-mirrored.high, abs=1e-9)
        assert found.p == pytest.approx(mirrored.p)
        assert -1 <= found.low <= found.value <= found.high <= 1
        assert 0 <= found.p <= 1


def test_weights_repeat_points():
    weights = [1, 3, 2, 1, 2]
    repeated = np.repeat(X, weights), np.repeat(Y, weights)
    found = pearson(X, Y, weights=weights)
    assert found.value == pytest.approx(np.corrcoef(*repeated)[0, 1])
    assert found == pytest.approx(
        pearson(X, Y, weights=np.multiply(weights, 10.0))
    )  # only their ratios count
    # nine repeated rows are not nine points: 81/19 = 4.3 are what they are worth
    size = effective_sample_size(weights)
    assert size == pytest.approx(81 / 19)
    t = found.value * np.sqrt((size - 2) / (1 - found.value**2))
    assert found.p == pytest.approx(2 * scipy.stats.t.sf(t, size - 2))
    assert found.n == 5


def test_a_weight_of_zero_leaves_a_point_out():
    assert pearson([*X, 99], [*Y, -99], weights=[1] * 5 + [0]) == pearson(X, Y)


def test_a_line_is_certain_and_three_points_are_not():
    assert pearson([1, 2, 3, 4], [2, 4, 6, 8])[:4] == pytest.approx((1, 1, 1, 0), abs=1e-7)
    assert pearson([1, 2, 3], [1, 2, 4])[1:3] == (-1, 1)
    assert spearman([1, 2, 3], [1, 2, 4])[1:4] == pytest.approx((-1, 1, 2 / 6))


def test_ranks_in_one_order_are_no_line():
    for n, low in ((4, -0.82), (6, 0.38), (20, 0.995)):
        up, down = (
            spearman(range(n), [i**3 for i in range(n)]),
            spearman(range(n), [-(i**3) for i in range(n)]),
        )
        assert (up.value, up.high) == pytest.approx((1.0, 1.0)) and up.low == pytest.approx(low, abs=0.01)
        assert down[:3] == pytest.approx((-1.0, -1.0, -up.low))


def test_far_from_zero_and_far_apart_in_scale():
    x = 1e9 + np.array(X)
    assert pearson(x, 1e-200 * np.array(Y)).value == pytest.approx(0.8, rel=1e-6)
    assert pearson(1e300 * np.array(X), Y).value == pytest.approx(0.8)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_bootstrap_bounds_agree_with_scipy(method):
    rng = np.random.default_rng(2)
    x = np.round(rng.normal(size=40), 1)  # with ties
    y = np.round(0.6 * x + rng.normal(size=40), 1)
    for ours, statistic in ((pearson, scipy.stats.pearsonr), (spearman, scipy.stats.spearmanr)):
        found = ours(x, y, method=method, resamples=4000)
        theirs = scipy.stats.bootstrap(
            (x, y),
            lambda x, y, statistic=statistic: statistic(x, y)[0],
            paired=True,
            vectorized=False,
            n_resamples=2000,
            method=method.replace("bca", "BCa"),
            rng=np.random.default_rng(0),
        )
        spread = theirs.standard_error  # a 2.5 % quantile of 2,000 resamples is known to about 0.06 of it
        assert found.low == pytest.approx(theirs.confidence_interval.low, abs=0.25 * spread)
        assert found.high == pytest.approx(theirs.confidence_interval.high, abs=0.25 * spread)


def test_resamples_of_one_point_only_are_left_out():
    for correlation in (pearson, spearman):  # 3 of 27 resamples of three points are constant
        found = correlation([1, 2, 3], [1, 3, 2], method="percentile")
        assert -1 <= found.low <= 0.5 <= found.high <= 1


@pytest.mark.parametrize("correlation", [pearson, spearman])
@pytest.mark.parametrize(
    ("x", "y", "options", "message"),
    [
        ([1, 1, 1, 1], [1, 2, 3, 4], {}, "every x is 1, and a constant correlates with nothing"),
        ([1, 2, 3, 4], [0, 0, 0, 0], {}, "every y is 0"),
        ([1, 2], [2, 1], {}, "at least three points, not 2"),
        ([], [], {}, "at least three points, not 0"),
        ([1, 2, 3], [1, 2], {}, "as many x as y, not 3 and 2"),
        ([1, 2, np.nan], [1, 2, 3], {}, "x hold a value that is missing"),
        (X, Y, {"level": 0}, "level"),
        (X, Y, {"method": "exact"}, "'percentile' and 'bca'"),
        (X, Y, {"method": "bca", "resamples": 0}, "resamples must lie between 1 and"),
    ],
)
def test_bad_input_gets_one_clear_sentence(correlation, x, y, options, message):
    with pytest.raises(DataError, match=message):
        correlation(x, y, **options)


@pytest.mark.parametrize("correlation", [pearson, spearman])
def test_what_cannot_be_computed_is_told_from_what_was_put_in_wrongly(correlation):
    for x, y in (([3, 3, 3, 3], [1, 2, 3, 4]), ([1, 2, 3, 4], [0, 0, 0, 0]), ([1, 2], [2, 1])):
        with pytest.raises(Undefined):
            correlation(x, y)
    with pytest.raises(DataError) as wrong:
        correlation([1, 2, 3], [1, 2])
    assert not isinstance(wrong.value, Undefined)
    # Nothing follows from anything here, and that is a number: 0.
    assert correlation([1, 1, -1, -1], [1, -1, 1, -1]).value == 0


def test_a_constant_but_for_hardly_any_weight_cannot_be_computed():
    with pytest.raises(Undefined, match="almost no weight"):
        pearson([1, 1, 1, 2], [1, 2, 3, 4], weights=[1, 1, 1, 1e-30])


@pytest.mark.parametrize("correlation", [pearson, spearman])
def test_intervals_cover_and_p_is_uniform(correlation):
    n_sims, inside, ps = 800, 0, []
    truth = 0.5 if correlation is pearson else 6 / np.pi * np.arcsin(0.25)  # of a normal with r = 1/2
    for number in range(n_sims):
        x, z, unrelated = np.random.default_rng(number).normal(size=(3, 40))
        found = correlation(x, 0.5 * x + np.sqrt(0.75) * z)
        inside += found.low <= truth <= found.high
        ps.append(correlation(x, unrelated).p)
    assert inside / n_sims == pytest.approx(0.95, abs=3 * np.sqrt(0.95 * 0.05 / n_sims))
    assert scipy.stats.kstest(ps, "uniform").pvalue > 0.01
