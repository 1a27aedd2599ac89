"""What predicts a gap: ranks by hand, and rows that are too few or may not be believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corefair.errors import DataError
from corefair.experiments.predicting import predictions
from corefair.experiments.result import Experiment, Number, Problem
from corefair.types import Score

GAPS = {"a": 0.1, "b": -0.2, "c": 0.3, "d": 0.4, "silent": 0.0}


def experiment() -> Experiment:
    numbers = [
        Number(row, "suite", Score("gap", value, None, None, 9, kind="gap"), (value,))
        for row, value in GAPS.items()
    ]
    problem = Problem("silent", "suite", "it links nothing")
    return Experiment("x", "", "grid", (), (), (), tuple(numbers), (), (problem,))


def test_sizes_of_gaps_are_ranked() -> None:
    values = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 3.0, "silent": 9.0}
    same = dict.fromkeys(GAPS, 5.0)
    intrinsic = {row: {"weat": values[row], "constant": same[row]} for row in GAPS}
    weat, constant = predictions(experiment(), "suite", "gap", intrinsic)
    assert weat.rho == pytest.approx(1 - 6 * (1 + 1) / (4 * 15)) and weat.rows == 4  # Σd² = 2
    assert constant.rho is None and constant.rows == 4


def test_too_few_rows() -> None:
    found = replace(experiment(), numbers=experiment().numbers[:3])
    with pytest.raises(DataError, match="known of 3 rows"):
        predictions(found, "suite", "gap", {row: {"weat": 1.0} for row in GAPS})


def test_rows_that_may_be_guessing_are_taken_in_where_that_is_asked() -> None:
    """Σd² = 2 of four rows; with a fifth, smallest in both, 2 of five. One that links nothing stays out."""
    numbers = (*experiment().numbers, Number("lots", "suite", Score("gap", 0.01, None, None, 9), (0.01,)))
    problems = (*experiment().problems, Problem("lots", "suite", "half is right", "guessing"))
    found = replace(experiment(), numbers=numbers, problems=problems)
    values = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 3.0, "silent": 9.0, "lots": 0.5}
    intrinsic = {row: {"weat": value} for row, value in values.items()}
    (read,) = predictions(found, "suite", "gap", intrinsic)
    (wider,) = predictions(found, "suite", "gap", intrinsic, guessing=True)
    assert read.rho == pytest.approx(1 - 6 * 2 / (4 * 15)) and read.rows == 4
    assert wider.rho == pytest.approx(1 - 6 * 2 / (5 * 24)) and wider.rows == 5
