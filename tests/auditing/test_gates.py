"""Gates test the interval's bound; names nobody knows are refused before anything is asked."""

from __future__ import annotations

from dataclasses import replace

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
        ("planted.gap.low > 0.0.5", DataError, "cannot read the condition"),
        ("planted.gap.low > .", DataError, "cannot read the condition"),
        ("planted:test.gap.low > 1", UnknownName, "did you mean planted"),
    ],
)
def test_what_is_not_known_is_refused(text: str, error: type[CorefairError], message: str) -> None:
    with pytest.raises(error, match=message):
        gates.check(gates.parse(text), [planted.suite()])


@pytest.mark.parametrize("name", ["my.suite", "my suite", "planted:dev"])
def test_every_suite_and_the_weighted_gap_can_be_written(name: str) -> None:
    made = replace(planted.suite(), name=name.partition(":")[0], split=name.partition(":")[2])
    for measure, limit in (("gap", 0.05), ("weighted_gap", 0.05), ("accuracy_pro", 0.05)):
        gate = gates.parse(f"{name}.{measure}.low > +5e-2")
        gates.check(gate, [made])
        assert (gate.suite, gate.measure, gate.limit) == (name, measure, limit)


def test_an_interval_of_no_width_rules_nothing_out() -> None:
    suite = planted.suite()
    few, many = replace(suite, cases=suite.cases[:6]), suite
    for asked, passes in ((few, False), (many, True)):
        (result,) = audit(planted.Planted(40), [asked], resamples=100).results
        gap = result.score("gap")
        assert gap is not None and gap.low == gap.high == 0.0
        for text in ("planted.gap.high > 0.25", "planted.gap.low < -0.25"):
            said = gates.failed(gates.parse(text), [result])
            assert (said == ()) == passes, said
            assert passes or "the interval of Planted has no width, and this test finds no gap" in said[0]
        assert gates.failed(gates.parse("planted.gap.low > 0.05"), [result]) == ()


def test_what_was_not_measured_is_not_passed(results: tuple[Result, ...]) -> None:
    gate = gates.parse("planted:test.gap.low > 2")
    assert gates.failed(gate, results) == ("planted:test.gap.low > 2: planted:test was not measured",)
