"""The report as JUnit XML: a test suite per subject and suite, a case per headline score and per gate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from corefair.auditing.numbers import p_value
from corefair.auditing.report import GateOutcome, Report, Result
from corefair.io.visible import visible
from corefair.registry import renderers
from corefair.report.wording import between, value
from corefair.types import Score

# What XML 1.0 cannot hold even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@renderers.register("junit")
def render(report: Report) -> str:
    """XML for a build server: a score of an invalid result is an error, a gate that fails is a failure."""
    root = ET.Element("testsuites", name="corefair")
    for result in report.results:
        _suite(root, result, report.date)
    if report.gates:
        _gates(root, report.gates, report.date)
    for total in ("tests", "errors", "failures"):
        root.set(total, str(sum(int(each.get(total, "0")) for each in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, result: Result, date: str) -> None:
    where = _clean(f"{result.subject} on {result.suite}")
    # A result without any headline score still says whether it is valid.
    scores = [score for score in result.scores if score.role == "headline"]
    n_cases = str(1 + len(scores))
    made = ET.SubElement(root, "testsuite", name=where, tests=n_cases, failures="0", timestamp=_clean(date))
    made.set("errors", "0" if result.valid else n_cases)
    why = _clean("invalid: " + "; ".join(result.problems))
    for name, text in [("valid", ""), *((score.name, _text(score)) for score in scores)]:
        case = ET.SubElement(made, "testcase", classname=where, name=_clean(name))
        if not result.valid:
            ET.SubElement(case, "error", message=why, type="InvalidResult")
        elif text:
            ET.SubElement(case, "system-out").text = _clean(text)


def _gates(root: ET.Element, gates: Sequence[GateOutcome], date: str) -> None:
    n_failed = sum(1 for gate in gates if gate.failed)
    made = ET.SubElement(root, "testsuite", name="gates", tests=str(len(gates)), failures=str(n_failed))
    made.set("errors", "0")
    made.set("timestamp", _clean(date))
    for gate in gates:
        case = ET.SubElement(made, "testcase", classname="gates", name=_clean(gate.condition))
        if gate.failed:
            why = _clean("; ".join(gate.failed))
            ET.SubElement(case, "failure", message=why, type="Gate").text = _clean("\n".join(gate.failed))


def _text(score: Score) -> str:
    ps = "" if score.p is None else f", {p_value(score.p)} (raw)"
    ps += "" if score.p_holm is None else f", {p_value(score.p_holm)} (Holm over the headline numbers)"
    interval = f", interval {between(score)}" if between(score) else ""
    return f"{score.name} {value(score)}{interval}, n = {score.n}{ps}; {score.signature}"


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", visible(text, block=True))
