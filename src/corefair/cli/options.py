"""Options that several commands share, so that each is said in one place."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from corefair.errors import UnknownName

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
    method: str, settings: Sequence[str], defaults: Mapping[str, Any], *, flags: Container[str] = ()
) -> dict[str, Any]:
    """Options of a method that were set as NAME=VALUE, each the kind of thing that its default is.

    Those whose default is no number, text or truth value cannot be set so.
    """
    free = {
        name: default for name, default in defaults.items() if isinstance(default, bool | int | float | str)
    }
    options = {}
    for setting in settings:
        name, is_set, text = setting.partition("=")
        if not is_set:
            raise click.UsageError(f"--set takes NAME=VALUE, not {setting!r}")
        if name in flags:
            raise click.UsageError(f"{name} has a flag of its own: --{name} {text}")
        if name not in free:
            raise UnknownName(f"option of {method}", name, free)
        options[name] = _value(name, text, free[name])
    return options


def _value(name: str, text: str, default: Any) -> Any:
    """The text as the kind of thing the default is."""
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise click.UsageError(f"{name} is true or false, not {text!r}")
        return text.lower() == "true"
    try:
        return type(default)(text)
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise click.UsageError(f"{name} is {kind}, not {text!r}") from None


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
