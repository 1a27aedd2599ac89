"""`corefair report`: every form from a folder or its file, and judged cases as a table."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main
from report import example


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    example.report().save(tmp_path / "report")
    return tmp_path / "report"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["report", *args])


@pytest.mark.parametrize(
    ("form", "start"), [("html", "<!DOCTYPE"), ("md", "# "), ("junit", "<?xml"), ("latex", "%")]
)
def test_a_form_by_its_name_or_its_flag_from_a_folder_or_a_file(folder: Path, form: str, start: str) -> None:
    named = run(str(folder), "--form", form)
    assert named.exit_code == 0 and named.stdout.startswith(start)
    assert run(str(folder / "report.json"), f"--{form}").stdout == named.stdout
    out = folder / "again"
    written = run(str(folder), f"--{form}", "-o", str(out))
    assert written.stdout == f"{out}\n" and out.read_text(encoding="utf-8") == named.stdout


def test_markdown_is_the_default_and_other_forms_are_refused(folder: Path) -> None:
    assert run(str(folder)).stdout == run(str(folder), "--md").stdout
    wrong = run(str(folder), "--form", "htm")
    assert wrong.exit_code == 1 and "did you mean html" in wrong.stderr


def test_flips_as_a_table(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "flips.csv"
    result = run(str(folder), "--rows", str(out))
    assert result.exit_code == 0 and result.stdout == "" and "6 cases" in result.stderr
    with out.open(encoding="utf-8", newline="") as lines:
        read = list(csv.DictReader(lines))
    assert [line["case"] for line in read] == ["a", "b"] * 3
    packed = tmp_path / "all.csv.gz"
    both = run(str(folder), "--rows", str(packed), "--which", "all", "--md")
    assert both.stdout.startswith("# ")
    with gzip.open(packed, "rt", encoding="utf-8", newline="") as lines:
        assert len(list(csv.DictReader(lines))) == 12


def test_without_its_rows_a_report_still_renders_but_has_no_table(folder: Path, tmp_path: Path) -> None:
    (folder / "rows.jsonl.gz").unlink()
    assert "Sentences cannot be shown" in run(str(folder), "--html").stdout
    result = run(str(folder), "--rows", str(tmp_path / "flips.csv"))
    assert result.exit_code == 1 and "copy the whole folder" in result.stderr
    assert not (tmp_path / "flips.csv").exists()


def test_an_experiment_comes_again_in_every_form_as_it_was_written(tmp_path: Path) -> None:
    grid = tmp_path / "grid.json"
    rows = [{"name": "Nearest", "system": "nearest"}, {"name": "First", "system": "first"}]
    grid.write_text(json.dumps({"suites": ["participants"], "resamples": 200, "rows": rows}))
    folder = tmp_path / "out"
    assert CliRunner().invoke(main, ["experiment", str(grid), "-o", str(folder)]).exit_code == 0
    for form, ending in {"html": "html", "md": "md", "latex": "tex", "csv": "csv"}.items():
        written = (folder / f"experiment.{ending}").read_bytes()
        assert run(str(folder), "--form", form).stdout_bytes == written, form
        again = tmp_path / "again"
        assert run(str(folder / "experiment.json"), "--form", form, "-o", str(again)).exit_code == 0
        assert again.read_bytes() == written
    assert run(str(folder)).stdout == run(str(folder), "--md").stdout
    wrong = run(str(folder), "--junit")
    assert wrong.exit_code == 1 and "csv, html, latex, md" in wrong.stderr
    cases = run(str(folder), "--rows", str(tmp_path / "rows.csv"))
    assert cases.exit_code == 1 and "no judged cases" in cases.stderr
