"""An audit of vectors in Markdown, for a pull request or a terminal, and its tables in LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report import latex as tex
from corefair.report.load import tables as paper_tables
from corefair.report.md import escape, gates, grid, listed, missing
from corefair.report.tables import interval
from corefair.report.vectors.tables import WANTED
from corefair.report.vectors.words import baseline, changes, difference, summary
from corefair.report.verdict import shown

Json = Mapping[str, Any]
KINDS = {"bias": "Bias", "quality": "Quality"}


def markdown(data: Json) -> str:
    """The page as text; every word from the report is escaped, so that it can be pasted anywhere."""
    names = [each["name"] for each in data["systems"]]
    parts = [
        "# Audit of word vectors",
        f"{escape(', '.join(names))}; {escape(data['date'])}, corefair {escape(data['corefair'])}.",
        "## What was found",
        listed(f"**{escape(name)}**: {escape(summary(data, name))}" for name in names),
        *_not_measured(data),
        *gates(data.get("gates", ())),
        "## The files",
        listed(_file(each) for each in data["systems"]),
        *(part for kind in KINDS for part in _scores(data, kind)),
        *_compared(data),
        *_coverage(data),
        "## What these suites cannot show",
        listed(
            f"**{escape(s['key'])}**: {escape(caveat)}" for s in data["suites"] for caveat in s["caveats"]
        ),
        *missing(data),
        "## Cite",
        listed(
            f"{escape(s['key'])}: {escape(s['citation'])} ({escape(s['licence'])})" for s in data["suites"]
        ),
        "Less of one measure is not the absence of bias. Every number is in report.json, with its signature.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def latex(data: Json) -> str:
    """The headline numbers of bias and of quality, the files beside each other, then the papers' tables."""
    names = [each["name"] for each in data["systems"]]
    made = [rf"% Made by corefair {' '.join(data['corefair'].split())}; needs \usepackage{{booktabs}}"]
    for kind, title in KINDS.items():
        lines = [tex._line(list(row)) for row in _rows(data, kind, intervals=False)]
        caption = f"{title}: shares in percent, other numbers as they are."
        made.append(tex._framed(caption, "ll", ["Suite", "Measure", *names], lines))
    made += [tex._table(table) for table in paper_tables(data)]
    return "\n\n".join(made) + "\n"


def _not_measured(data: Json) -> list[str]:
    bad = [result for result in data["results"] if not result["valid"]]
    said = (f"{escape(r['system'])} on {escape(r['suite'])}: {escape('; '.join(r['problems']))}" for r in bad)
    return ["## Not measured", listed(said)] if bad else []


def _file(card: Json) -> str:
    about = card["vectors"]
    role = "the original, " if about["original"] else ""
    steps = "; ".join(about["history"]) or "nothing on record"
    size = f"{about['words']:,} words of {about['dim']} numbers"
    return f"**{escape(card['name'])}**: {role}{size}; done to it, in order: {escape(steps)}"


def _scores(data: Json, kind: str) -> list[str]:
    names = [each["name"] for each in data["systems"]]
    rows = _rows(data, kind, intervals=True)
    return [f"## {KINDS[kind]}", grid(("Suite", "Measure", *names), rows)] if rows else []


def _rows(data: Json, kind: str, *, intervals: bool) -> list[Sequence[str]]:
    """A line for each headline number: its suite, its name and which way is better, a cell for each file."""
    names = [each["name"] for each in data["systems"]]
    scores = {
        (change.suite["key"], change.score["name"], name): change.score
        for name in names
        for change in changes(data, name)
        if change.suite["kind"] == kind
    }
    rows: list[Sequence[str]] = []
    for suite, measure in dict.fromkeys((suite, measure) for suite, measure, _ in scores):
        found = [scores.get((suite, measure, name)) for name in names]
        better = next(WANTED[score["better"]] for score in found if score)
        cells = [
            "–" if s is None else shown(s) + (f" ({interval(s)}), n {s['n']:,}" if intervals else "")
            for s in found
        ]
        rows.append((suite, f"{measure} (better: {better})", *cells))
    return rows


def _compared(data: Json) -> list[str]:
    against = baseline(data)
    rows = [
        (name, change.suite["key"], change.score["name"], difference(change.compared, change.score))
        for name in (each["name"] for each in data["systems"])
        for change in changes(data, name)
        if change.compared is not None
    ]
    heads = ("File", "Suite", "Measure", f"Less {against}, interval, Holm's p")
    return ["## Compared case by case", grid(heads, rows)] if rows else []


def _coverage(data: Json) -> list[str]:
    said = [
        f"{escape(result['system'])} on {escape(result['suite'])}: {escape(warning)}"
        for result in data["results"]
        for warning in result["warnings"]
    ]
    return ["## Missing words", listed(said)] if said else []
