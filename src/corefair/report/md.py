"""The report in Markdown, for a pull request or a terminal: what was found, gates, numbers, caveats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from corefair.auditing import changes, holdings
from corefair.auditing.numbers import difference, p_cell, points
from corefair.auditing.prompts import spread_sentence
from corefair.auditing.report import Report
from corefair.auditing.verdicts import LABELS
from corefair.io.visible import visible
from corefair.registry import renderers
from corefair.report import corpora, gates, overview, vectors
from corefair.report.paper_tables import STAR, has_star, paper_tables, star
from corefair.report.systems import SystemPage, cards, evenness
from corefair.report.wording import between, date, interval_name, names, value

_SPECIAL = re.compile(r"([\\`*_\[\]|~#])")


@renderers.register("md")
def render(report: Report) -> str:
    """The page as text; every word from the report is escaped, so that it can be pasted anywhere."""
    title, in_short, findings, closing = KINDS[report.asks]
    made = f"{', '.join(names(report))}; {date(report.date)}, corefair {report.corefair}."
    parts = [
        f"# {title}",
        escape(" ".join(filter(None, (in_short(report), gates.in_short(report))))),
        escape(made),
        *findings(report),
        *_gates(report),
        *_headlines(report),
        *_spreads(report),
        *_comparisons(report),
        *_evenness(report),
        *_tables(report),
        *_notes(report),
        "## What these suites cannot show",
        listed(f"**{escape(s.key)}**: {escape(caveat)}" for s in report.suites for caveat in s.caveats),
        *_not_run(report),
        "## Cite",
        listed(f"{escape(s.key)}: {escape(s.citation)} ({escape(s.licence)})" for s in report.suites),
        "Groups are grammatical: feminine, masculine and neutral words, not people. "
        + closing
        + "Every number is in report.json, with its signature.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


NO_GAP = "Finding no gap does not show that there is none. "
NO_LESS = "Less of one measure is not the absence of bias. "
NO_EVEN = "Even numbers do not show that a corpus is without bias. "


def escape(text: str) -> str:
    r"""Text that Markdown and HTML show as it stands, on one line.

    >>> escape("<b> a|b *c*")
    '&lt;b&gt; a\\|b \\*c\\*'
    """
    joined = visible(" ".join(text.split())).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", joined)


def _verdicts(report: Report) -> list[str]:
    items = (
        f"**{LABELS[verdict.level]}**: {escape(verdict.subject)} on {escape(verdict.suite)}. "
        f"{escape(verdict.sentence)}" + "".join(f"\n  - {escape(detail)}" for detail in verdict.details)
        for verdict in report.verdicts
    )
    return ["## Verdicts", listed(items)]


def _files(report: Report) -> list[str]:
    items = []
    for subject in report.subjects:
        about = subject.vectors
        items.append(f"**{escape(subject.name)}**: {escape(changes.summary(report, subject.name))}")
        if about is not None:
            steps = "; ".join(about.history) or "nothing on record"
            role = "the original, " if about.original else ""
            size = f"{role}{about.words:,} words of {about.dim} numbers"
            items[-1] += f"\n  - {size}; done to it, in order: {escape(steps)}"
            items[-1] += "".join(f"\n  - {escape(each)}" for each in (about.direction, *about.notes) if each)
    return ["## What was found", listed(items)]


def _corpora(report: Report) -> list[str]:
    items = []
    for subject in report.subjects:
        items.append(f"**{escape(subject.name)}**: {escape(holdings.summary(report, subject.name))}")
        if subject.corpus is not None:
            about = subject.corpus
            whose = f"clusters by {about.clusters}" if about.clusters else "its own clusters"
            items[-1] += f"\n  - {about.documents:,} documents, {about.words:,} words, {escape(whose)}"
    return ["## What was found", listed(items)]


def _gates(report: Report) -> list[str]:
    """A gate is a condition for failing, so it is said as one."""
    if not report.gates:
        return []
    items = [
        f"**{gates.outcome(gate)}**: fail if {escape(gate.condition)}"
        + "".join(f"\n  - {escape(line)}" for line in gates.reasons(gate))
        for gate in report.gates
    ]
    return ["## Gates", listed(items)]


def _headlines(report: Report) -> list[str]:
    heads = ("Suite", "Subject", "Measure", "Value", interval_name(report), "n", "p (raw)", "p (Holm)")
    rows: dict[tuple[str, ...], None] = {}  # an invalid result has one line, not one a measure
    for line in overview.lines(report):
        for subject, score in zip(names(report), line.scores, strict=True):
            result = report.result(subject, line.suite.key)
            if result is not None and not result.valid:
                rows[(line.suite.key, subject, "invalid", *("",) * 5)] = None
            elif score is not None:
                ps = ("" if p is None else p_cell(p) for p in (score.p, score.p_holm))
                numbers = (value(score), between(score), f"{score.n:,}", *ps)
                measure = f"{line.measure} ({overview.aim(report)}: {line.better})"
                rows[(line.suite.key, subject, measure, *numbers)] = None
    found = [
        f"{escape(r.subject)} on {escape(r.suite)}: {points(r.detectable, up=True)}"
        for r in report.results
        if r.valid and r.detectable
    ]
    power = f"The smallest gap each run would have found four times in five: {'; '.join(found)}."
    holm = "p (Holm) is corrected for the headline numbers of its result."
    return ["## Headline numbers", grid(heads, rows), holm, *([power] if found else [])] if rows else []


def _comparisons(report: Report) -> list[str]:
    bad = {(result.suite, result.subject) for result in report.results if not result.valid}
    rows = []
    for one in report.comparisons:
        if one.measure.role == "headline" and not bad & {(one.suite, one.subject), (one.suite, one.baseline)}:
            unit = one.measure.unit
            by, low, high = (difference(part, unit) for part in (one.difference, one.low, one.high))
            span = "no interval" if one.low is None else f"{low} to {high}"
            pair = f"{one.subject} less {one.baseline}"
            rows.append((pair, one.suite, one.measure.name, by, span, p_cell(one.p), p_cell(one.p_holm)))
    heads = ("Subjects", "Suite", "Measure", "Difference", interval_name(report), "p (raw)", "p (Holm)")
    holm = "p (Holm) is corrected for all comparisons of the report."
    return ["## Compared case by case", grid(heads, rows), holm] if rows else []


def _spreads(report: Report) -> list[str]:
    items = (
        f"**{escape(each.model)}** on {escape(each.suite)}, {escape(each.measure)}: "
        + escape(spread_sentence(each))
        for each in report.spreads
    )
    return ["## By several prompts", listed(items)] if report.spreads else []


def _evenness(report: Report) -> list[str]:
    """Only where a suite is not even: the page has them all."""
    parts = []
    for card in report.suites:
        if any(each.found for each in card.imbalance):
            parts += [f"## {escape(card.key)}: the test itself", escape(evenness.in_words(card))]
            parts.append(grid(*evenness.table(card)))
    return parts


def _tables(report: Report) -> list[str]:
    parts = []
    for table in paper_tables(report):
        condition = ("Condition",) if table.has_conditions else ()
        heads = ("Subject", *condition, *table.columns)
        rows = [
            (
                line.subject,
                *((line.condition,) if condition else ()),
                *("–" if score is None else value(score) + star(score) for score in line.scores),
            )
            for line in table.lines
        ]
        rows += [(subject, "invalid", *("",) * (len(heads) - 2)) for subject in table.invalid]
        parts += [f"## {escape(table.suite)}, {escape(table.title)}", grid(heads, rows)]
        parts += [escape(STAR)] if has_star(table) else []
    return parts


def _notes(report: Report) -> list[str]:
    """Of vectors: what lacks words, and what could not be measured; of systems verdicts say it."""
    if report.asks == "systems":
        return []
    notes = [
        f"{escape(result.subject)} on {escape(result.suite)}: {escape(note)}"
        for result in report.results
        for note in (*(f"not measured: {problem}" for problem in result.problems), *result.warnings)
    ]
    return ["## Notes", listed(notes)] if notes else []


def _not_run(report: Report) -> list[str]:
    if not report.not_run:
        return []
    items = (f"{escape(each.suite)}: {escape(each.why)}" for each in report.not_run)
    return ["## Suites that were not run", listed(items)]


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [[escape(head) for head in heads], ["---"] * len(heads)]
    lines += [[escape(cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def listed(items: Iterable[str]) -> str:
    """A list of points."""
    return "\n".join(f"- {item}" for item in items)


KINDS: Mapping[str, tuple[str, Callable[[Report], str], Callable[[Report], list[str]], str]] = {
    "systems": (SystemPage.title, cards.in_short, _verdicts, NO_GAP),
    "vectors": (vectors.VectorPage.title, vectors.in_short, _files, NO_LESS),
    "corpora": (corpora.CorpusPage.title, corpora.in_short, _corpora, NO_EVEN),
}
