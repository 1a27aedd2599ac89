"""Every command, with the words that call it."""

from __future__ import annotations

import click

from corefair.cli import main


def commands(command: click.Command = main, path: str = "corefair") -> list[tuple[str, click.Command]]:
    found = [(path, command)]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            found += commands(below, f"{path} {name}")
    return found
