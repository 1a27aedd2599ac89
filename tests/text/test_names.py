"""Names: their parts, what they say, and the list of first names beside the births it was made from."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefair
from corefair import lists
from corefair.io import datasets
from corefair.text.names import (
    capitalised_runs,
    first_names,
    gender_of_name,
    is_known_person,
    parts_of_name,
    titles,
)
from corefair.types import Document, Mention

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Mary", "feminine"),
        ("John Smith", "masculine"),
        ("Mr. Leslie Knope", "masculine"),  # the title, not the first name
        ("Mrs. John Dashwood", "feminine"),
        ("President Mary McAleese", "feminine"),
        ("J. K. Rowling", ""),
        ("J. Edgar Hoover", "masculine"),  # an initial says nothing: the next name does
        ("Kerry", ""),  # half of those born were girls
        ("Smith", ""),
        ("Jackson", ""),  # boys are called so, but alone it is a family name
        ("Jackson Pollock", "masculine"),
        ("Mx. Smith", ""),
        ("Zxcvb Qwerty", ""),
    ],
)
def test_gender_of_a_name(name: str, gender: str) -> None:
    assert gender_of_name(name.split()) == gender


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Mary", True),
        ("Florida", False),
        ("April", False),
        ("Virginia Woolf", True),
        ("Lake George", False),
        ("Queen Victoria", True),
        ("King", False),
        ("Google", False),
        ("Sen. Wu", True),
        ("Mr.", False),
    ],
)
def test_who_is_known_to_be_a_person(name: str, person: bool) -> None:
    assert is_known_person(name.split()) is person


@given(st.lists(st.sampled_from(["Mr.", "Dr.", "Ada", "M.", "Jr.", "Wu", "the"]), max_size=6))
def test_no_part_of_a_name_is_lost(words: list[str]) -> None:
    name = parts_of_name(words)
    assert [each for each in (*name.titles, *name.given, name.family, name.suffix) if each] == words


def test_first_names_have_shares() -> None:
    for name, (births, share) in first_names().items():
        assert name == name.lower() and births >= 500 and 0 <= share <= 1
    names = [row["name"] for row in lists.read("first_name_shares")]
    assert names == sorted(set(names))
    assert {row["name"] for row in lists.read("first_name_doubles")} <= set(names)
    feminine = sum(known.share_feminine > 0.5 for known in first_names().values()) / len(first_names())
    assert 0.4 < feminine < 0.7


def test_titles_say_a_group_or_none() -> None:
    assert set(titles().values()) == {"feminine", "masculine", ""}
    assert titles()["professor"] == titles()["president"] == titles()["mx."] == ""


def test_runs_of_capitals() -> None:
    words = ("Yesterday", "Ada", "Lovelace", "met", "Mr.", "Babbage", ".", "Then", "London", "Bridge", "fell")
    tags = ("NN", "NNP", "NNP", "VBD", "NNP", "NNP", ".", "RB", "NNP", "NNP", "VBD")
    doc = Document("d", words, sentences=(0, 7), tags=tags)
    assert capitalised_runs(doc) == [Mention(1, 3), Mention(4, 6), Mention(8, 10)]
    assert capitalised_runs(Document("d", ())) == []


@published
def test_first_names_agree_with_the_pronouns_of_ontogum() -> None:
    """A cluster's names, where they say a gender, say that of its pronouns."""
    groups = {"he": "masculine", "him": "masculine", "his": "masculine", "she": "feminine", "her": "feminine"}
    right = wrong = 0
    for path in sorted(datasets.find("ontogum", "dev", data=Path(str(DATA))).glob("*.conllu")):
        for doc in corefair.read(path):
            for cluster in doc.clusters:
                said = {groups.get(" ".join(doc.words[slice(*each)]).lower(), "") for each in cluster} - {""}
                names = {doc.words[slice(*each)] for each in cluster if doc.words[each.start][0].isupper()}
                guesses = {gender_of_name(name) for name in names if is_known_person(name)} - {""}
                if len(said) == 1 and len(guesses) == 1:
                    right += guesses == said
                    wrong += guesses != said
    assert right >= 15 and right / (right + wrong) > 0.9


def test_a_run_ends_with_its_sentence() -> None:
    doc = Document("d", ("A", "B", "C"), sentences=(0, 1), tags=("NNP", "NNP", "NNP"))
    assert list(pairwise(capitalised_runs(doc))) == [((0, 1), (1, 3))]
