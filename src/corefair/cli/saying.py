"""What is said to the person at the keyboard: whatever text from outside is in it, no character steers."""

from __future__ import annotations

import sys
from typing import Any

import click


def say(text: object = "", *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print text, of several lines perhaps, with a picture for each control character in it.

    What is for machines (JSON, a path in a script) is printed by `click.echo`, as it is.
    """
    from corefair.io.visible import visible  # with it comes all of `io`, which most help pages do not need

    shown = visible(str(text), block=True)
    click.echo(click.style(shown, **style) if style else shown, err=err, nl=nl)


def hand_on(line: str) -> None:
    """Print a line of data: as it is to a program, and to a person as it can be seen."""
    if sys.stdout.isatty():
        say(line)
    else:
        click.echo(line)
