"""Ours beside the papers': a table by row and column, and how far both put rows in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from corefair.experiments.published import Column, Layout, layout
from corefair.experiments.result import Experiment, Number
from corefair.experiments.rows import name_in


class Line(NamedTuple):
    """A row of a paper's table: ours, if the grid has it, and theirs."""

    name: str  # as the paper has it; of a row that it does not have, as the grid does
    row: str  # of the grid; empty: it is not in the grid
    ours: tuple[Number | None, ...]  # one a column
    theirs: tuple[str, ...]  # as printed; empty where there is none


def lines(found: Experiment, table: Layout) -> list[Line]:
    """The paper's rows in its order, then those of the grid that it does not have."""
    row_of = {name_in(table.name, row.published, row.name): row.name for row in found.rows}
    made = []
    for name in table.rows:
        made.append(_line(found, table, name, row_of.get(name, "")))
    made += [_line(found, table, row, row) for name, row in row_of.items() if name not in table.rows]
    return made


def orders(found: Experiment) -> Iterator[tuple[str, str]]:
    """For each column of a table that is a difference: how many pairs of rows are in the paper's order.

    By size, for that is what the papers print; ours may have a sign. What is not read counts for nothing.
    """
    for name in found.tables:
        table = layout(name)
        listed = [line for line in lines(found, table) if line.row]
        for at, column in enumerate(table.columns):
            both = [
                (ours.score.value, float(line.theirs[at].rstrip("*")))
                for line in listed
                if line.theirs[at] and (ours := line.ours[at]) is not None and ours.score.value is not None
                if ours.score.kind in ("distance", "gap") and not found.why_number_unread(ours)
            ]
            pairs = [(a, b) for a, b in combinations(both, 2) if abs(a[1]) != abs(b[1])]
            if pairs:
                same = sum((abs(a[0]) - abs(b[0])) * (abs(a[1]) - abs(b[1])) > 0 for a, b in pairs)
                where = f"{table.source}, {table.title.partition(':')[0]}, {column.label}"
                below = sum(ours < 0 <= theirs for ours, theirs in both)
                turned = f" In {below} of {len(both)} rows ours has the other sign." if below else ""
                rows = "pair of rows is" if len(pairs) == 1 else "pairs of rows are"
                order = f"{same} of {len(pairs)} {rows} in the paper's order of size."
                yield name, f"{where}: {order}{turned}"


def asked_of(found: Experiment, column: Column) -> str:
    """The suite or corpus of ours that a column is about; empty if it was not asked."""
    if column.suite == "corpus":
        return found.corpora[0] if found.corpora else ""
    for asked in found.asked:
        if asked.kind == "suite" and column.suite in (asked.key, asked.key.partition(":")[0]):
            return asked.key
    return ""


def _line(found: Experiment, table: Layout, name: str, row: str) -> Line:
    ours = tuple(
        found.number(row, asked_of(found, column), column.measure) if row else None
        for column in table.columns
    )
    return Line(
        name, row, ours, tuple(table.numbers.get((name, column.label), "") for column in table.columns)
    )
