"""The value of a measure straight from judged rows: totals added up by group, and one metric of them."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.metrics import evaluate, totals_of
from corefair.types import Case, Measure, Reading, Row, Suite, VectorSuite


def value(suite: Suite, rows: Sequence[Row], name: str) -> float:
    """Of the measure of that name."""
    (measure,) = [each for each in suite.measures if each.name == name]
    found = of_measure(measure, suite.cases, rows)
    assert found is not None, f"no case is in the groups of {name}"
    return found


def values(suite: VectorSuite, reading: Reading) -> dict[str, float]:
    """Of every measure that has cases, by name."""
    found = {each.name: of_measure(each, reading.cases, reading.rows) for each in suite.measures}
    return {name: number for name, number in found.items() if number is not None}


def n_cases(measure: Measure, cases: Sequence[Case]) -> int:
    """How many cases a measure is taken on."""
    return sum(any(_within(case, side) for side in _sides(measure)) for case in cases)


def of_measure(measure: Measure, cases: Sequence[Case], rows: Sequence[Row]) -> float | None:
    """None where a side of it has no case."""
    parts = []
    for side in _sides(measure):
        here = [(case, row) for case, row in zip(cases, rows, strict=True) if _within(case, side)]
        if not here:
            return None
        names = totals_of(measure.metric)
        totals = {name: sum(case.weight * row.counts[name] for case, row in here) for name in names}
        found = evaluate(measure.metric, totals)
        parts.append(float(getattr(found, "f1", found)))
    if measure.how == "value":
        return parts[0]
    one, other = parts
    if measure.how == "ratio":
        return one / other
    return {"difference": one - other, "distance": abs(one - other), "mean": (one + other) / 2}[measure.how]


def _sides(measure: Measure) -> list[dict[str, str]]:
    return [dict(measure.where)] + ([] if measure.against is None else [dict(measure.against)])


def _within(case: Case, groups: dict[str, str]) -> bool:
    return groups.items() <= case.groups.items()
