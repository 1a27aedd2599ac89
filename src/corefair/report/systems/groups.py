"""Differences between groups, drawn for one suite: gaps and ratios, and right answers by each grouping."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.auditing.numbers import points
from corefair.auditing.report import Report, Result, SuiteCard
from corefair.auditing.wording import label, short_label
from corefair.report.markup import Safe, el, join
from corefair.report.score_strips import Colours, Drawn, of_name, score_strips
from corefair.report.wording import GROUPINGS
from corefair.types import Kind, Score

DIFFERENCES: tuple[Kind, ...] = ("gap", "shift")
PARTS = {
    "accuracy": "Right answers",
    "f1": "The paper's score (F1)",
    "link_rate": "Pronouns linked to anyone",
}


def gaps(report: Report, results: Sequence[Result], colour_of: Colours) -> Safe:
    """Differences and ratios with their intervals, and how small a gap the run would have found."""
    drawn = []
    for kinds, title in ((DIFFERENCES, "Differences in percentage points"), (("ratio",), "Ratios")):
        scores = [s for r in results if r.valid for s in r.scores if s.kind in kinds and s.unit != "number"]
        leading = sorted(scores, key=lambda score: score.role != "headline")
        names = dict.fromkeys(score.name for score in leading)
        if names:
            groups = [(name, of_name(results, name, colour_of)) for name in names]
            drawn.append(
                el("div", score_strips(report, groups, f"{title}; the heavy line is no difference."))
            )
    seen = [
        f"{result.subject} {points(result.detectable, up=True)}"
        for result in results
        if result.valid and result.detectable
    ]
    power = f"The smallest gap that each run would have found four times in five: {'; '.join(seen)}."
    bad = ", ".join(result.subject for result in results if not result.valid)
    return join(
        el("h3", "Gaps"),
        el("p", f"Not drawn below, because the result is invalid: {bad}.", class_="muted") if bad else None,
        *(drawn or [el("p", "No gap can be shown.")]),
        el("p", power) if seen else None,
    )


def right_answers(report: Report, results: Sequence[Result], colour_of: Colours) -> Safe:
    """Right answers by each grouping that has such scores: gender, pronoun …"""
    names: dict[str, dict[str, str]] = {}  # by grouping, the score's name by group
    for score in _scores(results, "accuracy"):
        if len(score.groups) == 1:
            ((grouping, name),) = score.groups.items()
            names.setdefault(grouping, {}).setdefault(name, score.name)
    parts = []
    for grouping, by_group in names.items():
        title = f"Right answers by {GROUPINGS.get(grouping, grouping)}"
        groups = [
            (label({grouping: name}), of_name(results, score, colour_of)) for name, score in by_group.items()
        ]
        caption = f"{title}: the share of cases in which the right candidate alone was linked."
        parts.append(el("div", el("h3", title), score_strips(report, groups, caption)))
    return join(*parts)


def both_sides(report: Report, card: SuiteCard, results: Sequence[Result], colour_of: Colours) -> Safe:
    """The two sides of the suite's contrast beside each other within another grouping: by type, by answer."""
    if card.contrast is None:
        return join()
    grouping, one, other = card.contrast
    lines: dict[tuple[Kind, str, str], dict[str, list[Drawn]]] = {}  # by kind, table and other grouping
    for result in (result for result in results if result.valid):
        for score in result.scores:
            rest = {key: name for key, name in score.groups.items() if key != grouping}
            side = score.groups.get(grouping)
            if score.against is None and side in (one, other) and len(rest) == 1 and score.kind in PARTS:
                ((within, name),) = rest.items()
                by_group = lines.setdefault((score.kind, score.table, within), {})
                both = f"{label({within: name})}, {short_label({grouping: side})}"
                drawn = Drawn(result.subject, colour_of[result.subject], score)
                by_group.setdefault(both, []).append(drawn)
    parts = []
    for (kind, table, within), by_group in lines.items():
        title = f"{PARTS[kind]} by {GROUPINGS.get(within, within)}"
        where = f" ({table})" if table else ""
        sides = f"{short_label({grouping: one})} beside {short_label({grouping: other})}"
        caption = f"{title}{where}, {sides}."
        parts.append(
            el("div", el("h3", title + where), score_strips(report, list(by_group.items()), caption))
        )
    return join(*parts)


def _scores(results: Sequence[Result], kind: Kind) -> list[Score]:
    """Of valid results, what is no comparison of two sides."""
    scores = (score for result in results if result.valid for score in result.scores)
    return [score for score in scores if score.kind == kind and score.against is None]
