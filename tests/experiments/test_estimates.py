"""Means, spreads, intervals and paired changes: sums that a reader can redo, and how often they are wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.experiments.counted import Counted, Counts
from corefair.experiments.estimates import Group, estimate
from corefair.types import Measure

GAP = Measure(
    "gap", "link_accuracy", {"side": "pro"}, {"side": "anti"}, "difference", better="zero", role="headline"
)
ACCURACY = Measure("accuracy", "link_accuracy")


def counted(pro: list[int], anti: list[int]) -> Counted:
    """Twins: a unit has a case on either side."""
    return Counted.of(
        Counts(f"{side}{i}", f"u{i}", 1.0, {"side": side}, {"right": right, "asked": 1})
        for side, answers in (("pro", pro), ("anti", anti))
        for i, right in enumerate(answers)
    )


def test_by_hand() -> None:
    seeds = [counted([1, 1, 1, 0], [0, 0, 1, 0]), counted([1, 1, 0, 0], [1, 0, 0, 0])]
    even = [counted([1, 1, 0, 0], [1, 1, 0, 0])]
    groups = [Group("a", "toy", (), True, seeds), Group("b", "toy", ("a",), True, even)]
    numbers, changes = estimate("suite", [GAP, ACCURACY], groups, resamples=200)
    gap = next(n for n in numbers if (n.row, n.score.name) == ("a", "gap"))
    assert gap.seeds == (0.5, 0.25) and gap.score.value == pytest.approx(0.375)
    assert gap.spread == pytest.approx(0.25 / 2**0.5) and gap.score.n == 8
    assert gap.score.low is not None and gap.score.low <= 0.375
    change = next(c for c in changes if c.measure == "gap")
    assert (change.row, change.baseline, change.with_seeds) == ("b", "a", True)
    assert change.difference == pytest.approx(-0.375)
    assert next(n for n in numbers if (n.row, n.score.name) == ("b", "accuracy")).score.value == 0.5


def test_the_size_of_a_difference_is_that_of_the_mean_and_its_interval_is_folded() -> None:
    size = replace(GAP, name="|Diff|", how="distance", role="table")
    seeds = [counted([1, 1, 1, 0], [0, 0, 1, 0]), counted([1, 0, 0, 0], [1, 1, 1, 0])]  # +.5 and −.5
    rows = [Group("a", "toy", (), True, seeds), Group("b", "toy", ("a",), True, seeds[1:])]
    numbers, changes = estimate("suite", [size], rows, resamples=200)
    assert [n.score.value for n in numbers] == [0.0, 0.5] and numbers[0].seeds == (0.5, 0.5)
    assert numbers[0].score.low == 0.0 and numbers[0].score.high > 0
    assert numbers[0].score.p is not None and changes[0].difference == 0.5


def test_what_is_not_trained_has_no_seeds_in_it() -> None:
    rng = np.random.default_rng(0)
    made = [[counted(rng.integers(2, size=60).tolist(), rng.integers(2, size=60).tolist())] for _ in range(2)]
    groups = [Group("a", "x", (), False, made[0]), Group("b", "y", ("a",), False, made[1])]
    _, (change,) = estimate("suite", [GAP], groups, resamples=200)
    assert not change.with_seeds


def test_seeds_are_in_a_change_where_they_are_known_of_both_rows() -> None:
    one, two = counted([1, 1, 1, 0], [0, 0, 1, 0]), counted([1, 1, 0, 0], [1, 0, 0, 0])
    twice, never = Group("a", "x", (), True, [one, two]), Group("c", "z", ("a",), False, [two])
    once = Group("b", "y", ("a",), True, [two])
    _, changes = estimate("suite", [GAP], [twice, once, never], resamples=100)
    assert {change.row: change.with_seeds for change in changes} == {"b": False, "c": True}


def test_a_training_that_stands_in_several_rows_counts_once() -> None:
    one, two = counted([1, 1, 1, 0] * 9, [0, 0, 1, 0] * 9), counted([1, 1, 0, 0] * 9, [1, 0, 0, 0] * 9)
    rows = [Group("a", "x", (), True, [one, two], "01"), Group("b", "x", ("a",), True, [two], "2")]
    twins = [Group(name, "x", ("a",), True, [one, two], "01") for name in ("c", "d")]
    part = Group("e", "x", ("a",), True, [one], "0")
    _, (alone,) = estimate("suite", [GAP], rows, resamples=500)
    _, changes = estimate("suite", [GAP], [*rows, *twins, part], resamples=500)
    by_row = {change.row: change for change in changes}
    assert (by_row["b"].low, by_row["b"].high) == (alone.low, alone.high)
    assert by_row["c"].low == by_row["c"].high == 0.0  # the same trainings are off together


def test_other_cases_are_refused() -> None:
    groups = [
        Group("a", "x", (), False, [counted([1], [0])]),
        Group("b", "x", ("a",), False, [counted([1, 0], [0, 1])]),
    ]
    with pytest.raises(DataError, match="other cases"):
        estimate("suite", [GAP], groups, resamples=100)


def test_rows_that_differ_in_nothing_but_seeds_are_seldom_called_different() -> None:
    """Trainings that scatter by chance: p is below .05 about as often as it says; far more without seeds."""
    rng = np.random.default_rng(1)
    found: dict[bool, int] = {True: 0, False: 0}
    rounds = 60
    for _ in range(rounds):
        chances = np.clip(
            rng.normal(0.6, 0.08, size=(4, 3)), 0.05, 0.95
        )  # of a right answer, by row and seed
        cells = [
            [counted((rng.random(150) < chance).astype(int).tolist(), [0] * 150) for chance in row]
            for row in chances
        ]
        for trained in (True, False):
            groups = [
                Group(f"r{i}", "toy", ("r0",) if i else (), trained, row) for i, row in enumerate(cells)
            ]
            _, changes = estimate("suite", [GAP], groups, resamples=100)
            found[trained] += sum(change.p is not None and change.p < 0.05 for change in changes)
    assert found[True] <= 0.11 * 3 * rounds < 0.25 * 3 * rounds < found[False]


@pytest.mark.parametrize(("scatter", "least", "most"), [(0.0, 0.98, 1.0), (0.2, 0.91, 0.98)])
def test_intervals_of_a_change_are_rather_too_wide(scatter: float, least: float, most: float) -> None:
    """Simulated: a gap of .1 in all of three rows, scattered by seeds; 200 pairs, some easier than others."""
    rng = np.random.default_rng(5)
    held = []
    for _ in range(120):
        easy = rng.normal(0.65, 0.15, 200)
        rows = []
        for row in range(3):
            gaps = rng.normal(0.1, scatter, 3)
            cells = [
                counted(*((rng.random(200) < easy + side * g / 2).astype(int).tolist() for side in (1, -1)))
                for g in gaps
            ]
            rows.append(Group(f"r{row}", "toy", ("r0",) if row else (), True, cells))
        _, changes = estimate("suite", [GAP], rows, resamples=100)
        for change in changes:
            assert change.low is not None and change.high is not None
            held.append(change.low <= 0 <= change.high)
    assert least <= np.mean(held) <= most


def test_counts_are_kept(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "counts.npz"
    one = counted([1, 0], [0, 0])
    one.save(path)
    two = Counted.load(path)
    assert two.cases.tolist() == one.cases.tolist() and two.totals["right"].tolist() == [1, 0, 0, 0]
    assert two.groups["side"].tolist() == ["pro", "pro", "anti", "anti"]


def test_the_interval_of_a_share_holds_it_as_often_as_it_says() -> None:
    """Simulated: pro .6 in both rows, anti .35 and .5, so that three fifths of a gap of .25 go."""
    rng = np.random.default_rng(11)
    held, told = 0, 0
    for _ in range(200):
        easy = rng.random(150)
        pro, anti, less = (
            (rng.random(150) < low + width * easy).astype(int).tolist()
            for low, width in ((0.4, 0.4), (0.2, 0.3), (0.3, 0.4))
        )
        base = Group("base", "x", (), False, [counted(pro, anti)])
        row = Group("row", "x", ("base",), False, [counted(pro, less)])
        numbers, (change,) = estimate("suite", [GAP], [base, row], resamples=200, shares=True)
        share = change.share
        if share is not None:
            assert share.value == pytest.approx(-change.difference / (numbers[0].score.value or 0.0))
            told += 1
            held += share.low <= 0.6 <= share.high
    assert told >= 195
    assert 0.91 <= held / told <= 0.98


def test_a_share_of_what_may_be_nothing_is_not_told() -> None:
    even, half = counted([1, 0] * 20, [0, 1] * 20), counted([1, 1] * 20, [0, 1] * 20)
    for base, told in ((even, False), (half, True)):
        rows = [Group("a", "x", (), False, [base]), Group("b", "x", ("a",), False, [even])]
        _, (change,) = estimate("suite", [GAP], rows, resamples=200, shares=True)
        assert (change.share is not None) is told
    _, (change,) = estimate("suite", [GAP], rows, resamples=200)
    assert change.share is None
