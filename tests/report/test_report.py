"""Every way to render a planted report: escaped, the same each time, invalid results first."""

from __future__ import annotations

import copy
import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from corefair.errors import UnknownName
from corefair.report import FORMATS, html, junit, latex, md, render


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_data_gives_the_same_text_and_stays_as_it_was(report: dict[str, Any], form: str) -> None:
    before = copy.deepcopy(report)
    assert render(report, form) == render(json.loads(json.dumps(report)), form)
    assert report == before


def test_no_other_form() -> None:
    with pytest.raises(UnknownName, match="did you mean html"):
        render({}, "htm")


@pytest.mark.parametrize("form", FORMATS)
def test_numbers_of_an_invalid_result_are_nowhere(report: dict[str, Any], form: str) -> None:
    text = render(report, form)
    assert "77.7" not in text and "65.4" not in text
    assert "mute" in text and "nvalid" in text


def test_invalid_results_come_first(report: dict[str, Any]) -> None:
    for text in (html.render(report), md.render(report)):
        body = text[text.index("Verdicts") :]
        invalid, gap, small = (
            body.index(word) for word in ("is invalid: ", "Links feminine", "No overall difference")
        )
        assert invalid < gap < small


def test_markdown_is_escaped(report: dict[str, Any]) -> None:
    text = md.render(report)
    assert "<script" not in text and "&lt;script&gt;" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1, block


def test_latex_is_escaped_and_even(report: dict[str, Any]) -> None:
    text = latex.render(report)
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 5  # four of papers, and the gaps
    assert r"good & no & 38.3 & 51.7 \\" in text and r" & yes & 10.0 & 37.5 \\" in text
    assert r"$-$20.0" in text and r"mute & \multicolumn{2}{c}{invalid} \\" in text
    assert r"\textless{}script\textgreater{}" in text
    rest = re.sub(r"\\(textbackslash|textasciitilde|textasciicircum|text\w+)\{\}|\\[&%$#_{}]|\$-\$", "", text)
    assert not re.search(r"[#~^<>|_]", rest) and rest.count("{") == rest.count("}")
    for spec, body in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", rest, re.DOTALL):
        for line in (each for each in body.splitlines() if "&" in each):
            spanned = re.search(r"multicolumn\{(\d+)\}", line)
            assert line.count("&") + (int(spanned[1]) if spanned else 1) == len(spec), line


def test_junit_is_sound(report: dict[str, Any]) -> None:
    report["results"][2]["problems"] = ["control \x00 character"]
    root = ET.fromstring(junit.render(report))
    valid, _, invalid = root
    assert valid.get("errors") == "0" and valid.findall(".//error") == []
    names = [case.get("name") for case in valid.iter("testcase")]
    assert names == ["valid", "gap", "accuracy, feminine", "accuracy, masculine", "link rate, feminine"]
    assert len(invalid.findall("testcase/error")) == len(invalid.findall("testcase")) == 5
    assert invalid.find("testcase/error").get("message") == "invalid: control \ufffd character"  # type: ignore[union-attr]
    assert (root.get("tests"), root.get("errors"), root.get("failures")) == ("15", "5", "0")
