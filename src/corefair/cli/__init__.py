"""The command line: a thin skin that parses, calls one importable function and shows what it says."""

from __future__ import annotations

from importlib import import_module

import click

from corefair import __version__
from corefair.errors import CorefairError

COMMANDS = {  # each in a file of its own, imported when it is called
    "audit": "audit",
    "compare": "compare",
    "convert": "convert",
    "data": "data",
    "doctor": "doctor",
    "imbalance": "imbalance",
    "list": "listing",  # a module called list would hide the word for everyone here
    "mitigate": "mitigate",
    "report": "report",
    "resolve": "resolve",
    "score": "score",
    "show": "show",
    "suite": "suite",
    "vectors": "vectors",
    "weigh": "weigh",
    "words": "words",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        file = COMMANDS[name]
        command: click.Command = getattr(import_module(f"corefair.cli.{file}"), file)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except CorefairError as error:
            raise click.ClickException(str(error)) from error  # one sentence, exit 1


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n"
    "  corefair audit nearest --suite occupations -o report\n"
    "  corefair score key.conll response.conll",
)
@click.version_option(__version__, prog_name="corefair")
def main() -> None:
    """Measure gender bias in coreference resolution and word vectors, and mitigate it."""
