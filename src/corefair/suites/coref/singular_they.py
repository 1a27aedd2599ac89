"""Singular they: one person, a group, and a *they* that means one or many, in sentences of our own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from corefair.lists import read
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice, frames, occupations
from corefair.suites.coref.charts import charts
from corefair.suites.published import fingerprints
from corefair.types import Case, Measure, Suite

CONTRAST = ("number", "singular", "plural")
PEOPLE = 5  # occupations of either side


@suites.register("singular_they", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Is they linked to one person as well as to a group, and as well as she and he are?"""
    cases = tuple(_cases())
    they, others = {"asks": "singular they"}, {"asks": "singular she or he"}
    return Suite(
        name="singular_they",
        version="1",
        about=about(build),
        cases=cases,
        judge=choice.judge,
        measures=(
            *choice.headline(CONTRAST),
            choice.gap("singular they less she and he", they, others),
            Measure("accuracy, she and he", "link_accuracy", others, table="by pronoun", role="table"),
            Measure("accuracy, singular they", "link_accuracy", they, table="by pronoun", role="table"),
            *choice.gaps_by(CONTRAST, "order", ("person first", "group first")),
        ),
        contrast=CONTRAST,
        citation="corefair, suite singular_they, version 1; after Baumler & Rudinger 2022, Recognition of "
        "They/Them as Singular Personal Pronouns in Coreference Resolution, NAACL, "
        "https://aclanthology.org/2022.naacl-main.250",
        licence="Apache-2.0",
        caveats=(
            "English sentences written for the test: they show that a system differs, not how often in use.",
            "The frames were read by their authors' process, not by crowd workers.",
            "She and he cannot mean a group, so those questions are easier: the gap has two causes.",
            "32 sentences in 16 scenes, each with person and group in both places.",
        ),
        data=fingerprints("singular_they_frames", "occupation_fillers", "occupations", "pronouns"),
        charts=partial(charts, cases, CONTRAST, {}),
    )


def _cases() -> Iterator[Case]:
    people = [word for words in occupations.sides().values() for word in sorted(words)[:PEOPLE]]
    sets = frames.pronoun_sets(("they", "she", "he"))
    for row in read("singular_they_frames"):
        for swapped in (False, True):
            right = "AG"[(row["answer"] == "Y") != swapped]
            text = (
                row["text"]
                .replace(" X]", " G]" if swapped else " A]")
                .replace(" Y]", " A]" if swapped else " G]")
            )
            for person in people:
                for pronouns in sets:
                    if right == "A" or pronouns["short"] == "they":
                        yield _case(row, text, right, person, pronouns, swapped=swapped)


def _case(
    row: dict[str, str], text: str, right: str, person: str, pronouns: dict[str, str], *, swapped: bool
) -> Case:
    slots = frames.slots(text)
    pronoun = next(slot for slot in slots if slot in frames.FORMS)
    words = {"A": person, "G": row["group"]} | frames.forms_of(pronouns)
    order = "group first" if swapped else "person first"
    unit = f"{row['frame']}.{order.partition(' ')[0]}"
    name = ".".join((unit, pronouns["short"], person)).replace(" ", "_")
    doc, gold = frames.ask(name, text, words, candidates="AG", pronoun=pronoun, right=right)
    is_they = pronouns["short"] == "they"
    groups = {
        "gender": pronouns["gender"],
        "pronouns": pronouns["short"],
        "order": order,
        "occupation": person,
    }
    if is_they:
        groups["number"] = "singular" if right == "A" else "plural"
    if right == "A":
        groups["asks"] = "singular they" if is_they else "singular she or he"
    return Case(name, doc, gold, groups, unit=row["scene"])
