"""`corefair compare`: before and after, on the same cases."""

from __future__ import annotations

import json
from pathlib import Path

import click

from corefair.auditing import compare_reports
from corefair.cli.table import columns
from corefair.report.load import load


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair compare before.json after.json\n"
    "  corefair compare before.json after.json --json"
)
@click.argument("before", metavar="BEFORE.JSON", type=click.Path(path_type=Path))
@click.argument("after", metavar="AFTER.JSON", type=click.Path(path_type=Path))
@click.option("--resamples", type=click.IntRange(min=100), default=2000, help="Of the bootstrap.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Of the bootstrap and the tests.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def compare(before: Path, after: Path, resamples: int, seed: int, as_json: bool) -> None:
    """Compare two reports: how far each headline number moved, with paired tests on the shared cases.

    Holm corrects p for how many numbers are compared.
    """
    found = compare_reports(load(before), load(after), resamples=resamples, seed=seed)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    rows = [("suite", "measure", "before", "after", "difference", "95 % interval", "p", "Holm")]
    for score in found["scores"]:
        scale, digits = (1, 4) if score.get("unit") == "number" else (100, 1)  # shares are in percent
        low, high = (
            "–" if score[end] is None else f"{scale * score[end]:+.{digits}f}" for end in ("low", "high")
        )
        rows.append(
            (
                score["suite"],
                score["name"],
                *(
                    "–" if score[side] is None else f"{scale * score[side]:.{digits}f}"
                    for side in ("value_before", "value_after")
                ),
                f"{scale * score['difference']:+.{digits}f}",
                "–" if score["low"] is None else f"{low} … {high}",
                "–" if score["p"] is None else f"{score['p']:.4f}",
                "–" if score["p_holm"] is None else f"{score['p_holm']:.4f}",
            )
        )
    click.echo(columns(rows, right=range(2, 8)))
    for note in found["notes"]:
        click.echo(note, err=True)
