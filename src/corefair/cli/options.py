"""Options that several commands share, so that each is said in one place."""

from __future__ import annotations

from pathlib import Path

import click

data_option = click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with published sets, before $COREFAIR_DATA and your own.",
)
output_option = click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the report goes.",
)
gate_option = click.option(
    "--fail-if", "conditions", metavar="CONDITION", multiple=True, help="Exit 3 if it holds: a gate."
)
resamples_option = click.option(
    "--resamples", type=click.IntRange(min=100), default=2000, help="Of the bootstrap."
)
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, help="Of everything that is drawn by lot."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print report.json, for machines.")
