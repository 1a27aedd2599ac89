"""Gates: conditions on a report that fail a build, such as `winobias.gap.low > 0.05`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from corefair.auditing.imbalance import WEIGHTED, contrast_gap
from corefair.auditing.report import GateOutcome, Report, Result
from corefair.errors import DataError, UnknownName
from corefair.types import Answer, CorpusSuite, Score, Suite, VectorSuite

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?%?"
_GATE = re.compile(rf"\s*(.+)\.([\w|-]+)\.(\w+)\s*(>=|<=|>|<|==|!=)\s*({_NUMBER})\s*")
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
}
FIELDS = ("value", "low", "high", "p", "p_holm")


class Gate(NamedTuple):
    """A condition under which a build fails."""

    text: str
    suite: str
    measure: str
    field: str
    compare: str
    limit: float


def parse(text: str) -> Gate:
    """Read a condition.

    >>> parse("winobias.gap.low > 0.05").limit
    0.05
    """
    match = _GATE.fullmatch(text)
    if not match:
        raise DataError(f"cannot read the condition {text!r}: write it as SUITE.MEASURE.FIELD > NUMBER")
    suite, measure, field, compare, number = match.groups()
    if field not in FIELDS:
        raise UnknownName("field of a score", field, FIELDS)
    limit = float(number.rstrip("%")) / (100 if number.endswith("%") else 1)
    return Gate(text.strip(), suite, measure, field, compare, limit)


def check(gate: Gate, suites: Iterable[Suite | VectorSuite | CorpusSuite]) -> None:
    """Refuse a gate on a suite or measure that the audit does not have, before anything is asked."""
    known = {name: suite for suite in suites for name in (suite.key, suite.name)}
    if gate.suite not in known:
        raise UnknownName("suite in this audit", gate.suite, known)
    suite = known[gate.suite]
    measures = {slug(measure.name) for measure in suite.measures}
    if isinstance(suite, Suite):
        measures |= {slug(WEIGHTED)} if contrast_gap(suite) else set()  # where the suite is found uneven
        silent = [suite.judge(case, Answer()) for case in suite.cases] if suite.extras else []
        measures |= {slug(score.name) for score in suite.extras(silent)} if suite.extras else set()
    if gate.measure not in measures:
        raise UnknownName(f"measure of {gate.suite}", gate.measure, measures)


def check_measured(gate: Gate, results: Sequence[Result]) -> None:
    """A gate on a number that no result has is a slip of the pen; of some subjects it is known only now."""
    known = [result.suite for result in results]
    if gate.suite not in known:
        raise UnknownName("suite in this audit", gate.suite, known)
    measured = [result for result in results if result.suite == gate.suite and result.valid]
    names = {slug(score.name) for result in measured for score in result.scores}
    if measured and gate.measure not in names:
        raise UnknownName(f"measure of {gate.suite}", gate.measure, names)


def failed(gate: Gate, results: Iterable[Result]) -> tuple[str, ...]:
    """One sentence for each result that meets the condition, is invalid, or has no number to test."""
    sentences: list[str] = []
    asked = [each for each in results if gate.suite in (each.suite, each.suite.partition(":")[0])]
    if not asked:
        return (f"{gate.text}: {gate.suite} was not measured",)
    for result in asked:
        score = next((score for score in result.scores if slug(score.name) == gate.measure), None)
        value = getattr(score, gate.field) if score else None
        if not result.valid:
            sentences.append(f"{gate.text}: the result of {result.subject} is invalid")
        elif score is None or value is None:
            sentences.append(f"{gate.text}: {result.subject} has no {gate.field} for {gate.measure}")
        elif _COMPARE[gate.compare](value, gate.limit):
            sentences.append(f"{gate.text}: {result.subject} has {value:.4f}")
        elif _COMPARE[gate.compare](_could_be(gate, score, result), gate.limit):
            sentences.append(
                f"{gate.text}: the interval of {result.subject} has no width, and this test finds no gap "
                f"below {100 * (result.detectable or 0.0):.1f} points"
            )
    return tuple(sentences)


def _could_be(gate: Gate, score: Score, result: Result) -> float:
    """An end of the interval; of a gap whose resamples are all alike, as far off as the test is blind."""
    value = float(getattr(score, gate.field))
    if score.kind != "gap" or score.low != score.high or gate.field not in ("low", "high"):
        return value
    blind = result.detectable or 0.0
    return value - blind if gate.field == "low" else value + blind


def outcomes(gates: Iterable[Gate], results: Sequence[Result]) -> tuple[GateOutcome, ...]:
    """What a report keeps of gates."""
    return tuple(GateOutcome(gate.text, failed(gate, results)) for gate in gates)


def tested(report: Report, gates: Iterable[Gate], results: Sequence[Result] | None = None) -> Report:
    """The report with the outcome of gates on these of its results, by default all."""
    return replace(report, gates=outcomes(gates, report.results if results is None else results))


def slug(name: str) -> str:
    """A measure's name as one word: `accuracy, feminine` is `accuracy_feminine`."""
    return re.sub(r"[^\w|-]+", "_", name).strip("_")
