"""Reports for a person: written to a folder whole, and said in a few lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from corefair.io import files
from corefair.report import html, verdict
from corefair.report.vectors import words


def write_report(report: Mapping[str, Any], folder: Path) -> None:
    """report.json and report.html, each there only when all of it is."""
    folder.mkdir(parents=True, exist_ok=True)
    with files.writing(folder / "report.json") as out:
        # In one piece: `json.dump` writes in many small ones, and takes five times as long.
        out.write(json.dumps(report, ensure_ascii=False, allow_nan=False))
    with files.writing(folder / "report.html") as out:
        out.write(html.render(report))


def show_verdicts(report: Mapping[str, Any], *, as_json: bool = False) -> None:
    """What was found, a sentence for each system and suite; or the whole report as JSON."""
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, allow_nan=False))
        return
    if report.get("subject") == "vectors":
        _show_vectors(report)
        return
    suites = {suite["key"]: suite for suite in report["suites"]}
    for result in sorted(report["results"], key=lambda each: bool(each["valid"])):
        said = verdict.of(result, suites[result["suite"]])
        click.secho(f"{result['system']} on {result['suite']}", bold=True)
        click.echo(f"  {said.sentence}")
        for warning in result["warnings"]:
            click.echo(f"  note: {warning}")


def _show_vectors(report: Mapping[str, Any]) -> None:
    """Each file with its headline numbers, what is missing, and what could not be measured."""
    for name in (each["name"] for each in report["systems"]):
        click.secho(name, bold=True)
        click.echo(f"  {words.summary(report, name)}")
        for change in words.changes(report, name):
            outcome = f": {words.moved(change)}" if change.move else ""
            click.echo(f"  {change.suite['key']}: {words.line(change)}{outcome}")
        for result in (each for each in report["results"] if each["system"] == name):
            for said in (*result["problems"], *result["warnings"]):
                click.echo(f"  note: {result['suite']}: {said}")
