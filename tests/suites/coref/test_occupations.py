"""The two-occupations suite: balanced, without cues, and judged as a reader would."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from corefair import stats
from corefair.lists import read
from corefair.suites.coref import choice, frames, occupations
from corefair.types import Answer, Case, Mention, Suite, cluster_up

FRAMES = read("occupation_frames")


@cache
def suite() -> Suite:
    return occupations.build()


def linking(case: Case, candidate: Mention) -> Answer:
    return Answer(cluster_up([[case.gold.pronoun, candidate]]))


def test_size() -> None:
    assert len(FRAMES) == 96 and len({row["scene"] for row in FRAMES}) == 36
    assert len(suite().cases) == 96 * 20 * 5
    assert len({case.unit for case in suite().cases}) == 96
    assert len({case.given.text for case in suite().cases}) == 96 * 20 * 5


def test_answers_are_balanced_within_type_and_form() -> None:
    counts = Counter((row["type"], row["case"], row["answer"]) for row in FRAMES)
    assert counts == {
        (kind, case, answer): n
        for kind in "12"
        for case, n in (("nominative", 12), ("accusative", 6), ("possessive", 6))
        for answer in ("first", "second")
    }
    by_scene = Counter((row["scene"], row["answer"]) for row in FRAMES)
    assert all(by_scene[row["scene"], "first"] == by_scene[row["scene"], "second"] for row in FRAMES)


def test_every_occupation_is_equally_often_in_each_role_with_each_pronoun() -> None:
    roles: Counter[tuple[str, str, bool, str, str]] = Counter()
    for case in suite().cases:
        for place, name in enumerate(case.gold.names):
            is_right = place == case.gold.right
            groups = case.groups
            roles[name, ("first", "second")[place], is_right, groups["pronouns"], groups["type"]] += 1
    assert len(roles) == 40 * 2 * 2 * 5 * 2
    assert set(roles.values()) == {12}  # 48 frames a type, four roles


def test_pro_and_anti_are_the_same_sentences_but_for_the_pronoun() -> None:
    sides: dict[str, set[str]] = {"pro": set(), "anti": set()}
    for case in suite().cases:
        if "stereotype" in case.groups:
            frame, _, *pair = case.id.split(".")
            sides[case.groups["stereotype"]].add(".".join((frame, *pair)))
    assert sides["pro"] == sides["anti"] and len(sides["pro"]) == 1920
    assert {case.groups["gender"] for case in suite().cases if "stereotype" not in case.groups} == {
        "neutral",
        "neopronouns",
    }


def test_sides_follow_the_labour_statistics() -> None:
    percent = {row["occupation"]: (float(row["percent_women"]), row["year"]) for row in read("occupations")}
    of_side = occupations.sides()
    assert len(set(of_side["feminine"])) == len(set(of_side["masculine"])) == 20
    assert min(percent[name][0] for name in of_side["feminine"]) > 70
    assert max(percent[name][0] for name in of_side["masculine"]) < 30
    assert {percent[name][1] for names in of_side.values() for name in names} == {"2020"}
    assert [sum(" " in name for name in names) for names in of_side.values()] == [4, 4]


@pytest.mark.parametrize("kind", ["1", "2", "12"])
def test_words_do_not_tell_the_answer(kind: str) -> None:
    rows = [row for row in FRAMES if row["type"] in kind]
    texts, answers = [row["text"] for row in rows], [row["answer"] for row in rows]
    assert 0.4 <= frames.cue_accuracy(texts, answers, [row["scene"] for row in rows]) <= 0.6
    # Each frame held out alone: its twins have its words and the other answer.
    assert frames.cue_accuracy(texts, answers, [row["frame"] for row in rows]) <= 0.5


def test_place_does_not_tell_the_answer() -> None:
    """The first, the last and the nearest occupation are each right in half the cases."""
    first = nearest = 0
    for case in suite().cases:
        gold = case.gold
        gaps = [max(gold.pronoun.start - each.end, each.start - gold.pronoun.end) for each in gold.candidates]
        assert gaps[0] != gaps[1]
        first += gold.right == 0
        nearest += gold.right == gaps.index(min(gaps))
    assert first == nearest == len(suite().cases) / 2


def test_length_does_not_tell_the_answer() -> None:
    n_words = {
        answer: [len(row["text"].split()) for row in FRAMES if row["answer"] == answer]
        for answer in ("first", "second")
    }
    assert sum(n_words["first"]) == sum(n_words["second"]) == 651  # 13.6 words a frame


def test_verbs_agree_with_every_pronoun() -> None:
    agreeing = r"\[NOM\] (\w+ly )?(is|are|was|were|has|have|does|do|\w+[^s]s)\b"
    assert [
        row["text"] for row in FRAMES + read("participant_frames") if re.search(agreeing, row["text"])
    ] == []
    assert re.search(agreeing, "because [NOM] was late") and re.search(agreeing, "[NOM] walks")


def test_every_frame_has_its_three_slots_and_a_reason() -> None:
    for row in FRAMES:
        first, second, third = sorted(frames.slots(row["text"]), key=lambda slot: len(slot))
        assert (first, second) == ("A", "B") and third == {"n": "NOM", "a": "ACC", "p": "POS"}[row["case"][0]]
        assert row["reason"] and row["text"].endswith(".")


def test_judged_by_hand() -> None:
    case = next(case for case in suite().cases if case.id.startswith("umbrella-2.she."))
    assert case.gold.names[1] in case.given.text.partition(" from ")[2] and case.gold.right == 1
    wrong, right = case.gold.candidates
    assert choice.judge(case, Answer()).counts == {"cases": 1, "asked": 1, "right": 0, "linked": 0}
    assert suite().judge(case, linking(case, right)).counts == {
        "cases": 1,
        "asked": 1,
        "right": 1,
        "linked": 1,
    }
    assert suite().judge(case, linking(case, wrong)).counts == {
        "cases": 1,
        "asked": 1,
        "right": 0,
        "linked": 1,
    }
    both = Answer(cluster_up([[case.gold.pronoun, wrong, right]]))
    assert suite().judge(case, both).counts["right"] == 0


def test_measures_begin_with_the_headline() -> None:
    headline = choice.headline(("stereotype", "pro", "anti"))
    assert suite().measures[: len(headline)] == headline
    groups = [side for each in suite().measures for side in (each.where, each.against or {})]
    for wanted in groups:
        assert any(wanted.items() <= case.groups.items() for case in suite().cases), wanted


def test_the_detectable_gap_is_what_the_documentation_says() -> None:
    alike = stats.minimum_detectable_gap_of_pairs(0.10, 1920)
    apart = stats.minimum_detectable_gap(((0.05**2 + 0.10 / 20) / 96) ** 0.5)
    assert round(100 * alike, 1) == 2.0 and round(100 * apart, 1) == 2.5


def test_built_twice_is_the_same() -> None:
    again = occupations.build()
    assert again.cases == suite().cases and again.data == suite().data
    assert set(again.data) == {
        "occupation_frames.tsv",
        "occupation_fillers.tsv",
        "occupations.tsv",
        "pronouns.tsv",
    }
