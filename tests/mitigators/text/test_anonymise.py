"""anonymise: the same stand-in for the same word, titles and genitives kept, whoever says what a name is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.mitigators.text.anonymise import Anonymise
from corefair.types import Document, Entity
from tagged import document


def named(text: str, *people: tuple[int, int], label: str = "PERSON") -> Document:
    return replace(document(text), entities=tuple(Entity(*span, label) for span in people))


def words(doc: Document, **options: str) -> str:
    return " ".join(Anonymise(**options)(doc).words)  # type: ignore[arg-type]


def test_the_paper_s_example() -> None:
    doc = named("Barack/NNP Obama/NNP met/VBD Putin/NNP ;/: Obama/NNP left/VBD", (0, 2), (3, 4), (5, 6))
    assert words(doc) == "E1 E2 met E3 ; E2 left"


def test_titles_suffixes_and_genitives_stay() -> None:
    text = (
        "Dr./NNP Ada/NNP Ray/NNP 's/POS son/NN ,/, Mr./NNP Bo/NNP Ray/NNP Jr./NNP ,/, saw/VBD RAY's/NNP ox/NN"
    )
    doc = named(text, (0, 3), (6, 10), (12, 13))
    assert words(doc) == "Dr. E1 E2 's son , Mr. E3 E2 Jr. , saw E2's ox"


def test_an_initial_stands_for_the_name_it_begins() -> None:
    doc = named(
        "A./NNP Ray/NNP is/VBZ Ada/NNP B./NNP Ray/NNP ,/, not/RB C./NNP Ray/NNP", (0, 2), (3, 6), (8, 10)
    )
    assert words(doc) == "E1. E2 is E1 E3. E2 , not E4. E2"


def test_plurals_and_compounds_of_a_known_name() -> None:
    doc = named("Ada/NNP Ray/NNP left/VBD ;/: the/DT Rays/NNPS had/VBD a/DT Ray-era/JJ house/NN", (0, 2))
    assert words(doc) == "E1 E2 left ; the E2s had a E2-era house"


@pytest.mark.parametrize("which", ["person", "all"])
def test_a_family_in_the_plural_has_its_name_s_number_though_it_is_an_entity(which: str) -> None:
    doc = named("The/DT Rays/NNPS met/VBD Ada/NNP Ray/NNP 's/POS son/NN", (1, 2), (3, 5))
    assert words(doc, entities=which) == "The E1s met E2 E1 's son"
    doc = named(
        "Prince/NNP Will/NNP met/VBD Ada/NNP Wills/NNP ;/: the/DT Wills/NNP left/VBD", (0, 2), (3, 5), (7, 8)
    )
    assert words(doc, entities=which) == "Prince E1 met E2 E3 ; the E3 left"


def test_only_people_unless_all_are_asked_for() -> None:
    doc = replace(
        document("Ada/NNP Ray/NNP left/VBD New/NNP York/NNP"),
        entities=(Entity(0, 2, "PERSON"), Entity(3, 5, "GPE")),
    )
    assert words(doc) == "E1 E2 left New York"
    assert words(doc, entities="all") == "E1 E2 left E3 E4"


def test_a_stand_in_that_the_text_uses_is_left_out() -> None:
    doc = named("E1/NNP and/CC Ada/NNP Ray/NNP", (2, 4))
    assert words(doc) == "E1 and E2 E3"


def test_a_noun_that_heads_a_person_is_no_name() -> None:
    doc = replace(
        document("the/DT Harvard/NNP professor/NN left/VBD"),
        entities=(Entity(0, 3, "person"),),
        heads=(2, 2, 3, -1),
        relations=("det", "compound", "nsubj", "root"),
    )
    assert words(doc) == "the Harvard professor left"


def test_by_the_pipeline_where_there_are_no_entities() -> None:
    text = "Barack Obama spoke. Later Obama's wife, Michelle Obama, spoke too."
    after = Anonymise()(Plain.parse(Block(1, text)))
    assert after.text == "E1 E2 spoke. Later E2's wife, E3 E2, spoke too."


@settings(max_examples=50)
@given(strategies.documents(), st.sampled_from(["person", "all"]))
def test_any_document_keeps_its_structure(doc: Document, which: str) -> None:
    n = len(doc.words)
    doc = replace(doc, tags=("NNP",) * n, entities=(Entity(0, n, "PERSON"),) if n else ())
    after = Anonymise(entities=which)(doc)  # type: ignore[arg-type]
    assert len(after.words) == n
    same = ("id", "sentences", "clusters", "entities", "heads", "relations", "speakers", "tags")
    assert all(getattr(after, name) == getattr(doc, name) for name in same)
    assert Anonymise(entities=which)(doc) == after  # type: ignore[arg-type]


@pytest.mark.parametrize("mitigator", [Anonymise()])
def test_an_empty_document(mitigator: Anonymise) -> None:
    assert mitigator(Document("d", ())) == Document("d", ())
