"""names: first names in pairs, there and back, and family names left alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from corefair import lists
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.mitigators.text.names import Names, pairs
from corefair.text.names import first_names
from corefair.types import Document, Entity
from tagged import document


def named(text: str, *people: tuple[int, int]) -> Document:
    return replace(document(text), entities=tuple(Entity(*span, "PERSON") for span in people))


def test_the_pairs_are_one_to_one_and_alike() -> None:
    rows = lists.read("name_pairs")
    assert len(rows) == 3000 and len(pairs()) == 6000
    assert all(pairs()[pairs()[name]] == name for name in pairs())
    for row in rows:
        assert first_names()[row["feminine"]].share_feminine >= 0.75
        assert first_names()[row["masculine"]].share_feminine <= 0.25
    logs = np.log([[int(row["births_feminine"]), int(row["births_masculine"])] for row in rows])
    assert np.corrcoef(logs.T)[0, 1] > 0.98  # frequent names are paired with frequent ones


def test_first_names_are_exchanged_and_family_names_stay() -> None:
    doc = named("Mary/NNP Grant/NNP met/VBD James/NNP Kelly/NNP and/CC Grant/NNP ./.", (0, 2), (3, 5), (6, 7))
    after = Names()(doc)
    assert " ".join(after.words) == "James Grant met Mary Kelly and Grant ."
    assert Names()(after) == doc


def test_a_name_alone_is_a_first_name_unless_a_title_or_the_text_says_otherwise() -> None:
    doc = named("Mary/NNP 's/POS aunt/NN met/VBD Mr./NNP James/NNP ./.", (0, 1), (4, 6))
    assert " ".join(Names()(doc).words) == "James 's aunt met Mr. James ."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Mary Kelly is a surgeon. Kelly loves her work.", "James Kelly is a surgeon. Kelly loves her work."),
        ("Kelly left. Mary Kelly's work is hard.", "Kelly left. James Kelly's work is hard."),
        ("Dr. Kelly came. Kelly left.", "Dr. Kelly came. Kelly left."),
        ("Mary Kelly met Kelly Smith. Kelly left.", "James Kelly met Terry Smith. Terry left."),
        ("Kelly left. She was late.", "Terry left. She was late."),
    ],
)
def test_a_family_name_that_is_a_first_name_as_well_stays_when_it_stands_alone(
    before: str, after: str
) -> None:
    assert Names()(Plain.parse(Block(1, before))).text == after
    assert Names()(Plain.parse(Block(1, after))).text == before


def test_a_particle_with_a_capital_is_no_first_name() -> None:
    text = "Mary/NNP van/NNP Gogh/NNP spoke/VBD ;/: Van/NNP Gogh/NNP left/VBD"
    assert " ".join(Names()(named(text, (0, 3), (5, 7))).words) == "James van Gogh spoke ; Van Gogh left"
    text = "Van/NNP Morrison/NNP sang/VBD ;/: Mary/NNP Morrison/NNP left/VBD"
    assert Names()(named(text, (0, 2), (4, 6))).words[0] == "Nikki"


@pytest.mark.parametrize("shape", [str.upper, str.title])
def test_capitals_are_kept(shape) -> None:  # type: ignore[no-untyped-def]
    doc = named(f"{shape('mary')}/NNP Ray/NNP left/VBD", (0, 2))
    assert Names()(doc).words[0] == shape("james")


def test_a_name_of_both_genders_stays_and_is_said() -> None:
    plan = Names().plan(named("Leslie/NNP Ray/NNP left/VBD", (0, 2)))
    assert plan.edits == () and [kept.why for kept in plan.kept] == ["a name without a pair"]
