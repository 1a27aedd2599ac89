"""Better than guessing: chances counted by hand, and no more false alarms than a twentieth."""

import numpy as np
import pytest
import scipy.stats

from corefair.errors import DataError
from corefair.stats import better_than_guessing


def test_by_hand():
    found = better_than_guessing([1, 1, 1, 0], 0.5)
    assert (found.value, found.chance, found.p, found.n, found.n_units) == (3 / 4, 1 / 2, (4 + 1) / 16, 4, 4)
    # One case of two candidates and one of four: both are guessed with chance 1/8, neither with 3/8.
    assert better_than_guessing([1, 1], [1 / 2, 1 / 4]).p == 1 / 8
    assert better_than_guessing([1, 0], [1 / 2, 1 / 4]).p == 1 / 8 + 3 / 8 + 1 / 8
    assert better_than_guessing([0, 0], [1 / 2, 1 / 4]).p == 1


@pytest.mark.parametrize("n_right", [700, 803, 850, 1500])
def test_half_a_percent_above_chance_is_no_better_than_guessing(n_right):
    right = np.arange(1600) < n_right
    found = better_than_guessing(right, 0.5)
    assert found.exact
    assert found.p == pytest.approx(scipy.stats.binom.sf(n_right - 1, 1600, 0.5), rel=1e-9, abs=1e-300)
    assert (found.p < 0.05) == (n_right >= 850)
    assert found.low <= found.value == n_right / 1600 <= found.high


def test_different_numbers_of_candidates_are_each_guessed_on_their_own():
    rng = np.random.default_rng(0)
    chance = 1 / rng.integers(2, 9, size=60)
    right = rng.random(60) < chance + 0.1
    drawn = (rng.random((40_000, 60)) < chance).sum(axis=1) >= right.sum()
    found = better_than_guessing(right, chance)
    assert found.p == pytest.approx(drawn.mean(), abs=4 * np.sqrt(drawn.mean() / 40_000))
    assert found.chance == pytest.approx(chance.mean())


def test_one_guess_for_many_twins_is_one_guess():
    # Fifteen of twenty frames right, with eight twins each: fifteen lucky guesses, not a hundred and twenty.
    right = np.repeat(np.arange(20) < 15, 8)
    frames = np.repeat(np.arange(20), 8)
    apart, together = better_than_guessing(right, 0.5), better_than_guessing(right, 0.5, units=frames)
    assert together.p == pytest.approx(scipy.stats.binom.sf(14, 20, 0.5))
    assert apart.p < 1e-9
    assert (together.n, together.n_units) == (160, 20)
    assert together.high - together.low > 2 * (apart.high - apart.low)
    # The same as twenty rows with eight answers each.
    as_counts = better_than_guessing(8 * (np.arange(20) < 15), 0.5, asked=np.full(20, 8))
    assert (as_counts.p, as_counts.low, as_counts.high) == (together.p, together.low, together.high)


def test_twins_of_which_one_is_always_right_are_at_chance():
    found = better_than_guessing([1, 0] * 50, 0.5, units=np.repeat(np.arange(50), 2))
    assert (found.value, found.low, found.high, found.p) == (0.5, 0.5, 0.5, 1.0)


def test_all_or_none_right_has_a_bound_all_the_same():
    found = better_than_guessing(np.ones(20), 0.5)
    assert (found.low, found.high) == (pytest.approx(scipy.stats.beta.ppf(0.025, 20, 1)), 1)
    found = better_than_guessing(np.zeros(20), 0.5)
    assert (found.low, found.high, found.p) == (0, pytest.approx(1 - 0.025 ** (1 / 20)), 1)
    alone = better_than_guessing([1, 0, 1], 0.5, units=["u"] * 3)
    assert (alone.low, alone.high, alone.p) == (0, 1, 1 / 2)


def test_weights_of_zero_leave_rows_out_and_equal_ones_change_nothing():
    plain = better_than_guessing([1, 1, 0, 1], 0.5)
    assert better_than_guessing([1, 1, 0, 1, 0], 0.5, weights=[2, 2, 2, 2, 0]) == plain
    weighted = better_than_guessing([1, 1, 0, 1], 0.5, weights=[1, 1, 3, 1])
    assert weighted.value == 3 / 6
    assert weighted.p == pytest.approx(9 / 16)  # of the sums ±1 ±1 ±1 ±3 nine are 0 or above


@pytest.mark.parametrize(("candidates", "at_once"), [(2, True), (2, False), (3, True), (3, False)])
def test_guesses_are_called_better_one_time_in_twenty(candidates, at_once):
    alarms, n_sims, units = 0, 300, np.repeat(np.arange(60), 4)
    for number in range(n_sims):
        rng = np.random.default_rng(number)
        guesses = np.repeat(rng.random(60), 4) if at_once else rng.random(240)
        alarms += (
            better_than_guessing(guesses < 1 / candidates, 1 / candidates, units=units, resamples=2).p < 0.05
        )
    assert alarms / n_sims == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / n_sims))


@pytest.mark.parametrize(
    ("right", "chance", "options", "message"),
    [
        ([1, 0], [0.5], {}, "1 chances for 2 rows"),
        ([1, 0], 1.5, {}, "between 0 and 1"),
        ([2, 0], 0.5, {}, "as many as were asked"),
        ([], 0.5, {}, "no answers"),
        ([1, 0], 0.5, {"asked": [1]}, "one number a row"),
        ([0, 0], 0.5, {"asked": [0, 0]}, "nothing was asked"),
    ],
)
def test_bad_input_gets_one_clear_sentence(right, chance, options, message):
    with pytest.raises(DataError, match=message):
        better_than_guessing(right, chance, **options)
