"""`corefair audit`, `report`, `compare`, `list`, `show`, `doctor` and `suite` as a person meets them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main

SUITE = str(Path(__file__).parents[2] / "examples" / "suite_age.tsv")
OUTSIDE = Path(__file__).parents[2] / "examples" / "outside_system.py"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two reports on the same small suite, of a planted system and of an even-handed one."""
    place = tmp_path_factory.mktemp("reports")
    for name, system in (("before", "first"), ("after", "nearest")):
        result = run("audit", system, "--suite", SUITE, "-o", str(place / name), "--resamples", "200")
        assert result.exit_code == 0, result.output
    return place


def test_a_report_is_written_and_its_verdict_said(folder: Path) -> None:
    report = json.loads((folder / "before" / "report.json").read_text(encoding="utf-8"))
    assert report["schema"] == "corefair.report/2" and report["systems"][0]["name"] == "first"
    assert "<h1" in (folder / "before" / "report.html").read_text(encoding="utf-8")
    assert list((folder / "before" / "answers").glob("*.jsonl"))


def test_a_silent_system_is_invalid(tmp_path: Path) -> None:
    result = run("audit", "silent", "--suite", SUITE, "-o", str(tmp_path), "--resamples", "200")
    assert result.exit_code == 4 and "invalid" in result.stdout
    assert (tmp_path / "report.html").exists(), "the report is written all the same"


def test_a_gate_fails_the_build_after_the_report(tmp_path: Path) -> None:
    name = json.loads(run("audit", "first", "--suite", SUITE, "--json", "--resamples", "200").stdout)
    key = name["suites"][0]["name"]
    arguments = ("audit", "first", "--suite", SUITE, "-o", str(tmp_path), "--resamples", "200", "--fail-if")
    result = run(*arguments, f"{key}.accuracy.value <= 1")
    assert result.exit_code == 3 and "gate: " in result.stderr and (tmp_path / "report.json").exists()
    assert run(*arguments, f"{key}.accuracy.value > 1").exit_code == 0
    result = run(*arguments, f"{key}.acuracy.value > 1")
    assert result.exit_code == 1 and "did you mean" in result.stderr


def test_an_outside_system_in_another_process(tmp_path: Path) -> None:
    command = f"command:{sys.executable} {OUTSIDE} --answer"
    result = run("audit", command, "--suite", "participants", "-o", str(tmp_path), "--resamples", "200")
    assert result.exit_code == 0, result.output
    (found,) = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["results"]
    assert found["coverage"]["ok"] == found["coverage"]["cases"]


def test_a_gap_file_is_judged_by_the_gap_suite(tmp_path: Path) -> None:
    """Two examples in GAP's form, and a system's answers in the form of its scorer: one right, one wrong."""
    header = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    rows = [
        f"development-{i}\tThe nurse met Kim and Lee before {pronoun} left.\t{pronoun}\t33\tKim\t14\tTRUE"
        "\tLee\t22\tFALSE\tnone\n"
        for i, pronoun in enumerate(("she", "her", "he", "him"), 1)
    ]
    (tmp_path / "gap").mkdir()
    (tmp_path / "gap" / "gap-development.tsv").write_text(header + "".join(rows), encoding="utf-8")
    answers = tmp_path / "answers.tsv"
    said = ["TRUE\tFALSE", "TRUE\tFALSE", "FALSE\tTRUE", "TRUE\tFALSE"]
    answers.write_text(
        "".join(f"development-{i}\t{each}\n" for i, each in enumerate(said, 1)), encoding="utf-8"
    )
    arguments = ("--suite", "gap:development", "--data", str(tmp_path), "--json", "--resamples", "200")
    found = json.loads(run("audit", f"gap:{answers}", *arguments).stdout)
    scores = {score["name"]: score["value"] for score in found["results"][0]["scores"]}
    assert scores["accuracy"] == 3 / 4 and scores["gap"] == pytest.approx(1 - 1 / 2)


def test_unknown_names_offer_near_ones() -> None:
    result = run("audit", "nearst", "--suite", SUITE)
    assert result.exit_code == 1 and "did you mean nearest" in result.stderr
    result = run("audit", "nearest", "--suite", "winobia")
    assert result.exit_code == 1 and "did you mean winobias" in result.stderr


@pytest.mark.parametrize("kind", ["html", "md", "junit", "latex"])
def test_a_report_is_rendered_again(folder: Path, tmp_path: Path, kind: str) -> None:
    path = str(folder / "before" / "report.json")
    printed = run("report", path, f"--{kind}")
    assert printed.exit_code == 0 and printed.stdout.strip()
    out = tmp_path / "again"
    assert run("report", path, f"--{kind}", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8") == printed.stdout


def test_not_a_report(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{", encoding="utf-8")
    result = run("report", str(path))
    assert result.exit_code == 1 and "x.json" in result.stderr and "Traceback" not in result.output


def test_compare(folder: Path) -> None:
    before, after = (str(folder / name / "report.json") for name in ("before", "after"))
    found = json.loads(run("compare", before, after, "--json").stdout)
    accuracy = next(score for score in found["scores"] if score["name"] == "accuracy")
    assert accuracy["difference"] == pytest.approx(accuracy["value_after"] - accuracy["value_before"])
    shown = run("compare", before, after)
    assert shown.exit_code == 0 and "95 % interval" in shown.stdout
    heads, line, *_ = shown.stdout.splitlines()
    assert heads.startswith("system ") and line.startswith("first → nearest  "), "whose numbers they are"


def test_list_and_show() -> None:
    assert "nearest" in run("list", "systems").stdout
    assert set(json.loads(run("list", "--json").stdout)) >= {"systems", "suites", "metrics", "formats"}
    shown = run("show", "occupations").stdout
    assert "caveat" in shown and "cite" in shown and "right: " in shown


def test_doctor() -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert (
        "occupations" in result.stdout
        and "links nothing" in result.stdout
        and "self-test passed" in result.stdout
    )


def test_suite_check(tmp_path: Path) -> None:
    assert run("suite", "check", SUITE).exit_code == 0
    broken = tmp_path / "broken.tsv"
    lines = Path(SUITE).read_text(encoding="utf-8").splitlines(keepends=True)
    frame = next(line for line in lines if line.startswith("frame"))
    broken.write_text("".join([*lines, frame.replace("umbrella-1", "again")]), encoding="utf-8")
    result = run("suite", "check", str(broken))
    assert result.exit_code == 1 and result.output
