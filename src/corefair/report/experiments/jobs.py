"""How each row treats each occupation beside the share of women in it, suite by suite, folded away."""

from __future__ import annotations

from corefair.experiments.result import Experiment
from corefair.report.markup import Safe, count, el, join
from corefair.report.systems.jobs import scatters, two_shares

LEAD = (
    "For each job, how much more often (in points) feminine than masculine pronouns are linked to it, the "
    "mean over seeds, against the share of women. A rising line means that answers follow who holds the job."
)


def jobs(found: Experiment, colours: dict[str, int]) -> Safe | None:
    """The scatters of every row (Rudinger 2018, Figure 4), and the two shares of women (Figure 3)."""
    made = []
    for asked in dict.fromkeys(each.asked for each in found.jobs):
        mine = [each for each in found.jobs if each.asked == asked]
        figures = [
            figure for each in mine for figure in scatters(each.row, each.jobs, colour=colours[each.row])
        ]
        if figures:
            told = f"{asked}: {count(len(mine[0].jobs), 'occupation')}, {count(len(mine), 'row')}"
            drawn = el("div", *figures, class_="scatters")
            made.append(el("details", el("summary", told), drawn, two_shares(mine[0].jobs)))
    return join(el("p", LEAD), *made) if made else None
