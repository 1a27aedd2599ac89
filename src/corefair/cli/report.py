"""`corefair report`: a report or an experiment in another form, and judged cases as a table."""

from __future__ import annotations

from pathlib import Path

import click

from corefair.auditing.saved import load
from corefair.cli.saying import say
from corefair.errors import DataError
from corefair.experiments.result import is_experiment
from corefair.experiments.result import load as load_experiment
from corefair.io import files
from corefair.report import render
from corefair.report.experiments import render as of_experiment
from corefair.report.rows import Which, write_rows


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair report report --md\n"
    "  corefair report report/report.json --html -o report/again.html"
)
@click.argument("path", metavar="FOLDER|FILE.JSON", type=click.Path(path_type=Path))
@click.option(
    "--form",
    metavar="NAME",
    help="The form: html, md, junit, latex, or one of your own; of an experiment html, md, csv or latex. By "
    "default md.",
)
@click.option("--html", "short", flag_value="html", help="The same as --form html: one self-contained page.")
@click.option("--md", "short", flag_value="md", help="The same as --form md: Markdown.")
@click.option("--junit", "short", flag_value="junit", help="The same as --form junit: XML for build servers.")
@click.option("--latex", "short", flag_value="latex", help="The same as --form latex: the papers' tables.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write to FILE. By default it is printed.",
)
@click.option(
    "--rows",
    metavar="FILE.CSV",
    type=click.Path(path_type=Path),
    help="Write judged cases as a table, one a line: --rows flips.csv (.csv.gz is packed). Given alone, no "
    "report is printed. By default none are written.",
)
@click.option(
    "--which",
    type=click.Choice(["flips", "wrong", "all"]),
    default="flips",
    show_default=True,
    help="The cases for --rows: sentences that differ only in the pronoun and got different answers, those "
    "answered wrongly, or all.",
)
def report(
    path: Path, form: str | None, short: str | None, output: Path | None, rows: Path | None, which: Which
) -> None:
    """Show a report in another form; nothing is asked or computed again.

    FOLDER is what an audit or an experiment wrote, FILE.JSON the report.json or experiment.json in it.
    """
    wanted = form or short
    if is_experiment(path):
        if rows is not None:
            raise DataError("an experiment has no judged cases: --rows takes the report of an audit")
        text = of_experiment(load_experiment(path), wanted or "md")
    else:
        found = load(path)
        if rows is not None:
            with files.writing(rows) as out:
                n = write_rows(found, out, which=which)
            say(f"{rows}: {n:,} cases", err=True)
            if wanted is None and output is None:
                return
        text = render(found, wanted or "md")
    if output is None:
        click.echo(text, nl=False)
        return
    with files.writing(output) as out:
        out.write(text)
    say(output)
