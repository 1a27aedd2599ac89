"""The page: sound, inert, escaped, readable without eyes, and with the evidence drawn."""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from corefair.report import charts, html, markup
from report.example import EVIL, Page, row


def test_page_is_balanced_and_inert(report: dict[str, Any]) -> None:
    page = Page(html.render(report))
    assert page.stack == []
    assert [tag for tag, _ in page.seen].count("script") == 1  # ours
    assert EVIL in "".join(page.words)  # shown, not run
    for tag, attributes in page.seen:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert not {"src", "action", "srcset", "data", "formaction"} & set(attributes), (tag, attributes)
        assert (attributes.get("href") or "#").startswith("#")
        assert tag not in ("link", "iframe", "object", "embed", "base", "form", "img")


def test_page_loads_nothing_and_runs_only_its_own_script(report: dict[str, Any]) -> None:
    text = html.render(report)
    assert not re.search(r"https?://|url\(|@import", text)
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert script and policy
    digest = base64.b64encode(sha256(script[1].encode()).digest()).decode()
    assert policy[1].startswith("default-src 'none'")
    assert f"script-src 'sha256-{digest}'" in policy[1].replace("&#x27;", "'")


def test_every_id_is_there_once_and_every_link_leads_to_one(report: dict[str, Any]) -> None:
    seen = Page(html.render(report)).seen
    ids = [attributes["id"] for _, attributes in seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in seen:
        for name in ("href", "aria-labelledby", "for", "data-list"):
            if name in attributes:
                assert (attributes[name] or "").removeprefix("#") in ids


def test_page_can_be_heard(report: dict[str, Any]) -> None:
    text = html.render(report)
    seen = Page(text).seen
    assert all(
        a.get("aria-label") or a.get("aria-hidden") or a.get("class") == "cut" for t, a in seen if t == "svg"
    )
    assert all(attributes.get("scope") for tag, attributes in seen if tag == "th")
    assert text.count("<table") == text.count("<caption>")
    levels = [int(tag[1]) for tag, _ in seen if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))


def test_evidence_is_drawn(report: dict[str, Any]) -> None:
    text = html.render(report)
    for title in ("by grammatical gender", "by pronoun set", "With and against the stereotype", "Job by job"):
        assert title in text
    assert "Type 1" in text and ">good, anti<" in text
    assert (
        text.count('class="scatter"') == 2 * 2 + 1
    )  # two valid systems, two shares; and the shares themselves
    assert "<mark>she</mark> left. → <b>linked to nurse, wrong</b>" in text
    assert "quot;50_%&quot; | *b* \\ {~^#$}, right</b>" in text
    assert "planted|v1|n:4" in text and "ab12" in text


def test_only_so_many_pairs_are_shown(report: dict[str, Any]) -> None:
    report["results"][0]["charts"]["flips"] = [["a", "b"]] * 300
    text = html.render(report)
    assert text.count("<li><p><u") == 200 + 1
    assert "The first 200 are shown; all are in report.json." in text


def test_large_reports_stay_small(report: dict[str, Any]) -> None:
    rows = [row(str(i), "feminine" if i % 2 else "masculine", "she", i % 2) for i in range(3168)]
    report["results"][0]["rows"] = rows
    report["results"][0]["charts"]["flips"] = [[str(i), str(i + 1)] for i in range(0, 3168, 2)]
    assert len(html.render(report).encode()) < 1_000_000


def test_the_band_is_narrowest_in_the_middle_and_the_line_is_least_squares() -> None:
    band = charts.regression([(0, 1), (1, 3), (2, 2), (3, 4)])  # slope 4/5, mean (1.5, 2.5)
    assert band[0][:2] == pytest.approx((0, 2.5 - 0.8 * 1.5))
    assert min(band, key=lambda each: each[2])[0] == pytest.approx(1.5)
    # s² = (5 - 0.8 · 4) / 2 = 0.9; t(2, .975) = 4.3027; half width in the middle = t √(0.9 / 4)
    assert band[10][2] == pytest.approx(4.302653 * (0.9 / 4) ** 0.5, rel=1e-5)
    assert charts.regression([(1, 1), (1, 2), (1, 3)]) == []


def test_elements_escape_what_is_not_markup() -> None:
    assert (
        markup.el("p", "<b>", markup.el("i", "&"), title='"') == '<p title="&quot;">&lt;b&gt;<i>&amp;</i></p>'
    )
