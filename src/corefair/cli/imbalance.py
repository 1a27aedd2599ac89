"""`corefair imbalance`: in what else do the groups of a suite differ?"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from corefair.cli.options import data_option
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.table import columns, wrapped
from corefair.cli.vocabulary import vocabulary_option, words_of
from corefair.errors import DataError


@click.command(
    epilog="\b\nExamples:\n  corefair imbalance occupations\n  corefair imbalance participants --json"
)
@click.argument("suite", metavar="SUITE")
@vocabulary_option
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def imbalance(suite: str, vocabulary: Path | None, data: Path | None, as_json: bool) -> None:
    """Rank the properties in which the two groups of SUITE differ besides what it asks about.

    p is by randomisation, whole units at once; Holm's correction is over the properties. A gap on a suite
    with an uneven property may come from that: see corefair weigh. Below stand places that the right
    candidate is in too often, so that a system need not read to be right.
    """
    from corefair.auditing import imbalance as checking
    from corefair.auditing.building import build_suites
    from corefair.suites.coref.giveaways import giveaways

    words = words_of(vocabulary)
    with progress_bar("imbalance"):
        (built,), _ = build_suites([suite], data=data)
        found = checking.imbalance(built, vocabulary=words)
        rules = giveaways(built.cases)
    if not found:
        raise DataError(f"{suite} asks no pronoun questions in two groups, so there is nothing to compare")
    if as_json:
        known = {
            "properties": [asdict(each) for each in found],
            "giveaways": [each._asdict() for each in rules],
        }
        click.echo(json.dumps(known, indent=1, ensure_ascii=False))
        return
    heads = ("property", *found[0].groups, "effect", "n", "p", "Holm", "")
    rows = [
        (
            each.name,
            *(f"{mean:.2f}" for mean in each.means),
            f"{each.effect:+.2f}",
            f"{each.n:,}",
            _p(each.p),
            _p(each.p_holm),
            "differs" if each.found else "",
        )
        for each in found
    ]
    say(columns([heads, *rows], right={1, 2, 3, 4, 5, 6}))
    if rules:
        say("\nWhat gives answers away, whatever the sentence says:")
        for rule in rules:
            say(wrapped(rule.sentence, first="  "))
    uneven = [each.name for each in found if each.found]
    if uneven:
        asked = " ".join(f"--property {name}" for name in uneven)
        command = f"corefair weigh {suite} {asked} -o weights.tsv"
        say("\nTo balance these:\n" + wrapped(command, first="  ", rest="    ").replace("\n", " \\\n"))


def _p(p: float) -> str:
    return "< .001" if p < 0.001 else f"{p:.3f}".lstrip("0")
