"""The papers' tables as they lay them out: our mean, its spread and interval, and their number below."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.auditing.verdicts import ALPHA
from corefair.experiments.orders import asked_of, lines
from corefair.experiments.published import Layout, in_print, layout
from corefair.experiments.result import Experiment, Number
from corefair.report.markup import Safe, el, grid, join

NOTE = (
    "Ours, ± the standard deviation over seeds where there are several, its 95 % interval over sentences; "
    "then the paper's number. * the difference is significant at .05, not corrected, as the paper has it."
)
DAGGER = (
    "† not to be read: the row answers nothing that may be believed, or may be guessing and shows no gap."
)


def paper_tables(found: Experiment) -> Safe | None:
    """Every table that the grid names, and that some row has a number for."""
    made = [_table(found, layout(name)) for name in found.tables]
    there = [table for table in made if table is not None]
    return join(el("p", f"{NOTE} {DAGGER}"), *there) if there else None


def _table(found: Experiment, table: Layout) -> Safe | None:
    listed = lines(found, table)
    missing = [column.label for column in table.columns if not asked_of(found, column)]
    rows: list[Sequence[object]] = []
    for line in listed:
        if not any(line.ours) and not any(line.theirs):
            continue  # not done, and not in the paper: it stands among the rows and cells
        name = join(line.name, el("small", " not in this grid") if not line.row else None)
        pairs = zip(line.ours, line.theirs, strict=True)
        rows.append((name, *(_cell(found, ours, theirs) for ours, theirs in pairs)))
    note = f" Not measured here: {', '.join(missing)}." if missing else ""
    corpus = f" OntoNotes is {found.corpora[0]} in our rows." if found.corpora else ""
    caption = f"{table.source}. {table.title}.{corpus}{note}"
    heads = ("Row", *(column.label for column in table.columns))
    return grid(caption, heads, rows, numbers=range(1, len(heads)), class_="papers")


def _cell(found: Experiment, ours: Number | None, theirs: str) -> Safe:
    paper = el("small", f"paper {theirs}", class_="theirs") if theirs else None
    if ours is None or ours.score.value is None:
        return el("td", "–", paper, class_="num")
    score = ours.score
    spread = "" if ours.spread is None else f" ± {in_print(score, ours.spread)}"
    between = ""
    if score.low is not None and score.high is not None:
        between = f"{in_print(score, score.low)} to {in_print(score, score.high)}"
    shown = in_print(score, ours.score.value or 0.0) + marks(found, ours) + spread
    return el("td", shown, el("small", between) if between else None, paper, class_="num")


def marks(found: Experiment, number: Number) -> str:
    """A dagger on what is not to be read; or the papers' star, on the size of a difference.

    The star's test is that of the difference itself.
    """
    if found.why_number_unread(number):
        return "†"
    p = number.score.p
    return "*" if number.score.kind == "distance" and p is not None and p < ALPHA else ""
