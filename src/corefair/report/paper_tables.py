"""The tables of the suites' papers: laid out by what each score says of its table, line and column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.auditing.report import Report, Result
from corefair.auditing.verdicts import ALPHA
from corefair.report.markup import Safe, el, grid
from corefair.report.wording import NOUNS, between, value
from corefair.types import Score


class Line(NamedTuple):
    """A line: of a subject, and of one condition where the table has several."""

    subject: str
    condition: str
    scores: tuple[Score | None, ...]  # one a column


class Table(NamedTuple):
    """A table of a suite's paper; conditions and columns stand in the order in which scores name them."""

    suite: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    invalid: tuple[str, ...]  # subjects whose numbers are not shown

    @property
    def has_conditions(self) -> bool:
        """Whether lines have a condition."""
        return any(line.condition for line in self.lines)


STAR = "* the difference is significant at .05, p not corrected, as the paper has it"


def star(score: Score) -> str:
    """The star that papers put on the size of a difference (Zhao 2018): p of the difference is below .05.

    >>> star(Score("|Diff|", 0.1, 0.05, 0.15, 9, kind="distance", p=0.01)), star(Score("x", 0.1, 0, 1, 9))
    ('*', '')
    """
    return "*" if score.kind == "distance" and score.p is not None and score.p < ALPHA else ""


def has_star(table: Table) -> bool:
    """Whether any of its numbers has one, so that it must be explained."""
    return any(score is not None and star(score) for line in table.lines for score in line.scores)


def paper_tables(report: Report, suite: str | None = None) -> list[Table]:
    """The papers' tables in the order of suites and scores, for one suite or for all."""
    made = []
    for card in report.suites:
        if suite in (None, card.key):
            results = [result for result in report.results if result.suite == card.key]
            titles = dict.fromkeys(score.table for result in results for score in result.scores)
            made += [_table(card.key, title, results) for title in titles if title]
    return made


def _table(suite: str, title: str, results: Sequence[Result]) -> Table:
    named = [score for result in results for score in result.scores if score.table == title]
    conditions = list(dict.fromkeys(score.condition for score in named))
    columns = list(dict.fromkeys(score.column or score.name for score in named))
    lines = [
        Line(result.subject, condition, _cells(result, title, condition, columns))
        for result in results
        if result.valid
        for condition in conditions
    ]
    invalid = tuple(result.subject for result in results if not result.valid)
    return Table(suite, title, tuple(columns), tuple(lines), invalid)


def _cells(result: Result, title: str, condition: str, columns: Sequence[str]) -> tuple[Score | None, ...]:
    of = {
        score.column or score.name: score
        for score in result.scores
        if (score.table, score.condition) == (title, condition)
    }
    return tuple(of.get(column) for column in columns)


def drawn(report: Report, table: Table) -> Safe:
    """The table on the page."""
    heads = (
        NOUNS[report.asks].capitalize(),
        *(("Condition",) if table.has_conditions else ()),
        *table.columns,
    )
    rows: list[Sequence[object]] = [
        (line.subject, *((line.condition,) if table.has_conditions else ()), *map(_cell, line.scores))
        for line in table.lines
    ]
    rows += [(subject, el("td", "invalid", colspan=len(heads) - 1)) for subject in table.invalid]
    numbers = set(range(1 + table.has_conditions, len(heads)))
    caption = f"{table.suite}: {table.title}" + (f". {STAR}." if has_star(table) else "")
    return grid(caption, heads, rows, numbers=numbers)


def _cell(score: Score | None) -> Safe:
    if score is None:
        return el("td", "–", class_="num")
    return el(
        "td",
        value(score) + star(score),
        el("small", between(score)) if between(score) else None,
        class_="num",
    )
