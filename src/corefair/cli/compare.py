"""`corefair compare`: before and after, on the same cases."""

from __future__ import annotations

import json
from pathlib import Path

import click

from corefair.auditing.comparing import Compared
from corefair.auditing.comparing import compare as compare_reports
from corefair.auditing.numbers import difference, in_unit, p_cell
from corefair.auditing.report import Comparison
from corefair.auditing.saved import load
from corefair.cli.options import resamples_option, seed_option
from corefair.cli.saying import say
from corefair.cli.table import columns
from corefair.io.visible import visible


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair compare before after\n"
    "  corefair compare before after/report.json --json"
)
@click.argument("before", metavar="BEFORE", type=click.Path(path_type=Path))
@click.argument("after", metavar="AFTER", type=click.Path(path_type=Path))
@resamples_option
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def compare(before: Path, after: Path, resamples: int, seed: int, as_json: bool) -> None:
    """Compare two reports: how far each number moved, with paired tests on the shared cases.

    BEFORE and AFTER are the folders that audits wrote, or their report.json. Holm corrects p for how many
    numbers are compared.
    """
    compared = compare_reports(load(before), load(after), resamples=resamples, seed=seed)
    if as_json:
        click.echo(json.dumps(_json(compared), ensure_ascii=False, indent=2))
        return
    rows = [("suite", "measure", "before", "after", "difference", "95 % interval", "p", "Holm")]
    for one in compared.comparisons:
        unit = one.measure.unit
        low, high = (difference(end, unit) for end in (one.low, one.high))
        rows.append(
            (
                one.suite,
                one.measure.name,
                in_unit(one.before, unit),
                in_unit(one.measure.value, unit),
                difference(one.difference, unit),
                "–" if one.low is None else f"{low} … {high}",
                p_cell(one.p),
                p_cell(one.p_holm),
            )
        )
    say(columns(rows, right=range(2, 8)))
    for note in compared.notes:
        say(visible(note), err=True)


def _json(compared: Compared) -> dict[str, object]:
    return {
        "scores": [_entry(one) for one in compared.comparisons],
        "notes": list(compared.notes),
        "settings": {"resamples": compared.resamples, "seed": compared.seed},
    }


def _entry(one: Comparison) -> dict[str, object]:
    return {
        "suite": one.suite,
        "before": one.baseline,
        "after": one.subject,
        "name": one.measure.name,
        "kind": one.measure.kind,
        "unit": one.measure.unit,
        "value_before": one.before,
        "value_after": one.measure.value,
        "difference": one.difference,
        "low": one.low,
        "high": one.high,
        "p": one.p,
        "p_holm": one.p_holm,
        "n": one.n,
    }
