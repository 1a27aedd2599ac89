"""The page of an experiment: what it says, the charts, the papers' tables, every number, how it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefair.auditing.numbers import difference, interval, p_cell, shown
from corefair.auditing.verdicts import ALPHA
from corefair.experiments.reading import named
from corefair.experiments.remedies import gaps_of, how_read, remedies
from corefair.experiments.result import Experiment, Finding
from corefair.experiments.seeds import told
from corefair.report.experiments.cells import cells
from corefair.report.experiments.jobs import jobs
from corefair.report.experiments.layouts import paper_tables
from corefair.report.experiments.moves import moves
from corefair.report.experiments.tradeoff import front, points, tradeoff
from corefair.report.frame import framed
from corefair.report.markup import Safe, count, el, grid, item, join
from corefair.report.wording import date, listed

LEVELS = {  # a kind of finding -> the badge, and its colour
    "narrows": ("Narrows", "none"),
    "levels": ("Levels", "small"),
    "turns": ("Turns around", "pattern"),
    "widens": ("Widens", "gap"),
    "opens": ("Opens a gap", "gap"),
    "uncertain": ("Not certain", "unclear"),
    "gap": ("Gap", "gap"),
    "no gap": ("No certain gap", "unclear"),
    "none narrows": ("None narrows", "unclear"),
    "without cost": ("No certain cost", "none"),
    "unsound": ("Not read", "invalid"),
    "guessing": ("May be guessing", "unclear"),
    "one seed": ("One seed", "unclear"),
    "few draws": ("Few resamples", "unclear"),
    "source": ("Source", "small"),
    "order": ("Order", "unclear"),
}
OF_ALL = ("one seed", "few draws")  # kinds of findings that no suite has
DONE = {
    "narrows": "narrowed",
    "levels": "levelled",
    "turns": "turned around",
    "widens": "widened",
    "opens": "opened",
}
NOTHING = "There is no gap to tell of."
METHOD = (
    "A number of a row is the mean over its seeds; ± is their standard deviation; the interval is the "
    "bootstrap's over whole units of the test (a template, a document), seeds as they are. The size of a "
    "difference (|Diff|) is that of the mean difference.",
    "A row is compared with its baseline on the same units. Units are drawn anew, the same for both; and "
    "trainings by the spread over seeds, pooled over the rows of a system. p is two-sided and corrected by "
    "Holm: of the gaps that are read here and of F1 over all of these that are compared, of other measures "
    "over everything.",
    "A change is certain when its interval leaves out 0 and its corrected p is below .05; a gap is certain "
    "when its interval leaves out 0 and its own p, seeds drawn too, is below .05.",
    "A row that links few pronouns, fails the self-test, or is not certain to link better than guessing and "
    "has no certain gap, is not read: a silent or guessing system has no gap that could be narrowed.",
    "But where its baseline has a certain gap, the change is certain and no more than 5 points of F1 are "
    "lost by the interval, a row that may be guessing is said to level the gap: it resolves ordinary text as "
    "it did, and no longer follows the group on the suite. That it knows who is meant is not said.",
    "A smaller gap on these suites is not the absence of bias: they ask what they ask.",
)


def page(found: Experiment) -> str:
    """The whole page, ready to be written to a file."""
    colours = {row.name: number for number, row in enumerate(found.rows)}
    parts = {
        "reading": ("What it says", _reading(found)),
        "tradeoff": ("Gap against F1", _charts(found, colours)),
        "moves": (
            "Where the gap comes from" if found.kind == "decomposition" else "What each row does to the gaps",
            _moves(found, colours),
        ),
        "papers": ("The papers' tables", paper_tables(found)),
        "jobs": ("Job by job", jobs(found, colours)),
        "cells": ("Rows and cells", cells(found)),
        "numbers": ("Every number", _numbers(found)),
        "changes": ("Every change", _changes(found)),
        "method": ("How this was made", _method(found)),
    }
    there = {anchor: (title, part) for anchor, (title, part) in parts.items() if part is not None}
    body = join(
        el("a", "Skip to what it says", class_="skip", href="#reading"),
        _header(found, {anchor: title for anchor, (title, _) in there.items()}),
        el("main", *_sections(there)),
        el("footer", el("p", "Every number is in experiment.json; the audits behind them are in cells/.")),
    )
    return framed(
        body, title=f"Experiment: {found.name}", generator=f"corefair {found.made.get('corefair', '')}"
    )


def _header(found: Experiment, contents: Mapping[str, str]) -> Safe:
    done = sum(cell.state == "done" for cell in found.cells)
    made = f"{count(len(found.rows), 'row')}, {done} of {count(len(found.cells), 'cell')} done"
    version = found.made.get("corefair", "")
    day = date(str(found.made.get("date", "")))
    links = (el("li", el("a", title, href=f"#{anchor}")) for anchor, title in contents.items())
    return el(
        "header",
        el("h1", found.name),
        el("p", el("b", "In short: "), in_short(found), class_="decide"),
        el("p", f"{found.about} {made}. Measured until {day} with corefair {version}.", class_="lead"),
        el("nav", el("ul", *links), aria_label="Contents"),
    )  # fmt: skip


def in_short(found: Experiment) -> str:
    """What rows do to a gap of each suite, the first that one changes for certain; what is left to do.

    A row with several baselines is told of beside the most important that it could be compared with.
    """
    said, levels = [], False
    for asked in found.asked:
        for measure in gaps_of(found, asked):
            effects = [e for e in found.findings if (e.asked, e.measure) == (asked.key, measure)]
            first = _first_of_each(found, effects)
            if sentences := list(_effects(found, first)):
                said += [f"On {asked.key}, the {named(measure)} is {each}." for each in sentences]
                levels |= any(each.kind == "levels" for each in first)
                break
    left = len(found.unfinished)
    if levels:
        said.append("What levels a gap is not certain to be right more often than guesses would be.")
    if said and any(each.kind == "one seed" and not each.asked for each in found.findings):
        said.append("Some rows were trained once: of other seeds nothing is known.")
    said = said or [_none_changes(found)]
    return " ".join([*said, *([f"{count(left, 'cell')} not done."] if left else [])])


def _none_changes(found: Experiment) -> str:
    """Why no change of a gap is told: none is certain, nothing could be compared, or nothing was asked."""
    gaps = [(asked.key, measure) for asked in found.asked for measure in gaps_of(found, asked)]
    if any(remedies(found, *gap) for gap in gaps):
        return "No row changes a gap for certain."
    if not found.suites and all(asked.kind == "corpus" for asked in found.asked):
        return "No suite was asked, so there is no gap to compare."
    if reasons := list(_not_compared(found)):
        return f"No gap could be compared: {listed(reasons)}."
    if not any(asked.kind == "suite" for asked in found.asked):
        return "No suite could be asked: their data is not here."
    return "No row is compared with another on a gap."


def _not_compared(found: Experiment) -> Iterator[str]:
    """Which rows failed or are not done, with any seed, or are not read."""
    unread = {(each.row, each.kind) for each in found.problems if each.asked not in found.corpora}
    for row in found.rows:
        states = {cell.state for cell in found.cells if cell.row == row.name}
        if "failed" in states and "done" not in states:
            yield f"“{row.name}” failed"
        elif "not done" in states and "done" not in states:
            yield f"“{row.name}” is not done"
        elif (row.name, "unsound") in unread:
            yield f"“{row.name}” is not read"
        elif (row.name, "guessing") in unread:
            yield f"“{row.name}” may be guessing"


def _first_of_each(found: Experiment, effects: Sequence[Finding]) -> list[Finding]:
    """Of changes of one gap, those that are of the first baseline of their row which any is of."""
    places = {row.name: {name: place for place, name in enumerate(row.baselines)} for row in found.rows}

    def place(effect: Finding) -> int:
        return places.get(effect.row, {}).get(effect.baseline, 0)

    first: dict[str, int] = {}
    for each in effects:
        if each.baseline:
            first[each.row] = min(place(each), first.get(each.row, place(each)))
    return [each for each in effects if place(each) == first.get(each.row, place(each))]


def _effects(found: Experiment, effects: Sequence[Finding]) -> Iterator[str]:
    """What rows do for certain; and apart from it, what they do where no interval holds their seeds."""
    once = [each for each in effects if _rests_on_one_training(found, each)]
    if done := list(_done([each for each in effects if each not in once])):
        yield f"{listed(done)}, for certain"
    if done := list(_done(once)):
        yield f"{listed(done)} in the one training there is of each"


def _rests_on_one_training(found: Experiment, effect: Finding) -> bool:
    """Whether one of its two rows is trained, and the change knows of no spread over seeds."""
    change = found.change(effect.row, effect.baseline, effect.asked, effect.measure)
    trained = {cell.row for cell in found.cells if cell.seed is not None}
    return change is not None and not change.with_seeds and bool(trained & {change.row, change.baseline})


def _done(findings: Sequence[Finding]) -> Iterator[str]:
    for kind, verb in DONE.items():
        rows = dict.fromkeys(f"“{each.row}”" for each in findings if each.kind == kind)
        if rows:
            yield f"{verb} by {listed(list(rows))}"


def _sections(parts: Mapping[str, tuple[str, Safe | None]]) -> list[Safe]:
    return [
        el("section", el("h2", title, id=f"{anchor}-h"), part, id=anchor, aria_labelledby=f"{anchor}-h")
        for anchor, (title, part) in parts.items()
    ]


def _reading(found: Experiment) -> Safe:
    """Cards by suite: those of its first gap, and folded away those of its other gaps."""
    once = [_card(each) for each in found.findings if each.kind in OF_ALL and not each.asked]
    made: list[Safe] = [el("ul", *once, class_="verdicts findings")] if once else []
    for asked in dict.fromkeys(each.asked for each in found.findings if each.asked):
        of_suite = [each for each in found.findings if each.asked == asked]
        gaps = list(dict.fromkeys(each.measure for each in of_suite if each.measure)) or [""]
        for number, measure in enumerate(gaps):
            wanted = (measure,) if number else (measure, "")
            cards = el("ul", *(_card(e) for e in of_suite if e.measure in wanted), class_="verdicts findings")
            title = f"{asked}: {measure}" if measure else asked  # where no row could be read
            made += [el("details", el("summary", title), cards)] if number else [el("h3", title), cards]
    orders = [finding.sentence for finding in found.findings if finding.kind == "order"]
    below = join(el("h3", "Beside the papers"), el("ul", *map(item, orders))) if orders else None
    return join(*made, below) if found.findings else el("p", NOTHING)


def _card(finding: Finding) -> Safe:
    badge, level = LEVELS[finding.kind]
    return el(
        "li",
        el("p", el("span", badge, class_="badge"), finding.sentence, class_="who"),
        class_=f"verdict {level}",
    )


def _charts(found: Experiment, colours: dict[str, int]) -> Safe | None:
    made: list[Safe] = []
    for asked in found.asked:
        for measure in gaps_of(found, asked):
            chart = tradeoff(found, asked.key, measure, colours)
            if chart is not None:
                best = listed([f"“{each.row}”" for each in front(points(found, asked.key, measure))])
                made.append(el("div", chart, el("p", f"Nothing beats in both: {best}.", class_="muted")))
    if not made:
        return None
    lead = (
        "Left is a smaller gap, up is a better score; bars are 95 % intervals over sentences and documents; "
        "the line is the front of rows that no other beats in both."
    )
    return join(el("p", lead), el("div", *made, class_="scatters"))


def _moves(found: Experiment, colours: dict[str, int]) -> Safe | None:
    made: list[Safe] = []
    for asked in found.asked:
        for number, name in enumerate(gaps_of(found, asked)):
            drawn = moves(found, asked.key, name, colours)
            if drawn is not None:  # the first gap of a suite is shown, the others are folded away
                drawn = join(drawn, *(el("p", each, class_="muted") for each in told(found, asked.key, name)))
                folded = el("details", el("summary", f"{asked.key}: {name}"), drawn)
                made.append(folded if number else drawn)
    return el("div", *made) if made else None


def _numbers(found: Experiment) -> Safe:
    parts = []
    for asked in found.asked:
        of_suite = [n for n in found.numbers if n.asked == asked.key]
        rows = [
            (
                n.row,
                n.score.name,
                shown(n.score),
                interval(n.score),
                _spread(n.spread, n.score.unit),
                len(n.seeds),
                f"{n.score.n:,}",
                found.why_number_unread(n) or "yes",
            )
            for n in of_suite
        ]
        heads = ("Row", "Measure", "Mean", "95 % over sentences", "± over seeds", "Seeds", "n", "Read")
        table = grid(f"{asked.key}: {asked.about}", heads, rows, numbers=range(2, 7))
        parts.append(el("details", el("summary", f"{asked.key}, {count(len(of_suite), 'number')}"), table))
    return join(*parts)


def _spread(spread: float | None, unit: str) -> str:
    if spread is None:
        return "–"
    return f"{100 * spread:.1f}" if unit in ("share", "points") else f"{spread:.3f}"


def _changes(found: Experiment) -> Safe | None:
    if not found.changes:
        return None
    units = {(n.asked, n.score.name): n.score.unit for n in found.numbers}
    rows = [_change_row(found, index, units) for index in range(len(found.changes))]
    heads = (
        "Row",
        "Baseline",
        "On",
        "Measure",
        "Change",
        "95 % interval",
        "p",
        "p (Holm)",
        "Seeds in it",
        "Read",
    )
    table = grid(
        f"Every measure of every row less its baseline's.{_floor(found)}", heads, rows, numbers=range(4, 8)
    )
    return el("details", el("summary", count(len(found.changes), "change")), table)


def _floor(found: Experiment) -> str:
    """Whether no p of what is not read could be small when it is corrected, since it is of too few draws."""
    resamples = found.settings.get("resamples")
    n_changes = sum(change.p is not None for change in found.changes)
    if not isinstance(resamples, int) or n_changes < ALPHA * (resamples + 1):
        return ""
    return (
        f" {resamples:,} resamples know a p down to {1 / (resamples + 1):.4f}, and {n_changes:,} changes are "
        "corrected for: of measures that are not read above no p (Holm) can be below .05, however large the "
        "change."
    )


def _change_row(found: Experiment, index: int, units: Mapping[tuple[str, str], str]) -> Sequence[object]:
    change = found.changes[index]
    unit = units[change.asked, change.measure]
    said = [difference(each, unit) for each in (change.difference, change.low, change.high)]  # type: ignore[arg-type]
    between = f"{said[1]} to {said[2]}" if change.low is not None else "–"
    ps = p_cell(change.p), p_cell(change.p_holm)
    seeds = "yes" if change.with_seeds else "no"
    read = how_read(found, change)
    return change.row, change.baseline, change.asked, change.measure, said[0], between, *ps, seeds, read


def _method(found: Experiment) -> Safe:
    return join(
        el("ul", *map(item, METHOD)),
        el("h3", "What these suites cannot show") if any(a.caveats for a in found.asked) else None,
        *_caveats(found),
        el("h3", "Settings"),
        el("dl", *_facts(found)),
    )


def _caveats(found: Experiment) -> Iterator[Safe]:
    for asked in found.asked:
        if asked.caveats:
            yield el("details", el("summary", asked.key), el("ul", *map(item, asked.caveats)))


def _facts(found: Experiment) -> Iterator[Safe]:
    facts = {**found.settings, **{k: v for k, v in found.made.items() if not isinstance(v, dict)}}
    for name, value in facts.items():
        yield el("dt", name)
        yield el("dd", value)
