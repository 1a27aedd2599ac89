"""Question sheets for raters, and the answers they give back: CSV files that anybody can fill in.

A sheet has the columns question, text, pronoun, option_1, option_2, …, answer. An answer is the number of an
option, or the option itself. Spreadsheets save semicolons or tabs for commas in many countries. A question is
named by a hash, which tells a rater nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io.damaged import csv_rows

UNSURE = "neither, or it cannot be told"


class Asked(NamedTuple):
    """One line of a sheet."""

    question: str
    text: str
    pronoun: str
    options: tuple[str, ...]


class Reading(NamedTuple):
    """One rater's answer to one question: the words of the option, or none of the candidates."""

    rater: str
    question: str
    answer: str | None


def question_name(doc_id: str) -> str:
    """What a question is called in a sheet; the id of a case may hold its answer."""
    return sha256(doc_id.encode()).hexdigest()[:12]


def sheet(lines: Sequence[Asked]) -> str:
    """The sheet as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    most = max((len(line.options) for line in lines), default=0)
    writer.writerow(["question", "text", "pronoun", *(f"option_{i + 1}" for i in range(most)), "answer"])
    for line in lines:
        blank = [""] * (most - len(line.options))
        writer.writerow([line.question, line.text, line.pronoun, *line.options, *blank, ""])
    return out.getvalue()


def read_sheets(paths: Iterable[Path]) -> list[Reading]:
    """The answers of filled sheets; the rater is the name of the file, or the column `rater`.

    Files of one name are those of one rater, who cannot answer a question twice: a copy in another folder
    would count as one more who agrees.
    """
    readings: list[Reading] = []
    seen: dict[tuple[str, str], Path] = {}
    for path in paths:
        wanted = "expected a sheet of corefair suite questions"
        for line, row in csv_rows(path, ("question", "answer"), blank=True, separators=",;\t", then=wanted):
            said = row["answer"].strip()
            if not said:
                continue
            rater = row.get("rater", "").strip() or path.stem
            try:
                if (before := seen.get((rater, row["question"]))) is not None:
                    raise _second(rater, row["question"], None if before == path else before)
                readings.append(Reading(rater, row["question"], _answer(said, row)))
            except DataError as error:
                raise error.at(path=str(path), line=line) from None
            seen[rater, row["question"]] = path
    if not readings:
        raise DataError("no answers: fill in the column `answer` of the sheets")
    return readings


def _second(rater: str, question: str, before: Path | None) -> DataError:
    first = (
        f" (the first is in {before}; raters are told apart by the names of their files)" if before else ""
    )
    return DataError(f"a second answer of {rater} to question {question}{first}")


def _answer(said: str, row: Mapping[str, str]) -> str | None:
    options = [value for name, value in row.items() if name and name.startswith("option_") and value]
    if said.isdecimal() and len(said) < 10:
        if not 1 <= int(said) <= len(options):
            raise DataError(f"the answer {said} is none of the {len(options)} options")
        said = options[int(said) - 1]
    if options and said.lower() not in [option.lower() for option in options]:
        raise DataError(f"the answer {said!r} is none of the options: {', '.join(options)}")
    return None if said.lower() == UNSURE else said
