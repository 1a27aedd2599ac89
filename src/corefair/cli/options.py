"""Options that several commands share, so that each is said in one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import Any

import click

from corefair import options
from corefair.errors import DataError

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kKMGT]?)i?B?", re.ASCII)
_TIMES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def n_bytes(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """A size such as 1GB or 500MB, in bytes; to be the callback of an option."""
    if value is None:
        return None
    found = _SIZE.fullmatch(value)
    if not found:
        raise click.BadParameter(f"{value!r} is no size; write it as 1GB or 500MB")
    number, unit = found.groups()
    return int(float(number) * _TIMES[unit.replace("K", "k")])


def parse_settings(
    method: str, thing: Callable[..., object], settings: Sequence[str], *, flags: Container[str] = ()
) -> dict[str, Any]:
    """Options of a method, those of the constructor of a thing, that were set as NAME=VALUE."""
    for setting in settings:
        name, is_set, text = setting.partition("=")
        if not is_set:
            raise click.UsageError(f"--set takes NAME=VALUE, not {setting!r}")
        if name in flags:
            raise click.UsageError(f"{name} has a flag of its own: --{name} {text}")
    try:
        return options.parse(method, thing, settings, but=flags)
    except DataError as error:
        raise click.UsageError(str(error)) from None


data_option = click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with published sets. By default $COREFAIR_DATA, then your own data folder.",
)
output_option = click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that the report is written to. By default it is only shown.",
)
gate_option = click.option(
    "--fail-if",
    "conditions",
    metavar="CONDITION",
    multiple=True,
    help="A gate: exit 3 if it holds, as in `winobias.gap.low > 0.05`; may be repeated. By default none.",
)
resamples_option = click.option(
    "--resamples",
    metavar="N",
    type=click.IntRange(min=100, max=100_000),
    default=2000,
    help="How many samples the bootstrap draws.",
)
engine_option = click.option(
    "--engine",
    metavar="WHERE",
    default="one",
    help="Where systems of corefair and folders of trained ones are asked: one (process), processes=N "
    "(here), dask=ADDRESS or ray=ADDRESS (on a cluster). Answers are the same; others are asked here.",
)


class Seconds(click.FloatRange):
    """A limit of time: a number (`nan` is none), from a tenth of a second to a week."""

    def __init__(self) -> None:
        super().__init__(min=0.1, max=7 * 24 * 3600)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse what compares with nothing."""
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return found


time_limit_option = click.option(
    "--time-limit",
    metavar="SECONDS",
    type=Seconds(),
    default=60.0,
    help="How long a program may take for one document, or an endpoint for one request.",
)
start_limit_option = click.option(
    "--start-limit",
    metavar="SECONDS",
    type=Seconds(),
    default=300.0,
    help="How long a `command:` may take for its first answer, when it may have a model to load.",
)
seed_option = click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help="The seed of everything that is drawn by lot.",
)
junit_option = click.option(
    "--junit",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write results and gates there as JUnit XML, for build servers. By default not.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, for machines.")
