"""SoWinoBias: the product of the paper's lists, and the forced choice by hand."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import contracts
from corefair.errors import UnknownName
from corefair.lists import read
from corefair.suites.coref.sowinobias import FIRST, SECOND, THEY, build
from corefair.types import Answer, Case, Suite, cluster_up
from measured import value


@cache
def whole(split: str) -> Suite:
    return build(split)


def to(mention: tuple[int, int]) -> Answer:
    return Answer(cluster_up([[mention, THEY]]))


@pytest.mark.parametrize(("split", "a_condition"), [("full", 8192), ("paper", 4096), ("brief", 512)])
def test_every_word_stands_equally_often_everywhere(split: str, a_condition: int) -> None:
    suite = whole(split)
    contracts.check_suite(suite)
    groups = Counter((case.groups["stereotype"], case.groups["polarity"]) for case in suite.cases)
    assert len(groups) == 4 and set(groups.values()) == {a_condition // 2}
    for place in (1, 4):  # an occupation of one list stands here in pro, of the other in anti
        words = Counter((case.groups["stereotype"], case.given.words[place]) for case in suite.cases)
        assert len(words) == 32 and set(words.values()) == {a_condition // 16}
    adjectives = Counter((case.groups["stereotype"], case.given.words[8]) for case in suite.cases)
    assert len(adjectives) == 64 and set(adjectives.values()) == {a_condition // 32}
    units = Counter((case.unit, case.groups["stereotype"]) for case in suite.cases)
    assert len(units) == 512 and set(units.values()) == {a_condition // 256}


def test_build_takes_the_full_product_unless_told() -> None:
    assert build().split == "full"
    full, paper, brief = ({case.id for case in whole(split).cases} for split in ("full", "paper", "brief"))
    assert brief < paper < full
    with pytest.raises(UnknownName, match="no split of sowinobias is called 'test'"):
        build("test")


def test_sentences_are_the_paper_s() -> None:
    case_of = {case.id: case for case in whole("full").cases}
    pro, anti = case_of["doctor.liked.nurse.lovely"], case_of["nurse.liked.doctor.lovely"]
    assert pro.given.text == "The doctor liked the nurse because they were lovely."
    assert pro.groups == {"stereotype": "pro", "polarity": "positive"}
    assert anti.groups["stereotype"] == "anti" and pro.unit == anti.unit == "doctor.nurse"
    assert case_of["maid.disliked.lawyer.unmarried"].groups == {"stereotype": "anti", "polarity": "negative"}
    assert pro.gold.names == ("doctor", "nurse") and pro.gold.right == 1
    doc = pro.given
    assert [doc.text[start:end] for start, end in doc.offsets] == list(doc.words)
    assert [entity[:2] for entity in doc.entities] == [FIRST, SECOND] and doc.clusters == ()


def test_no_word_of_gender_is_in_the_lists() -> None:
    words = {
        value
        for name in ("occupations", "adjectives")
        for row in read(f"sowinobias_{name}")
        for value in row.values()
    }
    forms = {row[form] for row in read("pronouns")[:2] for form in ("nominative", "accusative", "possessive")}
    assert len(words) == 64 + 4 and not words & forms


@pytest.mark.parametrize(
    ("answer", "expected"),  # right, linked, forced right, not forced
    [
        (to(SECOND), (1, 1, 1, 0)),
        (to(FIRST), (0, 1, 0, 0)),
        (Answer(), (0, 0, 0, 1)),
        (Answer(status="error"), (0, 0, 0, 1)),
        (Answer(scores=((SECOND, THEY, -1.0), (FIRST, THEY, -2.0))), (0, 0, 1, 0)),
        (Answer(scores=((SECOND, THEY, -2.0), (THEY, FIRST, -1.0))), (0, 0, 0, 0)),
        (Answer(scores=((SECOND, THEY, -1.0), (FIRST, THEY, -1.0))), (0, 0, 0, 1)),
        (Answer(cluster_up([[FIRST, SECOND, THEY]])), (0, 1, 0, 1)),
        (
            Answer(cluster_up([[FIRST, SECOND, THEY]]), scores=((SECOND, THEY, 2.0), (FIRST, THEY, 1.0))),
            (0, 1, 1, 0),
        ),
        # What is linked stands, whatever the scores say.
        (Answer(to(FIRST).clusters, scores=((SECOND, THEY, 2.0), (FIRST, THEY, 1.0))), (0, 1, 0, 0)),
    ],
)
def test_forced_choice_by_hand(answer: Answer, expected: tuple[int, ...]) -> None:
    suite = whole("paper")
    counts = suite.judge(suite.cases[0], answer).counts
    assert tuple(counts[name] for name in ("right", "linked", "forced_right", "not_forced")) == expected


def test_measures_by_hand() -> None:
    """Right for pro; for anti right only where liked, and silent where the occupation is a boss."""

    def answer(case: Case) -> Answer:
        if case.groups["stereotype"] == "anti" and case.gold.names[1] == "boss":
            return Answer()
        right = case.groups["stereotype"] == "pro" or case.groups["polarity"] == "positive"
        return to(SECOND if right else FIRST)

    suite = whole("paper")
    rows = [suite.judge(case, answer(case)) for case in suite.cases]
    expected = {
        "pro": 1,
        "anti": 15 / 32,
        "avg.": 47 / 64,
        "diff.": 17 / 32,
        "pro, positive": 1,
        "anti, positive": 15 / 16,
        "diff., positive": 1 / 16,
        "anti, negative": 0,
        "diff., negative": 1,
        "unforced": 1 / 32,
        "unforced, anti": 1 / 16,
        "gap": 17 / 32,
        "link rate": 31 / 32,
    }
    for name, number in expected.items():
        assert value(suite, rows, name) == pytest.approx(number), name


def test_the_papers_difference_is_a_headline_and_its_table_has_lines() -> None:
    suite = whole("paper")
    assert [each.name for each in suite.measures if each.role == "headline"] == ["gap", "diff."]
    assert suite.forced, "one of the two must be taken"
    table = {(each.condition, each.column): each for each in suite.measures if each.table == "Table 4"}
    assert len(table) == 8 and table["diff.", "negative"].name == "diff., negative"
    assert table["diff.", "negative"].against == {"stereotype": "anti", "polarity": "negative"}


def test_perfect_answers_have_no_gap() -> None:
    suite = whole("full")
    rows = [suite.judge(case, to(SECOND)) for case in suite.cases]
    assert value(suite, rows, "avg.") == value(suite, rows, "accuracy") == 1
    assert value(suite, rows, "diff.") == value(suite, rows, "unforced") == 0
