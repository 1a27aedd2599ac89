"""The detection limit: planted gaps of that size are found four times in five, whatever the system."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import detection_limit, paired_randomisation, permutation_test, room

SIMS = 160
OF = ("she", "he")


def accuracy(totals):
    return totals[..., 0] / totals[..., 1]


def answered(rng, n_units, n_twins, ability, alike):
    """Right or wrong [n_units, n_twins, 2]; some units are harder, and a share of twins is answered alike."""
    chance = rng.beta(*ability, size=(n_units, 1, 1))
    luck = np.where(
        rng.random((n_units, n_twins, 1)) < alike,
        rng.random((n_units, n_twins, 1)),
        rng.random((n_units, n_twins, 2)),
    )
    return luck < chance


def planted(rng, right, gap, side, ability):
    """The gap, by turning answers of the more common kind."""
    turned, rate = right.copy(), ability[0] / sum(ability)
    luck = rng.random(right.shape[:2])
    if rate >= 0.5:
        turned[..., side] &= luck >= gap / rate
    else:
        turned[..., side] |= luck < gap / (1 - rate)
    return turned


def limit_of(right, paired):
    units = np.broadcast_to(np.arange(len(right))[:, None, None], right.shape)
    if not paired:
        units = 2 * units + np.arange(2)
    sides = np.broadcast_to(np.array(OF), right.shape)
    return detection_limit(right.ravel(), sides.ravel(), of=OF, units=units.ravel())


def p_of(right, paired):
    she, he = (
        np.stack([right[..., side].sum(axis=1), np.full(len(right), right.shape[1])], 1) for side in (0, 1)
    )
    if paired:
        return paired_randomisation(she, he, accuracy, resamples=499, most=499).p
    sides = np.repeat(OF, len(right))
    totals = np.concatenate([she, he])
    return permutation_test(totals, sides, of=OF, metric=accuracy, resamples=499, most=499).p


def power(paired, n_units, n_twins, ability, alike):
    """How often the gap that one run gives as its limit is found in another."""
    n_found, limits = 0, []
    for number in range(SIMS):
        rng = np.random.default_rng(number)
        limit = limit_of(answered(rng, n_units, n_twins, ability, alike), paired)
        another = answered(rng, n_units, n_twins, ability, alike)
        if not paired:
            another[..., 1] = answered(rng, n_units, n_twins, ability, alike)[..., 1]
        n_found += p_of(planted(rng, another, limit.gap, number % 2, ability), paired) < 0.05
        limits.append(limit)
    return n_found / SIMS, limits


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(
    ("n_units", "n_twins", "ability"),
    [(300, 1, (5, 4)), (60, 12, (2, 1)), (16, 20, (2, 2)), (40, 1, (5, 5))],
)
def test_a_gap_of_that_size_is_found_four_times_in_five(paired, n_units, n_twins, ability):
    found, limits = power(paired, n_units, n_twins, ability, alike=0.2)
    assert found == pytest.approx(0.82, abs=0.11)  # 160 simulations are known to 0.03
    assert not any(limit.assumed for limit in limits)


def test_a_system_without_spread_is_promised_about_as_much_as_one_with_some_and_keeps_it():
    found, limits = power(True, 400, 1, (5, 5), alike=1.0)
    quiet = limits[0]
    assert quiet.assumed and found > 0.95  # the gap is there, with less noise than was assumed
    assert quiet.gap == pytest.approx(2.809 * np.sqrt(2 * 0.05 * 0.95 / 400) + 1 / 400, rel=1e-3)
    rng = np.random.default_rng(0)
    noisy = limit_of(answered(rng, 400, 1, (5, 5), alike=0.0), True)
    assert 1 < noisy.gap / quiet.gap < 2.5  # once 16 points beside 0.2


@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize("paired", [True, False])
def test_all_wrong_and_all_right_have_the_limit_of_the_test(value, paired):
    found = limit_of(np.full((400, 1, 2), value, dtype=bool), paired)
    assert found.assumed
    assert found.gap == pytest.approx(0.046, abs=0.001)
    assert found.n == (400, 400)


def test_units_that_hang_together_see_less():
    rng = np.random.default_rng(1)
    right = np.repeat(rng.random((30, 1, 2)) < 0.5, 20, axis=1)  # one answer for all twenty
    sides = np.broadcast_to(np.array(OF), right.shape).ravel()
    units = np.repeat(np.arange(30), 40)
    whole = detection_limit(right.ravel(), sides, of=OF, units=units)
    apart = detection_limit(right.ravel(), sides, of=OF, units=np.arange(1200) // 2)
    assert whole.gap > 3 * apart.gap


def test_uneven_weights_see_less_and_their_scale_does_not_matter():
    rng = np.random.default_rng(2)
    right, sides = rng.random(800) < 0.6, OF * 400
    plain = detection_limit(right, sides, of=OF)
    uneven = rng.exponential(size=800) ** 2
    weighted = detection_limit(right, sides, of=OF, weights=uneven)
    assert weighted.gap > 1.3 * plain.gap
    assert sum(weighted.n) < 500
    again = detection_limit(right, sides, of=OF, weights=7 * uneven)
    assert again.gap == pytest.approx(weighted.gap)


def test_rows_of_other_groups_and_without_questions_are_left_out():
    right, sides = [1, 0, 1, 1, 0, 1] * 20, ["she", "he", "she", "he", "they", "she"] * 20
    asked = [1, 1, 1, 1, 1, 0] * 20
    kept = [i for i in range(120) if sides[i] != "they" and asked[i]]
    found = detection_limit(np.multiply(right, asked), sides, of=OF, asked=asked)
    assert found == detection_limit([right[i] for i in kept], [sides[i] for i in kept], of=OF)


@given(st.integers(2, 40), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_limit_is_above_zero_and_at_most_everything_and_more_units_see_more(n, seed):
    rng = np.random.default_rng(seed)
    right = rng.random((n, 1, 2)) < rng.random()
    one, four = limit_of(right, True), limit_of(np.tile(right, (4, 1, 1)), True)
    assert 0 < four.gap <= one.gap <= 1
    assert one.gap == 1 or n >= 6  # five coins that all fall the same way have a p of 1/16


# Floors and ceilings


def test_room_by_hand():
    assert room((0, 0), 0.02).largest == 0
    assert room((0, 0), 0.02).at == "floor"
    assert room((1, 0.99), 0.02).at == "ceiling"  # at most .99 + .01 against .99 - .01
    assert room((0.5, 0.5), 0.2).largest == 1
    assert room((0.99, 0.97), 0.03).at is None
    # Six of 60 answers are right: all of them among the 10 of one group is .6 against 0.
    assert room((0.1, 0.1), 0.5, n=(10, 50)).largest == pytest.approx(0.6)
    assert room((0.6, 0.6), 1.0).at is None  # too small a test, whatever the accuracy


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.1, 10))
def test_the_gap_that_is_there_is_within_the_largest(one, other, times):
    found = room((one, other), 0.1, n=(times, 1)).largest
    assert abs(one - other) <= found + 1e-9 <= 1 + 2e-9


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: detection_limit([1, 0], ["she", "she"], of=OF), "no row is in group 'he'"),
        (lambda: detection_limit([1, 0], OF, of=OF, asked=[1, 0]), "nothing was asked of group 'he'"),
        (lambda: detection_limit([2, 0], OF, of=OF), "as many as were asked"),
        (lambda: detection_limit([1, 0], OF, of=OF, power=1), "power"),
        (lambda: room((1.2, 0), 0.1), "a rate lies between"),
        (lambda: room((0.2, 0), 0.1, n=(0, 3)), "at least one answer"),
    ],
)
def test_bad_input_gets_one_clear_sentence(call, message):
    with pytest.raises(DataError, match=message):
        call()
