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
from corefair.report.wording import NOUNS

_WIDTH = 120  # of the table, of which nine columns do not fit where sentences do


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

    BEFORE and AFTER are the folders that audits wrote, or their report.json. Both values of a number are of
    the cases that the reports share. Reports of one system each are compared with each other, of several each
    system with itself. Holm corrects p for how many numbers are compared.

    Results that are invalid are left out, and so are suites whose cases the reports weigh differently
    (--weights). What was left out, or is in one report only, is said below the table.
    """
    compared = compare_reports(load(before), load(after), resamples=resamples, seed=seed)
    if as_json:
        click.echo(json.dumps(_json(compared), ensure_ascii=False, indent=2))
        return
    heads = ("suite", "measure", "before", "after", "difference", "95 % interval", "p", "Holm")
    rows: list[tuple[str, ...]] = [(NOUNS[compared.asks], *heads)]
    for one in compared.comparisons:
        unit = one.measure.unit
        low, high = (difference(end, unit) for end in (one.low, one.high))
        values = (
            in_unit(each, unit, signed=one.measure.kind != "distance") for each in (one.before, one.after)
        )
        rows.append(
            (
                one.subject if one.subject == one.baseline else f"{one.baseline} → {one.subject}",
                one.suite,
                one.measure.name,
                *values,
                difference(one.difference, unit),
                "–" if one.low is None else f"{low} … {high}",
                p_cell(one.p),
                p_cell(one.p_holm),
            )
        )
    say(columns(rows, right=range(3, 9), fold=(0,), width=_WIDTH))
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
        "value_after": one.after,
        "difference": one.difference,
        "low": one.low,
        "high": one.high,
        "p": one.p,
        "p_holm": one.p_holm,
        "n": one.n,
    }
