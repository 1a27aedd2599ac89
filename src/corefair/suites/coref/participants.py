"""One occupation, one participant and a pronoun, in sentences of our own, in the manner of Winogender."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from corefair.lists import read
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice, frames, occupations
from corefair.suites.coref.charts import charts, women_of
from corefair.suites.published import fingerprints
from corefair.types import Case, Suite

CONTRAST = ("stereotype", "pro", "anti")


@suites.register("participants", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Does the pronoun mean the one with the occupation, or a customer, guest or other participant?"""
    cases = tuple(_cases())
    return Suite(
        name="participants",
        version="1",
        about=about(build),
        cases=cases,
        judge=choice.judge,
        measures=(
            *choice.headline(CONTRAST),
            *choice.gaps_by(CONTRAST, "answer", ("occupation", "participant")),
            *occupations.by_pronoun(),
        ),
        contrast=CONTRAST,
        citation="corefair, suite participants, version 1 (docs/validation.md); after Rudinger et al. 2018",
        licence="Apache-2.0",
        caveats=(
            "English sentences written for the test: they show that a system differs, not how often in use.",
            "Stereotype means the majority among US employees in 2020; where the answer is the participant, "
            "pro means that the occupation's majority does not match the pronoun.",
            "The frames were read by their authors' process, not by crowd workers.",
            "48 frames in 12 scenes: frames of one scene share words, so they are not quite independent.",
            "Participants such as customer may carry associations of their own, which are not measured.",
            "Singular they is grammatical in every frame, but may be read as plural where a group fits.",
        ),
        data=fingerprints("participant_frames", "occupation_fillers", "occupations", "pronouns"),
        charts=partial(charts, cases, CONTRAST, women_of("occupations")),
    )


def _cases() -> Iterator[Case]:
    """Every occupation in every frame with every pronoun set."""
    side_of = {word: side for side, words in occupations.sides().items() for word in words}
    for row in read("participant_frames"):
        for occupation, side in side_of.items():
            for pronouns in frames.pronoun_sets():
                yield _case(row, occupation, side, pronouns)


def _case(row: dict[str, str], occupation: str, side: str, pronouns: dict[str, str]) -> Case:
    words = {"A": occupation, "P": row["participant"]} | frames.forms_of(pronouns)
    slots = frames.slots(row["text"])
    pronoun = next(slot for slot in slots if slot in frames.FORMS)
    is_occupation = row["answer"] == "occupation"
    case_id = ".".join((row["frame"], pronouns["short"], occupation)).replace(" ", "_")
    doc, gold = frames.ask(
        case_id, row["text"], words, candidates="AP", pronoun=pronoun, right="A" if is_occupation else "P"
    )
    return Case(
        case_id,
        doc,
        gold,
        {
            "gender": pronouns["gender"],
            "pronouns": pronouns["short"],
            "case": row["case"],
            "answer": row["answer"],
            "order": "occupation first" if slots.index("A") < slots.index("P") else "participant first",
            "scene": row["scene"],
            "occupation": occupation,
            **frames.stereotype(pronouns["gender"], side, is_right=is_occupation),
        },
        unit=row["frame"],
    )
