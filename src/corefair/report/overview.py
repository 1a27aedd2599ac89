"""Every headline number in one table, a line for each, the subjects beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corefair.auditing.changes import Change, baseline, changes
from corefair.auditing.numbers import difference, p_value
from corefair.auditing.report import Report, SuiteCard
from corefair.report.markup import Safe, el, join
from corefair.report.wording import WANTED, between, interval_name, names, value
from corefair.types import Score

MOVED = {
    "better": el("b", "improved"),
    "worse": el("b", "got worse"),
    "unclear": "not certain",
    "untested": "cannot be compared",
}


class Line(NamedTuple):
    """A headline number of a suite, and what each subject has of it; None where it has none."""

    suite: SuiteCard
    measure: str  # empty where no subject could be measured
    better: str
    scores: tuple[Score | None, ...]


def lines(report: Report, kind: str | None = None) -> Iterator[Line]:
    """A line for each headline number, of one kind of suite or of all."""
    subjects = names(report)
    for card in report.suites:
        if kind is not None and card.kind != kind:
            continue
        results = [result for result in report.results if result.suite == card.key and result.valid]
        found = {
            (result.subject, score.name): score
            for result in results
            for score in result.scores
            if score.role == "headline"
        }
        for measure in dict.fromkeys(name for _, name in found):
            scores = tuple(found.get((subject, measure)) for subject in subjects)
            better = next(WANTED[score.better] for score in scores if score is not None)
            yield Line(card, measure, better, scores)
        if not found:
            yield Line(card, "", "", (None,) * len(subjects))


def drawn(report: Report, kind: str | None = None) -> Safe | None:
    """The table on the page; on a narrow screen each cell says whose it is."""
    subjects = names(report)
    moves = {
        (subject, change.suite.key, change.score.name): change
        for subject in subjects
        if report.asks == "vectors"
        for change in changes(report, subject)
    }
    bodies: dict[str, list[Safe]] = {}
    for line in lines(report, kind):
        key = line.suite.key
        rows = bodies.setdefault(
            key, [el("tr", el("th", key, colspan=1 + len(subjects), scope="rowgroup", class_="group"))]
        )
        if not line.measure:
            rows.append(el("tr", el("td", _why_not(report), colspan=1 + len(subjects), class_="text")))
            continue
        name = join(line.measure, el("small", f"{aim(report)}: {line.better}"))
        cells = (
            _cell(report, subject, line, score, moves.get((subject, key, line.measure)))
            for subject, score in zip(subjects, line.scores, strict=True)
        )
        rows.append(el("tr", el("th", name, scope="row"), *cells))
    if not bodies:
        return None
    heads = el(
        "tr", el("th", "Measure", scope="col"), *(el("th", s, scope="col", class_="num") for s in subjects)
    )
    caption = (
        f"Each headline number with its {interval_name(report)}, the number of cases (n){_below(report)}."
    )
    table = el(
        "table",
        el("caption", caption),
        el("thead", heads),
        *(el("tbody", *rows) for rows in bodies.values()),
        class_="overview",
    )
    return el("div", table, class_="wide", tabindex=0, role="region", aria_label=caption)


def aim(report: Report) -> str:
    """What the papers call better, a corpus cannot be: it is even or not."""
    return "even" if report.asks == "corpora" else "better"


def _below(report: Report) -> str:
    against = baseline(report) if report.asks == "vectors" else None
    if against:
        return f", and the change against {against}: p is corrected by Holm for all comparisons of the report"
    if report.asks == "vectors":
        return ""
    return ", and p, corrected by Holm for the headline numbers of its result"


def _why_not(report: Report) -> str:
    return "not measured" if report.asks != "systems" else "no valid result has a headline number"


def _cell(report: Report, subject: str, line: Line, score: Score | None, change: Change | None) -> Safe:
    if score is None:
        result = report.result(subject, line.suite.key)
        invalid = "not measured" if report.asks != "systems" else "invalid"
        shown = invalid if result is not None and not result.valid else "–"
        return el("td", shown, class_="num", data_label=subject)
    n = f"n {score.n:,}"
    if report.asks != "vectors" and score.p_holm is not None:
        n += f", {p_value(score.p_holm)}"
    parts = [el("small", n)]
    if change is not None and change.move:
        parts += _moved(change)
    interval = el("span", between(score), class_="interval") if between(score) else None
    return el("td", value(score), " ", interval, *parts, class_="num", data_label=subject)


def _moved(change: Change) -> list[Safe]:
    """Which way a number moved, by how much, and how sure that is."""
    class_, one = f"move {change.move}", change.compared
    if one is None:
        how = "" if change.move == "untested" else "no paired test: "
        return [el("small", how, MOVED[change.move], class_=class_)]
    unit = one.measure.unit
    by, low, high = (difference(part, unit) for part in (one.difference, one.low, one.high))
    between = "" if one.low is None else f" ({low} to {high})"
    tested = f"{p_value(one.p_holm)}: " if one.p_holm is not None else ""
    return [
        el("small", f"change {by}{between}", class_=class_),
        el("small", tested, MOVED[change.move], class_=class_),
    ]
