"""`corefair systems`: pre-trained resolvers of others, each in a virtual environment of its own."""

from __future__ import annotations

import click

from corefair.cli.saying import say
from corefair.cli.table import wrapped
from corefair.systems.outside.pretrained import PRETRAINED


@click.group(epilog="\b\nExamples:\n  corefair systems known\n  corefair systems install --help")
def systems() -> None:
    """Pre-trained resolvers of others: what there is, and how to install it."""


@systems.command(epilog="\b\nExamples:\n  corefair systems known\n  corefair systems known --help")
def known() -> None:
    """List the resolvers that have an adapter, and which interpreter each would run in."""
    from corefair.errors import DataError
    from corefair.systems.outside.pretrained import interpreter

    for name, package in PRETRAINED.items():
        try:
            where = f"runs in {interpreter(name)}"
        except DataError:
            where = f"not installed: corefair systems install {name}"
        say(wrapped(f"{package.about}; {where}", first=f"{name:10} "))


@systems.command(epilog="\b\nExamples:\n  corefair systems install --help\n  corefair systems known")
@click.argument(
    "name", metavar="NAME", type=click.Choice([name for name, each in PRETRAINED.items() if each.steps])
)
def install(name: str) -> None:
    """Make a virtual environment for the resolver NAME, with versions that work together.

    Its weights are not in the package: it fetches them itself when it is first asked, unless you name a
    folder that has them (`fastcoref:model=FOLDER`).
    """
    from corefair.systems.outside.pretrained import install as run

    python = run(name, tell=lambda line: say(line, err=True))
    say(f"{name} is installed; corefair audit {name} runs it in {python}")
