"""A measure is a metric on groups of cases, with an interval over units and a paired p."""

from __future__ import annotations

from dataclasses import replace

import pytest

import planted
from corefair.auditing.measure import compare_one, score_all, score_one
from corefair.types import Measure, Row, Suite

SUITE = planted.suite()


def rows(n_he: int, suite: Suite = SUITE) -> list[Row]:
    answers = planted.Planted(n_he).answers(case.given for case in suite.cases)
    return [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]


def test_headline_numbers_by_hand() -> None:
    scores = {
        score.name: score for score in score_all(SUITE.measures, SUITE.cases, rows(30), resamples=500, seed=0)
    }
    assert scores["accuracy, pro"].value == 1 and scores["accuracy, anti"].value == 30 / 40
    gap = scores["gap"]
    assert gap.value == pytest.approx(10 / 40) and gap.n == 80
    assert gap.low < gap.value < gap.high
    # Ten units differ, all the same way: 2 of the 2^10 ways to swap them are as far apart.
    assert gap.p == pytest.approx(2 / 2**10)
    assert scores["link rate"].value == 1 and scores["link rate"].p is None


def test_the_interval_of_a_size_begins_at_0_where_the_difference_may_be_0() -> None:
    pro, anti = {"stereotype": "pro"}, {"stereotype": "anti"}
    signed, size = (Measure("m", "link_accuracy", anti, pro, how) for how in ("difference", "distance"))
    same = [*rows(40)[:79], rows(0)[79]]  # one case apart: 0 is within reach
    one, other = (score_one(each, SUITE.cases, same, resamples=500, seed=0) for each in (signed, size))
    assert one is not None and other is not None and other.value == pytest.approx(abs(one.value))
    assert one.low <= 0 <= one.high and other.low == 0 and other.high == max(-one.low, one.high)
    assert other.p == one.p


@pytest.mark.parametrize(("how", "expected"), [("mean", 0.875), ("ratio", 0.75), ("distance", 0.25)])
def test_ways_to_set_two_sides_against_each_other(how: str, expected: float) -> None:
    anti, pro = {"stereotype": "anti"}, {"stereotype": "pro"}
    measure = Measure("m", "link_accuracy", anti, pro, how)  # type: ignore[arg-type]
    score = score_one(measure, SUITE.cases, rows(30), resamples=200, seed=0)
    assert score is not None and score.value == pytest.approx(expected)
    assert score.low <= score.value <= score.high


def test_weights_flow_through() -> None:
    heavy = [replace(case, weight=3.0 if int(case.unit) < 30 else 1.0) for case in SUITE.cases]
    measure = Measure("m", "link_accuracy", {"stereotype": "anti"})
    score = score_one(measure, heavy, rows(30), resamples=200, seed=0)
    assert score is not None and score.value == pytest.approx(3 * 30 / (3 * 30 + 10))


def test_groups_without_cases_have_no_score() -> None:
    measure = Measure("m", "link_accuracy", {"stereotype": "none"})
    assert score_one(measure, SUITE.cases, rows(30), resamples=200, seed=0) is None


def test_groups_whose_units_differ_are_regrouped() -> None:
    """Without twins the test regroups units; with the same answers in both groups p is 1."""
    alone = [replace(case, unit=case.id) for case in SUITE.cases]
    gap = SUITE.measures[0]
    same = score_one(gap, alone, rows(40), resamples=200, seed=0)
    apart = score_one(gap, alone, rows(10), resamples=200, seed=0)
    assert same is not None and same.p == 1
    assert apart is not None and apart.p is not None and apart.p < 1e-9


def test_one_unit_has_no_interval() -> None:
    suite = planted.suite(1)
    score = score_one(suite.measures[0], suite.cases, rows(0, suite), resamples=200, seed=0)
    assert score is not None and (score.value, score.low, score.p) == (1, None, None)


def test_two_systems_on_the_same_cases() -> None:
    gap = SUITE.measures[0]
    score = compare_one(gap, SUITE.cases, rows(40), rows(32), resamples=500, seed=0)
    assert score is not None and score.value == pytest.approx(-8 / 40)
    assert score.p == pytest.approx(2 / 2**8) and score.high <= 0
    assert compare_one(gap, SUITE.cases, rows(9), rows(9), resamples=200, seed=0).p == 1  # type: ignore[union-attr]
