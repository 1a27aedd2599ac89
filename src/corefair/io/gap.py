"""GAP's two files: examples with character offsets, and what a system says of them, id, is it A, is it B."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io import files
from corefair.io.damaged import csv_rows

_TRUTH = {"true": True, "false": False, "1": True, "0": False}
_ANSWER = ("ID", "A-coref", "B-coref")
_KAGGLE = ("ID", "A", "B", "NEITHER")


class Named(NamedTuple):
    """A piece of the text: half-open characters."""

    text: str
    start: int
    end: int


class Example(NamedTuple):
    """One example: a text, a pronoun in it, two names, and whether each is whom the pronoun means."""

    id: str
    text: str
    pronoun: Named
    a: Named
    b: Named
    is_a: bool
    is_b: bool


def read_examples(path: Path | str) -> list[Example]:
    """The examples of a GAP file, in order."""
    rows = _rows(path)
    _, header = next(rows, (0, []))
    at = {name: place for place, name in enumerate(header)}
    if len(at) < len(header):
        raise DataError("two columns have the same name", path=str(path), line=1)
    missing = [name for name in _COLUMNS if name not in at]
    if missing:
        message = f"no column {', '.join(missing)}: this is not a GAP file, or its first line is missing"
        raise DataError(message, path=str(path), line=1)
    examples: dict[str, Example] = {}
    for number, cells in rows:
        try:
            if len(cells) != len(header):
                raise DataError(f"{len(cells)} columns, expected {len(header)}")
            example = _example({name: cells[place] for name, place in at.items()})
            if example.id in examples:
                raise DataError(f"a second example {example.id!r}: ids must differ")
        except DataError as error:
            raise error.at(path=str(path), line=number) from None
        examples[example.id] = example
    return list(examples.values())


class Probabilities(NamedTuple):
    """How likely the pronoun is to mean A, B or neither."""

    a: float
    b: float
    neither: float


def read_probabilities(path: Path | str) -> dict[str, Probabilities] | None:
    """What a system says of each example in the form of the Kaggle contest, ID,A,B,NEITHER; else None.

    Columns are known by their names, in whatever order. The three need not sum to 1, for the contest did not
    ask for it; they are scaled to.
    """
    columns = _kaggle_columns(path)
    if columns is None:
        return None
    said: dict[str, Probabilities] = {}
    for number, row in csv_rows(path, columns, then="write ID, A, B and NEITHER"):
        try:
            name, *shares = (row[column].strip() for column in columns)
            if name in said:
                raise DataError(f"a second answer for {name!r}")
            said[name] = _shares(shares)
        except DataError as error:
            raise error.at(path=str(path), line=number) from None
    if not said:
        raise DataError("no answers: expected lines of ID, A, B, NEITHER", path=str(path))
    return said


def read_predictions(path: Path | str) -> dict[str, tuple[bool, bool]]:
    """What a system says of each example: is the pronoun A, is it B.

    The file has the three columns of the official scorer, ID, A-coref and B-coref, with TRUE or FALSE; a
    first line that names them may put them among others, as in GAP itself.
    """
    said: dict[str, tuple[bool, bool]] = {}
    places = [0, 1, 2]
    for number, cells in _rows(path):
        if not said and set(_ANSWER) <= set(cells):
            places = [cells.index(name) for name in _ANSWER]
            continue
        try:
            if len(cells) <= max(places):
                raise DataError(f"{len(cells)} columns, expected id, TRUE or FALSE for A and for B, and tabs")
            name, a, b = (cells[place].strip() for place in places)
            if name in said:
                raise DataError(f"a second answer for {name!r}")
            said[name] = (_truth(a), _truth(b))
        except DataError as error:
            raise error.at(path=str(path), line=number) from None
    if not said:
        raise DataError("no answers: expected lines of id, TRUE or FALSE for A and for B", path=str(path))
    return said


_COLUMNS = (
    "ID",
    "Text",
    *(f"{name}{end}" for name in ("Pronoun", "A", "B") for end in ("", "-offset")),
    *_ANSWER[1:],
)


def _kaggle_columns(path: Path | str) -> list[str] | None:
    """What ID, A, B and NEITHER are called in the first line, or None if they are not all there."""
    first = next(iter(files.lines(path)), "")
    found = _kaggle_names(first, ",")
    if all(found):
        if any(len(several) > 1 for several in found):
            raise DataError("two columns have the same name", path=str(path), line=1)
        return [several[0] for several in found]
    if all(_kaggle_names(first, "\t")) and not set(_ANSWER) <= set(first.rstrip("\r\n").split("\t")):
        raise DataError(
            "ID, A, B and NEITHER with tabs between them: Kaggle's probability files are comma-separated; "
            "put commas there",
            path=str(path),
            line=1,
        )
    return None


def _kaggle_names(first: str, separator: str) -> list[list[str]]:
    """The names in a first line that are ID, those that are A, B and NEITHER."""
    try:
        names = next(csv.reader([first], delimiter=separator), [])
    except csv.Error:
        names = []
    return [[name for name in names if name.strip().upper() == wanted] for wanted in _KAGGLE]


def _rows(path: Path | str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that is not blank, with its number; nothing is quoted in GAP."""
    for number, line in enumerate(files.lines(path), 1):
        if line.strip():
            yield number, line.rstrip("\r\n").split("\t")


def _example(row: dict[str, str]) -> Example:
    pronoun, a, b = (_named(row, name) for name in ("Pronoun", "A", "B"))
    is_a, is_b = _truth(row["A-coref"]), _truth(row["B-coref"])
    if is_a and is_b:
        raise DataError(f"{row['ID']}: both names are right, but a pronoun means one at most")
    if a.start < b.end and b.start < a.end:
        raise DataError(f"{row['ID']}: {a.text!r} and {b.text!r} overlap")
    return Example(row["ID"], row["Text"], pronoun, a, b, is_a, is_b)


def _named(row: dict[str, str], name: str) -> Named:
    text, offset = row[name], row[f"{name}-offset"]
    if not offset.isdecimal() or len(offset) > 9:
        raise DataError(f"{name}-offset is {offset!r}, expected a number of characters")
    start = int(offset)
    if not text or row["Text"][start : start + len(text)] != text:
        raise DataError(f"{name} {text!r} is not at character {start} of the text")
    return Named(text, start, start + len(text))


def _shares(cells: list[str]) -> Probabilities:
    try:
        values = [float(cell) for cell in cells]
    except ValueError:
        raise DataError(f"{', '.join(cells)} where three probabilities were expected") from None
    if not all(value >= 0 for value in values) or not 0 < sum(values) < math.inf:
        raise DataError(f"{', '.join(cells)} are no probabilities: 0 or more, and not all 0")
    return Probabilities(*(value / sum(values) for value in values))


def _truth(cell: str) -> bool:
    try:
        return _TRUTH[cell.strip().lower()]
    except KeyError:
        raise DataError(f"{cell!r} where TRUE or FALSE was expected") from None
