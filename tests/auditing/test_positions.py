"""Position beside accuracy, samples of whole units, and the spread over prompts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

import corefair
import planted
from corefair.auditing.building import build_suites
from corefair.auditing.collect import collect
from corefair.auditing.prompts import spreads
from corefair.auditing.sampling import sampled
from corefair.types import Case, Choice, Coverage, Document, Measure, Mention, Picked, Question, Reading, Row

(SUITE,), _ = build_suites(["participants"])
SMALL = sampled(SUITE, 4)


@dataclass
class Listed:
    """Takes what is listed first, and in the end the first-named."""

    name: str = "listed"

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        for _ in questions:
            yield Picked((-0.5, -0.9), takes=(0, 1))


def test_a_model_that_goes_by_position_is_found_out() -> None:
    report = corefair.audit(Listed(), [SMALL], resamples=200)
    (result,) = report.results
    shares = {score.name: score.value for score in result.scores if score.table == "by position"}
    assert shares == {
        "picks that are the first-named": 1.0,
        "answers that change with the order": 1.0,
        "picks that are listed first": 1.0,
    }
    said = "100 % of its picks are the candidate {} would be right: accuracy is partly position"
    assert (
        said.format("named first in the text, where 75 %") in result.warnings
    )  # in three of the four frames
    assert said.format("listed first, where 50 %") in result.warnings
    assert any("100 % of answers change with the order" in note for note in result.warnings)
    rows = report.rows()
    assert all(row.answer.takes == (0, 1) for row in rows)  # type: ignore[union-attr]


def test_answers_of_a_run_that_was_stopped_still_say_where_the_chosen_stood(tmp_path: Path) -> None:
    first, again = (collect(Listed(), SMALL, store=tmp_path, name="listed").answers for _ in range(2))
    assert first[0].takes == (0, 1) and again == first


@dataclass
class Second:
    """Takes the second-named, in both orders: in SoWinoBias that is always right."""

    name: str = "second"

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        for _ in questions:
            yield Picked((-0.9, -0.5), takes=(1, 1))


def test_where_the_right_one_is_always_second_taking_it_is_no_fault() -> None:
    (suite,), _ = build_suites(["sowinobias:brief"])
    (result,) = corefair.audit(Second(), [sampled(suite, 4)], resamples=200).results
    (share,) = (score.value for score in result.scores if score.name == "picks that are the first-named")
    assert share == 0.0 and not any("position" in note for note in result.warnings)


def test_systems_that_find_clusters_have_no_such_share() -> None:
    report = corefair.audit("nearest", [SMALL], resamples=200)
    assert not any(score.table == "by position" for score in report.results[0].scores)


def test_a_sample_is_of_whole_units_and_says_so() -> None:
    units = {case.unit for case in SMALL.cases}
    assert len(units) == 4
    assert len(SMALL.cases) == sum(case.unit in units for case in SUITE.cases)
    assert SMALL.version == "1+4of48s0" and "A sample of 4 of 48 units" in SMALL.caveats[0]
    assert {case.unit for case in sampled(SUITE, 8).cases} > units  # a larger one holds a smaller
    assert {case.unit for case in sampled(SUITE, 4, seed=1).cases} != units
    assert sampled(SUITE, 48) is SUITE


def reading(right: list[int]) -> Reading:
    doc = Document("d", ("she",))
    gold = Choice(Mention(0, 1), (), (), 0)
    cases = [Case(str(i), doc, gold) for i in range(len(right))]
    rows = [Row(str(i), None, {"right": each, "asked": 1}) for i, each in enumerate(right)]
    return Reading(cases, rows, Coverage(len(right)))


def test_the_interval_over_prompts_knows_how_far_they_lie_apart() -> None:
    measure = (Measure("accuracy", "link_accuracy"),)
    settings = {"resamples": 2000, "seed": 0}
    alike = [reading([1, 0] * 100) for _ in range(3)]
    (steady,) = spreads("s", "m", measure, dict(zip("abc", alike, strict=True)), **settings)
    apart = [reading([1] * n + [0] * (200 - n)) for n in (40, 100, 160)]
    (unsteady,) = spreads("s", "m", measure, dict(zip("abc", apart, strict=True)), **settings)
    assert steady.mean == unsteady.mean == pytest.approx(0.5)
    assert steady.apart == 0 and unsteady.apart == pytest.approx(0.6)
    assert steady.low is not None and steady.high is not None and unsteady.low is not None
    # Of units alone: half a point is √(.25 / 200) = .035, so ± 1.96 × .035.
    assert steady.high - steady.low == pytest.approx(2 * 1.96 * 0.0354, abs=0.02)
    # The means of three prompts drawn from .2, .5, .8 vary by √(.06 / 3) × √1.5 = .173.
    assert 0.5 - unsteady.low == pytest.approx(1.96 * 0.173, abs=0.08)
    assert spreads("s", "m", measure, {"a": alike[0]}, **settings) == []


@dataclass
class Leaning:
    """Two of three picks are listed first: of a few cases that is no more than chance."""

    name: str = "leaning"

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        for i, _ in enumerate(questions):
            yield Picked((-0.5, -0.9), takes=(0, 1) if i % 3 else (1, 0))


def test_a_share_that_chance_explains_is_not_called_position() -> None:
    (few,) = corefair.audit(Leaning(), [planted.suite(4)], resamples=200).results
    (many,) = corefair.audit(Leaning(), [planted.suite(60)], resamples=200).results
    assert not any("listed first, where 50 % would be right" in note for note in few.warnings)
    assert any("listed first, where 50 % would be right" in note for note in many.warnings)


def test_prompts_that_were_not_answered_are_left_out_and_a_share_stays_one() -> None:
    measure = (Measure("accuracy", "link_accuracy"),)
    apart = [reading([1] * n + [0] * (40 - n)) for n in (0, 1, 20)]
    (found,) = spreads("s", "m", measure, dict(zip("abc", apart, strict=True)), resamples=500, seed=0)
    assert found.low == 0.0 and found.high is not None and found.high < 1


@dataclass
class Prompted:
    """A model asked by one prompt, as language choosers are."""

    name: str
    model: SimpleNamespace
    leans: int

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        for i, _ in enumerate(questions):
            yield Picked((-0.5, -0.9) if i % self.leans else (-0.9, -0.5))


def test_a_spread_is_over_prompts_of_one_model() -> None:
    """Two models of one name, at other places, are two."""
    one, other = (SimpleNamespace(name="tiny", facts={"at": place}) for place in ("here", "there"))
    systems = [Prompted("a", one, 3), Prompted("b", one, 5), Prompted("c", other, 4)]
    report = corefair.audit(systems, [planted.suite(20)], resamples=200)
    assert all(result.valid for result in report.results)
    (spread,) = (each for each in report.spreads if each.measure == "accuracy")
    values = dict(spread.values)
    assert set(values) == {"a", "b"} and spread.mean == pytest.approx(sum(values.values()) / 2)
    assert spread.low is not None and spread.low <= spread.mean <= (spread.high or 0)
