"""The page of an audit of vectors: sound, inert, escaped, its table on top, saying what its numbers do."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

import planted_vectors
from corefair.auditing.report import Report, Result
from corefair.auditing.run import audit_vectors
from corefair.report import html, junit, latex, md, render
from corefair.report.vectors import charts
from corefair.types import Charts, Coverage, Embeddings, Point, Projection, Reading, Score, Slope
from report.example import Page
from report.test_report import FORMS

EVIL = planted_vectors.EVIL


@pytest.fixture(name="report", scope="module")
def audited() -> Report:
    """An original, a file with less of what is measured, one with more, and one that lacks `she`."""
    before = planted_vectors.vectors(0.5, name="before.txt")
    less = planted_vectors.vectors(0.1, name=f"less {EVIL}").changed(
        planted_vectors.vectors(0.1).vectors, f"hard({EVIL})"
    )
    more = planted_vectors.vectors(0.9, name="more.txt")
    none = planted_vectors.vectors(0.9, name="none.txt", words=planted_vectors.WORDS[1:-3])
    suites = [planted_vectors.leaning(), planted_vectors.spread()]
    return audit_vectors([less, more, none], suites, original=before, resamples=200)


def test_the_page_is_balanced_inert_and_escaped(report: Report) -> None:
    text = html.render(report)
    page = Page(text)
    assert page.stack == [] and [tag for tag, _ in page.seen].count("script") == 1
    assert EVIL in "".join(page.words) and not re.search(r"https?://|url\(|@import", text)
    for tag, attributes in page.seen:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert (attributes.get("href") or "#").startswith("#")


def test_the_page_can_be_heard_and_every_link_leads_somewhere(report: Report) -> None:
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


def test_the_table_comes_first_and_says_which_way_each_number_moved(report: Report) -> None:
    text = html.render(report)
    first = text[text.index("<section") : text.index("</section")]
    assert first.startswith('<section id="bias"') and 'class="overview"' in first
    cells = re.findall(r'<td class="num" data-label="(.*?)">(.*?)</td>', first)
    by_file = dict(cells)
    assert [name for name, _ in cells] == ["before.txt", by_name(f"less {EVIL}"), "more.txt", "none.txt"]
    assert by_file["before.txt"].startswith("50.0 % ") and "move" not in by_file["before.txt"]
    assert "change −40.0 (" in by_file[by_name(f"less {EVIL}")]
    assert "<b>improved</b>" in by_file[by_name(f"less {EVIL}")]
    assert "change +40.0 (" in by_file["more.txt"] and "<b>got worse</b>" in by_file["more.txt"]
    assert by_file["none.txt"] == "not measured"


def by_name(text: str) -> str:
    return str(html.el("i", title=text)).removeprefix('<i title="').removesuffix('"></i>')


def test_the_top_line_says_what_moved_and_what_to_do(report: Report) -> None:
    top = html.render(report).split("<nav")[0]
    assert "more.txt: of 1 number of bias 1 got worse, of 1 number of quality 1 got worse." in top
    assert "audit a system that is built on the vectors" in top


def test_the_evidence_is_drawn(report: Report) -> None:
    text = html.render(report)
    assert text.count('class="scatter"') == 3 + 2 + 1  # projections, slopes of two files, the trade-off
    for title in ("Bias and quality together", "Projection", "Ranks of neighbours", "The files", "In detail"):
        assert title in text, title
    assert "<ol><li>hard(&lt;script&gt;" in text, "the history is shown"
    assert "none.txt lacks 1 of 42 words: she" in text and "leaning: Table 1" in text
    assert text.count("How to read the drawings") == 1


@pytest.mark.parametrize("form", FORMS)
def test_any_chart_may_be_absent(report: Report, form: str) -> None:
    for name in ("projection", "slopes", "grids"):
        bare = replace(Charts(), **{name: getattr(report.results[0].charts, name)})
        assert render(replace(report, results=tuple(with_charts(one, bare) for one in report.results)), form)
    none = replace(report, results=tuple(with_charts(one, Charts()) for one in report.results))
    assert "Projection" not in render(none, form)


def with_charts(result: Result, drawn: Charts) -> Result:
    return replace(result, charts=drawn)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_ever_called_unbiased(report: Report, form: str) -> None:
    assert not re.search(r"unbiased|debiased|\bfair\b|no change\b(?!”|\.)", render(report, form))


def test_one_file_alone_has_nothing_to_be_compared_with() -> None:
    emb = planted_vectors.vectors(0.5)
    text = html.render(audit_vectors(emb, [planted_vectors.leaning()], resamples=100))
    assert "Only one file was audited" in text and "Bias and quality together" not in text
    assert "Before:" not in text and text.count('class="scatter"') == 1 + 1
    assert "audit them with --against the original" in text
    assert text.count("How to read the drawings") == 1


def test_missing_words_are_folded_and_all_counted() -> None:
    emb = planted_vectors.vectors(0.5, words=planted_vectors.WORDS[:-3])
    text = html.render(audit_vectors(emb, [planted_vectors.leaning()], resamples=100))
    assert "Coverage: 3 of 42 words missing" in text and "job37, job38, job39" in text
    before = text[: text.index("job37, job38, job39")]
    assert before.count("<details") > before.count("</details")


def test_markdown_latex_and_junit(report: Report) -> None:
    text = md.render(report)
    assert "<script" not in text and "done to it, in order: hard(&lt;script&gt;" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1, block
    assert "none.txt on leaning: not measured: none.txt lacks 1 of 42 words: she" in text
    table = latex.render(report)
    assert table.count(r"\begin{table}") == table.count(r"\end{table}") == 2  # Table 1, and the headlines
    assert r"leaning & stereotype & 50.0 & 10.0 & 90.0 & invalid \\" in table
    root = ET.fromstring(junit.render(report))
    assert len(root.findall("testsuite")) == 8 and root.get("errors") == "1"


def test_labels_of_slopes_are_spread_and_stay_inside() -> None:
    ys = charts._spread([10, 11, 12, 80, 81], low=10, high=90)
    assert ys == sorted(ys) and all(b - a >= charts.APART - 1e-9 for a, b in pairwise(ys))
    assert min(ys) >= 10 and max(ys) <= 90


def test_a_projection_on_one_spot_and_a_rank_of_one_are_drawn() -> None:
    point = Point("she", (0.0, 0.0), (0.0, 0.0))
    drawn = charts.projection("x", Projection("a", "b", (point,)), spans=charts.spans([point]))
    assert Page(drawn).stack == [] and "nan" not in drawn
    drawn = charts.slopes("x", [Slope("she", "he", 1, 1), Slope("she", "x", None, None)], colour=0)
    assert Page(drawn).stack == [] and "1 neighbour; 1 more below" in drawn


def test_scores_without_an_interval_are_drawn() -> None:
    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
        exact = Score("exact", 0.3, None, None, 1, unit="number", role="headline", p=0.5, better="zero")
        return Reading((), (), Coverage(1, words=1), scores=(exact,))

    suite = planted_vectors.leaning(answer=answer, measures=())
    emb = [planted_vectors.vectors(0.5, name=name) for name in "ab"]
    text = html.render(audit_vectors(emb, [suite, planted_vectors.spread()], resamples=100))
    assert Page(text).stack == [] and "no interval" in text and "cannot be compared" in text
