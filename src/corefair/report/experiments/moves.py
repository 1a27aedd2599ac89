"""How far each row moves a gap from its baseline's, in strips; of a decomposition by source."""

from __future__ import annotations

from corefair.auditing.numbers import difference, p_value
from corefair.experiments.remedies import how_read, is_told
from corefair.experiments.result import Change, Experiment
from corefair.report.axes import nice_span
from corefair.report.markup import Safe
from corefair.report.strips import Mark, strips


def moves(found: Experiment, asked: str, measure: str, colours: dict[str, int]) -> Safe | None:
    """A strip for every row that is compared, by its baseline."""
    compared = [c for c in found.changes if (c.asked, c.measure) == (asked, measure)]
    if not compared:
        return None
    bounds = [each for c in compared for each in (c.difference, c.low, c.high) if each is not None]
    groups = []
    for baseline in dict.fromkeys(change.baseline for change in compared):
        before = found.number(baseline, asked, measure)
        value = before.score.value if before else None
        title = f"from {baseline}, whose {measure} is {difference(value, 'points')}"
        marks = [_mark(found, change, colours) for change in compared if change.baseline == baseline]
        groups.append((title, marks))
    what = "with one source exchanged" if found.kind == "decomposition" else "how far rows move it"
    return strips(
        groups,
        caption=f"{asked}, {measure}: {what}, in points, with 95 % intervals; seeds are in them where known.",
        columns=("source" if found.kind == "decomposition" else "row", "moved by", "points, p (Holm)"),
        span=nice_span(bounds, least=0.05),
        zero=0.0,
    )


def _mark(found: Experiment, change: Change, colours: dict[str, int]) -> Mark:
    label = found.row(change.row).source if found.kind == "decomposition" else ""
    note = p_value(change.p_holm)
    if change.low is not None and change.high is not None:
        note = f"{difference(change.low, 'points')} to {difference(change.high, 'points')}, {note}"
    if not is_told(found, change):
        note = how_read(found, change)
    return Mark(
        label or change.row,
        colours[change.row],
        change.difference,
        change.low,
        change.high,
        difference(change.difference, "points"),
        note,
    )
