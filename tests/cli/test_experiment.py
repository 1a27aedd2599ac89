"""`corefair experiment`: what it plans, what it writes, and how it ends when a cell fails."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import experiment_toys as toys
from corefair.cli import main
from corefair.experiments import running
from corefair.experiments.result import load


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["experiment", *map(str, arguments)], catch_exceptions=False)


def test_planned_done_and_planned_again(tmp_path: Path) -> None:
    grid, folder = toys.grid(tmp_path, toys.ROWS, seeds=2, baseline="plain"), tmp_path / "run"
    planned = run(grid, "-o", folder, "--dry-run", "--only", "plain", "--only", "mitigated")
    assert "4 of 4 cells to do" in planned.output and "left out: nearest" in planned.output
    assert "nothing is known of how long" in planned.output and not folder.exists()
    done = run(grid, "-o", folder)
    assert done.exit_code == 0, done.output
    assert "plain has a gap of" in done.output and done.output.strip().endswith("experiment.html")
    assert "0 of 5 cells to do" in run(grid, "-o", folder, "--dry-run").output
    with (folder / "experiment.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert {line["row"] for line in lines} == {"plain", "mitigated", "nearest"}
    page = (folder / "experiment.html").read_text(encoding="utf-8")
    assert "Gap against F1" in page and "Nothing beats in both" in page
    assert r"\toprule" in (folder / "experiment.tex").read_text(encoding="utf-8")
    found = json.loads(run(grid, "-o", folder, "--json").output)
    assert found["schema"] == "corefair-experiment/1" and len(found["cells"]) == 5


def test_a_plan_knows_what_is_done_anew_and_names_rows_that_are_one_cell(tmp_path: Path) -> None:
    twin = {**toys.ROWS[2], "name": "twin"}
    grid, folder = toys.grid(tmp_path, [*toys.ROWS[1:], twin], seeds=2), tmp_path / "run"
    assert run(grid, "-o", folder).exit_code == 0
    planned = run(grid, "-o", folder, "--dry-run")
    assert "0 of 3 cells to do" in planned.output and "nearest; twin" in planned.output
    planned = run(grid, "-o", folder, "--dry-run", "--again", "mitigated").output
    assert "2 of 3 cells to do" in planned and "for 2 of them" in planned
    assert "1 of 3 cells to do" in run(grid, "-o", folder, "--dry-run", "--again", "twin").output


def test_a_failure_is_told_and_is_the_exit_code(tmp_path: Path) -> None:
    rows = [{"name": "bad", "system": "toy", "settings": {"fails": True}}, *toys.ROWS[2:]]
    result = run(toys.grid(tmp_path, rows), "-o", tmp_path / "run")
    assert result.exit_code == 4
    assert "failed: bad, seed 0: train: it was told to fail" in " ".join(result.output.split())
    page = (tmp_path / "run" / "experiment.html").read_text(encoding="utf-8")
    assert "Not finished: 1 part" in page and "it was told to fail" in page


def test_what_is_left_undone_is_no_success_unless_another_shard_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_outcomes", lambda *given: iter(()))  # as if nobody did anything
    grid = toys.grid(tmp_path, toys.ROWS[2:])
    result = run(grid, "-o", tmp_path / "run")
    assert result.exit_code == 4 and "not done: nearest" in result.output
    assert run(grid, "-o", tmp_path / "run", "--shard", "1/2").exit_code == 0


def test_what_is_done_so_far_can_be_seen_at_any_time(tmp_path: Path) -> None:
    grid, folder = toys.grid(tmp_path, toys.ROWS, seeds=2, baseline="plain"), tmp_path / "run"
    assert run(grid, "-o", folder, "--only", "plain").exit_code == 0
    result = run(grid, "-o", tmp_path / "seen", "--cells", folder, "--so-far")
    assert result.exit_code == 0, result.output
    assert "plain has a gap of" in result.output and "not done: mitigated, seed 0" in result.output
    states = [cell.state for cell in load(tmp_path / "seen").cells]
    assert sorted(states) == ["done", "done", "not done", "not done", "not done"]
    assert "3 of 5 cells to do" in run(grid, "-o", folder, "--dry-run").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--so-far", "--again", "plain"), "leave out --dry-run and --again"),
        (("--shard", "3/2"), "no part of a whole"),
        (("--set", "x"), "--set takes NAME=VALUE"),
        (("--set", "typo=x"), "no variable is called 'typo'"),
        (("--again", "nobody"), "no row is called 'nobody'"),
        (("--jobs", "2", "--engine", "one"), "both say where cells are done"),
        (("--engine", "magic", "--only", "nearest"), "no engine is called 'magic'"),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    result = run(toys.grid(tmp_path, toys.ROWS), "-o", tmp_path / "run", *arguments)
    assert result.exit_code in (1, 2) and says in result.output and "Traceback" not in result.output
