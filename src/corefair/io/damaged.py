"""Records of files that may be damaged: whatever Python says of them becomes our error, with the place."""

from __future__ import annotations

import csv
import json
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.io import files


def json_value(path: Path | str) -> Any:
    """What a file of one JSON value holds; a number that JSON does not have (NaN) is null."""
    content = files.text(path)
    try:
        found = json.loads(content, parse_constant=lambda _: None)
        if "\\u" in content:
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON: {error.msg}", path=str(path), line=error.lineno) from None
    except RecursionError:
        raise DataError("not JSON that can be read: it is nested too deeply", path=str(path)) from None
    except UnicodeEncodeError:
        raise DataError("half of a surrogate pair, which is no character", path=str(path)) from None
    except ValueError as error:  # a number of five thousand digits
        raise DataError(f"not JSON: {error}", path=str(path)) from None


@contextmanager
def damaged(
    path: Path | str, what: str, *, line: int | None = None, then: str = "fetch the file again"
) -> Iterator[None]:
    """Within it, whatever goes wrong is the fault of the data: an error that says what it should have been.

    For the few lines that take a record apart, and for no more: a bug of ours would look the same.
    """
    try:
        yield
    except DataError as error:
        raise error.at(path=str(path), line=line) from None
    except _OF_DATA as error:
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        short = why.partition("\n")[0][:200]
        raise DataError(f"not {what} ({short}): {then}", path=str(path), line=line) from None


_OF_DATA = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,  # of torch, and one of nesting too deep
    SyntaxError,
    TypeError,
    ValueError,
    csv.Error,
    tokenize.TokenError,
)


def _header(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def csv_rows(
    path: Path | str,
    columns: Sequence[str],
    *,
    blank: bool = False,
    separators: str = ",",
    then: str = "fetch the file again",
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with a header that has these columns, each with the number of its last line.

    With `blank`, cells that are left out at the end of a row are empty, whatever their column. Of several
    `separators` it is the one with which the header has the columns, else the first.
    """
    lines = iter(files.lines(path))
    first = next(lines, "")
    known = [each for each in separators if set(columns) <= set(_header(first, each))]
    rows = csv.reader(chain([first], lines), strict=True, delimiter=(known or separators)[0])
    try:
        header = next(rows, [])
        if len(set(columns)) < sum(name in columns for name in header):
            raise DataError(f"two columns have the same name: {then}", path=str(path), line=1)
        if lacking := [name for name in columns if name not in header]:
            raise DataError(f"no column {', '.join(lacking)}: {then}", path=str(path), line=1)
        for cells in rows:
            row = dict(zip(header, cells, strict=False))  # MAP leaves out empty cells at the end of a row
            row = {**dict.fromkeys(header, ""), **row} if blank else row
            if cells and (len(cells) > len(header) or not row.keys() >= set(columns)):
                message = f"{len(cells)} columns, expected {len(header)}: {then}"
                raise DataError(message, path=str(path), line=rows.line_num)
            if cells:
                yield rows.line_num, row
    except csv.Error as error:
        raise DataError(f"not CSV: {error}", path=str(path), line=rows.line_num) from None
