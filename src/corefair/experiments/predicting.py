"""Which measure of word vectors predicts a gap downstream: rank correlations over the rows of an experiment.

Dawkins 2021 (section 5) asks whether measures of the embedding space say anything of the gap of a resolver
that is trained with it. Here that is Spearman's ρ over rows, each with vectors of its own, with interval and
p.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corefair.auditing.report import Report
from corefair.errors import DataError
from corefair.experiments.result import Experiment
from corefair.stats import Undefined, spearman

FEWEST = 4  # rows from which a correlation is told


class Prediction(NamedTuple):
    """How a measure of vectors and the size of a gap go together over rows."""

    measure: str
    rho: float | None  # None where either is the same for all rows
    low: float | None
    high: float | None
    p: float | None
    rows: int


def predictions(
    found: Experiment,
    asked: str,
    gap: str,
    intrinsic: Mapping[str, Mapping[str, float]],
    *,
    guessing: bool = False,
) -> list[Prediction]:
    """For every measure of `intrinsic` (by row, then by name) its rank correlation with the size of a gap.

    Over rows whose gap is read, and if `guessing` over those that may be guessing too: what is known of a gap
    that could not show is that it is small, so that with them a measure is taken at the system's word.
    """
    counts = found.is_believed if guessing else found.is_sound
    sizes = {
        number.row: abs(number.score.value)
        for number in found.numbers
        if (number.asked, number.score.name) == (asked, gap) and number.score.value is not None
        if counts(number.row, asked)
    }
    names = dict.fromkeys(name for values in intrinsic.values() for name in values)
    made = []
    for name in names:
        rows = [row for row in sizes if name in intrinsic.get(row, {})]
        if len(rows) < FEWEST:
            raise DataError(
                f"{name} and {gap} are known of {len(rows)} rows: a correlation needs {FEWEST} or more"
            )
        made.append(_prediction(name, [intrinsic[row][name] for row in rows], [sizes[row] for row in rows]))
    return made


def intrinsic_of(report: Report, row_of: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """The headlines of an audit of vectors by row; `row_of` says which row of the grid each file is of."""
    found: dict[str, dict[str, float]] = {}
    for result in report.results:
        row = row_of.get(result.subject)
        for score in result.scores if row else ():
            if score.role == "headline" and score.value is not None:
                found.setdefault(str(row), {})[f"{result.suite}: {score.name}"] = score.value
    return found


def _prediction(name: str, values: Sequence[float], sizes: Sequence[float]) -> Prediction:
    try:
        rho = spearman(values, sizes)
    except Undefined:
        return Prediction(name, None, None, None, None, len(values))
    return Prediction(name, rho.value, rho.low, rho.high, rho.p, len(values))
