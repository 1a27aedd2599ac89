"""The rows of an experiment, what each of them is, and how far its cells are."""

from __future__ import annotations

from corefair.experiments.result import Experiment
from corefair.report.markup import Safe, count, el, grid, item, join


def cells(found: Experiment) -> Safe:
    """A line a row, then every cell that is not done, with the reason."""
    rows = []
    for row in found.rows:
        of_row = [cell for cell in found.cells if cell.row == row.name]
        done = sum(cell.state == "done" for cell in of_row)
        compared = ", ".join(row.baselines) or "–"
        rows.append((row.name, row.system, row.treatment or "as it is", compared, f"{done} of {len(of_row)}"))
    table = grid(
        "Rows: systems, what is done to them, and how many of their cells (one a seed) are done.",
        ("Row", "System", "Treatment", "Compared with", "Cells done"),
        rows,
        numbers=[4],
    )
    return join(table, unfinished(found))


def unfinished(found: Experiment) -> Safe | None:
    """What is not done, and why."""
    listed = []
    for cell in found.unfinished:
        seed = "" if cell.seed is None else f", seed {cell.seed}"
        why = f": {'; '.join(cell.why)}" if cell.why else ""
        listed.append(f"{cell.row}{seed}: {cell.state}{why}")
    listed += [f"the suite {name}: not here: {why}" for name, why in found.not_here]
    if not listed:
        return None
    return el(
        "div",
        el("h3", f"Not finished: {count(len(listed), 'part')}"),
        el("ul", *map(item, listed)),
        class_="box",
    )
