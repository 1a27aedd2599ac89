"""The page: sound, inert, escaped, readable without eyes, and with the evidence drawn."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

import pytest

from corefair.auditing.report import Report
from corefair.cli.table import wrapped
from corefair.errors import DataError
from corefair.report import axes, html, markup, planes
from report.example import EVIL, Page, result, row


def test_page_is_balanced_and_inert(report: Report) -> None:
    page = Page(html.render(report))
    assert page.stack == []
    assert [tag for tag, _ in page.seen].count("script") == 1  # ours
    assert EVIL in "".join(page.words)  # shown, not run
    for tag, attributes in page.seen:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert not {"src", "action", "srcset", "data", "formaction"} & set(attributes), (tag, attributes)
        assert (attributes.get("href") or "#").startswith("#")
        assert tag not in ("link", "iframe", "object", "embed", "base", "form", "img")


def test_page_loads_nothing_and_runs_only_its_own_script(report: Report) -> None:
    text = html.render(report)
    assert not re.search(r"https?://|url\(|@import", text)
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert script and policy
    digest = base64.b64encode(sha256(script[1].encode()).digest()).decode()
    assert policy[1].startswith("default-src 'none'")
    assert f"script-src 'sha256-{digest}'" in policy[1].replace("&#x27;", "'")


def test_a_number_on_a_card_is_not_parted_from_its_percent_sign() -> None:
    assert markup.unbroken("right in 50.0 % of 9, p = .03") == "right in 50.0\u00a0% of 9, p\u00a0=\u00a0.03"
    together = wrapped("It is right in 50.0 % of them", width=len("It is right in 50.0"))
    assert together == "It is right in\n50.0 % of them"


def test_no_card_has_one_apart(report: Report) -> None:
    told = replace(report.verdicts[0], sentence="Right in 50.0 % of 9.", details=("100 % linked",))
    page = html.render(replace(report, verdicts=(told,)))
    assert "Right in 50.0\u00a0% of 9." in page and "100\u00a0% linked" in page


def test_every_id_is_there_once_and_every_link_leads_to_one(report: Report) -> None:
    seen = Page(html.render(report)).seen
    ids = [attributes["id"] for _, attributes in seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in seen:
        for name in ("href", "aria-labelledby", "for", "data-list"):
            if name in attributes:
                assert (attributes[name] or "").removeprefix("#") in ids


def test_page_can_be_heard(report: Report) -> None:
    text = html.render(report)
    seen = Page(text).seen
    assert all(
        a.get("aria-label") or a.get("aria-hidden") or a.get("class") == "cut" for t, a in seen if t == "svg"
    )
    assert all(attributes.get("scope") for tag, attributes in seen if tag == "th")
    assert text.count("<table") == text.count("<caption>")
    levels = [int(tag[1]) for tag, _ in seen if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))


def test_the_title_says_what_was_measured_on_what(report: Report) -> None:
    titles = re.findall(r"<(?:title|h1)>(Gender differences in coreference: .*?)</", html.render(report))
    assert len(titles) == 2 and titles[0] == titles[1]
    assert titles[0].startswith("Gender differences in coreference: good, &lt;script")
    assert titles[0].endswith(" and mute, on planted:dev")
    many = replace(report, subjects=report.subjects * 2)
    assert "<h1>Gender differences in coreference: 6 systems, on planted:dev</h1>" in html.render(many)


def test_evidence_is_drawn(report: Report) -> None:
    text = html.render(report)
    for title in ("by grammatical gender", "by pronoun", "Right answers by type", "Job by job"):
        assert title in text
    assert ">type 1, feminine<" in text and ">type 1, masculine<" in text
    assert text.count('class="scatter"') == 2 * 2 + 1  # two valid systems, two shares of women; and these two
    assert "planted|v1|n:4" in text and "ab12" in text


def test_error_bars_are_explained_once_before_the_first(report: Report) -> None:
    second = replace(report.suites[0], key="second")
    results = (*report.results, *(replace(one, suite="second") for one in report.results))
    text = html.render(replace(report, suites=(*report.suites, second), results=results))
    assert text.count("How to read the drawings") == 1
    assert text.index("How to read the drawings") < text.index('class="span"')


def test_what_is_long_is_folded(report: Report) -> None:
    text = html.render(report)
    for inside in ("planted|v1|n:4", "ab12", "Mean of each property", "planted:dev: Table 3"):
        before = text[: text.index(inside)]
        assert before.count("<details") > before.count("</details"), inside


def test_a_group_without_a_number_is_not_drawn(report: Report) -> None:
    cut = (replace(r, scores=tuple(s for s in r.scores if s.name != "accuracy, xe")) for r in report.results)
    text = html.render(replace(report, results=tuple(cut)))
    assert "by pronoun" not in text and "by grammatical gender" in text
    assert Page(text).stack == []


def test_a_page_without_its_rows_says_so_and_shows_the_rest(report: Report) -> None:
    def lost() -> list[object]:
        raise DataError("the judged cases are not here", path="rows.jsonl.gz")

    text = html.render(replace(report, load_rows=lost))  # type: ignore[arg-type]
    assert "Sentences cannot be shown: rows.jsonl.gz: the judged cases are not here." in text
    assert "Right answers by" in text and "show the" not in text


def test_large_reports_stay_small(report: Report) -> None:
    rows = [row(str(i), "feminine" if i % 2 else "masculine", "she", (i % 2,)) for i in range(3168)]
    flips = tuple((str(i), str(i + 1)) for i in range(0, 3168, 2))
    charts = replace(report.results[0].charts, flips=flips)
    one = result("good", 0.0, charts=charts, n_rows=len(rows))
    large = replace(report, results=(one, *report.results[1:]), load_rows=lambda: rows)
    assert len(html.render(large).encode()) < 1_000_000


def test_the_band_is_narrowest_in_the_middle_and_the_line_is_least_squares() -> None:
    band = planes.regression([(0, 1), (1, 3), (2, 2), (3, 4)])  # slope 4/5, mean (1.5, 2.5)
    assert band[0][:2] == pytest.approx((0, 2.5 - 0.8 * 1.5))
    assert min(band, key=lambda each: each[2])[0] == pytest.approx(1.5)
    # s² = (5 - 0.8 · 4) / 2 = 0.9; t(2, .975) = 4.3027; half width in the middle = t √(0.9 / 4)
    assert band[10][2] == pytest.approx(4.302653 * (0.9 / 4) ** 0.5, rel=1e-5)
    assert planes.regression([(1, 1), (1, 2), (1, 3)]) == []


@pytest.mark.parametrize("reach", [0.003, 0.07, 1.3, 12.0, 48_000.0, 3e9])
def test_axes_hold_what_they_show_and_waste_little(reach: float) -> None:
    low, high = axes.nice_span([-reach, reach / 2], least=1e-9)
    assert -low == high and reach <= high * (1 + 1e-9) <= 2.01 * reach
    ticks = axes.nice_ticks(low, high)
    assert 2 <= len(ticks) <= 5 and low * 1.000001 <= ticks[0] and 0 in ticks


def test_elements_escape_what_is_not_markup() -> None:
    assert (
        markup.el("p", "<b>", markup.el("i", "&"), title='"') == '<p title="&quot;">&lt;b&gt;<i>&amp;</i></p>'
    )
