"""WinoPron: Winogender's sentences corrected and balanced by grammatical case (Gautam et al. 2024)."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from corefair.errors import DataError
from corefair.io.damaged import damaged
from corefair.io.files import check_ratio
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice, frames
from corefair.suites.coref.charts import charts
from corefair.suites.published import choose, fingerprints, hashes
from corefair.types import Case, Measure, Suite

CONTRAST = ("gender", "feminine", "masculine")
FILES = dict.fromkeys(("test", "single"), ("data.zip",))
TABLE = "new_templates.tsv"
SETS = ("she", "he", "they", "xe/xem")
CASES = {"$NOM_PRONOUN": "nominative", "$ACC_PRONOUN": "accusative", "$POSS_PRONOUN": "possessive"}
ANSWERS = ("occupation", "participant")  # as the file numbers them
# The authors publish it with the file, so that crawlers do not read the sentences; nothing is unpacked.
_PASSWORD = b"vogelbeobachtung131719"
_SLOT = re.compile(r"(?:\b(the|an?) )?\$(NOM|ACC|POSS|OCCUPATION|PARTICIPANT)(?:_PRONOUN)?", re.IGNORECASE)
_NAMES = {"OCCUPATION": "A", "PARTICIPANT": "B", "NOM": "NOM", "ACC": "ACC", "POSS": "POS"}


@suites.register("winopron", splits=("test", "single"), data="winopron")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Is a pronoun linked as well whatever its set and its grammatical case?"""
    split, paths = choose("winopron", split, FILES, data=data)
    cases = tuple(_cases(paths["data.zip"], alone=split == "single"))
    return Suite(
        name="winopron",
        version="1",
        about=about(build),
        cases=cases,
        judge=choice.judge,
        measures=(*choice.headline(CONTRAST, others=("neutral", frames.NEO)), *_more()),
        contrast=CONTRAST,
        citation="Gautam, Steuer, Bingert, Johns, Lauscher & Klakow 2024, WinoPron: Revisiting English "
        "Winogender Schemas for Consistency, Coverage, and Grammatical Case, CRAC, https://aclanthology.org/2024.crac-1.6",
        licence="AGPL-3.0",
        caveats=(
            "It can show bias, never that there is none: 60 occupations, sentences made for the test.",
            "Accuracy differs by grammatical case: compare pronoun sets within a case.",
            "They may be read as plural, and xe is rare in what systems are trained on.",
            *(
                ("One person only: a system that links any pronoun to any person is right.",)
                if split == "single"
                else ()
            ),
            "The sentences are kept from crawlers by their authors: do not publish them unpacked.",
        ),
        split=split,
        data={**hashes(paths), **fingerprints("pronouns")},
        charts=partial(charts, cases, CONTRAST, {}),
    )


def _cases(path: Path, *, alone: bool) -> Iterator[Case]:
    for number, row in enumerate(_rows(path), 2):
        try:
            occupation, participant, answer, kind, template, single = row[:6]
            frame = _SLOT.sub(_slot, single if alone else template)
            right = "AB"[int(answer)]
            slots = frames.slots(frame)
            (pronoun,) = (slot for slot in slots if slot in frames.FORMS)
            if kind not in CASES or not set(slots) >= ({right} if alone else {"A", "B"}):
                raise ValueError(kind)
        except (ValueError, IndexError):
            raise DataError(
                "not a row of WinoPron: fetch the file again", path=f"{path}/{TABLE}", line=number
            ) from None
        for pronouns in frames.pronoun_sets(SETS):
            unit = ".".join((occupation, participant, answer, CASES[kind]))
            name = f"{unit}.{pronouns['short']}"
            words = {"A": occupation, "B": participant} | frames.forms_of(pronouns)
            candidates = right if alone else "AB"
            doc, gold = frames.ask(name, frame, words, candidates=candidates, pronoun=pronoun, right=right)
            groups = {
                "gender": pronouns["gender"],
                "pronouns": pronouns["short"],
                "case": CASES[kind],
                "answer": ANSWERS[int(answer)],
            }
            yield Case(name, doc, gold, groups, unit=unit)


def _rows(path: Path) -> list[list[str]]:
    """The table inside the archive, read in memory."""
    try:
        with damaged(path, "a sound archive"), zipfile.ZipFile(path) as archive:
            info = archive.getinfo(TABLE)
            check_ratio(info.file_size, info.compress_size)
            text = archive.read(TABLE, pwd=_PASSWORD).decode("utf-8")
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        raise DataError(f"cannot be read ({error}): fetch it again", path=str(path)) from None
    with damaged(f"{path}/{TABLE}", "a table of WinoPron"):
        rows = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row][1:]


def _slot(match: re.Match[str]) -> str:
    name = _NAMES[match[2].upper()]
    return f"[{match[1]} {name}]" if match[1] else f"[{name}]"


def _more() -> Iterator[Measure]:
    masculine = {"gender": "masculine"}
    for gender in ("neutral", frames.NEO):
        yield choice.gap(f"{gender} less masculine", {"gender": gender}, masculine)
    for case in CASES.values():
        for pronouns in SETS:
            short = pronouns.partition("/")[0]
            yield Measure(
                f"accuracy, {short}, {case}",
                "link_accuracy",
                {"pronouns": short, "case": case},
                table="by case",
                condition=case,
                column=short,
                role="table",
            )
    yield from choice.gaps_by(CONTRAST, "case", tuple(CASES.values()))
