"""Random swaps and subsets: all equally likely, and a p from them that raises no more alarms than it says."""

from itertools import combinations

import numpy as np
import pytest
import scipy.stats

from corefair.errors import DataError
from corefair.stats.drawing import coin_draws, sequential_p, subset_draws


def seen(draw, n, n_units):
    """How often each subset came up; unit i counts 2^i, so that the sum names the subset."""
    sums = draw(n)
    assert (sums[:, 0] == np.rint(sums[:, 0])).all()
    return np.bincount(sums[:, 0].astype(int), minlength=2**n_units)


def powers(n_units):
    return 2.0 ** np.arange(n_units)[:, None]


@pytest.mark.parametrize("n_units", [3, 8, 10])
def test_every_toss_is_as_likely(n_units):
    counts = seen(coin_draws(powers(n_units), np.random.default_rng(0)), 60_000, n_units)
    assert scipy.stats.chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize(("n_units", "size"), [(6, 3), (9, 4), (10, 2), (11, 1), (7, 7), (5, 0), (9, 8)])
def test_every_subset_of_the_size_is_as_likely_and_no_other_comes_up(n_units, size):
    counts = seen(subset_draws(powers(n_units), size, np.random.default_rng(1)), 40_000, n_units)
    names = [sum(2**unit for unit in chosen) for chosen in combinations(range(n_units), size)]
    assert counts[names].sum() == 40_000
    assert len(names) == 1 or scipy.stats.chisquare(counts[names]).pvalue > 0.001


@pytest.mark.parametrize("size", [3, 150, 299])
def test_sums_of_subsets_have_the_mean_and_spread_of_sampling_without_replacement(size):
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(300, 2))
    sums = subset_draws(rows, size, rng)(20_000)
    error = rows.std(axis=0, ddof=1) * np.sqrt(size * (1 - size / 300))
    assert sums.mean(axis=0) == pytest.approx(size * rows.mean(axis=0), abs=4 * error.max() / np.sqrt(20_000))
    assert sums.std(axis=0) == pytest.approx(error, rel=0.03)


def test_a_subset_is_not_larger_than_the_whole():
    with pytest.raises(DataError, match="no subsets of size 4"):
        subset_draws(np.ones((3, 1)), 4, np.random.default_rng(0))


def test_p_is_never_below_what_chance_allows_wherever_it_stops():
    # Column i stands for a test whose true p is u_i, spread evenly as when nothing differs.
    rng = np.random.default_rng(3)
    u = (np.arange(3000) + 0.5) / 3000
    p, draws = sequential_p(
        lambda n: (rng.random((n, len(u))) < u).astype(float), fewest=300, most=20_000, chunk=200
    )
    for alpha in (0.005, 0.01, 0.03, 0.1, 0.3, 0.34, 0.5, 0.9):
        alarms = (p <= alpha).mean()
        assert alarms <= alpha + 3 * np.sqrt(alpha * (1 - alpha) / len(u))
        assert alarms >= alpha - 0.005 - 3 * np.sqrt(alpha * (1 - alpha) / len(u))
    assert set(draws[u > 0.45]) == {300}
    stopped = (draws > 300) & (draws < 20_000)
    assert (p[stopped] == 100 / draws[stopped]).all() and stopped.any()
    assert p[stopped] == pytest.approx(u[stopped], rel=0.5)
    assert (draws[u < 0.002] == 20_000).all() and (p >= 1 / 20_001).all()


def test_the_hundredth_hit_ends_it_to_the_draw():
    hits = iter(np.arange(1, 5001) % 40 == 0)  # one in forty
    p, draws = sequential_p(
        lambda n: np.array([next(hits) for _ in range(n)], dtype=float), fewest=1000, most=5000, chunk=7
    )
    assert (float(p), int(draws)) == (100 / 4000, 4000)
