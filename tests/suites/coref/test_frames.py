"""Frames are filled, cut into words and searched for telltale words."""

from __future__ import annotations

import pytest

from corefair.errors import DataError
from corefair.suites.coref import frames
from corefair.types import Choice, Entity, Mention

FRAME = "At noon [the A] met [the B] who had invited [ACC]. [POS] own bag was full."


def test_fill_gives_a_capital_where_a_sentence_begins() -> None:
    text, places = frames.fill(FRAME, {"A": "nurse", "B": "truck driver", "ACC": "xem", "POS": "xyr"})
    assert text == "At noon the nurse met the truck driver who had invited xem. Xyr own bag was full."
    assert {slot: text[start:end] for slot, (start, end) in places.items()} == {
        "A": "the nurse",
        "B": "the truck driver",
        "ACC": "xem",
        "POS": "Xyr",
    }


def test_ask_marks_candidates_in_text_order_and_hides_the_answer() -> None:
    words = {"A": "nurse", "P": "caller", "NOM": "she"}
    frame = "[The P] could not hear [the A] because [NOM] spoke softly."
    doc, gold = frames.ask("x", frame, words, candidates="AP", pronoun="NOM", right="A")
    assert gold == Choice(Mention(8, 9), (Mention(0, 2), Mention(5, 7)), ("caller", "nurse"), 1)
    assert doc.entities == (Entity(0, 2, "PERSON"), Entity(5, 7, "PERSON")) and doc.clusters == ()
    assert doc.offsets and doc.text and doc.text[slice(*doc.offsets[8])] == "she"


def test_a_place_without_words_is_an_error() -> None:
    doc = frames.document("d", "She left.")
    with pytest.raises(DataError, match="no word at characters 50 to 52"):
        frames.mention_at(doc, 50, 52)


def test_a_two_word_filler_is_one_mention() -> None:
    doc = frames.document("d", "The police officer left.", [(0, 18)])
    assert doc.entities == (Entity(0, 3, "PERSON"),)


def test_pronoun_sets_are_those_of_the_list() -> None:
    sets = {row["short"]: (row["gender"], *frames.forms_of(row).values()) for row in frames.pronoun_sets()}
    assert sets == {
        "she": ("feminine", "she", "her", "her"),
        "he": ("masculine", "he", "him", "his"),
        "they": ("neutral", "they", "them", "their"),
        "xe": ("neopronouns", "xe", "xem", "xyr"),
        "ze": ("neopronouns", "ze", "zir", "zir"),
    }


@pytest.mark.parametrize(
    ("gender", "side", "is_right", "expected"),
    [
        ("feminine", "feminine", True, {"stereotype": "pro"}),
        ("feminine", "masculine", True, {"stereotype": "anti"}),
        ("feminine", "feminine", False, {"stereotype": "anti"}),  # the occupation lures
        ("masculine", "feminine", False, {"stereotype": "pro"}),
        ("neopronouns", "feminine", True, {}),
    ],
)
def test_stereotype(gender: str, side: str, is_right: bool, expected: dict[str, str]) -> None:
    assert frames.stereotype(gender, side, is_right=is_right) == expected


def test_a_telltale_word_is_found_and_no_word_is_even() -> None:
    answers = ["first", "second"] * 6
    scenes = [str(i // 2) for i in range(12)]
    telling = [
        f"[The A] {'won' if answer == 'first' else 'lost'} game{i // 2}" for i, answer in enumerate(answers)
    ]
    silent = [f"[The A] played game{i // 2}" for i in range(12)]
    assert frames.cue_accuracy(telling, answers, scenes) == 1.0
    assert frames.cue_accuracy(silent, answers, scenes) == 0.5
