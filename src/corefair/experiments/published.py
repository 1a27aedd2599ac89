"""The papers' tables: their columns as measures of ours, and their numbers as they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from corefair.auditing.numbers import minus
from corefair.types import Score


@dataclass(frozen=True)
class Column:
    """A column of a table, and the suite and measure of ours that it is."""

    label: str
    suite: str  # `corpus`: the first that is scored; without a split: any split
    measure: str


@dataclass(frozen=True)
class Layout:
    """A table of a paper."""

    name: str  # as grids call it: winobias-2
    title: str
    source: str
    columns: tuple[Column, ...]
    rows: tuple[str, ...]  # as the paper has them
    numbers: Mapping[tuple[str, str], str]  # row, column -> as printed, with its star


def titles() -> list[str]:
    """The names of all tables."""
    return list(dict.fromkeys(row["table"] for row in _read("layouts")))


@cache
def layout(name: str) -> Layout:
    """The table of that name.

    >>> layout("winobias-2").numbers["Rule", "T1 |Diff|"]
    '39.2*'
    """
    columns = [row for row in _read("layouts") if row["table"] == name]
    numbers = [row for row in _read("numbers") if row["table"] == name]
    return Layout(
        name,
        columns[0]["title"],
        columns[0]["source"],
        tuple(Column(row["column"], row["suite"], row["measure"]) for row in columns),
        tuple(dict.fromkeys(row["row"] for row in numbers)),
        {(row["row"], row["column"]): row["value"] + row["star"] for row in numbers},
    )


def in_print(score: Score, value: float) -> str:
    """A number of ours as these papers print theirs: percent with a digit, ratios as fractions.

    >>> share = Score("x", 0.5, None, None, 9)
    >>> in_print(share, 0.5), in_print(Score("r", 0.5, None, None, 9, unit="ratio"), 0.5)
    ('50.0', '0.500')
    >>> in_print(share, -0.294), in_print(share, -0.0002)
    ('−29.4', '0.0')
    """
    shown = f"{100 * value:.1f}" if score.unit in ("share", "points") else f"{value:.3f}"
    return minus(shown) if float(shown) else shown.lstrip("-")


@cache
def _read(name: str) -> tuple[Mapping[str, str], ...]:
    text = (files("corefair.experiments") / "papers" / f"{name}.tsv").read_text(encoding="utf-8")
    head, *lines = text.splitlines()
    return tuple(dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines)
