"""`corefair completion`: commands, options and names completed by the shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

_VARIABLE = "_COREFAIR_COMPLETE"


@click.command(epilog="\b\nExamples:\n  corefair completion bash\n  corefair completion zsh")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print what lets SHELL complete commands, options and names.

    Load it when the shell starts: for bash, write `eval "$(corefair completion bash)"` in ~/.bashrc; for zsh
    the same with zsh in ~/.zshrc; for fish, save the output as ~/.config/fish/completions/corefair.fish.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "corefair", _VARIABLE).source())
