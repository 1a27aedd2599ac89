"""How an audit ends: the report written to a folder, said in a table and sentences, gates and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from corefair.auditing import gates
from corefair.auditing.numbers import in_unit, interval, shown
from corefair.auditing.prompts import spread_sentence
from corefair.auditing.report import Report, Result
from corefair.cli.saying import say
from corefair.cli.table import columns, wrapped
from corefair.io import files
from corefair.io.visible import visible
from corefair.registry import renderers

INVALID, GATE_NOT_MET = 4, 3


def finish(
    report: Report,
    conditions: Sequence[gates.Gate],
    *,
    results: Sequence[Result] | None = None,
    output: Path | None,
    junit: Path | None,
    as_json: bool,
    invalid: bool,
    saved: bool = False,
) -> None:
    """Test the gates on these results (by default all), write what is not saved yet, show it, and exit."""
    report = gates.tested(report, conditions, results)
    if output and not saved:
        write_report(report, output)
    if junit:
        with files.writing(junit) as out:
            out.write(renderers["junit"](report))
    show(report, as_json=as_json)
    if output and not as_json:
        say(f"\n{output / 'report.html'}")
    failed = [line for outcome in report.gates for line in outcome.failed]
    for line in failed:
        say(visible(f"gate: {line}"), err=True)
    if invalid:
        sys.exit(INVALID)
    if failed:
        sys.exit(GATE_NOT_MET)


def write_report(report: Report, folder: Path) -> None:
    """report.json, rows.jsonl.gz and report.html, each there only when all of it is."""
    report.save(folder)
    with files.writing(folder / "report.html") as out:
        out.write(renderers["html"](report))


def show(report: Report, *, as_json: bool = False) -> None:
    """What was found, in a table and a sentence for each result; or the whole report as JSON."""
    if as_json:
        from corefair.auditing.saved import dumps

        click.echo(dumps(report))
        return
    if report.asks == "vectors":
        _show_vectors(report)
        return
    if report.asks == "corpora":
        _show_corpora(report)
        return
    say(columns(list(_systems(report)), right=range(3, 8), fold=(0, 2)))
    for verdict in report.verdicts:
        say()
        say(visible(f"{verdict.label}: {verdict.subject} on {verdict.suite}"), bold=True)
        _say(verdict.sentence)
        result_of = report.result(verdict.subject, verdict.suite)
        for line in result_of.warnings if result_of else ():
            _say(f"note: {line}")
    for spread in report.spreads:
        say()
        say(f"{spread.model} on {spread.suite}, {len(spread.values)} prompts: {spread.measure}", bold=True)
        _say(spread_sentence(spread))


def _systems(report: Report) -> Iterator[tuple[str, ...]]:
    """A line for each result: the number that its verdict rests on, and the two rates beside it."""
    yield "system", "suite", "measure", "value", "95 % interval", "n", "right", "linked"
    for verdict in report.verdicts:
        result = report.result(verdict.subject, verdict.suite)
        score = result.score(verdict.rests_on) if result else None
        if result is None or score is None:
            yield verdict.subject, verdict.suite, verdict.label.lower(), "–", "–", "–", "–", "–"
            continue
        rates = [
            next((shown(s) for s in result.scores if s.kind == kind and not s.groups and not s.table), "–")
            for kind in ("accuracy", "link_rate")
        ]
        if result.coverage.link_rate is not None and rates[1] == "–":
            rates[1] = in_unit(result.coverage.link_rate, "share")
        yield result.subject, result.suite, score.name, shown(score), interval(score), f"{score.n:,}", *rates


def _show_vectors(report: Report) -> None:
    """A line for each headline number of each file and how far it moved, and each file in a sentence."""
    from corefair.auditing import changes

    for number, subject in enumerate(report.subjects):
        if number:
            say()
        say(visible(subject.name), bold=True)
        _say(changes.summary(report, subject.name))
        if subject.vectors:
            for line in filter(None, (subject.vectors.direction, *subject.vectors.notes)):
                _say(f"note: {line}")
        rows = [("suite", "measure", "value", "95 % interval", "n", "moved")]
        for change in changes.changes(report, subject.name):
            score = change.score
            value = shown(score) if score.value is not None else "undefined"
            moved = {"better": "better", "worse": "worse", "unclear": "not certain"}.get(change.move, "")
            rows.append((change.suite.key, score.name, value, interval(score), f"{score.n:,}", moved))
        say(columns(rows, right=range(2, 5), fold=(1,)))
        for result in (result for result in report.results if result.subject == subject.name):
            for line in (*result.problems, *result.warnings):
                _say(f"note: {result.suite}: {line}")


def _show_corpora(report: Report) -> None:
    """Each corpus in sentences, and a line for each number of the whole; genres are in the report."""
    from corefair.auditing import holdings

    for number, subject in enumerate(report.subjects):
        if number:
            say()
        say(subject.name, bold=True)
        _say(holdings.summary(report, subject.name))
        rows = [("suite", "measure", "value", "95 % interval", "n")]
        for result in report.results:
            card = report.suite(result.suite)
            if result.subject == subject.name and result.valid:
                for score in (score for score in result.scores if card.by not in score.groups):
                    rows.append((result.suite, score.name, shown(score), interval(score), f"{score.n:,}"))
        if len(rows) > 1:
            say(columns(rows, right=range(2, 5), fold=(1,)))


def _say(text: str) -> None:
    say(wrapped(text, first="  "))
