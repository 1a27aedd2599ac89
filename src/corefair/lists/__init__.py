"""Word lists: one TSV file a purpose, each with a row in SOURCES.md, and the one reader."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from corefair.errors import DataError, UnknownName


def read(name: str) -> list[dict[str, str]]:
    """The rows of a list, each by the names in its header; a list of its own for every caller.

    >>> read("pronouns")[0]["reflexive"]
    'herself'
    """
    return [dict(row) for row in _rows(name)]


@cache
def _rows(name: str) -> tuple[dict[str, str], ...]:
    folder = files("corefair.lists")
    file = folder / f"{name}.tsv"
    if not file.is_file():
        known = [each.name.removesuffix(".tsv") for each in folder.iterdir() if each.name.endswith(".tsv")]
        raise UnknownName("list", name, known)
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    names = header.split("\t")
    rows = []
    for number, line in enumerate(lines, 2):
        values = line.split("\t")
        if len(values) != len(names):
            raise DataError(f"{len(values)} columns, expected {len(names)}", path=f"{name}.tsv", line=number)
        rows.append(dict(zip(names, values, strict=True)))
    return tuple(rows)
