"""`corefair report`: a report.json as a page, Markdown, JUnit or LaTeX."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from corefair.io import files
from corefair.report.load import load

KINDS = {"html": "html", "md": "md", "junit": "xml", "latex": "tex"}  # and how their files end


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair report report/report.json --md\n"
    "  corefair report report/report.json --html -o report/again.html"
)
@click.argument("path", metavar="REPORT.JSON", type=click.Path(path_type=Path))
@click.option("--html", "kind", flag_value="html", help="One self-contained page.")
@click.option("--md", "kind", flag_value="md", default=True, help="Markdown (the default).")
@click.option("--junit", "kind", flag_value="junit", help="JUnit XML, for build servers.")
@click.option("--latex", "kind", flag_value="latex", help="The papers' tables, ready to paste.")
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="Write to FILE.")
def report(path: Path, kind: str, output: Path | None) -> None:
    """Show REPORT.JSON in another form; nothing is asked or computed again."""
    text: str = import_module(f"corefair.report.{kind}").render(load(path))
    if output is None:
        click.echo(text, nl=False)
        return
    with files.writing(output) as out:
        out.write(text)
    click.echo(output)
