"""MAP, maybe ambiguous pronouns: Wikipedia snippets with cues to gender hidden (Cao & Daumé 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io.damaged import csv_rows, damaged
from corefair.lists import read
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice, frames
from corefair.suites.coref.charts import charts
from corefair.suites.published import choose, hashes
from corefair.types import Case, Choice, Measure, Suite

HIDDEN = {  # in the file's ids, after the plus, and in words
    "none": "nothing hidden",
    "pro": "pronouns hidden",
    "ent": "names hidden",
    "lex": "gendered words hidden",
    "addr": "terms of address hidden",
    "lex+addr": "gendered words and terms of address hidden",
    "ent+addr": "names and terms of address hidden",
    "ent+lex": "names and gendered words hidden",
    "ent+addr+lex": "names, gendered words and terms of address hidden",
    "ent+addr+lex+pro": "names, gendered words, terms of address and pronouns hidden",
}
NATURAL = HIDDEN["none"]
CONTRAST = ("ablation", NATURAL, HIDDEN["pro"])
GENDERS = {"feminine": "feminine", "masculine": "masculine", "neutral": "neutral", frames.NEO: "neo"}
FILES = {"all": ("map.csv",)}
_NAMED = ("Pronoun", "A", "B")
COLUMNS = ("id", "full-text", "Answer", *_NAMED, *(f"{name}-offset" for name in _NAMED))
ANSWERS = {"0": "A", "1": "either", "2": "B", "3": "neither"}


class Snippet(NamedTuple):
    """One row of the file, and the characters of its pronoun and two names, as its offsets have them."""

    line: int
    row: dict[str, str]
    places: dict[str, tuple[int, int]]

    @property
    def misplaced(self) -> list[str]:
        """The fields whose words are not where their offset says."""
        text = self.row["full-text"]
        return [name for name, (start, end) in self.places.items() if text[start:end] != self.row[name]]

    @property
    def base(self) -> str:
        """The id of the natural text, and after the plus what is hidden in it."""
        return self.row["id"].partition("+")[0]

    @property
    def ablation(self) -> str:
        """What is hidden, in words; as the file has it where that is none of the paper's."""
        hidden = self.row["id"].partition("+")[2] or "none"
        return HIDDEN.get(hidden, hidden)


@suites.register("map", splits=("all",), data="gicoref")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Which of two names does the pronoun mean, and does hiding cues to gender change the answer?"""
    split, paths = choose("gicoref", split, FILES, data=data)
    snippets = list(read_snippets(paths["map.csv"]))
    cases = tuple(_cases(snippets, paths["map.csv"]))
    return Suite(
        name="map",
        version="1",
        about=about(build),
        cases=cases,
        judge=choice.judge,
        measures=(*choice.headline(CONTRAST, short={text: name for name, text in HIDDEN.items()}), *_more()),
        contrast=CONTRAST,
        citation="Cao & Daumé 2020, Toward Gender-Inclusive Coreference Resolution, ACL, "
        "https://aclanthology.org/2020.acl-main.418",
        licence="BSD-3-Clause",
        caveats=_caveats(snippets),
        split=split,
        data=hashes(paths),
        charts=partial(charts, cases, CONTRAST, {}),
    )


def read_snippets(path: Path) -> Iterator[Snippet]:
    """The rows of the file; one that cannot be read raises a DataError with its line."""
    seen: set[str] = set()
    for number, row in csv_rows(path, COLUMNS):
        with damaged(path, "a row of MAP", line=number):
            if row["id"] in seen:
                raise DataError(f"the id {row['id']} is there already: fetch the file again")
            seen.add(row["id"])
            starts = {name: int(row[f"{name}-offset"]) for name in ("Pronoun", "A", "B")}
            yield Snippet(number, row, {name: (at, at + len(row[name])) for name, at in starts.items()})


@cache
def set_of() -> Mapping[str, tuple[str, str]]:
    """Pronoun → its set, as groups call it, and its gender; where sets share a form, the first has it."""
    of_form: dict[str, tuple[str, str]] = {}
    for row in read("pronouns"):
        forms = ("nominative", "accusative", "determiner", "possessive", "reflexive")
        for form in (*(row[each] for each in forms), *row["also"].split()):
            of_form.setdefault(form, (row["set"].partition("/")[0], frames.gender_of(row)))
    return MappingProxyType(of_form)


def _cases(snippets: list[Snippet], path: Path) -> Iterator[Case]:
    for snippet in snippets:
        if not snippet.misplaced:
            with damaged(path, "a row of MAP", line=snippet.line):
                yield _case(snippet)


def _case(snippet: Snippet) -> Case:
    row = snippet.row
    candidates = sorted("AB", key=lambda name: snippet.places[name])
    doc = frames.document(row["id"], row["full-text"], [snippet.places[name] for name in candidates])
    answer = ANSWERS[row["Answer"]]
    pronouns, gender = set_of()[row["Pronoun"].lower()]
    return Case(
        row["id"],
        doc,
        Choice(
            frames.mention_at(doc, *snippet.places["Pronoun"]),
            tuple(frames.mention_at(doc, *snippet.places[name]) for name in candidates),
            tuple(row[name] for name in candidates),
            candidates.index(answer) if answer in candidates else None,
        ),
        {
            "ablation": snippet.ablation,
            "gender": gender,
            "pronouns": pronouns,
            "answer": answer,
        },
        unit=snippet.base,
    )


def _more() -> Iterator[Measure]:
    for name, hidden in list(HIDDEN.items())[1:]:
        made = choice.gap(
            f"none less {name}", {"ablation": NATURAL}, {"ablation": hidden}, table="by ablation"
        )
        yield replace(made, role="table") if hidden == CONTRAST[2] else made  # that is the gap already
    of_pronouns = partial(Measure, metric="link_accuracy", table="by pronoun", role="table")
    for gender, short in GENDERS.items():
        yield of_pronouns(f"accuracy, {short}", where={"gender": gender})
    for gender in ("feminine", "masculine"):  # of natural texts: the others are their twins
        where = {"gender": gender, "ablation": NATURAL}
        yield of_pronouns(f"accuracy, {gender}, natural text", where=where)


def _caveats(snippets: list[Snippet]) -> tuple[str, ...]:
    bad = [snippet for snippet in snippets if snippet.misplaced]
    ids = ", ".join(snippet.row["id"] for snippet in bad)
    natural = sum(snippet.ablation == NATURAL for snippet in snippets)
    return (
        "Ablated texts are made by rule and some read oddly: a fall may come of that as well as of gender.",
        "Hidden pronouns are they, ze/hir or ey, each in texts of its own: no text compares the sets.",
        "Where the answer is either or neither, accuracy does not ask; the link rate still counts them.",
        f"{len(snippets)} rows from {natural} natural texts (the datasheet says 549; the file has no more).",
        f"{len(bad)} rows whose text does not have a name or the pronoun at its offset are left out: {ids}.",
    )
