"""What a person who stops a command is told: whether anything was kept, and how to go on."""

from __future__ import annotations

import click

STOPPED = 130  # as shells say it
_KEY = "corefair.if_stopped"
_OTHERWISE = "nothing was written: the same command begins anew"


def if_stopped(sentence: str) -> None:
    """Say this, from here on, if the command is stopped: what was kept, and which command goes on."""
    click.get_current_context().find_root().meta[_KEY] = sentence


def how_to_go_on(ctx: click.Context) -> str:
    """What the command wants to be said."""
    return str(ctx.find_root().meta.get(_KEY, _OTHERWISE))
