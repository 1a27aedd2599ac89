"""`corefair suite`: is a suite of your own sound? And any suite as question sheets for raters."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from corefair.cli.options import data_option, seed_option
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.cli.table import wrapped
from corefair.errors import DataError


@click.group(
    epilog="\b\nExamples:\n"
    "  corefair suite check examples/suite_age.tsv\n"
    "  corefair audit nearest --suite examples/suite_age.tsv"
)
def suite() -> None:
    """Check suites of your own, each one file; write any suite as question sheets for raters."""


@suite.command(
    epilog="\b\nExamples:\n  corefair suite check examples/suite_age.tsv\n  corefair suite check --help"
)
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
def check(path: Path) -> None:
    """Find unbalanced fillers, ambiguous gold and duplicate cases in FILE; exit 1 if there are any."""
    from corefair.suites.coref import custom

    problems = custom.check(path)
    for problem in problems:
        say(wrapped(problem, rest="  "))
    if problems:
        sys.exit(1)
    say(f"{path}: {len(custom.load(path).cases):,} cases, balanced")


@suite.command(
    epilog="\b\nExamples:\n"
    "  corefair suite questions participants -o forms --raters 4 --per-sheet 20\n"
    "  corefair suite questions singular_they -o sheets --raters 1"
)
@click.argument("name", metavar="SUITE")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that the sheets are written to; it must not hold other sheets, or filled ones.",
)
@click.option(
    "--raters",
    metavar="N",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="How many sheets.",
)
@click.option(
    "--per-sheet",
    metavar="N",
    type=click.IntRange(min=1),
    help="Questions on a sheet. By default one of each unit of the suite.",
)
@seed_option
@data_option
def questions(
    name: str, output: Path, raters: int, per_sheet: int | None, seed: int, data: Path | None
) -> None:
    """Write the questions of a SUITE as sheets, one a rater, to fill in as CSV or as a page.

    No rater is asked two versions of one sentence; which candidate is named first alternates. `corefair audit
    human:DIR/*.csv --suite SUITE` reads the answers, and says how far raters agree.
    """
    from corefair.auditing.building import build_suites
    from corefair.io import files
    from corefair.io.raters import sheet
    from corefair.runs.writing import write_errors
    from corefair.suites.questions import page, sheets

    (built,), _ = build_suites([name], data=data)
    made = sheets(built, raters=raters, per_sheet=per_sheet, seed=seed)
    texts = {f"rater-{number}.csv": sheet(lines) for number, lines in enumerate(made, 1)}
    for path in output.glob("rater-*.csv"):  # those of a command that was killed are as they would be now
        if path.name not in texts or path.read_bytes() != texts[path.name].encode():
            message = "there is another sheet already, which may be filled in: name another folder"
            raise DataError(message, path=str(path))
    if_stopped("the same command goes on")
    with write_errors(output):
        output.mkdir(parents=True, exist_ok=True)
    for number, lines in enumerate(made, 1):
        texts[f"rater-{number}.html"] = page(lines, name=f"rater-{number}")
    for name, text in texts.items():
        with files.writing(output / name) as out:
            out.write(text)
    say(f"{output}: {len(made)} sheets of {len(made[0])} questions, as CSV and as pages")
