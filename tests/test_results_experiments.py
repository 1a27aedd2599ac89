"""What stands beside an experiment.json is what `corefair report` makes of it now."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefair.experiments.result import is_experiment, load
from corefair.report.experiments import render
from results_scripts import RESULTS

SHOWN = [
    path
    for path in sorted(RESULTS.glob("*/*.json"))
    if path.with_suffix(".md").exists() and is_experiment(path)
]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_is_shown_as_it_is_shown_now(path: Path) -> None:
    again = f"corefair report results/{path.parent.name}/{path.name} --md -o …"
    assert path.with_suffix(".md").read_text(encoding="utf-8") == render(load(path), "md"), again
