"""Table 7 on the page of results/ran: what the grids of networks say, from the files that they wrote."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.experiments.published import layout
from corefair.experiments.result import Experiment
from corefair.report.experiments.md import paper_table
from corefair.report.experiments.page import in_short

TABLE = "ran-7"
GAP = "gap, T1"  # the table is of type 1
TOLD = ("gap", "no gap", "narrows", "levels", "turns", "widens", "opens", "uncertain")


def section(found: Experiment | None, system: str) -> str:
    """The paper's table with ours beside it, and the reading in short; what was not run is named."""
    if found is None:
        return f"**`{system}`** was not run: `{system}.json` is not there."
    done = sum(cell.state == "done" for cell in found.cells)
    head = f"**`{system}`** ([{system}.md]({system}.md)): {done} of {len(found.cells)} cells are done."
    always = {"order", *(problem.kind for problem in found.problems)}  # the rest is in the file that is named
    said = [
        each.sentence
        for each in found.findings
        if each.kind in always or (each.kind in TOLD and each.measure == GAP)
    ]
    listed = "\n".join(f"- {sentence}" for sentence in [*said, *_left(found)])
    return "\n\n".join([f"{head} {in_short(found)}", listed, paper_table(found, layout(TABLE))])


def _left(found: Experiment) -> Iterator[str]:
    left: dict[str, list[str]] = {}
    for cell in found.unfinished:
        left.setdefault(cell.row, []).append("" if cell.seed is None else str(cell.seed))
    for row, seeds in left.items():
        yield f"Not run: {row}" + (f", seed {' and '.join(seeds)}" if any(seeds) else "")
