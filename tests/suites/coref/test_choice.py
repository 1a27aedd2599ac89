"""Pronoun questions: whom an answer links, counted and kept, and what is reported of every such suite."""

from __future__ import annotations

import pytest

from corefair.suites.coref import choice
from corefair.types import Answer, Case, Choice, Document, Mention, cluster_up

DOC = Document("d", ("the", "tall", "nurse", "met", "the", "surgeon", "and", "she", "left"))
GOLD = Choice(Mention(7, 8), (Mention(0, 3), Mention(4, 6)), ("nurse", "surgeon"), 0)


@pytest.mark.parametrize(
    ("clusters", "linked", "right"),
    [
        ([[(0, 3), (7, 8)]], (0,), 1),
        ([[(2, 3), (7, 8)]], (0,), 1),  # the head alone
        ([[(1, 2), (7, 8)]], (), 0),  # "tall" is nobody
        ([[(4, 6), (7, 8)]], (1,), 0),
        ([[(4, 6), (7, 8), (0, 3)]], (0, 1), 0),  # both, by number
        ([[(0, 6), (7, 8)]], (), 0),  # "the tall nurse met the surgeon" is neither
        ([[(4, 6), (0, 3)]], (), 0),  # the pronoun is not in it
        ([[(4, 6), (7, 8)], [(0, 3), (7, 8)]], (0, 1), 0),
    ],
)
def test_a_row_says_whom_the_pronoun_was_linked_to(
    clusters: list[list[tuple[int, int]]], linked: tuple[int, ...], right: int
) -> None:
    answer = Answer(cluster_up(clusters))
    row = choice.judge(Case("c", DOC, GOLD), answer)
    assert row.linked == linked and row.answer is answer
    assert row.counts == {"cases": 1, "asked": 1, "right": right, "linked": int(bool(linked))}


def test_a_pronoun_that_is_neither_is_linked_but_not_asked_about() -> None:
    nobody = Choice(GOLD.pronoun, GOLD.candidates, GOLD.names, None)
    row = choice.judge(Case("c", DOC, nobody), Answer(cluster_up([[(4, 6), (7, 8)]])))
    assert row.linked == (1,) and (row.counts["asked"], row.counts["right"]) == (0, 0)


def test_the_gap_is_the_headline_and_groups_may_have_short_names() -> None:
    contrast = ("kind", "she or he", "they or neopronouns")
    measures = {each.name: each for each in choice.headline(contrast, short={"she or he": "binary"})}
    assert list(measures) == [
        "gap",
        "accuracy, binary",
        "accuracy, they or neopronouns",
        "accuracy",
        "link rate, binary",
        "link rate, they or neopronouns",
        "link rate",
    ]
    assert measures["link rate, binary"].where == {"kind": "she or he"}
    assert [name for name, each in measures.items() if each.role == "headline"] == ["gap"]
    assert measures["gap"].against == {"kind": "they or neopronouns"} and measures["gap"].better == "zero"
