"""Bootstrap intervals: what they resample, what they ignore, and how often they are right."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import bootstrap, resample

numbers = st.floats(-1e3, 1e3, allow_nan=False)
rows = st.lists(
    st.tuples(numbers, numbers, st.sampled_from("pqrs"), st.floats(0.1, 5)), min_size=6, max_size=20
).filter(lambda drawn: len({unit for _, _, unit, _ in drawn}) > 1)


def mean(totals):
    return totals[..., 0] / totals[..., 1]


def variance(totals):
    return totals[..., 0] / totals[..., 2] - (totals[..., 1] / totals[..., 2]) ** 2


def smooth(totals):  # defined on any totals
    return totals[..., 0] / (1 + np.abs(totals[..., 1]))


def with_ones(values):
    return np.stack([values, np.ones(len(values))], axis=1)


def test_a_value_is_the_metric_of_the_weighted_sum():
    found = bootstrap([[1, 1], [0, 1], [0, 1]], mean, weights=[3, 1, 2])
    assert found.value == pytest.approx(3 / 6)


def test_three_coins_can_be_redone_by_hand():
    # Two of three right. A resample has 0, 1, 2, 3 right in 1, 6, 12, 8 of 27 draws, so at level 0.5
    # the lower quarter ends among those with 1 right (7/27 > 1/4), the upper among those with 3 (8/27 > 1/4).
    found = bootstrap([[1, 1], [1, 1], [0, 1]], mean, level=0.5, resamples=50_000)
    assert found == pytest.approx((2 / 3, 1 / 3, 1.0))


@given(rows, st.randoms(use_true_random=False), st.sampled_from(["percentile", "bca"]))
@settings(max_examples=60, deadline=None)
def test_neither_the_order_of_rows_nor_the_names_of_units_matter_to_the_last_bit(drawn, shuffler, method):
    shuffled = drawn.copy()
    shuffler.shuffle(shuffled)
    results = []
    for order, rename in ((drawn, "pqrs"), (shuffled, "srqp")):
        name = dict(zip("pqrs", rename, strict=True))
        totals = [row[:2] for row in order]
        units, weights = [name[row[2]] for row in order], [row[3] for row in order]
        with_units = bootstrap(totals, smooth, units=units, weights=weights, method=method, resamples=40)
        results.append((with_units, bootstrap(totals, smooth, weights=weights, method=method, resamples=40)))
    assert results[0] == results[1]


def test_the_same_seed_gives_the_same_answer_and_another_gives_another():
    data = with_ones(np.random.default_rng(0).normal(size=40))
    before = data.copy()
    assert bootstrap(data, mean, seed=3) == bootstrap(data, mean, seed=3)
    assert bootstrap(data, mean, seed=3) != bootstrap(data, mean, seed=4)
    assert (data == before).all()


@given(st.lists(st.integers(1, 3), min_size=3, max_size=8))
@settings(max_examples=30, deadline=None)
def test_a_weight_is_a_row_repeated_within_its_unit(weights):
    data = np.arange(2 * len(weights)).reshape(-1, 2) + 1.0
    repeated = np.repeat(data, weights, axis=0)
    units = np.repeat(np.arange(len(weights)), weights)
    assert bootstrap(data, mean, weights=weights, resamples=50) == pytest.approx(
        bootstrap(repeated, mean, units=units, resamples=50)
    )


def test_a_weight_of_zero_is_a_row_left_out():
    data = with_ones(np.random.default_rng(1).normal(size=20))
    kept = np.arange(20) % 4 != 0
    assert bootstrap(data, mean, weights=kept) == bootstrap(data[kept], mean)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_scaling_the_data_scales_the_interval(method):
    values = np.random.default_rng(2).exponential(size=30)
    once, eightfold = (bootstrap(with_ones(k * values), mean, method=method) for k in (1, 8))
    assert eightfold == pytest.approx(tuple(8 * number for number in once), rel=1e-12)


@pytest.mark.parametrize(
    "n_kinds", [3, 300]
)  # counts of kinds are drawn for the first, of units for the second
def test_resampled_totals_have_the_mean_and_covariance_of_drawing_with_replacement(n_kinds):
    kind = np.random.default_rng(3).normal(size=(n_kinds, 2))
    data = np.column_stack([kind[np.arange(300) % n_kinds], np.ones(300)])
    drawn = resample(data, resamples=20_000)
    assert (drawn[:, 2] == 300).all()
    covariance = 300 * np.cov(data[:, :2].T, ddof=0)
    spread = np.sqrt(np.diag(covariance))
    assert np.abs(drawn[:, :2].mean(axis=0) - data[:, :2].sum(axis=0)).max() < 4 * spread.max() / np.sqrt(
        20_000
    )
    assert np.cov(drawn[:, :2].T) == pytest.approx(covariance, abs=0.05 * spread.max() ** 2)


def test_chunks_of_bounded_memory_do_not_change_what_is_drawn(monkeypatch):
    data = np.random.default_rng(4).normal(size=(50, 3))
    whole = resample(data, resamples=100)
    monkeypatch.setattr("corefair.stats.intervals.CELLS", 7 * 50)
    assert resample(data, resamples=100) == pytest.approx(whole, rel=1e-12)


def test_many_metrics_in_one_call_equal_each_alone():
    data = np.random.default_rng(5).random((40, 3)) + 0.5
    together = bootstrap(data, lambda t: t[..., :2] / t[..., 2:], method="bca")
    for column in (0, 1):
        alone = bootstrap(data, lambda t, column=column: t[..., column] / t[..., 2], method="bca")
        assert alone == pytest.approx(tuple(part[column] for part in together), rel=1e-12)


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_agrees_with_scipy_on_a_skewed_mean(method):
    values = np.random.default_rng(6).exponential(size=50)
    ours = bootstrap(with_ones(values), mean, method=method.lower(), resamples=20_000)
    theirs = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method=method, rng=np.random.default_rng(0)
    ).confidence_interval
    # A 2.5 % quantile of 20,000 resamples has a standard error of about 0.019 sd; 4 of those on each side.
    tolerance = 0.1 * values.std() / np.sqrt(50)
    assert ours.low == pytest.approx(theirs.low, abs=tolerance)
    assert ours.high == pytest.approx(theirs.high, abs=tolerance)


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_agrees_with_scipy_on_a_biased_metric(method):
    values = np.random.default_rng(7).normal(size=20)
    totals = np.stack([values**2, values, np.ones(20)], axis=1)
    ours = bootstrap(totals, variance, method=method.lower(), resamples=20_000)
    theirs = scipy.stats.bootstrap(
        (values,), np.var, n_resamples=20_000, method=method, rng=np.random.default_rng(0)
    )
    tolerance = 0.1 * theirs.standard_error
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_resamples_that_are_all_equal_give_the_value_itself(method):
    assert bootstrap([[1, 1]] * 5, mean, method=method) == (1, 1, 1)
    tenths = bootstrap([[0.1, 1]] * 5, mean, method=method)
    assert tenths == pytest.approx((0.1, 0.1, 0.1), rel=1e-12)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_a_value_at_or_beyond_the_edge_of_its_resamples_stays_inside_its_interval(method):
    distinct = np.eye(6)  # the share of six units seen: 1 in the sample, less in almost every resample
    found = bootstrap(distinct, lambda t: (t > 0).mean(axis=-1), method=method)
    assert found.low <= found.value == found.high == 1
    # Never reached: -1 in the sample, 0 or more in every resample that misses a unit.
    below = bootstrap(
        distinct, lambda t: np.where((t == 1).all(axis=-1), -1.0, t.max(axis=-1)), method=method
    )
    assert below.low == below.value == -1 < below.high


def test_a_resample_where_the_metric_is_undefined_is_left_out():
    # One prediction among three rows: 8 of 27 resamples miss it, the others have a precision of 1.
    predicted = [[1, 1], [0, 0], [0, 0]]
    for method in ("percentile", "bca"):
        assert bootstrap(predicted, mean, method=method) == (1, 1, 1)
    with pytest.raises(DataError, match=r"undefined in \d+ of 2000 resamples"):
        bootstrap(predicted, lambda t: np.where(t[..., 1] == 1, 1.0, np.nan))


def test_a_bound_that_would_be_infinite_is_refused():
    with pytest.raises(DataError, match="no finite bound: the metric is infinite in"):
        bootstrap([[1, 1], [1, 0], [1, 0]], mean)


GOOD = [[1.0, 1.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    ("totals", "options", "message"),
    [
        ([], {}, "rows and columns"),
        (np.empty((0, 2)), {}, "no totals"),
        ([1.0, 2.0], {}, "rows and columns, not 1 axes"),
        ([[1.0, 2.0], [3.0]], {}, "rows of equal length"),
        ([[1.0, np.nan], [0.0, 1.0]], {}, "missing or infinite"),
        ([[0.0, 0.0], [0.0, 0.0]], {}, "no finite value"),
        (GOOD, {"units": ["a"]}, "1 units for 2 rows"),
        (GOOD, {"units": ["a", "a"]}, "at least two units"),
        (GOOD, {"weights": [1]}, "1 weights for 2 rows"),
        (GOOD, {"weights": [1, -1]}, "must not be negative"),
        (GOOD, {"weights": [0, 0]}, "every weight is 0"),
        (GOOD, {"weights": [0, 1]}, "at least two units"),
        (GOOD, {"weights": [1, np.inf]}, "missing or infinite"),
        (GOOD, {"level": 1}, "level must lie between 0 and 1"),
        (GOOD, {"level": np.nan}, "level must lie between 0 and 1"),
        (GOOD, {"method": "basic"}, "'percentile' and 'bca'"),
        (GOOD, {"resamples": 0}, "resamples must lie between 1 and"),
    ],
)
def test_bad_input_gets_one_clear_sentence(totals, options, message):
    with pytest.raises(DataError, match=message):
        bootstrap(totals, mean, **options)


def test_a_metric_that_sums_over_the_resamples_is_found_out():
    with pytest.raises(DataError, match="must keep every axis but the last"):
        bootstrap(GOOD, lambda t: t.sum())


# Calibration. The seeds are fixed, and those of the data and of the resamples apart.


def misses(draw, metric, truth, *, n_sims, method="percentile", level=0.95, units=None):
    """The shares of intervals wholly above and wholly below the truth."""
    above = below = 0
    for number in range(n_sims):
        data = draw(np.random.default_rng(number))
        found = bootstrap(
            data, metric, units=units, method=method, level=level, resamples=400, seed=10**6 + number
        )
        above += found.low > truth
        below += found.high < truth
    return above / n_sims, below / n_sims


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_intervals_cover_a_mean_at_their_level(method, level):
    missed = misses(
        lambda rng: with_ones(rng.normal(size=60)), mean, 0, n_sims=600, method=method, level=level
    )
    # The bootstrap's standard error divides by n, not n - 1, and uses z, not t: 0.939 for 0.95 at n = 60.
    z = scipy.stats.norm.ppf((1 + level) / 2)
    expected = 1 - 2 * scipy.stats.t.sf(z * np.sqrt(59 / 60), 59)
    assert 1 - sum(missed) == pytest.approx(expected, abs=3 * np.sqrt(level * (1 - level) / 600) + 0.005)


def test_bca_balances_the_two_tails_of_a_skewed_ratio():
    def draw(rng):
        return np.stack([rng.exponential(size=80) ** 2 / 2, rng.exponential(size=80)], axis=1)

    percentile, bca = (misses(draw, mean, 1, n_sims=1000, method=method) for method in ("percentile", "bca"))
    assert percentile[1] > 3 * percentile[0]  # too low far more often than too high
    assert abs(bca[1] - bca[0]) < 0.8 * abs(percentile[1] - percentile[0])
    # Eighty units this skewed fall some 0.04 short of the level; the tolerance is three standard deviations.
    assert 1 - sum(bca) > 0.91 - 3 * np.sqrt(0.91 * 0.09 / 1000)


def test_bca_covers_a_variance_better():
    def draw(rng):
        values = rng.normal(size=40)
        return np.stack([values**2, values, np.ones(40)], axis=1)

    percentile, bca = (
        1 - sum(misses(draw, variance, 1, n_sims=600, method=method)) for method in ("percentile", "bca")
    )
    assert percentile < 0.89  # biased low and skewed: the percentile interval sits too low
    assert bca > percentile + 0.025


def test_clustered_rows_must_be_resampled_by_unit():
    units = np.repeat(np.arange(40), 5)

    def draw(rng):  # half the variance is shared within a unit
        return with_ones(rng.normal(size=40)[units] + rng.normal(size=200))

    by_unit = 1 - sum(misses(draw, mean, 0, n_sims=500, units=units))
    by_row = 1 - sum(misses(draw, mean, 0, n_sims=500))
    tolerance = 3 * np.sqrt(0.95 * 0.05 / 500)
    assert by_unit == pytest.approx(0.935, abs=tolerance)
    # Rows pretend to a variance of 2/200 where it is 1/40 + 1/200: z shrinks by √(1/3), coverage to 0.74.
    assert by_row == pytest.approx(1 - 2 * scipy.stats.norm.sf(1.96 / np.sqrt(3)), abs=2 * tolerance)


@pytest.mark.parametrize("n_weights", [3, 200])  # few kinds of units, and many
def test_rounding_of_weights_decides_nothing(n_weights):
    """As another machine's solver would give them: the same units are drawn, in the same order."""
    rng = np.random.default_rng(4)
    weights = rng.uniform(0.5, 2.0, n_weights)[np.arange(400) % n_weights]
    totals = np.column_stack([rng.integers(2, size=400), np.ones(400)])
    noisy = weights * (1 + 1e-14 * rng.normal(size=400))
    found, again = (bootstrap(totals, mean, weights=each) for each in (weights, noisy))
    assert (again.low, again.high) == pytest.approx((found.low, found.high), rel=1e-9)
