"""`corefair suite check`: is a suite of your own sound?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from corefair.cli.table import wrapped


@click.group(
    epilog="\b\nExamples:\n"
    "  corefair suite check examples/suite_age.tsv\n"
    "  corefair audit nearest --suite examples/suite_age.tsv"
)
def suite() -> None:
    """Work on suites of your own, each one file."""


@suite.command(
    epilog="\b\nExamples:\n  corefair suite check examples/suite_age.tsv\n  corefair suite check --help"
)
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
def check(path: Path) -> None:
    """Find unbalanced fillers, ambiguous gold and duplicate cases in FILE; exit 1 if there are any."""
    from corefair.suites.coref import custom

    problems = custom.check(path)
    for problem in problems:
        click.echo(wrapped(problem, rest="  "))
    if problems:
        sys.exit(1)
    click.echo(f"{path}: {len(custom.load(path).cases):,} cases, balanced")
