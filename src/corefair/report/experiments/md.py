"""An experiment in Markdown: what it says, the papers' tables with ours beside theirs, what is not done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefair.experiments.orders import lines
from corefair.experiments.published import Layout, in_print, layout
from corefair.experiments.remedies import gaps_of
from corefair.experiments.result import Experiment, Number
from corefair.experiments.seeds import told
from corefair.report.experiments.layouts import DAGGER, marks
from corefair.report.experiments.page import NOTHING, in_short
from corefair.report.experiments.seeds import seed_by_seed
from corefair.report.md import escape, listed

SEEDS = (
    "Mean over seeds, in brackets 95 % over sentences or documents with seeds as they are, then each seed."
)


def markdown(found: Experiment) -> str:
    """The whole, ready to be written to a file; words of the grid are escaped, so that it can be pasted."""
    opening = [f"# {escape(found.name)}", escape(found.about), escape(in_short(found))]
    parts = [*opening, "## What it says", *_reading(found)]
    tables = [paper_table(found, layout(name)) for name in found.tables]
    if tables:
        parts += [
            "## The papers' tables",
            f"Ours, ± the standard deviation over seeds, [95 % over sentences]. {DAGGER}",
        ]
        parts += tables
    if seeds := list(seed_parts(found)):
        parts += ["## Seed by seed", SEEDS, *seeds]
    left = list(_unfinished(found))
    if left:
        parts += ["## Not done", listed(map(escape, left))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _reading(found: Experiment) -> Iterator[str]:
    yield listed(escape(finding.sentence) for finding in found.findings) or NOTHING


def paper_table(found: Experiment, table: Layout) -> str:
    """One table of a paper, ours beside theirs."""
    rows = []
    for line in lines(found, table):
        if any(line.ours):
            rows.append([f"**{escape(line.name)}**", *(_cell(found, number) for number in line.ours)])
        if any(line.theirs):
            rows.append([f"{escape(line.name)}, paper", *map(escape, line.theirs)])
    heads = ["", *(escape(column.label) for column in table.columns)]
    return "\n".join([f"{table.source}, {table.title}", "", *_grid(heads, rows)])


def _cell(found: Experiment, number: Number | None) -> str:
    if number is None or number.score.value is None:
        return "–"
    score = number.score
    spread = "" if number.spread is None else f" ± {in_print(score, number.spread)}"
    between = ""
    if score.low is not None and score.high is not None:
        between = f" [{in_print(score, score.low)}, {in_print(score, score.high)}]"
    return in_print(score, number.score.value) + marks(found, number).replace("*", r"\*") + spread + between


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (heads, ["---"] * len(heads), *rows):
        yield "| " + " | ".join(row) + " |"


def seed_parts(found: Experiment) -> Iterator[str]:
    """What rows have with each seed, and what another would change; nothing where no row has several."""
    if rows := seed_by_seed(found):
        heads, *others = rows
        named = [[escape(name), *values] for name, *values in others]
        yield "\n".join(_grid(list(map(escape, heads)), named))
        gaps = [(asked.key, name) for asked in found.asked for name in gaps_of(found, asked)]
        yield listed(escape(f"{asked}: {each}") for asked, name in gaps for each in told(found, asked, name))


def _unfinished(found: Experiment) -> Iterator[str]:
    for cell in found.unfinished:
        seed = "" if cell.seed is None else f", seed {cell.seed}"
        why = f": {'; '.join(cell.why)}" if cell.why else ""
        yield f"{cell.row}{seed}: {cell.state}{why}"
    yield from (f"{name}: {why}" for name, why in found.not_here)
