"""Question sheets for raters, and the answers they give back: CSV files that anybody can fill in.

A sheet has the columns question, text, pronoun, option_1, option_2, …, answer. An answer is the number of an
option, or the option itself. A question is named by a hash, which tells a rater nothing.
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
    """The answers of filled sheets; the rater is the name of the file, or the column `rater`."""
    readings: list[Reading] = []
    for path in paths:
        seen: set[tuple[str, str]] = set()
        wanted = "expected a sheet of corefair suite questions"
        for line, row in csv_rows(path, ("question", "answer"), blank=True, then=wanted):
            said = row["answer"].strip()
            if not said:
                continue
            rater = row.get("rater", "").strip() or path.stem
            try:
                if (rater, row["question"]) in seen:
                    raise DataError(f"a second answer of {rater} to question {row['question']}")
                readings.append(Reading(rater, row["question"], _answer(said, row)))
            except DataError as error:
                raise error.at(path=str(path), line=line) from None
            seen.add((rater, row["question"]))
    if not readings:
        raise DataError("no answers: fill in the column `answer` of the sheets")
    return readings


def _answer(said: str, row: Mapping[str, str]) -> str | None:
    options = [value for name, value in row.items() if name and name.startswith("option_") and value]
    if said.isdecimal() and len(said) < 10:
        if not 1 <= int(said) <= len(options):
            raise DataError(f"the answer {said} is none of the {len(options)} options")
        said = options[int(said) - 1]
    if options and said.lower() not in [option.lower() for option in options]:
        raise DataError(f"the answer {said!r} is none of the options: {', '.join(options)}")
    return None if said.lower() == UNSURE else said
