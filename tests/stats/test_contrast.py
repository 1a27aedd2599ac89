"""One group against another: pairs cancel what they share, and zero denominators have a rule."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import bootstrap, difference, ratio


def accuracy(totals):
    return totals[..., 0] / totals[..., 1]


def right_or_wrong(rights):
    return np.stack([np.asarray(rights, dtype=float), np.ones(len(rights))], axis=1)


FM = ("feminine", "masculine")


def test_values_are_the_two_groups_apart():
    totals, groups = right_or_wrong([1, 1, 0, 1, 0, 0, 0, 1]), ["feminine"] * 4 + ["masculine"] * 4
    assert difference(totals, groups, accuracy, of=FM).value == pytest.approx(3 / 4 - 1 / 4)
    assert ratio(totals, groups, accuracy, of=FM[::-1]).value == pytest.approx((1 / 4) / (3 / 4))


def test_rows_of_other_groups_are_left_out():
    totals, groups = right_or_wrong([1, 1, 0, 1, 0, 0, 0, 1]), ["feminine"] * 4 + ["masculine"] * 4
    more, neutral = right_or_wrong([1, 1, 0]), ["neutral"] * 3
    assert difference(totals, groups, accuracy, of=FM) == difference(
        np.concatenate([more, totals]), neutral + groups, accuracy, of=FM
    )


def test_the_difference_of_pairs_is_the_mean_of_their_differences():
    rng = np.random.default_rng(0)
    hard = rng.normal(size=50)  # shared by both sides of a pair
    sides = hard[:, None] + rng.normal(scale=0.1, size=(50, 2))
    totals = np.stack([sides.ravel(), np.ones(100)], axis=1)
    groups, pairs = list(FM) * 50, np.repeat(np.arange(50), 2)
    paired = difference(totals, groups, accuracy, of=FM, units=pairs)
    apart = np.stack([sides[:, 0] - sides[:, 1], np.ones(50)], axis=1)
    by_hand = bootstrap(apart, accuracy, seed=1)
    error = (sides[:, 0] - sides[:, 1]).std() / np.sqrt(50)
    assert paired == pytest.approx(by_hand, abs=0.3 * error)
    unpaired = difference(totals, groups, accuracy, of=FM)
    assert unpaired.high - unpaired.low > 5 * (paired.high - paired.low)


def test_a_multiple_of_one_group_is_a_ratio_without_doubt_if_units_span_both():
    base = np.random.default_rng(1).integers(1, 9, size=20)
    totals = np.stack([np.concatenate([3 * base, base]), np.ones(40)], axis=1)
    found = ratio(totals, ["a"] * 20 + ["b"] * 20, accuracy, of=("a", "b"), units=[*range(20)] * 2)
    assert found == pytest.approx((3, 3, 3))


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from(FM), st.sampled_from("pqrst"), st.floats(0.5, 2)),
        min_size=4,
        max_size=16,
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60, deadline=None)
def test_order_does_not_matter_to_the_last_bit_and_swapping_groups_turns_the_sign(drawn, shuffler):
    if any(len({unit for _, group, unit, _ in drawn if group == name}) < 2 for name in FM):
        return

    def gap(rows, of):
        numbers, groups, units, weights = zip(*rows, strict=True)
        totals = np.stack([np.array(numbers) + 1 / 3, np.ones(len(rows))], axis=1)
        return difference(totals, groups, accuracy, of=of, units=units, weights=weights, resamples=40)

    shuffled = drawn.copy()
    shuffler.shuffle(shuffled)
    assert gap(drawn, FM) == gap(shuffled, FM)
    assert gap(drawn, FM).value == pytest.approx(-gap(drawn, FM[::-1]).value, abs=1e-12)


def test_a_resample_without_one_of_the_groups_is_left_out():
    # Two of thirty units are feminine and right: one resample in eight has none of them. Counted as 0 they
    # would drag the lower bound to -1; but whichever feminine units are drawn, the gap is 1 - 0.
    totals, groups = right_or_wrong([1] * 2 + [0] * 28), ["feminine"] * 2 + ["masculine"] * 28
    guarded = difference(
        totals, groups, lambda t: t[..., 0] / np.maximum(t[..., 1], 1), of=FM, method="bca", resamples=500
    )
    assert guarded == (1, 1, 1)


def test_the_rule_for_ratios_to_zero():
    groups = ["feminine"] * 40 + ["masculine"] * 40
    with pytest.raises(DataError, match="not above 0 in group 'masculine'"):
        ratio(right_or_wrong([1] * 40 + [0] * 40), groups, accuracy, of=FM)
    # One masculine case right: gone from a third of resamples, so the ratio has no upper bound …
    with pytest.raises(DataError, match="no finite bound"):
        ratio(right_or_wrong([1] * 20 + [0] * 20 + [1] + [0] * 39), groups, accuracy, of=FM)
    # … with six right it is gone from 1 in 400, and the bound is above every finite resample but a few.
    found = ratio(right_or_wrong([1] * 20 + [0] * 20 + [1] * 6 + [0] * 34), groups, accuracy, of=FM)
    assert found.value == pytest.approx(20 / 6)
    assert found.low < found.value < found.high < 20


def test_many_metrics_at_once():
    totals = np.random.default_rng(2).random((40, 3)) + 0.1
    groups = list(FM) * 20
    together = ratio(totals, groups, lambda t: t[..., :2] / t[..., 2:], of=FM)
    second = ratio(totals, groups, lambda t: t[..., 1] / t[..., 2], of=FM)
    assert second == tuple(part[1] for part in together)


@pytest.mark.parametrize(
    ("groups", "of", "message"),
    [
        (["f", "f", "m", "m"], ("f", "n"), "no row is in group 'n'; the groups are f, m"),
        (["f", "f", "m", "m"], ("f", "f"), "two different groups"),
        (["f", "f", "m"], ("f", "m"), "3 groups for 4 rows"),
        (["f", "f", "f", "m"], ("f", "m"), "at least two units in group 'm'"),
    ],
)
def test_bad_groups_get_one_clear_sentence(groups, of, message):
    with pytest.raises(DataError, match=message):
        difference(right_or_wrong([1, 0, 1, 0]), groups, accuracy, of=of)


def test_the_interval_of_a_gap_covers_it():
    n_sims, inside = 500, 0
    groups, units = list(FM) * 50, np.repeat(np.arange(50), 2)
    for number in range(n_sims):
        rng = np.random.default_rng(number)
        hard = rng.random(50) < 0.5  # half the frames are hard for both pronouns
        rights = rng.random((50, 2)) < np.where(hard[:, None], [0.5, 0.4], [0.9, 0.8])
        found = difference(
            right_or_wrong(rights.ravel()),
            groups,
            accuracy,
            of=FM,
            units=units,
            resamples=400,
            seed=10**6 + number,
        )
        inside += found.low <= 0.1 <= found.high
    assert inside / n_sims == pytest.approx(0.945, abs=3 * np.sqrt(0.95 * 0.05 / n_sims))
