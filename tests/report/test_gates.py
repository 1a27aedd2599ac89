"""What is in a report only sometimes: gates, what systems said aside, and scores that are not defined."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from corefair.report import FORMATS, html, junit, md, render
from corefair.report.load import faults, schema
from report.example import EVIL, Page

GATE = "planted.gap.low > 0.05"


@pytest.fixture
def gated(report: dict[str, Any]) -> dict[str, Any]:
    missed = {"condition": GATE, "failed": [f"{GATE}: good has 0.0600", f"{GATE}: {EVIL} \x00 has 0.2000"]}
    return {**report, "gates": [missed, {"condition": "planted.gap.p < 0.01", "failed": []}]}


def test_the_schema_knows_gates(gated: dict[str, Any]) -> None:
    assert list(faults(gated, schema())) == []
    del gated["gates"][1]["failed"]
    assert list(faults(gated, schema())) == ["report.gates[1] has no 'failed'"]


def test_the_page_says_what_was_asked_and_whether_it_held(gated: dict[str, Any]) -> None:
    text = html.render(gated)
    page = Page(text)
    assert page.stack == [] and [tag for tag, _ in page.seen].count("script") == 1
    gates = text[text.index("<h3>Gates</h3>") : text.index('<section id="suite-0"')]
    assert text.index('class="verdicts"') < text.index("<h3>Gates</h3>")
    failed, passed = gates.split("</li></ul></li>")
    assert ">Failed</span>Fail if <code>planted.gap.low &gt; 0.05</code>" in failed
    assert "<li>good has 0.0600</li>" in failed and "&lt;script&gt;" in failed
    assert ">Passed</span>Fail if <code>planted.gap.p &lt; 0.01</code>" in passed and "<li>" not in passed


def test_markdown_says_it_too(gated: dict[str, Any]) -> None:
    text = md.render(gated)
    assert text.index("## Verdicts") < text.index("## Gates") < text.index("## Gaps")
    assert "- **Failed**: fail if planted.gap.low &gt; 0.05\n  - good has 0.0600\n" in text
    assert "- **Passed**: fail if planted.gap.p &lt; 0.01\n" in text
    assert "<script" not in text


def test_junit_has_a_case_for_each_gate(gated: dict[str, Any]) -> None:
    root = ET.fromstring(junit.render(gated))
    gates = root[-1]
    assert [case.get("name") for case in gates] == [GATE, "planted.gap.p < 0.01"]
    (failure,) = gates.findall("testcase/failure")
    message = failure.get("message") or ""
    assert "good has 0.0600" in message and f"{EVIL} \ufffd has 0.2000" in message
    assert (gates.get("tests"), gates.get("failures"), gates.get("errors")) == ("2", "1", "0")
    assert (root.get("tests"), root.get("errors"), root.get("failures")) == ("17", "5", "1")


@pytest.mark.parametrize("form", FORMATS)
def test_without_gates_nothing_is_said_of_them(report: dict[str, Any], form: str) -> None:
    text = render(report, form)
    assert "gates" not in text.lower()
    assert render({**report, "gates": []}, form) == text


def test_what_systems_said_is_folded_and_escaped(report: dict[str, Any]) -> None:
    report["systems"][0] |= {"stderr": f"Traceback\n  {EVIL}\n", "warnings": [f"slow {EVIL}"]}
    report["systems"][1] |= {"stderr": "", "warnings": []}
    assert list(faults(report, schema())) == []
    text = html.render(report)
    page = Page(text)
    assert page.stack == [] and [tag for tag, _ in page.seen].count("script") == 1
    assert text.index("How this was made</h2>") < text.index("Said by the systems")
    assert text.count("what it said besides its answers") == 1
    assert "<pre>Traceback\n  &lt;script&gt;" in text and "<li>slow &lt;script&gt;" in text


def test_silent_systems_have_no_such_section(report: dict[str, Any]) -> None:
    before = html.render(report)
    for system in report["systems"]:
        system |= {"stderr": " \n", "warnings": []}
    assert html.render(report) == before and "Said by the systems" not in before


@pytest.mark.parametrize("form", FORMATS)
def test_any_score_may_be_absent(report: dict[str, Any], form: str) -> None:
    for result in report["results"]:
        scores = list(result["scores"])
        for i in range(len(scores)):
            result["scores"] = scores[:i] + scores[i + 1 :]
            assert render(report, form)
        result["scores"] = scores
    for result in report["results"]:
        result["scores"] = []
        assert render(report, form)


def test_a_group_without_a_number_is_not_drawn(report: dict[str, Any]) -> None:
    for result in report["results"][:2]:
        result["scores"] = [score for score in result["scores"] if score["name"] != "accuracy, xe"]
    text = html.render(report)
    assert "by pronoun set" not in text and "by grammatical gender" in text
    assert Page(text).stack == []
