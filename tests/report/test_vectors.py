"""The page of an audit of vectors: sound, inert, escaped, and never saying more than the numbers do."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import planted_vectors
from corefair.auditing import audit_vectors
from corefair.errors import DataError
from corefair.report import FORMATS, html, junit, latex, load, md, render
from corefair.report.vectors import charts, words
from corefair.types import Reading, Score
from report.example import Page

EVIL = planted_vectors.EVIL


@pytest.fixture(scope="module")
def audited() -> str:
    """An original, a file with less of what is measured, one with more, and one that lacks `she`."""
    before = planted_vectors.vectors(0.5, name="before.txt")
    less = planted_vectors.vectors(0.1, name=f"less {EVIL}").changed(
        planted_vectors.vectors(0.1).vectors, f"hard({EVIL})"
    )
    more = planted_vectors.vectors(0.9, name="more.txt")
    none = planted_vectors.vectors(0.9, name="none.txt", words=planted_vectors.WORDS[1:-3])
    suites = [planted_vectors.leaning(), planted_vectors.spread()]
    report = audit_vectors([less, more, none], suites, original=before, resamples=200)
    return json.dumps(report.data)


@pytest.fixture(name="report")
def loaded(audited: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(audited)
    return data


def test_the_page_is_balanced_inert_and_escaped(report: dict[str, Any]) -> None:
    text = html.render(report)
    page = Page(text)
    assert page.stack == [] and [tag for tag, _ in page.seen].count("script") == 1
    assert EVIL in "".join(page.words) and not re.search(r"https?://|url\(|@import", text)
    for tag, attributes in page.seen:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert (attributes.get("href") or "#").startswith("#")


def test_the_page_can_be_heard_and_every_link_leads_somewhere(report: dict[str, Any]) -> None:
    text = html.render(report)
    seen = Page(text).seen
    ids = [attributes["id"] for _, attributes in seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in seen:
        for name in ("href", "aria-labelledby"):
            assert name not in attributes or (attributes[name] or "").removeprefix("#") in ids
    assert all(a.get("aria-label") or a.get("aria-hidden") for t, a in seen if t == "svg")
    assert all(attributes.get("scope") for tag, attributes in seen if tag == "th")
    levels = [int(tag[1]) for tag, _ in seen if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))


def test_the_evidence_is_drawn(report: dict[str, Any]) -> None:
    text = html.render(report)
    assert text.count('class="scatter"') == 3 + 2 + 1  # projections, slopes of two files, the trade-off
    for title in ("Bias and quality together", "Projection", "Ranks of neighbours", "The files", "In detail"):
        assert title in text, title
    assert "<ol><li>hard(&lt;script&gt;" in text, "the history is shown"
    assert "none.txt lacks 1 of 42 words: she" in text and "Table 1" in text


@pytest.mark.parametrize("form", FORMATS)
def test_any_chart_may_be_absent(report: dict[str, Any], form: str) -> None:
    for result in report["results"]:
        for name in list(result["charts"]):
            kept = result["charts"].pop(name)
            assert render(report, form)
            result["charts"][name] = {"pairs": []} if name == "slopes" else kept
        result["charts"] = {}
    text = render(report, form)
    assert "Projection" not in text


def test_words_say_which_way_a_number_moved(report: dict[str, Any]) -> None:
    less_name = f"less {EVIL}"
    less, more = (words.changes(report, name)[0] for name in (less_name, "more.txt"))
    assert (less.move, more.move) == ("better", "worse")
    assert words.line(less).startswith("stereotype 10.0 % (") and "was 50.0 % (" in words.line(less)
    assert "−40.0 points (" in words.line(less) and "Holm's p" in words.line(less)
    against = "Against before.txt: of 1 number of bias, 1"
    assert (
        words.summary(report, less_name) == f"{against} improved; of 1 number of quality, 1 shows no change."
    )
    assert words.summary(report, "more.txt") == f"{against} got worse; of 1 number of quality, 1 got worse."
    (only,) = words.changes(report, "none.txt")
    assert only.suite["kind"] == "quality" and "the intervals do not overlap, there is no" in words.line(only)
    same = words.changes(report, less_name)[-1]
    assert words.line(same).endswith("the intervals overlap, there is no paired test")
    for form in FORMATS:
        assert not re.search(r"unbiased|debiased|\bfair\b", render(report, form))


@pytest.mark.parametrize(
    ("better", "before", "after", "move"),
    [
        ("lower", 0.5, 0.2, "better"),
        ("higher", 0.5, 0.2, "worse"),
        ("zero", -0.5, 0.2, "better"),
        ("zero", -0.1, -0.5, "worse"),
        ("one", 0.5, 1.1, "better"),
        ("lower", 0.5, 0.46, "unclear"),
        ("lower", 0.5, None, "untested"),
    ],
)
def test_better_is_what_the_measure_calls_better(
    better: str, before: float, after: float | None, move: str
) -> None:
    old, new = ({**score(value), "better": better} for value in (before, after))
    assert words._move(new, old, None) == move


def score(value: float | None) -> dict[str, Any]:
    low, high = (None, None) if value is None else (value - 0.03, value + 0.03)
    return {"name": "x", "value": value, "low": low, "high": high, "unit": "number", "table": ""}


def test_a_move_needs_both_the_interval_and_holms_p() -> None:
    old, new = ({**score(value), "better": "lower"} for value in (0.5, 0.2))
    compared = {"difference": -0.3, "low": -0.4, "high": -0.2, "p_holm": 0.04}
    assert words._move(new, old, compared) == "better"
    assert words._move(new, old, {**compared, "p_holm": 0.06}) == "unclear"
    assert words._move(new, old, {**compared, "high": 0.1}) == "unclear"


def test_one_file_alone_has_nothing_to_be_compared_with() -> None:
    emb = planted_vectors.vectors(0.5)
    report = audit_vectors(emb, [planted_vectors.leaning()], resamples=100).data
    assert words.baseline(report) is None
    assert words.summary(report, "plain.txt") == "1 number on 1 suite; there is no original to compare with."
    text = html.render(report)
    assert "Only one file was audited" in text and "Bias and quality together" not in text
    assert "Before:" not in text and text.count('class="scatter"') == 1 + 1


def test_markdown_latex_and_junit(report: dict[str, Any]) -> None:
    text = md.render(report)
    assert "<script" not in text and "done to it, in order: hard(&lt;script&gt;" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1, block
    table = latex.render(report)
    assert table.count(r"\begin{table}") == table.count(r"\end{table}") == 3  # bias, quality, Table 1
    assert r"stereotype (better: lower) & 50.0 \% & 10.0 \% & 90.0 \% & --" in table
    root = ET.fromstring(junit.render(report))
    assert len(root.findall("testsuite")) == 8 and root.get("errors") == "1"


def test_a_report_on_vectors_is_checked_when_it_is_read(report: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    assert load(path) == report
    for change, said in (
        (lambda r: r["suites"][0].pop("kind"), r"suites\[0\] has no 'kind'"),
        (lambda r: r["systems"][0].pop("vectors"), r"systems\[0\] has no 'vectors'"),
        (lambda r: r["results"][0]["coverage"].pop("missing"), "coverage has no 'missing'"),
        (lambda r: r["results"][0]["charts"]["slopes"].update(pairs=[{}]), "pairs\\[0\\] has no 'word'"),
        (lambda r: r.pop("subject"), "has no 'contrast'"),
        (lambda r: r.update(subject="words"), "'words', not one of 'systems', 'vectors'"),
    ):
        broken = json.loads(json.dumps(report))
        change(broken)
        path.write_text(json.dumps(broken), encoding="utf-8")
        with pytest.raises(DataError, match=said):
            load(path)


def test_labels_of_slopes_are_spread_and_stay_inside() -> None:
    ys = charts._spread([10, 11, 12, 80, 81], low=10, high=90)
    assert ys == sorted(ys) and all(b - a >= charts.APART - 1e-9 for a, b in pairwise(ys))
    assert min(ys) >= 10 and max(ys) <= 90


def test_a_projection_on_one_spot_and_a_rank_of_one_are_drawn() -> None:
    point = {"word": "she", "before": [0.0, 0.0], "after": [0.0, 0.0]}
    drawn = charts.projection("x", [point], axes=("a", "b"), spans=charts.spans([point]))
    assert Page(drawn).stack == [] and "nan" not in drawn
    pairs = [{"word": "she", "neighbour": "he", "before": 1, "after": 1}, {"word": "she", "neighbour": "x"}]
    drawn = charts.slopes("x", pairs, colour=0)
    assert Page(drawn).stack == [] and "1 neighbour; 1 more below" in drawn


def test_scores_without_an_interval_are_drawn(report: dict[str, Any]) -> None:
    def answer(*_: Any, **__: Any) -> Reading:
        return Reading((), (), 1, scores=(Score("exact", 0.3, None, None, 1, p=0.5, better="zero"),))

    suite = planted_vectors.leaning(answer=answer, measures=())
    emb = [planted_vectors.vectors(0.5, name=name) for name in "ab"]
    data = audit_vectors(emb, [suite, planted_vectors.spread()], resamples=100).data
    text = html.render(data)
    assert Page(text).stack == [] and "no interval" in text
    assert words.changes(data, "b")[0].move == "untested"
