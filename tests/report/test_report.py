"""Every way to render a planted report: escaped, the same each time, invalid results first."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from corefair.auditing.report import Report
from corefair.auditing.saved import load
from corefair.errors import UnknownName
from corefair.registry import renderers
from corefair.report import html, junit, latex, md, render
from report.example import result, score

FORMS = ("html", "junit", "latex", "md")


def test_the_forms_are_those_of_the_registry() -> None:
    assert renderers.own() == sorted(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_a_report_that_was_saved_and_loaded_gives_the_same_text(
    report: Report, tmp_path: Path, form: str
) -> None:
    report.save(tmp_path)
    assert render(load(tmp_path), form) == render(report, form) == render(report, form)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("file", "word"), [("systems", "gap"), ("vectors", "stereotype")])
def test_reports_of_version_1_are_rendered(file: str, word: str, form: str) -> None:
    report = load(Path(__file__).parents[1] / "auditing" / "version_1" / f"{file}.json.gz")
    text = render(report, form)
    assert word in text and all(subject.name in text for subject in report.subjects)


def test_no_other_form(report: Report) -> None:
    with pytest.raises(UnknownName, match="did you mean html"):
        render(report, "htm")


@pytest.mark.parametrize("form", FORMS)
def test_numbers_of_an_invalid_result_are_nowhere(report: Report, form: str) -> None:
    text = render(report, form)
    assert "77.7" not in text and "65.4" not in text
    assert "mute" in text and "nvalid" in text


def test_where_every_result_is_invalid_no_form_calls_it_not_measured(report: Report) -> None:
    broken = tuple(replace(each, problems=("it broke",)) for each in report.results)
    for form in FORMS:
        assert "not measured" not in render(replace(report, results=broken), form), form
    assert r"planted:dev &  & invalid & invalid & invalid \\" in latex.render(replace(report, results=broken))


@pytest.mark.parametrize("form", FORMS)
def test_a_number_that_is_not_defined_says_so(report: Report, form: str) -> None:
    text = render(report, form)
    assert "cannot be computed" in text and "nan" not in text.lower().replace("finance", "")


def test_verdicts_keep_their_order_with_invalid_results_first(report: Report) -> None:
    for text in (html.render(report), md.render(report)):
        body = text[text.index("Verdicts") :]
        words = ("is invalid: ", "20 points less often", "No difference found.")
        assert sorted(words, key=body.index) == list(words)


def test_the_top_line_says_what_came_out_and_what_to_do(report: Report) -> None:
    for text in (html.render(report), md.render(report)):
        assert "Of 3 results, 1 is invalid, 1 shows a gap and 1 shows no difference" in text
        assert "Repair the run first" in text and "Read the sentences behind the gap" in text
        assert "16 November 2026" in text
    alone = replace(report, verdicts=report.verdicts[2:])
    assert "The result shows no difference that this test could find. Read what these" in html.render(alone)


def test_p_is_labelled_by_what_it_is_corrected_for(report: Report) -> None:
    for text in (html.render(report), md.render(report)):
        assert "p (raw)" in text and "p (Holm)" in text
    page = html.render(report)
    assert "corrected for all 2 comparisons that were tested" in page
    assert "corrected by Holm for the headline numbers of its result" in page


def test_markdown_is_escaped(report: Report) -> None:
    text = md.render(report)
    assert "<script" not in text and "&lt;script&gt;" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1, block
    assert text.count("| planted:dev | mute | invalid |") == 1


def test_latex_is_escaped_and_even(report: Report) -> None:
    text = latex.render(report)
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 5  # four of papers, and headlines
    assert r"good & no & 38.3 & 51.7 \\" in text and r" & yes & 10.0 & 37.5 \\" in text
    assert r"$-$20.0" in text and r"mute & \multicolumn{2}{c}{invalid} \\" in text
    assert r"[$-$24.0, $-$16.0]" in text
    assert r"\textless{}script\textgreater{}" in text
    rest = re.sub(r"\\(textbackslash|textasciitilde|textasciicircum|text\w+)\{\}|\\[&%$#_{}]|\$-\$", "", text)
    assert not re.search(r"[#~^<>|_]", rest) and rest.count("{") == rest.count("}")
    for spec, body in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", rest, re.DOTALL):
        for line in (each for each in body.splitlines() if "&" in each):
            spanned = re.search(r"multicolumn\{(\d+)\}", line)
            assert line.count("&") + (int(spanned[1]) if spanned else 1) == len(spec), line


def test_junit_has_a_case_for_each_headline_number(report: Report) -> None:
    mute = replace(report.results[2], problems=("control \x00 and \x7f characters \ufffe",))
    root = ET.fromstring(junit.render(replace(report, results=(*report.results[:2], mute))))
    valid, _, invalid = root
    assert valid.get("errors") == "0" and valid.findall(".//error") == []
    assert [case.get("name") for case in valid.iter("testcase")] == ["valid", "gap", "r, score and BLS"]
    said = valid.findtext("testcase/system-out") or ""
    assert said.startswith("gap −1.0, interval −5.0 to +3.0, n = 4, p < .001 (raw), p < .001 (Holm over")
    assert len(invalid.findall("testcase/error")) == len(invalid.findall("testcase")) == 3
    error = invalid.find("testcase/error")
    assert error is not None and error.get("message") == "invalid: control ␀ and \ufffd characters \ufffd"
    assert (root.get("tests"), root.get("errors"), root.get("failures")) == ("9", "3", "0")


@pytest.mark.parametrize("form", FORMS)
def test_control_characters_from_outside_do_nothing(report: Report, form: str) -> None:
    evil = "\x1b[31m\x9b1m\u202e\x07\r"
    results = tuple(replace(each, problems=(evil,) if each.problems else ()) for each in report.results)
    verdicts = tuple(replace(each, sentence=evil, details=(evil,)) for each in report.verdicts)
    text = render(replace(report, results=results, verdicts=verdicts), form)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


@pytest.mark.parametrize("form", FORMS)
def test_any_score_may_be_absent(report: Report, form: str) -> None:
    for i in range(len(report.results[0].scores)):
        cut = [replace(one, scores=one.scores[:i] + one.scores[i + 1 :]) for one in report.results]
        assert render(replace(report, results=tuple(cut)), form)
    bare = replace(report, results=tuple(replace(one, scores=()) for one in report.results))
    assert render(bare, form)


@pytest.mark.parametrize("form", FORMS)
def test_a_report_without_any_result_is_rendered(report: Report, form: str) -> None:
    empty = replace(report, results=(), verdicts=(), comparisons=(), suites=(), load_rows=tuple)
    assert render(empty, form)


def test_markdown_says_that_a_test_is_uneven(report: Report) -> None:
    text = md.render(report)
    assert "2 properties of the cases compared: the groups differ in the number of" in text
    assert "4 cases, worth 3 of equal weight, the largest 1.7 times the mean" in text


def test_units_are_shown_as_what_they_are(report: Report) -> None:
    numbers = (
        score("F1-Bias", 0.81, kind="ratio", role="headline"),
        score("r", -0.315, kind="correlation", role="headline"),
        score("|Diff|", 0.173, kind="distance", unit="points", role="headline"),
    )
    alone = replace(report, results=(result("good", 0, scores=numbers),))
    for form in ("html", "md", "latex"):
        text = render(alone, form).replace("$-$", "−")
        assert ".810" in text and "−.32" in text and re.search(r"(?<!\+)17\.3(?! %)", text), form
