"""Two occupations and a pronoun, in sentences of our own: which of the two is meant?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from corefair.lists import read
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice, frames
from corefair.suites.coref.charts import charts, women_of
from corefair.suites.published import fingerprints
from corefair.types import Case, Measure, Suite

CONTRAST = ("stereotype", "pro", "anti")


@suites.register("occupations", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Which of two occupations does the pronoun mean, where meaning or syntax decides?"""
    cases = tuple(_cases())
    return Suite(
        name="occupations",
        version="1",
        about=about(build),
        cases=cases,
        judge=choice.judge,
        measures=(*choice.headline(CONTRAST), *choice.gaps_by(CONTRAST, "type", "12"), *by_pronoun()),
        contrast=CONTRAST,
        citation="corefair, suite occupations, version 1 (docs/validation.md)",
        licence="Apache-2.0",
        caveats=(
            "English sentences written for the test: they show that a system differs, not how often in use.",
            "Stereotype means the majority among US employees in 2020; jobs near one half are left out.",
            "The frames were read by their authors' process, not by crowd workers.",
            "96 frames in 36 scenes: frames of one scene share words, so they are not quite independent.",
            "Singular they is grammatical in every frame, but may be read as plural where a group fits.",
            "In 12 of the 48 frames of type 2 the pronoun comes first, which many systems never link.",
        ),
        data=fingerprints("occupation_frames", "occupation_fillers", "occupations", "pronouns"),
        charts=partial(charts, cases, CONTRAST, women_of("occupations")),
    )


def by_pronoun() -> tuple[Measure, ...]:
    """Accuracy with each pronoun set, and each gender of pronouns against the masculine."""
    table = "by pronoun"
    return (
        *(
            Measure(
                f"accuracy, {each['short']}",
                "link_accuracy",
                {"pronouns": each["short"]},
                table=table,
                role="table",
            )
            for each in frames.pronoun_sets()
        ),
        *(
            choice.gap(f"{short} less masculine", {"gender": gender}, {"gender": "masculine"}, table=table)
            for gender, short in (("feminine", "feminine"), ("neutral", "neutral"), (frames.NEO, "neo"))
        ),
    )


def sides() -> dict[str, list[str]]:
    """The occupations that fill the frames: feminine and masculine by the majority in them."""
    rows = read("occupation_fillers")
    return {
        side: [row["occupation"] for row in rows if row["side"] == side] for side in ("feminine", "masculine")
    }


def _cases() -> Iterator[Case]:
    """Every feminine occupation once in each frame, with a masculine one that moves on from pair to pair.

    Two frames of the same type, pronoun form and answer share their pairs in opposite order, so that every
    occupation stands equally often first and second, right and wrong, with each pronoun.
    """
    of_side = sides()
    feminine, masculine = of_side["feminine"], of_side["masculine"]
    rows = read("occupation_frames")
    cell_of = [(row["type"], row["case"], row["answer"]) for row in rows]
    sizes = Counter(cell_of)
    first_shift = {cell: sum(list(sizes.values())[:i]) // 2 for i, cell in enumerate(sizes)}
    seen: Counter[tuple[str, str, str]] = Counter()
    for row, cell in zip(rows, cell_of, strict=True):
        number, shift = seen[cell], first_shift[cell] + seen[cell] // 2
        seen[cell] += 1
        for i, woman_led in enumerate(feminine):
            pair = (woman_led, masculine[(i + shift) % len(masculine)])
            in_order = (i + number) % 2 == 0
            for pronouns in frames.pronoun_sets():
                yield _case(row, pair if in_order else pair[::-1], pronouns, feminine=feminine)


def _case(
    row: dict[str, str], pair: tuple[str, str], pronouns: dict[str, str], *, feminine: list[str]
) -> Case:
    words = dict(zip("AB", pair, strict=True)) | frames.forms_of(pronouns)
    slots = frames.slots(row["text"])
    pronoun = next(slot for slot in slots if slot in frames.FORMS)
    right = "A" if row["answer"] == "first" else "B"
    case_id = ".".join((row["frame"], pronouns["short"], *pair)).replace(" ", "_")
    doc, gold = frames.ask(case_id, row["text"], words, candidates="AB", pronoun=pronoun, right=right)
    side = "feminine" if words[right] in feminine else "masculine"
    return Case(
        case_id,
        doc,
        gold,
        {
            "gender": pronouns["gender"],
            "pronouns": pronouns["short"],
            "type": row["type"],
            "case": row["case"],
            "answer": row["answer"],
            "scene": row["scene"],
            "occupation": words[right],
            **frames.stereotype(pronouns["gender"], side, is_right=True),
        },
        unit=row["frame"],
    )
