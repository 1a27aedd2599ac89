"""What weights balance, and that intervals know it: they cover whichever examples were drawn."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.stats.balanced import balanced_contrast
from corefair.stats.bias_test import compare_bias
from corefair.weighting import balance, categories, design, numbers

FM = ("f", "m")


def gap(totals: Any) -> Any:
    return totals[..., 0] / totals[..., 1] - totals[..., 2] / totals[..., 3]


def with_ones(rights: Any) -> Any:
    return np.stack([np.asarray(rights, dtype=float), np.ones(len(rights))], axis=1)


def test_columns_are_groups_and_sets() -> None:
    found = design(
        ["f", "m", "f"], [numbers("names", [2, 3, None]), categories("kind", [("x", "y"), "y", "x"])]
    )
    assert found.tolist() == [[1, 0, 1, 0, 1, 1], [0, 1, 0, 1, 0, 1], [1, 0, 0, 0, 1, 0]]
    with pytest.raises(DataError, match="names has 2 values for 3 examples"):
        design(["f", "m", "f"], [numbers("names", [2, 3])])


def test_weights_balance_every_column() -> None:
    rng = np.random.default_rng(0)
    groups = rng.choice(list("fmn"), 90).tolist()
    properties = [numbers("names", rng.integers(1, 5, 90).tolist())]
    weights = balance(groups, properties).weights
    columns = design(groups, properties)
    held = [weights[np.array(groups) == group] @ columns[np.array(groups) == group] for group in "fmn"]
    assert np.ptp(np.array(held)[:, 3:], axis=0) == pytest.approx(0, abs=1e-8)


def test_the_heaviest_example_says_how_far_one_answer_goes() -> None:
    groups = ["f", "f", "m", "m", "m"]
    found = balance(groups, [numbers("names", [2, 3, 2, 2, 3])])
    assert found.sway == pytest.approx(found.weights.max() / 2.5)
    rights = np.array([1.0, 0, 1, 0, 1])
    heaviest = int(found.weights.argmax())
    one_less = np.where(np.arange(5) == heaviest, 0, rights)
    before, after = (
        balanced_contrast(with_ones(each), groups, gap, of=FM, weights=found.weights, resamples=10)
        for each in (rights, one_less)
    )
    assert before.weighted.value - after.weighted.value == pytest.approx(found.sway)


def drawn(rng: np.random.Generator, n: int, true_gap: float) -> tuple[list[str], list[Any], Any]:
    """Examples of which the feminine have more names and further ones, and answers that depend on both."""
    feminine = rng.random(n) < 0.5
    names = np.minimum(2 + rng.poisson(np.where(feminine, 2.0, 1.4)), 7)
    far = rng.random(n) < np.where(feminine, 0.5, 0.35)
    right = rng.random(n) < 0.9 - 0.08 * (names - 2) - 0.15 * far + true_gap * feminine
    properties = [numbers("names", names.tolist()), categories("far", far.tolist())]
    return np.where(feminine, "f", "m").tolist(), properties, right


def test_intervals_cover_and_p_is_right_when_examples_and_so_weights_are_drawn_anew() -> None:
    n_sims, truth = 250, -0.05
    covered, alarms, errors, values = 0, 0, [], []
    for number in range(n_sims):
        rng = np.random.default_rng(number)
        for true_gap in (truth, 0.0):
            groups, properties, right = drawn(rng, 200, true_gap)
            found = balanced_contrast(
                with_ones(right),
                groups,
                gap,
                of=FM,
                weights=balance(groups, properties).weights,
                design=design(groups, properties),
                resamples=400,
                seed=number,
            )
            if true_gap:
                covered += found.weighted.low <= truth <= found.weighted.high
                errors.append(found.error)
                values.append(found.weighted.value)
            else:
                assert found.p is not None
                alarms += found.p < 0.05
    three = 3 * np.sqrt(0.05 * 0.95 / n_sims)
    assert covered / n_sims == pytest.approx(0.945, abs=three)
    assert alarms / n_sims == pytest.approx(0.05, abs=three)
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.15)


# GAP, where the data are here


@pytest.fixture(scope="module")
def gap_examples() -> tuple[Any, Any, Any]:
    """Gender, number of names and place of the right one (0: not known) of GAP's questions."""
    if not os.environ.get("COREFAIR_DATA"):
        pytest.skip("needs GAP: set COREFAIR_DATA")
    from corefair.suites.coref.gap import build
    from corefair.suites.coref.properties import asked, values

    cases = asked(build("test", data=Path(os.environ["COREFAIR_DATA"])).cases)
    places = [place or 0 for place in values("place", cases)]
    return (
        np.array([case.groups["gender"] for case in cases]),
        np.array(values("candidates", cases)),
        np.array(places),
    )


OF = ("feminine", "masculine")


def properties_of(names: Any, places: Any) -> list[Any]:
    return [numbers("names", names.tolist()), numbers("place", [place or None for place in places.tolist()])]


def test_the_baselines_of_table_1_are_told_apart_raw_and_not_under_weights(gap_examples: Any) -> None:
    genders, names, places = gap_examples
    usual = (names <= 15) & (places <= 4)
    weights = np.zeros(len(genders))
    weights[usual] = balance(genders[usual].tolist(), properties_of(names[usual], places[usual])).weights
    raw = compare_bias(places == 3, places == 1, genders, of=OF)
    assert raw.statistic == pytest.approx(1.347 - 0.776, abs=0.012)  # one name that counts for two places
    assert raw.exact and raw.p < 1e-4
    assert compare_bias(places == 2, places == 1, genders, of=OF).p == pytest.approx(0.2511, abs=1e-4)
    for one, other in ((2, 1), (3, 1), (3, 2)):
        found = compare_bias(places == one, places == other, genders, of=OF, weights=weights)
        assert found.statistic == pytest.approx(0, abs=1e-9)
        assert found.p == 1


def test_a_planted_bias_is_found_under_the_weights_of_gap(gap_examples: Any) -> None:
    genders, names, places = gap_examples
    weights = balance(genders.tolist(), properties_of(names, places)).weights
    rng = np.random.default_rng(0)
    easy = 0.8 - 0.1 * np.minimum(places, 5)
    fair = rng.random(len(genders)) < easy
    biased = np.where(genders == "feminine", rng.random(len(genders)) < 0.7, True) & fair
    found = compare_bias(biased, fair, genders, of=OF, weights=weights)
    assert found.statistic == pytest.approx(-0.3, abs=0.12)
    assert found.p < 1e-3
    again = np.where(rng.random(len(genders)) < 0.5, rng.random(len(genders)) < easy, fair)
    assert compare_bias(again, fair, genders, of=OF, weights=weights).p > 0.01


def test_the_nearest_name_has_a_weighted_gap_of_nothing_without_doubt(gap_examples: Any) -> None:
    genders, names, places = gap_examples
    properties = properties_of(names, places)
    found = balanced_contrast(
        with_ones(places == 1),
        genders,
        gap,
        of=OF,
        weights=balance(genders.tolist(), properties).weights,
        design=design(genders.tolist(), properties),
    )
    assert found.raw.high < -0.05
    assert found.weighted == pytest.approx((0, 0, 0), abs=1e-9) and found.p == 1
    assert found.moved.low > 0.05
