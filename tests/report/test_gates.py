"""What is in a report only sometimes: gates, and what systems wrote besides their answers."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from corefair.auditing.report import GateOutcome, Report, Subject
from corefair.report import html, junit, md, render
from report.example import EVIL, Page
from report.test_report import FORMS

GATE = "planted.gap.low > 0.05"


@pytest.fixture
def gated(report: Report) -> Report:
    missed = GateOutcome(GATE, (f"{GATE}: good has 0.0600", f"{GATE}: {EVIL} \x00 has 0.2000"))
    return replace(report, gates=(missed, GateOutcome("planted.gap.p < 0.01", ())))


def test_the_page_says_what_was_asked_and_whether_it_held(gated: Report) -> None:
    text = html.render(gated)
    page = Page(text)
    assert page.stack == [] and [tag for tag, _ in page.seen].count("script") == 1
    gates = text[text.index("<h3>Gates</h3>") : text.index('<section id="numbers"')]
    assert text.index('class="verdicts"') < text.index("<h3>Gates</h3>")
    failed, passed = gates.split("</li></ul></li>")
    assert ">Failed</span>Fail if <code>planted.gap.low &gt; 0.05</code>" in failed
    assert "<li>good has 0.0600</li>" in failed and "&lt;script&gt;" in failed
    assert ">Passed</span>Fail if <code>planted.gap.p &lt; 0.01</code>" in passed and "<li>" not in passed
    assert "1 of 2 gates failed, and so does the build." in text[: text.index("<nav")]


def test_markdown_says_it_too(gated: Report) -> None:
    text = md.render(gated)
    assert text.index("## Verdicts") < text.index("## Gates") < text.index("## Headline numbers")
    assert "- **Failed**: fail if planted.gap.low &gt; 0.05\n  - good has 0.0600\n" in text
    assert "- **Passed**: fail if planted.gap.p &lt; 0.01\n" in text
    assert "<script" not in text and "1 of 2 gates failed" in text


def test_junit_has_a_case_for_each_gate(gated: Report) -> None:
    root = ET.fromstring(junit.render(gated))
    gates = root[-1]
    assert [case.get("name") for case in gates] == [GATE, "planted.gap.p < 0.01"]
    (failure,) = gates.findall("testcase/failure")
    message = failure.get("message") or ""
    assert "good has 0.0600" in message and f"{EVIL} ␀ has 0.2000" in message
    assert (gates.get("tests"), gates.get("failures"), gates.get("errors")) == ("2", "1", "0")
    assert (root.get("tests"), root.get("errors"), root.get("failures")) == ("11", "3", "1")


@pytest.mark.parametrize("form", FORMS)
def test_without_gates_nothing_is_said_of_them(report: Report, form: str) -> None:
    assert "gates" not in render(report, form).lower()


def test_gates_that_all_passed_are_said_to_have(report: Report) -> None:
    passed = replace(report, gates=(GateOutcome(GATE, ()),))
    assert "The gate passed." in html.render(passed)
    assert "All 2 gates passed." in html.render(replace(passed, gates=passed.gates * 2))


def test_what_systems_wrote_besides_is_folded_and_escaped(report: Report) -> None:
    noisy = Subject("good", warnings=(f"slow {EVIL}",), stderr=f"Traceback\n  {EVIL}\n")
    text = html.render(replace(report, subjects=(noisy, *report.subjects[1:])))
    page = Page(text)
    assert page.stack == [] and [tag for tag, _ in page.seen].count("script") == 1
    assert text.index("How this was made</h2>") < text.index("Besides the answers")
    assert text.count("what came besides its answers") == 1
    assert "<pre>Traceback\n  &lt;script&gt;" in text and "<li>slow &lt;script&gt;" in text


def test_silent_systems_have_no_such_section(report: Report) -> None:
    silent = tuple(replace(subject, stderr=" \n") for subject in report.subjects)
    text = html.render(replace(report, subjects=silent))
    assert text == html.render(report) and "Besides the answers" not in text


def test_a_system_that_failed_the_self_test_is_named(report: Report) -> None:
    assert "No system failed it." in html.render(report)
    failing = Subject("good", self_test=("links nothing",))
    assert "<li>good: links nothing</li>" in html.render(
        replace(report, subjects=(failing, *report.subjects[1:]))
    )
