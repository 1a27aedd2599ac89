"""The command line: a thin skin that parses, calls one importable function and shows what it says."""

from __future__ import annotations

import sys
import warnings
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from corefair.cli.bugs import BUG, keep
from corefair.cli.saying import say
from corefair.cli.stopping import STOPPED, how_to_go_on, stopped_by_signals
from corefair.cli.table import WIDTH, wrapped
from corefair.errors import CorefairError
from corefair.version import __version__

# Each in a file of its own, imported when it is called; the sentence is what its help begins with.
COMMANDS = {
    "audit": ("audit", "Audit systems on suites, and word vectors on theirs."),
    "compare": ("compare", "Compare two reports on the cases they share."),
    "completion": ("completion", "Print what lets a shell complete commands."),
    "convert": ("convert", "Write documents in another format."),
    "data": ("data", "Find or download the published data sets."),
    "doctor": ("doctor", "Check that everything on this machine is in order."),
    "examples": ("examples", "Copy the examples that come with corefair."),
    "experiment": ("experiment", "Train and audit a grid of systems, and say what helps."),
    "explain": ("explain", "Show why a trained system linked a pronoun as it did."),
    "imbalance": ("imbalance", "Find in what else the groups of a suite differ."),
    "list": ("listing", "List systems, suites, metrics, mitigators, formats."),
    "mitigate": ("mitigate", "Change word vectors so that they carry less gender."),
    "report": ("report", "Show a report in another form."),
    "resolve": ("resolve", "Find who is who in documents."),
    "score": ("score", "Score coreference against a key."),
    "show": ("show", "Show what a suite, system or mitigator is."),
    "suite": ("suite", "Check suites of your own; print them for raters."),
    "swap": ("swap", "Exchange genders in training text."),
    "systems": ("systems", "Install pre-trained resolvers of others."),
    "train": ("train", "Train a coreference system on corpora of yours."),
    "vectors": ("vectors", "Train word vectors."),
    "weigh": ("weigh", "Find weights that balance a test set."),
    "words": ("words", "Find the words that mitigation should leave alone."),
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        file, _ = COMMANDS[name]
        command: click.Command = getattr(import_module(f"corefair.cli.{file}"), file)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for arg in args:
            try:
                arg.encode()
            except UnicodeEncodeError:  # no report, history or model could name it
                ctx.fail(f"{arg!r} is not in UTF-8: rename the file, or set your terminal to UTF-8")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, n=2, cutoff=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else "; `corefair --help` lists them"
            ctx.fail(f"no command is called {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the table above: no command is imported to say what there is."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        known = COMMANDS.items()
        items = [CompletionItem(name, help=says) for name, (_, says) in known if name.startswith(incomplete)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> object:
        with warnings.catch_warnings(), stopped_by_signals():
            warnings.showwarning = _note
            try:
                return super().invoke(ctx)
            except CorefairError as error:
                raise click.ClickException(_for_person(str(error))) from error  # one sentence, exit 1
            except KeyboardInterrupt as stopped:
                say(f"\nstopped; {how_to_go_on(ctx)}", err=True)
                ctx.exit(getattr(stopped, "code", STOPPED))
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except BrokenPipeError:
                raise  # whoever reads us has had enough
            except OSError as error:
                raise click.ClickException(_for_person(_of_system(error))) from error
            except MemoryError as error:
                raise click.ClickException(_for_person("there is not enough memory for this")) from error
            except Exception as error:  # noqa: BLE001  what nobody foresaw is said to be ours
                say(_for_person(keep(error)), err=True)
                ctx.exit(BUG)


def _note(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning for the person at the keyboard, who does not care which of our lines gave it."""
    say(_for_person(f"note: {message}"), err=True)


def _of_system(error: OSError) -> str:
    """What the system refused, as our own errors say it: the file first."""
    place = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return ": ".join([*place[:1], error.strerror or str(error)])


def _for_person(text: str) -> str:
    """On a terminal in lines of whole words; in a log each message is one line."""
    from corefair.io.visible import visible  # with it comes all of `io`, which most help pages do not need

    return wrapped(text, width=WIDTH - len("Error: ")) if sys.stderr.isatty() else visible(text, block=True)


@click.group(
    cls=_Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "show_default": True,
        "max_content_width": WIDTH,
    },
    epilog="\b\nExamples:\n"
    "  corefair audit nearest --suite occupations -o report\n"
    "  corefair score key.conll response.conll",
)
@click.version_option(__version__, prog_name="corefair")
def main() -> None:
    """Measure gender bias in coreference resolution and word vectors, and mitigate it."""
