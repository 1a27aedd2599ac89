"""The occupation-and-participant suite: balanced, without cues, and judged as a reader would."""

from __future__ import annotations

from collections import Counter
from functools import cache

from corefair.lists import read
from corefair.suites.coref import choice, frames, participants
from corefair.types import Answer, Case, Suite, cluster_up

FRAMES = read("participant_frames")


@cache
def suite() -> Suite:
    return participants.build()


def position(case: Case) -> str:
    return "first" if case.gold.right == 0 else "second"


def nearest(case: Case) -> int:
    return max(
        (0, 1), key=lambda i: case.gold.candidates[i].end
    )  # no participant frame has it after the pronoun


def test_size() -> None:
    assert len(FRAMES) == 48 and len({row["participant"] for row in FRAMES}) == 12
    assert len(suite().cases) == len({case.given.text for case in suite().cases}) == 48 * 40 * 5
    assert len({case.groups["occupation"] for case in suite().cases}) == 40


def test_both_answers_in_both_orders_for_every_scene() -> None:
    one_each = Counter(
        (case.groups["scene"], case.groups["answer"], case.groups["order"]) for case in suite().cases
    )
    assert len(one_each) == 12 * 2 * 2 and set(one_each.values()) == {40 * 5}


def test_every_occupation_is_equally_often_in_each_role_with_each_pronoun() -> None:
    roles = Counter(
        (case.groups["occupation"], case.groups["answer"], case.groups["order"], case.groups["pronouns"])
        for case in suite().cases
    )
    assert len(roles) == 40 * 2 * 2 * 5 and set(roles.values()) == {12}


def test_pro_and_anti_are_equally_many_for_each_answer_and_gender() -> None:
    counts = Counter(
        (case.groups["stereotype"], case.groups["answer"], case.groups["gender"])
        for case in suite().cases
        if "stereotype" in case.groups
    )
    assert len(counts) == 8 and set(counts.values()) == {24 * 20}


def test_a_participant_is_pro_where_the_occupation_does_not_lure() -> None:
    groups = {case.id: case.groups for case in suite().cases}
    assert groups["earplugs-1.she.nurse"]["stereotype"] == "pro"
    assert groups["earplugs-2.she.nurse"]["stereotype"] == "anti"  # the nurse lures, the caller is meant
    assert groups["earplugs-2.he.nurse"]["stereotype"] == "pro"
    assert "stereotype" not in groups["earplugs-2.xe.nurse"]


def test_words_and_place_do_not_tell_the_answer() -> None:
    texts, scenes = [row["text"] for row in FRAMES], [row["scene"] for row in FRAMES]
    by_role = frames.cue_accuracy(texts, [row["answer"] for row in FRAMES], scenes)
    position_of = {case.unit: position(case) for case in suite().cases}
    by_place = frames.cue_accuracy(texts, [position_of[row["frame"]] for row in FRAMES], scenes)
    assert 0.4 <= by_role <= 0.6 and 0.4 <= by_place <= 0.6
    assert Counter(position_of.values()) == {"first": 24, "second": 24}
    assert sum(case.gold.right == nearest(case) for case in suite().cases) == len(suite().cases) / 2


def test_judged_by_hand() -> None:
    case = next(case for case in suite().cases if case.id == "rude-2.they.police_officer")
    text = "The police officer was rude to the visitor. Later they accepted an apology."
    assert case.given.text == text and case.given.sentences == (0, 9)
    assert case.gold.names == ("police officer", "visitor") and case.gold.right == 1
    officer, visitor = case.gold.candidates
    assert case.given.words[slice(*officer)] == ("The", "police", "officer")
    right = Answer(cluster_up([[visitor, case.gold.pronoun]]))
    wrong = Answer(cluster_up([[officer, case.gold.pronoun]]))
    assert [suite().judge(case, each).counts["right"] for each in (right, wrong, Answer())] == [1, 0, 0]
    assert [suite().judge(case, each).counts["linked"] for each in (right, wrong, Answer())] == [1, 1, 0]


def test_measures_begin_with_the_headline() -> None:
    headline = choice.headline(("stereotype", "pro", "anti"))
    assert suite().measures[: len(headline)] == headline
    for each in suite().measures:
        for side in (each.where, each.against or {}):
            assert any(side.items() <= case.groups.items() for case in suite().cases), side
