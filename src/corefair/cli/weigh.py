"""`corefair weigh`: weights that balance a test set."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corefair.cli.options import data_option
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.table import columns, wrapped
from corefair.cli.vocabulary import vocabulary_option, words_of
from corefair.runs.writing import check_place

if TYPE_CHECKING:
    from corefair.auditing.weighing import Weighed

_WIDTH = 40  # of the longest bar


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair weigh test.tsv --group gender --property n_names -o weights.tsv\n"
    "  corefair weigh test.tsv --group gender --property distance:5 --json"
)
@click.argument("table", metavar="TABLE|SUITE")
@click.option(
    "--group",
    metavar="COLUMN",
    help="The column that tells groups apart. By default a suite's own; a table must name it.",
)
@click.option(
    "--property",
    "properties",
    metavar="NAME[:BINS]",
    multiple=True,
    help="What to balance: a column or property, `length:5` in five bins, `length:10,20` cut there; may be "
    "repeated. By default those in which the groups of a suite differ, or all columns of a table.",
)
@click.option(
    "--interaction",
    "interactions",
    metavar="ONE*OTHER",
    multiple=True,
    help="Balance these combinations too; may be repeated. By default none.",
)
@click.option(
    "--keep",
    metavar="CONDITION",
    multiple=True,
    help='Trim to the examples for which this holds: "distance <= 4"; may be repeated. By default all stay.',
)
@click.option(
    "--bins",
    metavar="N",
    type=click.IntRange(min=1),
    help="Cut all numbers into so many bins. By default those with many values, into ten.",
)
@vocabulary_option
@data_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write id, group and weight of each example there. By default weights are only described.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def weigh(
    table: str,
    group: str | None,
    properties: tuple[str, ...],
    interactions: tuple[str, ...],
    keep: tuple[str, ...],
    bins: int | None,
    vocabulary: Path | None,
    data: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Find weights under which every group has the same share of every property, as even as that allows.

    TABLE is a .csv, .tsv or .jsonl file with one example a line, or a file like GAP's; or give a SUITE, which
    has the properties of `corefair imbalance` and by default balances those that differ. Whole numbers with
    few values are balanced one by one, other numbers in ten bins. A value that a group lacks gets no weight,
    and is named. Use the weights with: corefair audit SYSTEM --suite SUITE --weights FILE.
    """
    from corefair.auditing.weighing import weigh as find_weights
    from corefair.auditing.weighing import write_weights

    check_place(output)
    words = words_of(vocabulary)
    with progress_bar("weigh"):
        weighed = find_weights(
            table,
            group=group,
            properties=properties,
            interactions=interactions,
            keep=keep,
            bins=bins,
            vocabulary=words,
            data=data,
        )
    if output:
        write_weights(weighed, output)
    if as_json:
        click.echo(json.dumps(_facts(weighed), indent=1, ensure_ascii=False))
    else:
        say(_page(weighed))
    if output and not as_json:
        say(f"\n{output}")


def _facts(weighed: Weighed) -> dict[str, Any]:
    found = weighed.balance
    return {
        "n": len(weighed.ids),
        "left_out": weighed.left_out,
        "cells": found.n_cells,
        "objective": found.objective,
        "bound": found.bound,
        "largest_difference": found.worst,
        "effective": weighed.effective,
        "largest": found.largest().tolist(),
        "share_zero": found.share_zero,
        "without_weight": list(found.zero),
        "properties": [
            {
                "name": each.name,
                "cuts": list(each.cuts),
                "sets": [
                    {"label": s.label, "count": dict(s.count), "weight": dict(s.weight)}
                    for s in found.sets
                    if s.property == each.name
                ],
            }
            for each in weighed.properties
        ],
        "histogram": found.histogram(weighed.groups),
    }


def _page(weighed: Weighed) -> str:
    found = weighed.balance
    names = list(weighed.effective)
    rows: list[Sequence[str]] = [("", *names)]
    n_in = Counter(weighed.groups)
    rows.append(("examples", *(f"{n_in[name]:,}" for name in names)))
    rows.append(("worth, at equal weight", *(f"{n:,.1f}" for n in weighed.effective.values())))
    gap = (found.objective - found.bound) / found.objective if found.objective else 0.0
    lines = [
        columns(rows, right=range(1, len(names) + 1)),
        "",
        wrapped(
            f"{found.n_cells:,} cells, {len(found.sets):,} property sets; proved to be the most even to "
            f"{max(gap, 0.0):.0e}, sets equal to {found.worst:.0e}"
        ),
        wrapped(
            f"largest weights: {', '.join(f'{weight:.2f}' for weight in found.largest())} (the mean is 1)"
        ),
        f"without weight: {100 * found.share_zero:.1f} %",
        *(wrapped(sentence, first="  ", rest="    ") for sentence in found.zero),
    ]
    if weighed.left_out:
        lines.append(f"left out: {weighed.left_out:,} examples that were trimmed, or have no group")
    for each in weighed.properties:
        if each.cuts:
            cuts = ", ".join(f"{cut:g}" for cut in each.cuts)
            lines.append(wrapped(f"{each.name} was cut at {cuts}", rest="  "))
    return "\n".join([*lines, "", *_histogram(weighed)])


def _histogram(weighed: Weighed) -> list[str]:
    """Weights in steps of a tenth, up to three; the rest on one line."""
    counts = {group: dict(bars) for group, bars in weighed.balance.histogram(weighed.groups).items()}
    most = max(count for bars in counts.values() for count in bars.values())
    steps = sorted({round(step, 1) for bars in counts.values() for step in bars})
    lines = []
    for step in [step for step in steps if step < 3]:
        for group, bars in counts.items():
            count = next((n for at, n in bars.items() if round(at, 1) == step), 0)
            if count:
                bar = "█" * max(1, round(_WIDTH * count / most))
                lines.append((f"{step:.1f}", group, f"{count:,}", bar))
    above = sum(n for bars in counts.values() for at, n in bars.items() if round(at, 1) >= 3)
    lines += [("≥ 3", "", f"{above:,}", "")] if above else []
    return [columns([("weight", "group", "n", ""), *lines], right={0, 2})]
