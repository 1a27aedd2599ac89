"""Tables of a user's own: CSV, TSV or JSON lines, one record a line, each column by its name."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.io import files

SUFFIXES = (".csv", ".tsv", ".jsonl")
Record = dict[str, Any]


class Records(list[Record]):
    """The records of a file, and the line that each of them ends on."""

    def __init__(self, numbered: Iterable[tuple[int, Record]]) -> None:
        pairs = list(numbered)
        super().__init__(record for _, record in pairs)
        self.lines = [line for line, _ in pairs]


def read_records(path: Path | str, *, as_text: Collection[str] = ()) -> Records:
    """The records of a file, by its suffix, also with .gz behind it.

    In CSV and TSV an empty cell is None, and a column whose other cells are all numbers holds numbers, unless
    it is one of those to be read `as_text` (in small letters): 007 is not 7. JSON says itself what is a
    number. Nothing is quoted in TSV.
    """
    path = Path(path)
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if suffix not in SUFFIXES:
        raise DataError(
            f"a table is one of {', '.join(SUFFIXES)}, found {suffix or 'no suffix'}", path=str(path)
        )
    try:
        records = Records(_json_lines(path) if suffix == ".jsonl" else _rows(path, suffix, as_text))
    except DataError as error:
        raise error.at(path=str(path)) from None
    if not records:
        raise DataError("there is no record in it", path=str(path))
    return records


def column(records: list[Record], name: str, *, path: Path | str) -> list[Any]:
    """One value a record."""
    known = list(dict.fromkeys(key for record in records for key in record))
    if name not in known:
        raise DataError(f"no column is called {name!r}; there are {', '.join(known)}", path=str(path))
    return [record.get(name) for record in records]


def identities(records: Records, name: str, *, path: Path | str) -> list[str]:
    """A column as texts that tell the records apart: none is empty, and none is there twice."""
    found: dict[str, int] = {}
    for value, line in zip(column(records, name, path=path), records.lines, strict=True):
        if value is None or str(value).strip() == "":
            raise DataError(f"the column {name} is empty here", path=str(path), line=line)
        if str(value) in found:
            message = (
                f"{str(value)!r} is in column {name} for the second time, after line {found[str(value)]}"
            )
            raise DataError(message, path=str(path), line=line)
        found[str(value)] = line
    return list(found)


def _rows(path: Path, suffix: str, as_text: Collection[str]) -> Iterator[tuple[int, Record]]:
    rows = _csv(path) if suffix == ".csv" else _tsv(path)
    _, header = next(rows, (0, []))
    if any("\r" in name for name in header):
        raise DataError(files.CR_ALONE, line=1)
    if len(set(header)) < len(header):
        raise DataError("two columns have the same name", line=1)
    cells, lines = [], []
    for line, row in rows:
        if len(row) != len(header):
            raise DataError(f"{len(row)} columns, expected {len(header)}", line=line)
        cells.append(row)
        lines.append(line)
    columns = [
        [cell if cell.strip() else None for cell in each] if name.lower() in as_text else _typed(list(each))
        for name, each in zip(header, zip(*cells, strict=True), strict=bool(cells))
    ]
    for line, values in zip(lines, zip(*columns, strict=True), strict=True):
        yield line, dict(zip(header, values, strict=True))


def _tsv(path: Path) -> Iterator[tuple[int, list[str]]]:
    for line, text in enumerate(files.lines(path), 1):
        if text.strip():
            yield line, text.rstrip("\r\n").split("\t")


def _csv(path: Path) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(files.lines(path), strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise DataError(f"not CSV: {error}", line=reader.line_num) from None


def _json_lines(path: Path) -> Iterator[tuple[int, Record]]:
    for line, text in enumerate(files.lines(path), 1):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DataError(f"not JSON: {error}", line=line) from None
        if not isinstance(record, dict):
            raise DataError('expected an object, such as {"id": 1}', line=line)
        yield line, record


def _typed(cells: list[str]) -> list[Any]:
    """Numbers if all that is there is finite numbers; what is called nan is left for the reader to see."""
    filled = [cell for cell in cells if cell.strip()]
    try:
        numbers = {cell: float(cell) for cell in filled}
    except ValueError:
        return [cell if cell.strip() else None for cell in cells]
    if not all(map(math.isfinite, numbers.values())):
        return [numbers.get(cell) for cell in cells]
    return [
        None if cell not in numbers else int(numbers[cell]) if numbers[cell].is_integer() else numbers[cell]
        for cell in cells
    ]
