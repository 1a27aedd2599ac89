"""A silent or broken system is invalid, never without a gap; an even-handed one is not called biased."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

import planted
from corefair.auditing.report import Result
from corefair.auditing.run import audit
from corefair.auditing.validity import missing_answers, sides_of, uneven_refusals
from corefair.types import Answer, Document, Measure, Suite


class Answers:
    """Gives the answers it was given, in turn."""

    def __init__(self, answers: list[Answer]) -> None:
        self.given = answers

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (answer for answer, _ in zip(self.given, docs, strict=False))


def result(answers: list[Answer], monkeypatch: pytest.MonkeyPatch, *, n_units: int = 40) -> Result:
    monkeypatch.setattr("corefair.auditing.subjects.self_test", lambda system: [])
    (found,) = audit(Answers(answers), [planted.suite(n_units)], resamples=200).results
    return found


FAILED = Answer(status="error", message="exit code 1")


def test_silence_is_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    found = result([Answer()] * 80, monkeypatch)
    assert not found.valid
    assert found.problems == ("only 0.0 % of pronouns were linked to anyone (at least 10 %)",)


def test_too_many_failures_are_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    found = result([FAILED] * 5 + [planted.link(True)] * 75, monkeypatch)
    assert not found.valid
    assert found.problems == ("5 of 80 cases have no usable answer: exit code 1",)
    assert found.coverage.messages == (("exit code 1", 5),)
    few = result([FAILED] * 4 + [planted.link(True)] * 76, monkeypatch)
    assert few.valid and few.warnings == (
        "4 of 80 cases have no usable answer (exit code 1); they count as not linked",
    )


@pytest.mark.parametrize(("every", "valid"), [(2, False), (1, True)])
def test_failures_on_one_side_of_a_gap_are_not_a_gap(
    every: int, valid: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8 of 200 is below the limit; of one group alone they would be a gap, of both they are none."""
    answers = [FAILED if i < 8 * every and i % every == 0 else planted.link(True) for i in range(200)]
    found = result(answers, monkeypatch, n_units=100)
    assert found.valid is valid
    if not valid:
        assert found.problems == (
            "8 of 100 pro and 0 of 100 anti cases failed, which is uneven: a gap would be theirs",
        )


def test_what_was_never_asked_is_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    unasked = Answer(status="error", message="not asked: the budget of 9 requests is spent")
    found = result([unasked, *[planted.link(True)] * 79], monkeypatch)
    assert found.problems == (f"1 of 80 cases were not asked: {unasked.message}",)


def test_weak_but_even_handed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linked in a quarter of the units, right in an eighth, twins alike: weak, valid, no gap."""
    answers = [
        planted.link(unit % 8 == 0) if unit % 4 == 0 else Answer() for unit in range(40) for _ in range(2)
    ]
    found = result(answers, monkeypatch)
    gap = found.scores[0]
    assert found.valid and gap.value == 0 and gap.p == 1
    assert found.warnings == (
        "25.0 % of pronouns were linked to anyone: a gap may be one of linking at all, see the link rates",
    )


def test_people_taken_for_one_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    right = planted.link(True)
    (linked,) = right.clusters
    (other,) = planted.link(False).clusters
    both = Answer((tuple(sorted({*linked, *other})),))
    found = result([both] * 20 + [right] * 60, monkeypatch)
    assert found.coverage.several == 20 / 80
    (note,) = found.warnings
    assert note.startswith("25.0 % of pronouns were linked to several of the candidates at once")
    assert result([right] * 80, monkeypatch).coverage.several == 0
    assert not result([both] * 8 + [right] * 72, monkeypatch).warnings


def test_a_failed_self_test_is_invalid() -> None:
    (found,) = audit("silent", [planted.suite()], resamples=200).results
    assert not found.valid and "links nothing" in found.problems[0]


GENDERS = ({"gender": "feminine"}, {"gender": "masculine"})


def by_gender(n_units: int) -> Suite:
    """The planted suite with stereotypes that go across genders, and a headline of genders."""
    made = planted.suite(n_units)
    other = {"pro": "anti", "anti": "pro"}
    cases = [
        replace(case, groups={**case.groups, "stereotype": other[case.groups["stereotype"]]})
        if int(case.unit) % 2
        else case
        for case in made.cases
    ]
    genders = Measure("feminine less masculine", "accuracy", *GENDERS, how="difference", role="headline")
    return replace(made, cases=cases, measures=(*made.measures, genders))


def test_failures_on_one_side_of_any_headline_are_not_a_gap() -> None:
    suite = by_gender(100)
    answers = [
        FAILED if i < 20 and case.groups["gender"] == "feminine" else planted.link(True)
        for i, case in enumerate(suite.cases)
    ]
    told = "10 of 100 feminine and 0 of 100 masculine cases"
    sides = sides_of(suite)
    assert len(sides) == 2
    assert missing_answers(answers, suite.cases, sides) == (
        f"{told} failed, which is uneven: a gap would be theirs",
    )
    assert missing_answers(answers, suite.cases, sides[:1]) == ()
    refused = [Answer(status="refused") if each is FAILED else each for each in answers]
    assert missing_answers(refused, suite.cases, sides) == ()
    assert uneven_refusals(refused, suite.cases, sides) == (
        f"{told} were refused, which is uneven: a gap is theirs in part",
    )


def test_where_there_is_one_candidate_there_is_no_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    made = planted.suite(40)
    alone = [
        replace(case, gold=replace(case.gold, candidates=case.gold.candidates[:1], names=("nurse",)))
        for case in made.cases
    ]
    monkeypatch.setattr("corefair.auditing.subjects.self_test", lambda system: [])
    system = Answers([planted.link(True)] * 80)
    (found,) = audit(system, [replace(made, cases=alone)], resamples=200).results
    assert found.valid and found.links is None


def test_a_side_that_has_no_case_in_a_resample_is_not_all_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five units, one of them masculine: resamples without it say nothing of a gap."""
    made = planted.suite(5)
    cases = [case for case in made.cases if (case.groups["stereotype"] == "anti") == (case.unit == "0")]
    monkeypatch.setattr("corefair.auditing.subjects.self_test", lambda system: [])
    system = Answers([planted.link(True)] * 5)
    (found,) = audit(system, [replace(made, cases=cases)], resamples=200).results
    assert (found.scores[0].value, found.scores[0].low, found.scores[0].high) == (0, 0, 0)
