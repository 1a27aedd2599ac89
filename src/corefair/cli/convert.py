"""`corefair convert`: the same documents in another format."""

from __future__ import annotations

from pathlib import Path

import click

from corefair.cli.reading import documents, format_option, lenient_option
from corefair.io import write


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair convert key.conll key.jsonl\n"
    "  corefair convert corpus/ corpus.conll.gz --lenient"
)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@format_option
@click.option("--to", metavar="FORMAT", help="Output format, when the name does not tell it.")
@lenient_option
def convert(source: Path, target: Path, format: str | None, to: str | None, lenient: bool) -> None:
    """Write the documents of IN, a file or a folder, to the file OUT.

    Formats go by the ending of the name: .conll (and _conll, .key, .response), .conllu, .jsonlines (e2e),
    .jsonl (ours), .txt; each also with .gz. OUT appears only when all of it is written.
    """
    count = write(documents(source, format=format, lenient=lenient), target, format=to)
    click.echo(f"{target}: {count:,} document{'s' if count != 1 else ''}")
