"""A report written and read again: the same, its rows when needed, and a reason where it is no report."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

import planted
import planted_vectors
from corefair.auditing.comparing import compare
from corefair.auditing.report import GateOutcome, Report
from corefair.auditing.run import audit, audit_vectors
from corefair.auditing.saved import dumps, load
from corefair.errors import DataError

VERSION_1 = Path(__file__).parent / "version_1"


@pytest.fixture(scope="module")
def report() -> Report:
    made = audit(planted.Planted(30), [planted.suite()], resamples=200)
    return replace(made, gates=(GateOutcome("planted.gap.low > 0.1", ("it is",)),))


@pytest.fixture
def written(report: Report, tmp_path: Path) -> Path:
    return report.save(tmp_path / "deep" / "folder")


def test_what_is_loaded_is_what_was_written(report: Report, written: Path) -> None:
    for path in (written, written.parent):
        loaded = load(path)
        assert dumps(loaded) == dumps(report) and loaded.rows() == list(report.rows())
        assert loaded.verdicts == report.verdicts and loaded.results == report.results


def test_reports_on_vectors_too(tmp_path: Path) -> None:
    suites = [planted_vectors.leaning(), planted_vectors.spread()]
    before, after = (planted_vectors.vectors(lean, name=f"{lean}.txt") for lean in (0.5, 0.25))
    report = audit_vectors([after], suites, original=before, resamples=100)
    loaded = load(report.save(tmp_path))
    assert loaded.results == report.results and loaded.rows() == list(report.rows())


def test_scores_are_light_and_the_same_report_is_the_same_bytes(report: Report, tmp_path: Path) -> None:
    one, other = (report.save(tmp_path / name) for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()
    rows = [path.with_name("rows.jsonl.gz").read_bytes() for path in (one, other)]
    assert rows[0] == rows[1] and len(gzip.decompress(rows[0]).splitlines()) == 80
    assert "surgeon" not in one.read_text(encoding="utf-8")


def test_rows_are_missed_only_when_they_are_needed(report: Report, written: Path) -> None:
    written.with_name("rows.jsonl.gz").unlink()
    loaded = load(written)
    assert loaded.results == report.results
    with pytest.raises(DataError, match=r"rows\.jsonl\.gz: the judged cases are not here"):
        loaded.rows()


@pytest.mark.parametrize(
    ("line", "words"),
    [("{", "not JSON"), ('{"suite": "x"}', "row has no 'system'"), ('{"suite": 1}', "row.suite is number")],
)
def test_a_damaged_row_is_named_by_its_line(written: Path, line: str, words: str) -> None:
    path = written.with_name("rows.jsonl.gz")
    kept = gzip.decompress(path.read_bytes()).decode().splitlines()[:2]
    path.write_bytes(gzip.compress("\n".join([*kept, line]).encode()))
    with pytest.raises(DataError) as caught:
        load(written).rows()
    assert "rows.jsonl.gz:3: " in str(caught.value) and words in str(caught.value)


def test_rows_of_another_audit_are_told_apart(written: Path) -> None:
    path = written.with_name("rows.jsonl.gz")
    kept = gzip.decompress(path.read_bytes()).decode().splitlines()[:2]
    path.write_bytes(gzip.compress("\n".join(kept).encode()))
    with pytest.raises(DataError, match=r"not those of the report\.json beside them: run the audit again"):
        load(written).rows()


def test_numbers_that_json_lacks_become_null(written: Path) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["results"][0]["scores"][0]["value"] = float("nan")
    written.write_text(json.dumps(data), encoding="utf-8")
    assert load(written).results[0].scores[0].value is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{\n'a': 1}", "report.json:2: not JSON"),
        ("[]", "not a report"),
        ('{"schema": "other/1"}', "not a report"),
        ('{"schema": "corefair.report/3"}', "install a newer corefair"),
        ('{"schema": "corefair.report/2"}', "report has no 'subject'"),
        ('{"schema": "corefair.report/1"}', "version 1, but KeyError at 'suites'"),
    ],
)
def test_other_files_are_refused_with_a_reason(written: Path, text: str, words: str) -> None:
    written.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(written)
    assert words in str(caught.value) and "report.json" in str(caught.value)


def test_a_broken_report_is_named_by_its_place(written: Path) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["results"][0]["scores"][2]["value"] = "high"
    written.write_text(json.dumps(data), encoding="utf-8")
    place = r"report.results\[0\].scores\[2\].value is string, not number or null"
    with pytest.raises(DataError, match=place):
        load(written)
    with pytest.raises(DataError, match="cannot be read"):
        load(written.with_name("none.json"))


@pytest.mark.parametrize(
    ("part", "name"), [("results", "system"), ("results", "suite"), ("verdicts", "suite")]
)
def test_a_report_that_speaks_of_what_it_has_not_is_refused(written: Path, part: str, name: str) -> None:
    found = json.loads(written.read_text(encoding="utf-8"))
    found[part][0][name] = "nobody"
    written.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(DataError, match=r"not a sound report: it speaks of .*nobody"):
        load(written)


def test_a_name_of_a_later_version_is_passed_over(written: Path) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["results"][0]["scores"][0]["colour"] = "green"
    written.write_text(json.dumps(data), encoding="utf-8")
    assert load(written).results[0].scores[0].name == "gap"


def test_a_report_on_systems_of_version_1_loads() -> None:
    """Written before: stereotype:strength=0.5 and silent on the suite of the examples, with a gate."""
    old = json.loads(gzip.decompress((VERSION_1 / "systems.json.gz").read_bytes()))
    report = load(VERSION_1 / "systems.json.gz")
    assert [(r.subject, r.valid) for r in report] == [(r["system"], r["valid"]) for r in old["results"]]
    for result, before in zip(report, old["results"], strict=True):
        assert [(s.name, s.value, s.low, s.p) for s in result.scores] == [
            (s["name"], s["value"], s["low"], s["p"]) for s in before["scores"]
        ]
        rows = report.rows(subject=result.subject)
        assert [row.case for row in rows] == [row["case"] for row in before["rows"]]
        assert sum(bool(row.right) for row in rows) == sum(row["counts"]["right"] for row in before["rows"])
    gap = report.results[0].scores[0]
    assert (gap.kind, gap.unit, gap.role) == ("gap", "points", "headline")
    assert report.gates[0].condition == "suite_age.gap.low > 0.9"
    assert {v.subject: v.level for v in report.verdicts}["silent"] == "invalid"
    assert all(one.difference == 0 for one in compare(report, report).comparisons)


def test_a_report_on_vectors_of_version_1_loads() -> None:
    old = json.loads(gzip.decompress((VERSION_1 / "vectors.json.gz").read_bytes()))
    report = load(VERSION_1 / "vectors.json.gz")
    assert report.asks == "vectors" and len(report.results) == len(old["results"]) == 4
    assert [s.unit for s in report.results[0].scores] == [s["unit"] for s in old["results"][0]["scores"]]
    (one,) = report.comparisons
    assert one.difference == pytest.approx(-0.25) and one.measure.name == "stereotype"
    charts = report.results[2].charts
    assert charts.projection is not None and len(charts.projection.points) == 40
    assert len(charts.slopes) == 6 and charts.grids[0].columns == ("word", "rank")
    assert report.rows(subject="after.txt", suite="leaning")[0].words == ("job0", "she")
