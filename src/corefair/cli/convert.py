"""`corefair convert`: the same documents in another format."""

from __future__ import annotations

import json
from pathlib import Path

import click

from corefair.cli.progress import progress_bar
from corefair.cli.reading import Documents, format_option, lenient_option
from corefair.cli.saying import say
from corefair.io import write


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair convert key.conll key.jsonl\n"
    "  corefair convert corpus/ corpus.conll.gz --lenient"
)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@format_option
@click.option("--to", metavar="FORMAT", help="Output format. By default the name of OUT tells it.")
@lenient_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def convert(
    source: Path, target: Path, format: str | None, to: str | None, lenient: bool, as_json: bool
) -> None:
    """Write the documents of IN, a file or a folder, to the file OUT.

    Formats go by the ending of the name: .conll (and _conll, .key, .response), .conllu, .jsonlines (e2e),
    .jsonl (ours), .txt; each also with .gz. OUT appears only when all of it is written.
    """
    with progress_bar("convert") as progress:
        docs = Documents(source, format=format, lenient=lenient, progress=progress)
        count = write(docs, target, format=to)
    if as_json:
        click.echo(json.dumps({"output": str(target), **docs.as_json()}, ensure_ascii=False, indent=2))
        return
    docs.show_left_out()
    say(f"{target}: {count:,} document{'s' if count != 1 else ''}")
