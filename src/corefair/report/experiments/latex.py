"""The papers' tables with our numbers, in LaTeX for booktabs, then what every row does to the gaps."""

from __future__ import annotations

from corefair.auditing.numbers import difference, p_cell
from corefair.experiments.orders import lines
from corefair.experiments.published import Layout, in_print, layout
from corefair.experiments.remedies import gaps_of, how_read, is_told
from corefair.experiments.result import Change, Experiment, Number
from corefair.report.experiments.layouts import DAGGER, marks
from corefair.report.latex import framed, line


def latex(found: Experiment) -> str:
    """One `table` for each; needs the package booktabs."""
    lead = rf"% Made by corefair {found.made.get('corefair', '')}; needs \usepackage{{booktabs}}"
    tables = [_paper(found, layout(name)) for name in found.tables]
    return "\n\n".join([lead, *tables, _changes(found)]) + "\n"


def _paper(found: Experiment, table: Layout) -> str:
    rows = []
    for each in lines(found, table):
        if each.row:
            rows.append(line([each.name, *(_number(found, number) for number in each.ours)]))
        if any(each.theirs):
            rows.append(line([f"{each.name} (paper)", *(value or "–" for value in each.theirs)]))
    caption = f"{table.source}, {table.title}; ours with the standard deviation over seeds. {DAGGER}"
    return framed(caption, "l", ["", *(column.label for column in table.columns)], rows)


def _number(found: Experiment, number: Number | None) -> str:
    if number is None or number.score.value is None:
        return "–"
    spread = "" if number.spread is None else f" ({in_print(number.score, number.spread)})"
    return in_print(number.score, number.score.value) + marks(found, number) + spread


def _changes(found: Experiment) -> str:
    gaps = {(asked.key, name) for asked in found.asked for name in gaps_of(found, asked)}
    rows = [
        line([c.row, c.baseline, c.asked, c.measure, *_moved(found, c)])
        for c in found.changes
        if (c.asked, c.measure) in gaps
    ]
    heads = ["", "baseline", "suite", "measure", "change", "low", "high", "p (Holm)"]
    return framed("What each row does to the gaps, in points, with 95 % intervals.", "llll", heads, rows)


def _moved(found: Experiment, change: Change) -> list[str]:
    """By how much, its interval and p; of what is not to be read only that it is not."""
    if not is_told(found, change):
        return [how_read(found, change), "–", "–", "–"]
    numbers = (change.difference, change.low, change.high)
    return [*(difference(each, "points") for each in numbers), p_cell(change.p_holm)]
