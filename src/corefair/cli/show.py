"""`corefair show`: what a suite asks, an example, what it cannot show."""

from __future__ import annotations

from pathlib import Path

import click

from corefair.auditing import build_suites, suite_key
from corefair.registry import suites
from corefair.types import Case, Choice, Suite, VectorSuite


@click.command(epilog="\b\nExamples:\n  corefair show occupations\n  corefair show participants")
@click.argument("name", metavar="SUITE")
@click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with published sets, before $COREFAIR_DATA and your own.",
)
def show(name: str, data: Path | None) -> None:
    """Show SUITE: what it asks, two of its cases, how it is counted, what it cannot show, how to cite it."""
    asks = suites.facts(name.partition(":")[0]).get("asks") if not Path(name).suffix else None
    (suite,), _ = build_suites([name], data=data, asks="vectors" if asks == "vectors" else "systems")
    if isinstance(suite, VectorSuite):
        click.secho(f"{suite.name} {suite.version}", bold=True)
        click.echo(f"{suite.about}\nmeasures {suite.kind} of word vectors: corefair audit vectors FILE\n")
    else:
        _show_cases(suite)
    if suite.measures:
        click.echo(f"measures   {'; '.join(measure.name for measure in suite.measures)}")
    for caveat in suite.caveats:
        click.echo(f"caveat     {caveat}")
    click.echo(f"licence    {suite.licence}\ncite       {suite.citation}")


def _show_cases(suite: Suite) -> None:
    units = len({case.unit or case.id for case in suite.cases})
    click.secho(f"{suite_key(suite)} {suite.version}", bold=True)
    click.echo(f"{suite.about}\n{len(suite.cases):,} cases in {units:,} units, resampled whole\n")
    for case in (suite.cases[0], suite.cases[-1]):
        click.echo("\n".join(_lines(case)))
    grouping, one, other = suite.contrast
    click.echo(f"\nheadline   the gap between {one} and {other} ({grouping})")


def _lines(case: Case) -> list[str]:
    groups = ", ".join(f"{key} {value}" for key, value in case.groups.items())
    words = list(case.given.words)
    if not isinstance(case.gold, Choice):
        return [f"  {' '.join(words[:30])} …", f"    {groups}"]
    for number, mention in enumerate((case.gold.pronoun, *case.gold.candidates)):
        mark = "**" if number == 0 or number - 1 == case.gold.right else "__"
        words[mention.start] = mark + words[mention.start]
        words[mention.end - 1] += mark
    return [f"  {' '.join(words)}", f"    {groups}"]
