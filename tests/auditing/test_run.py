"""The audit as a whole: planted gaps are found, systems are compared, the report says what it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import planted
from corefair.auditing.building import build_suites
from corefair.auditing.comparing import compare
from corefair.auditing.run import audit
from corefair.auditing.saved import dumps
from corefair.errors import DataError, UnknownName
from corefair.types import Picked, Question


@pytest.mark.parametrize("strength", [0.0, 0.1, 0.3])
def test_a_planted_gap_is_recovered(strength: float) -> None:
    """On our own occupations, where every sentence has one job of each stereotype."""
    report = audit(f"stereotype:strength={strength},seed=1", ["occupations"], resamples=500)
    (result,) = report.results
    gap = result.scores[0]
    assert result.valid and gap.name == "gap"
    assert gap.low is not None and gap.high is not None and gap.low <= strength <= gap.high, gap


def test_the_report_is_json_and_repeats() -> None:
    one, other = (audit(planted.Planted(30), [planted.suite()], resamples=300) for _ in range(2))
    assert dumps(replace(one, date="")) == dumps(replace(other, date=""))
    rows = one.rows(subject="Planted", suite="planted")
    assert len(rows) == 80 and rows[0].words[1] == "nurse" and rows[0].linked == (0,) and rows[0].right
    assert rows[79].linked == (1,) and rows[79].right is False, "a row says which candidate was linked"
    signature = one.results[0].scores[0].signature
    assert signature.startswith("gap|planted|v1|data:") and "|asked:clusters|n:80|b:300|s:0|" in signature


def test_in_a_notebook_a_report_shows_itself() -> None:
    shown = audit(planted.Planted(30), [planted.suite()], resamples=300)._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!') and "<script" not in shown and "points" in shown


def test_two_systems_are_compared_on_the_same_cases() -> None:
    class Other(planted.Planted):
        pass

    report = audit([planted.Planted(40), Other(30)], [planted.suite()], resamples=300)
    gap = next(one for one in report.comparisons if one.measure.name == "gap")
    assert (gap.baseline, gap.subject, gap.difference) == ("Planted", "Other", pytest.approx(0.25))
    assert gap.before == pytest.approx(0) and gap.measure.value == pytest.approx(0.25)
    assert gap.p == pytest.approx(2 / 2**10) and gap.p_holm is not None and gap.p_holm >= gap.p


def test_before_and_after() -> None:
    before, after = (audit(planted.Planted(n), [planted.suite()], resamples=300) for n in (30, 40))
    gap = next(one for one in compare(before, after).comparisons if one.measure.name == "gap")
    assert (gap.before, gap.measure.value) == (pytest.approx(0.25), 0)
    assert gap.difference == pytest.approx(-0.25) and gap.p == pytest.approx(2 / 2**10)
    with pytest.raises(DataError, match="no suite and case in common"):
        compare(before, replace(after, results=()))


def test_suites_are_named_and_missing_data_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    built, not_here = build_suites(None)
    assert {"occupations", "participants"} <= {suite.name for suite in built}
    assert any(name == "winobias" and "corefair data get winobias" in why for name, why in not_here)
    with pytest.raises(UnknownName, match="did you mean occupations"):
        build_suites(["occupation"])


def test_one_name_one_system() -> None:
    with pytest.raises(DataError, match="two systems have the same name"):
        audit([planted.Planted(1), planted.Planted(2)], [planted.suite()])


def test_a_finished_audit_is_asked_anew_and_an_interrupted_one_goes_on(tmp_path: Path) -> None:
    suite, store = planted.suite(5), tmp_path / "answers"
    first = audit(planted.Planted(2), [suite], store=store, resamples=100).results[0].scores
    changed = audit(planted.Planted(5), [suite], store=store, resamples=100).results[0].scores
    assert first[0].value == pytest.approx(3 / 5) and changed[0].value == 0, "the system has changed"
    (store / "complete").unlink()  # as if it had been interrupted
    again = audit(planted.Planted(2), [suite], store=store, resamples=100).results[0].scores
    assert again == changed


def test_a_report_is_pleasant_to_look_at() -> None:
    report = audit(planted.Planted(30), [planted.suite()], resamples=300)
    assert repr(report) == "<Report: Planted on planted; gap>"
    assert report.verdicts[0].level == "gap" and "25 points" in report.verdicts[0].sentence
    gap = next(scored for scored in report.scores if scored.score.name == "gap")
    assert (gap.subject, gap.suite, gap.score.kind, gap.score.unit) == ("Planted", "planted", "gap", "points")
    result = report.result("Planted", "planted")
    assert result is not None and result.score("gap") == gap.score and list(report) == [result]


def test_a_chooser_is_asked_to_choose_and_the_result_says_so() -> None:
    class Choosing:
        """Takes the first candidate for she, and the second for he."""

        def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
            for question in questions:
                is_she = question.doc.words[question.pronoun.start].lower() != "he"
                yield Picked((0.0, -1.0) if is_she else (-1.0, 0.0))

    (result,) = audit(Choosing(), [planted.suite(20)], resamples=100).results
    assert result.asked == "choice" and result.scores[0].value == 1


def test_what_needs_files_is_not_asked_by_default() -> None:
    built, not_here = build_suites()
    assert "reversed" not in [*(suite.name.partition(":")[0] for suite in built), *dict(not_here)]


def test_suites_of_one_name(tmp_path: Path) -> None:
    """The same suite is asked once; another one of its name would be taken for it."""
    (built,), _ = build_suites(["occupations", "occupations"])
    assert built.key == "occupations"
    whole = (Path(__file__).parents[2] / "examples" / "suite_age.tsv").read_text(encoding="utf-8")
    for folder, text in (("a", whole), ("b", whole.replace("young", "new"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "age.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="two suites are called age: ask one of them"):
        build_suites([str(tmp_path / "a" / "age.tsv"), str(tmp_path / "b" / "age.tsv")])
