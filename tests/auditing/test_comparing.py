"""Two reports compared: both values on the shared cases, and nothing left out without a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import planted
from corefair.auditing.comparing import compare
from corefair.auditing.report import Report
from corefair.auditing.run import audit
from corefair.auditing.weighing import weighted
from corefair.errors import DataError
from corefair.types import Case, Choice, Row, Score, Suite


class Other(planted.Planted):
    pass


def units(suite: Suite, kept: range) -> Suite:
    """The cases of those units."""
    return replace(suite, cases=[case for case in suite.cases if int(case.unit) in kept])


def of(suite: Suite, *systems: planted.Planted) -> Report:
    return audit(list(systems), [suite], resamples=100)


def invalid(report: Report, subject: str) -> Report:
    results = (
        replace(each, problems=("it broke",)) if each.subject == subject else each for each in report.results
    )
    return replace(report, results=tuple(results))


def flips(rows: Sequence[Row]) -> list[Score]:
    """A number that is no sum over cases."""
    return [Score("odd", float(len(rows)), None, None, len(rows), unit="number")]


def test_both_values_are_of_the_shared_cases() -> None:
    """Shared are units 10 to 29: of he 2 of 20 are right before, 20 of 20 after."""
    suite = planted.suite()
    before, after = (
        of(units(suite, range(30)), planted.Planted(12)),
        of(units(suite, range(10, 40)), planted.Planted(30)),
    )
    found = compare(before, after)
    accuracy = next(one for one in found.comparisons if one.measure.name == "accuracy")
    assert (accuracy.before, accuracy.after) == (pytest.approx(22 / 40), 1)
    assert accuracy.difference == pytest.approx(18 / 40) and accuracy.n == 40
    assert before.results[0].score("accuracy").value == pytest.approx(42 / 60)  # type: ignore[union-attr]
    assert found.notes == ("planted: 40 cases are in one report only, and left out",)


def test_questions_of_one_id_that_differ_are_not_compared() -> None:
    suite = planted.suite()

    def turned(case: Case) -> Case:
        assert isinstance(case.gold, Choice) and case.gold.right is not None
        return replace(case, gold=replace(case.gold, right=1 - case.gold.right))

    cases = [turned(case) if int(case.unit) < 10 else case for case in suite.cases]
    before, after = of(suite, planted.Planted(30)), of(replace(suite, cases=cases), planted.Planted(30))
    found = compare(before, after)
    assert next(one for one in found.comparisons if one.measure.name == "accuracy").n == 60
    assert found.notes == (
        "planted: 20 cases have the same id in both but other words or another right answer, and are left "
        "out",
    )


def test_a_number_that_is_no_sum_needs_the_same_cases() -> None:
    suite = replace(planted.suite(), extras=flips)
    whole, part = of(suite, planted.Planted(5)), of(units(suite, range(20)), planted.Planted(5))
    assert "odd" in [one.measure.name for one in compare(whole, whole).comparisons]
    found = compare(whole, part)
    assert "odd" not in [one.measure.name for one in found.comparisons]
    assert "planted: left out, for they cannot be had of the shared cases alone: odd" in found.notes


def test_a_measure_without_a_shared_case_is_not_compared() -> None:
    """Its values in the two reports are of other cases."""
    suite = planted.suite()

    def without_he(kept: range) -> Suite:
        shown = [
            case for case in suite.cases if int(case.unit) in kept or case.groups["gender"] == "feminine"
        ]
        return replace(suite, cases=shown)

    reports = [of(without_he(kept), planted.Planted(5)) for kept in (range(20), range(20, 40))]
    found = compare(*reports)
    names = [one.measure.name for one in found.comparisons]
    assert "accuracy, pro" in names and "accuracy, anti" not in names and "gap" not in names
    told = "planted: left out, for they cannot be computed both times on the same cases: gap; accuracy, anti"
    assert any(note.startswith(told) for note in found.notes), found.notes


def test_a_number_that_one_report_cannot_compute_is_said() -> None:
    """A correlation of answers that are all alike is not defined: it was there before, and is gone after."""

    def odd(rows: Sequence[Row]) -> list[Score]:
        right = sum(row.counts["right"] for row in rows)
        value = None if right == len(rows) else float(right)
        return [Score("odd", value, None, None, len(rows), unit="number")]

    suite = replace(planted.suite(), extras=odd)
    some, every = (of(suite, planted.Planted(n)) for n in (10, len(suite.cases)))
    for before, after in ((some, every), (every, some)):
        found = compare(before, after)
        assert "odd" not in [one.measure.name for one in found.comparisons]
        assert found.notes == (
            "planted: left out, for they cannot be computed both times on the same cases: odd",
        )
    assert compare(some, some).notes == ()


def by(suite: Suite, path: Path, heavy: int) -> Suite:
    """With the weights of a file: the first ten units weigh more."""

    def weight(case: Case) -> int:
        return heavy if int(case.unit) < 10 else 1

    path.write_text("id\tweight\n" + "".join(f"{case.id}\t{weight(case)}\n" for case in suite.cases))
    return weighted(suite, path)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    suite = planted.suite()
    raw, one, same, other = (
        of(each, planted.Planted(5))
        for each in (suite, *(by(suite, tmp_path / f"{i}.tsv", heavy) for i, heavy in enumerate((2, 2, 3))))
    )
    for before, after in ((raw, one), (one, raw), (one, other)):
        with pytest.raises(
            DataError, match="nothing can be compared: planted: the two reports weigh its cases"
        ):
            compare(before, after)
    found = compare(one, same).comparisons[0]
    assert found.before == found.after == one.results[0].scores[0].value != raw.results[0].scores[0].value
    left_out = [
        replace(report, results=tuple(replace(each, rows_left_out=True) for each in report.results))
        for report in (raw, one)
    ]
    with pytest.raises(DataError, match="weigh its cases differently"):
        compare(*left_out)


def test_invalid_results_are_left_out_and_named() -> None:
    suite = planted.suite()
    before, after = (of(suite, planted.Planted(n), Other(n)) for n in (10, 30))
    both, found = compare(before, after), compare(before, invalid(after, "Planted"))
    assert {one.subject for one in both.comparisons} == {"Planted", "Other"}
    assert {one.subject for one in found.comparisons} == {"Other"}
    assert found.notes == (
        "planted: Planted is invalid in the second report (it broke), so it is not compared",
    )
    gaps = [next(one for one in each.comparisons if one.subject == "Other") for each in (both, found)]
    assert gaps[1].p_holm < gaps[0].p_holm, "Holm counts what is compared"  # type: ignore[operator]
    with pytest.raises(DataError, match="Planted is invalid in the first report"):
        compare(invalid(of(suite, planted.Planted(10)), "Planted"), of(suite, planted.Planted(30)))


def test_what_is_in_one_report_only_is_said() -> None:
    class Third(planted.Planted):
        pass

    suite = planted.suite()
    before = audit([planted.Planted(9), Other(9)], [suite, replace(suite, name="old")], resamples=100)
    after = audit([planted.Planted(9), Third(9)], [suite, replace(suite, name="new")], resamples=100)
    assert compare(before, after).notes == (
        "old is in the first report only",
        "Other on planted is in the first report only",
        "new is in the second report only",
        "Third on planted is in the second report only",
    )
