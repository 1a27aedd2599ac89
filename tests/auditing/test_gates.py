"""Gates test the interval's bound; names nobody knows are refused before anything is asked."""

from __future__ import annotations

import pytest

import planted
from corefair.auditing import gates
from corefair.auditing.report import Result
from corefair.auditing.run import audit
from corefair.errors import CorefairError, DataError, UnknownName


@pytest.fixture(scope="module")
def results() -> tuple[Result, ...]:
    return audit(planted.Planted(30), [planted.suite()], resamples=300).results


def test_a_gate_holds_or_does_not(results: tuple[Result, ...]) -> None:
    assert gates.failed(gates.parse("planted.gap.low > 0.5"), results) == ()
    (said,) = gates.failed(gates.parse("planted.gap.value >= 25%"), results)
    assert said == "planted.gap.value >= 25%: Planted has 0.2500"
    assert gates.failed(gates.parse("planted.accuracy_anti.high < 1"), results)


def test_a_number_that_is_not_there_fails_the_gate(results: tuple[Result, ...]) -> None:
    (said,) = gates.failed(gates.parse("planted.accuracy.p < 0.05"), results)
    assert "has no p for accuracy" in said


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("planted.gap.low", DataError, "write it as SUITE.MEASURE.FIELD > NUMBER"),
        ("planted.gap.lo > 1", UnknownName, "did you mean low"),
        ("plantd.gap.low > 1", UnknownName, "did you mean planted"),
        ("planted.gab.low > 1", UnknownName, "did you mean gap"),
        ("__import__('os').x > 1", DataError, "cannot read the condition"),
    ],
)
def test_what_is_not_known_is_refused(text: str, error: type[CorefairError], message: str) -> None:
    with pytest.raises(error, match=message):
        gates.check(gates.parse(text), [planted.suite()])
