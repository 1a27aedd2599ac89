"""A measure under weights and without: sums by hand, and no doubt about what follows from the design."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import bootstrap
from corefair.stats.balanced import balanced_contrast

FM = ("f", "m")


def gap(totals):
    return totals[..., 0] / totals[..., 1] - totals[..., 2] / totals[..., 3]


def ratio(totals):
    return (totals[..., 0] / totals[..., 1]) / (totals[..., 2] / totals[..., 3])


def with_ones(rights):
    return np.stack([np.asarray(rights, dtype=float), np.ones(len(rights))], axis=1)


def two_kinds(n):
    """Groups with easy and hard cases in different shares, and weights that balance these."""
    groups = np.repeat(FM, n)
    hard = np.concatenate([np.arange(n) < 0.6 * n, np.arange(n) < 0.3 * n])
    share = {"f": (0.4, 0.6), "m": (0.7, 0.3)}  # of easy and hard ones
    weights = np.array([0.5 / share[g][int(h)] for g, h in zip(groups, hard, strict=True)])
    design = np.column_stack([groups == "f", groups == "m", hard, ~hard])
    return groups, hard, weights, design


def test_by_hand():
    # Easy are right, hard are not: .4 against .7, and with weights half against half.
    groups, hard, weights, design = two_kinds(50)
    found = balanced_contrast(with_ones(~hard), groups, gap, of=FM, weights=weights, design=design)
    assert found.raw.value == pytest.approx(0.4 - 0.7)
    assert found.weighted == pytest.approx((0, 0, 0), abs=1e-12)  # any other sample would have come to 0 too
    assert (found.error, found.p) == (0, 1)
    assert found.moved.value == pytest.approx(0.3)
    assert found.moved.low < 0.2 and found.moved.high > 0.4  # but how far that was from the raw one would not
    assert (found.moved.low, found.moved.high) == pytest.approx((-found.raw.high, -found.raw.low))


def test_held_fixed_the_same_weights_leave_a_doubt_that_is_not_there():
    groups, hard, weights, _ = two_kinds(50)
    fixed = balanced_contrast(with_ones(~hard), groups, gap, of=FM, weights=weights)
    assert fixed.weighted.high - fixed.weighted.low > 0.3
    assert fixed.p == pytest.approx(1)


def test_without_weights_it_is_the_bootstrap_of_the_two_sides():
    rng = np.random.default_rng(0)
    rights, groups = rng.random(120) < 0.6, np.array(FM * 60)
    side = (groups == "f")[:, None]
    wide = np.hstack([with_ones(rights) * side, with_ones(rights) * ~side])
    found = balanced_contrast(with_ones(rights), groups, gap, of=FM, weights=np.ones(120), seed=3)
    plain = bootstrap(wide, gap, seed=3)
    assert found.raw == pytest.approx(plain, abs=0.02)
    assert found.weighted == found.raw
    assert found.moved == (0, 0, 0)


def test_a_gap_that_did_not_move_is_said_to_have_moved_by_about_nothing():
    # Right and wrong have nothing to do with hard and easy: weights widen the interval and leave the gap.
    rng = np.random.default_rng(1)
    groups, _, weights, design = two_kinds(1000)
    rights = rng.random(2000) < np.where(groups == "f", 0.60, 0.70)
    found = balanced_contrast(with_ones(rights), groups, gap, of=FM, weights=weights, design=design)
    assert found.raw.high < 0 and found.weighted.high < 0
    assert found.moved.low < 0 < found.moved.high
    assert found.moved.high - found.moved.low < found.raw.high - found.raw.low


def test_p_agrees_with_the_interval_for_differences_and_for_ratios():
    rng = np.random.default_rng(2)
    for number in range(40):
        groups, hard, weights, design = two_kinds(100)
        rights = rng.random(200) < 0.75 - 0.3 * hard - 0.15 * (groups == "f")
        for metric, null in ((gap, 0.0), (ratio, 1.0)):
            found = balanced_contrast(
                with_ones(rights),
                groups,
                metric,
                of=FM,
                weights=weights,
                design=design,
                null=null,
                seed=number,
            )
            outside = not found.weighted.low <= null <= found.weighted.high
            assert outside == (found.p < 0.05) or 0.03 < found.p < 0.08


def test_no_spread_at_all_away_from_the_null_has_no_p():
    groups = np.array(FM * 20)
    found = balanced_contrast(with_ones(groups == "f"), groups, gap, of=FM, weights=np.ones(40))
    assert found.weighted == (1, 1, 1)
    assert (found.error, found.p) == (0, None)


def test_units_are_drawn_whole():
    rng = np.random.default_rng(3)
    groups, _, weights, design = two_kinds(200)
    rights = rng.random(400) < 0.7
    units = np.arange(400) % 100
    same = np.repeat(rights[:100][None], 4, axis=0).ravel()  # four cases of a unit, answered alike
    apart = balanced_contrast(with_ones(same), groups, gap, of=FM, weights=weights, design=design)
    whole = balanced_contrast(
        with_ones(same), groups, gap, of=FM, weights=weights, design=design, units=units
    )
    # Two of the four are in either group, so that what a unit has in common cancels.
    assert whole.raw.high - whole.raw.low < 0.5 * (apart.raw.high - apart.raw.low)


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_order_does_not_matter_to_the_last_bit_and_swapping_groups_turns_the_sign(seed, shuffler):
    rng = np.random.default_rng(seed)
    groups, _, weights, design = two_kinds(30)
    rights = with_ones(rng.random(60) < 0.6)
    units = rng.integers(20, size=60)
    order = list(range(60))
    shuffler.shuffle(order)

    def found(order, of):
        return balanced_contrast(
            rights[order],
            groups[order],
            gap,
            of=of,
            weights=weights[order],
            design=design[order],
            units=units[order],
            resamples=50,
        )

    assert found(order, FM) == found(list(range(60)), FM)
    there, back = found(order, FM), found(order, FM[::-1])
    assert (there.weighted.value, there.raw.value) == pytest.approx((-back.weighted.value, -back.raw.value))


def test_weights_of_zero_leave_rows_out_of_one_side_only():
    rng = np.random.default_rng(4)
    groups, _, weights, design = two_kinds(50)
    rights = with_ones(rng.random(100) < 0.6)
    trimmed = np.where(np.arange(100) % 10 == 0, 0, weights)
    found = balanced_contrast(rights, groups, gap, of=FM, weights=trimmed, design=design)
    kept = trimmed > 0
    alone = balanced_contrast(
        rights[kept], groups[kept], gap, of=FM, weights=trimmed[kept], design=design[kept]
    )
    assert found.weighted.value == pytest.approx(alone.weighted.value)
    whole = balanced_contrast(rights, groups, gap, of=FM, weights=weights, design=design)
    assert found.raw.value == whole.raw.value != alone.raw.value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"design": [[1]]}, "a row for each of 4 cases"),
        ({"weights": [1, 1]}, "2 weights for 4 rows"),
        ({"weights": [0, 0, 0, 0]}, "every weight is 0"),
        ({"of": ("f", "x")}, "no row is in group 'x'"),
        ({"level": 1}, "level"),
        ({"totals": [1, 2, 3, 4]}, "rows and columns"),
    ],
)
def test_bad_input_gets_one_clear_sentence(options, message):
    given_ = {"totals": with_ones([1, 0, 1, 0]), "groups": list("ffmm"), "of": FM, "weights": [1, 1, 1, 1]}
    with pytest.raises(DataError, match=message):
        balanced_contrast(metric=gap, **{**given_, **options})
