"""The audit as a whole: planted gaps are found, systems are compared, the report says what it did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import planted
from corefair.auditing import audit, build_suites, compare_reports
from corefair.errors import DataError, UnknownName


@pytest.mark.parametrize("strength", [0.0, 0.1, 0.3])
def test_a_planted_gap_is_recovered(strength: float) -> None:
    """On our own occupations, where every sentence has one job of each stereotype."""
    report = audit(f"stereotype:strength={strength},seed=1", ["occupations"], resamples=500)
    (result,) = report.data["results"]
    gap = result["scores"][0]
    assert result["valid"] and gap["name"] == "gap"
    assert gap["low"] <= strength <= gap["high"], gap


def test_the_report_is_json_and_repeats() -> None:
    one, other = (audit(planted.Planted(30), [planted.suite()], resamples=300).data for _ in range(2))
    assert json.loads(json.dumps(one, allow_nan=False))["schema"] == "corefair.report/1"
    assert {**one, "date": ""} == {**other, "date": ""}
    (result,) = one["results"]
    assert len(result["rows"]) == 80 and result["rows"][0]["words"][1] == "nurse"
    assert result["scores"][0]["signature"].startswith("gap|planted|v1|n:80|b:300|s:0|corefair:")


def test_in_a_notebook_a_report_shows_itself() -> None:
    shown = audit(planted.Planted(30), [planted.suite()], resamples=300)._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!') and "<script" not in shown and "points" in shown


def test_two_systems_are_compared_on_the_same_cases() -> None:
    class Other(planted.Planted):
        pass

    report = audit([planted.Planted(40), Other(30)], [planted.suite()], resamples=300).data
    gap = next(entry for entry in report["comparisons"] if entry["name"] == "gap")
    assert (gap["baseline"], gap["system"], gap["difference"]) == ("Planted", "Other", pytest.approx(0.25))
    assert gap["p"] == pytest.approx(2 / 2**10) and gap["p_holm"] >= gap["p"]


def test_before_and_after() -> None:
    before, after = (audit(planted.Planted(n), [planted.suite()], resamples=300).data for n in (30, 40))
    found = compare_reports(before, after)
    gap = next(score for score in found["scores"] if score["name"] == "gap")
    assert (gap["value_before"], gap["value_after"]) == (pytest.approx(0.25), 0)
    assert gap["difference"] == pytest.approx(-0.25) and gap["p"] == pytest.approx(2 / 2**10)
    with pytest.raises(DataError, match="no suite and case in common"):
        compare_reports(before, {**after, "results": []})


def test_suites_are_named_and_missing_data_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    built, missing = build_suites(None)
    assert {"occupations", "participants"} <= {suite.name for suite in built}
    assert any(
        entry["suite"] == "winobias" and "corefair data get winobias" in entry["why"] for entry in missing
    )
    with pytest.raises(UnknownName, match="did you mean occupations"):
        build_suites(["occupation"])


def test_one_name_one_system() -> None:
    with pytest.raises(DataError, match="two systems have the same name"):
        audit([planted.Planted(1), planted.Planted(2)], [planted.suite()])


def test_a_finished_audit_is_asked_anew_and_an_interrupted_one_goes_on(tmp_path: Path) -> None:
    suite, store = planted.suite(5), tmp_path / "answers"
    first = audit(planted.Planted(2), [suite], store=store, resamples=100).data["results"][0]["scores"]
    changed = audit(planted.Planted(5), [suite], store=store, resamples=100).data["results"][0]["scores"]
    assert first[0]["value"] == pytest.approx(3 / 5) and changed[0]["value"] == 0, "the system has changed"
    (store / "complete").unlink()  # as if it had been interrupted
    again = audit(planted.Planted(2), [suite], store=store, resamples=100).data["results"][0]["scores"]
    assert again == changed
