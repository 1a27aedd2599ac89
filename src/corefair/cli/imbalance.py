"""`corefair imbalance`: in what else do the groups of a suite differ?"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from corefair.auditing import build_suites
from corefair.auditing import imbalance as checking
from corefair.cli.options import data_option
from corefair.cli.table import columns
from corefair.cli.vocabulary import vocabulary_option, words_of
from corefair.errors import DataError
from corefair.report.verdict import said_p


@click.command(
    epilog="\b\nExamples:\n  corefair imbalance occupations\n  corefair imbalance participants --json"
)
@click.argument("suite", metavar="SUITE")
@vocabulary_option
@data_option
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def imbalance(suite: str, vocabulary: Path | None, data: Path | None, as_json: bool) -> None:
    """Rank the properties in which the two groups of SUITE differ besides what it asks about.

    p is by randomisation, whole units at once; Holm's correction is over the properties. A gap on a suite
    with an uneven property may come from that: see corefair weigh.
    """
    (built,), _ = build_suites([suite], data=data)
    found = checking.imbalance(built, vocabulary=words_of(vocabulary))
    if not found:
        raise DataError(f"{suite} asks no pronoun questions in two groups, so there is nothing to compare")
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], indent=1, ensure_ascii=False))
        return
    heads = ("property", *found[0].groups, "effect", "n", "p", "Holm", "")
    rows = [
        (
            each.name,
            *(f"{mean:.2f}" for mean in each.means),
            f"{each.effect:+.2f}",
            f"{each.n:,}",
            *(said_p(p).removeprefix("p ").removeprefix("= ") for p in (each.p, each.p_holm)),
            "differs" if each.found else "",
        )
        for each in found
    ]
    click.echo(columns([heads, *rows], right={1, 2, 3, 4, 5, 6}))
    uneven = [each.name for each in found if each.found]
    if uneven:
        asked = " ".join(f"--property {name}" for name in uneven)
        click.echo(f"\nTo balance these: corefair weigh {suite} {asked} -o weights.tsv")
