"""Giveaways: a place that is always right is found, an even suite has none, and chance is not called one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.suites.coref import occupations, sowinobias
from corefair.suites.coref.giveaways import decisions, giveaways, rules_met
from corefair.suites.coref.properties import PROPERTIES
from corefair.types import Case, Choice, Document, Mention, Suite

DOC = Document("d", tuple("abcdefghi"))


def case(name: str, right: int, *, kind: str = "1", pronoun: int = 8) -> Case:
    """Candidates at words 0, 2 and 4, in that order."""
    candidates = (Mention(0, 1), Mention(2, 3), Mention(4, 5))
    gold = Choice(Mention(pronoun, pronoun + 1), candidates, ("nurse", "guard", "cook"), right)
    return Case(name, DOC, gold, {"type": kind, "answer": "xyz"[right]}, unit=name)


@cache
def our_own() -> Suite:
    return occupations.build()


def test_rules_by_hand() -> None:
    assert rules_met(case("a", 0)) == ["the first named", "the furthest"]
    assert rules_met(case("a", 1)) == ["the second named"]
    assert rules_met(case("a", 2)) == ["the third named", "the last named", "the nearest"]
    assert rules_met(case("a", 1, pronoun=3)) == ["the second named", "the nearest"]
    assert [PROPERTIES["order"].of(case("a", right)) for right in range(3)] == [1, 2, 3]


def test_a_place_that_is_right_in_one_group_is_named_with_it() -> None:
    even = [case(f"even{i}", i % 3) for i in range(30)]
    one_sided = [case(f"always{i}", 1, kind="2") for i in range(30)]
    worst, overall = giveaways(even + one_sided)
    assert (worst.rule, worst.groups, worst.share, worst.n) == ("the second named", {"type": "2"}, 1, 30)
    assert worst.sentence == (
        "The right candidate is always the second named where type is 2 (30 of 30 cases)."
    )
    assert (overall.groups, overall.n) == ({}, 60) and overall.share == 40 / 60
    # Chance everywhere is a draw among three; in a group the rule must beat what it does everywhere.
    assert (overall.by_chance, worst.by_chance) == pytest.approx((1 / 3, 40 / 60))
    assert giveaways(even) == []


def test_twins_count_once() -> None:
    """Eight units in which one place is always right are evidence; one unit of eight cases is not."""
    apart = [case(str(i), 0) for i in range(8)]
    together = [Case(each.id, each.given, each.gold, each.groups, unit="one") for each in apart]
    assert giveaways(apart) and not giveaways(together)


def test_nothing_to_choose_gives_nothing_away() -> None:
    alone = Choice(Mention(8, 9), (Mention(0, 1),), ("nurse",), 0)
    assert giveaways([Case(str(i), DOC, alone) for i in range(50)]) == []
    nobody = Choice(Mention(8, 9), (Mention(0, 1), Mention(2, 3)), ("a", "b"), None)
    assert giveaways([Case(str(i), DOC, nobody) for i in range(50)]) == [] == giveaways([])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_answers_at_random_seldom_look_like_one(seed: int) -> None:
    """A p below one in a million comes once in a million draws."""
    rights = np.random.default_rng(seed).integers(3, size=60)
    found = giveaways([case(str(i), int(right)) for i, right in enumerate(rights)])
    assert all(each.p > 1e-6 for each in found)


def test_our_own_suite_has_none_and_sowinobias_is_one() -> None:
    assert giveaways(our_own().cases) == []
    (found,) = giveaways(sowinobias.build("paper").cases)
    assert (found.rule, found.groups, found.share, found.n) == ("the second named", {}, 1, 8192)


def test_decisions_are_counted_by_name() -> None:
    cases = [case(str(i), right) for i, right in enumerate((0, 0, 0, 1))]
    assert decisions(cases) == {"nurse": 3, "guard": 1, "cook": 0}
    assert set(decisions(our_own().cases).values()) == {240}
