"""The sentences behind a verdict: marked, bounded in number, and found by a button that names them."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from corefair.auditing.report import Report
from corefair.report import html, marked
from corefair.report.systems.case_lists import CaseList, by_result, case_lists, share_out
from corefair.types import Choice, Mention
from report.example import EVIL, KEY, result, row


def the_list(report: Report, subject: str = "good") -> CaseList:
    return case_lists(report, by_result(report.rows()))[subject, KEY]


def test_pronoun_right_and_chosen_candidate_are_marked(report: Report) -> None:
    text = html.render(report)
    assert '<u class="right">The &lt;script&gt;' in text and '<u class="hit">the nurse</u>' in text
    assert "because <mark>she</mark> left. → <b>linked to nurse, wrong; right: &lt;script&gt;" in text
    assert '<u class="right hit">The &lt;script&gt;' in text  # he was linked rightly
    assert "→ <b>failed, wrong; right: " in text


def test_each_verdict_leads_to_its_sentences(report: Report) -> None:
    text = html.render(report)
    cards = text[text.index('<section id="verdicts"') : text.index('<section id="numbers"')]
    for anchor in re.findall(r'<a href="#(cases-\d)">show the 4 sentences</a>', cards):
        assert f'<details id="{anchor}">' in text
    assert cards.count("show the 4 sentences") == 3


def test_twins_stand_together_with_the_feminine_first_and_are_found_by_their_direction(
    report: Report,
) -> None:
    pair, *rest = the_list(report).items
    assert [row.case for row in pair.rows] == ["a", "b"]
    assert pair.filters == ("gender-one", "flip", "wrong")
    assert [(item.rows[0].case, item.filters) for item in rest] == [("d", ("failed",)), ("c", ("right",))]
    labels = {each.key: (each.label, each.shown, each.total) for each in the_list(report).filters}
    assert labels == {
        "gender-one": ("Wrong for feminine, right for masculine", 1, 1),
        "flip": ("Answered differently", 1, 1),
        "wrong": ("Wrong", 1, 1),
        "failed": ("No usable answer", 1, 1),
        "right": ("Right", 1, 1),
    }
    text = html.render(report)
    button = (
        'type="button" data-is="gender-one" aria-pressed="false">Wrong for feminine, right for masculine (1)'
    )
    assert button in text and '<li data-is="gender-one flip wrong"><p>' in text


def test_the_other_direction_and_the_suites_own_contrast(report: Report) -> None:
    rows = [
        row("a", "feminine", "she", (0,), groups={"gender": "feminine", "stereotype": "pro"}),
        row("b", "masculine", "he", (1,), groups={"gender": "masculine", "stereotype": "anti"}),
    ]
    card = replace(report.suites[0], contrast=("stereotype", "pro", "anti"))
    changed = replace(report, suites=(card,), results=(result("good", 0.0),), load_rows=lambda: rows)
    assert {each.label for each in the_list(changed).filters} == {
        "Wrong for masculine, right for feminine",
        "Wrong against the stereotype, right with the stereotype",
        "Answered differently",
        "Wrong",
    }


def test_only_so_many_are_shown_spread_over_the_suite_and_wrong_ones_before_right_ones(
    report: Report,
) -> None:
    rows = [row(str(i), "feminine", "she", (i % 2,)) for i in range(1000)]
    one = result("good", 0.0, charts=replace(report.results[0].charts, flips=()))
    large = replace(report, results=(one,), load_rows=lambda: rows)
    items = the_list(large).items
    assert len(items) == 200 and all(item.filters == ("wrong",) for item in items)
    cases = [int(item.rows[0].case) for item in items]
    assert cases[0] < 10 and cases[-1] > 980 and cases == sorted(cases)
    text = html.render(large)
    assert "200 of 1,000 are on this page" in text and "Wrong (500)" in text and "Right (500)" in text


def test_many_results_share_the_page(report: Report) -> None:
    names = [f"system {i}" for i in range(20)]
    rows = [row(str(i), "feminine", "she", (1,), subject=name) for name in names for i in range(100)]
    many = replace(report, results=tuple(result(name, 0.0) for name in names), load_rows=lambda: rows)
    lists = case_lists(many, by_result(many.rows()))
    assert {len(each.items) for each in lists.values()} == {800 // 20}


@given(st.lists(st.integers(0, 50), max_size=6), st.integers(0, 120))
def test_room_is_shared_evenly_and_none_is_wasted(sizes: list[int], most: int) -> None:
    taken = share_out(sizes, most)
    assert sum(taken) == min(most, sum(sizes))
    assert all(n <= size for n, size in zip(taken, sizes, strict=True))
    cut = [n for n, size in zip(taken, sizes, strict=True) if n < size]
    assert all(n <= min(cut) + 1 for n in taken) if cut else taken == sizes


SPANS = st.tuples(st.integers(0, 6), st.integers(1, 3)).map(lambda s: Mention(s[0], s[0] + s[1]))


@given(SPANS, SPANS, SPANS)
def test_every_word_is_there_once_however_spans_lie(pronoun: Mention, one: Mention, other: Mention) -> None:
    words = tuple("abcdefghi")
    gold = Choice(pronoun, (one, other), ("x", "y"), 0)
    found = marked.pieces(words, gold)
    assert "".join(piece.text for piece in found) == " ".join(words)
    text = "".join(piece.text for piece in found if piece.pronoun).replace(" ", "")
    assert text == "".join(words[pronoun.start : pronoun.end])


def test_a_question_that_none_of_the_candidates_answers() -> None:
    gold = Choice(Mention(6, 7), (Mention(0, 2), Mention(3, 5)), (EVIL, "nurse"), None)
    assert (
        marked.outcome(row("n", "feminine", "she", (1,), gold=gold))
        == "linked to nurse; none of them is right"
    )
    assert marked.outcome(row("n", "feminine", "she", (), gold=gold)) == "not linked; none of them is right"
    assert (
        marked.outcome(row("n", "feminine", "she", (0, 1)))
        == f"linked to {EVIL} and nurse, wrong; right: {EVIL}"
    )
