"""`corefair resolve`: the clusters a system finds in documents, drawn or written."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from corefair.cli.reading import documents, format_option, lenient_option
from corefair.errors import DataError
from corefair.io import files, write
from corefair.report.clusters import COLOURS, page, pieces, visible
from corefair.systems.make import make
from corefair.systems.rule import Rule
from corefair.systems.rule.trace import in_words
from corefair.types import Answer, Document

INVALID = 4
_STYLES = ("blue", "yellow", "green", "magenta", "cyan", "bright_blue", "bright_magenta", "bright_cyan")


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair resolve examples/story.txt --trace\n"
    "  corefair resolve key.conll --system nearest -o found.jsonl"
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--system", "spec", default="rule", help="Any system that `audit` takes; rule if none is named."
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Write there: .html to look at, or any format that holds clusters (.conll, .conllu, .jsonl …).",
)
@click.option("--trace", is_flag=True, help="Say which pass linked what, and why; rule only.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0.1), default=60.0, help="For one document, in seconds."
)
@format_option
@lenient_option
def resolve(
    file: Path,
    spec: str,
    output: Path | None,
    trace: bool,
    time_limit: float,
    format: str | None,
    lenient: bool,
) -> None:
    """Find who is who in FILE, a file or a folder of documents in any format, and draw it in colour.

    Words and sentences stay as the file gives them; clusters it has are not shown to the system and are
    replaced by what the system finds. Whatever else a document has is kept.
    """
    name, system = make(spec, time_limit=time_limit)
    if trace and not isinstance(system, Rule):
        raise DataError(f"{name} does not tell how it comes to its clusters: --trace is for rule")
    failed: list[str] = []
    count = 0

    def found() -> Iterator[tuple[Document, list[str]]]:
        nonlocal count
        for doc, answer, links in resolved(
            system, documents(file, format=format, lenient=lenient), trace=trace
        ):
            count += 1
            if answer.status != "ok":
                failed.append(f"{doc.id}: {answer.message or answer.status}")
            yield replace(doc, clusters=answer.clusters), links

    if output is None:
        for doc, links in found():
            draw(doc, links)
    else:
        _write(found(), output, title=f"{file.name}, {name}")
        click.echo(f"{output}: {count:,} document{'s' if count != 1 else ''}")
    for problem in failed[:10]:
        click.echo(f"{name} gave no clusters for {problem}", err=True)
    if failed and len(failed) == count:
        raise click.exceptions.Exit(INVALID)


def resolved(
    system: Any, docs: Iterable[Document], *, trace: bool = False
) -> Iterator[tuple[Document, Answer, list[str]]]:
    """Each document as it was given, what the system says of it, and the trace of a `rule`."""
    waiting: deque[Document] = deque()

    def asked() -> Iterator[Document]:
        for doc in docs:
            waiting.append(doc)
            yield replace(doc, clusters=())

    if trace:
        for text in system.texts(asked()):
            yield waiting.popleft(), system.answer(text), [in_words(text.doc, link) for link in text.links]
        return
    answers = system.answers(asked()) if hasattr(system, "answers") else map(Answer, system.resolve(asked()))
    for answer in answers:
        yield waiting.popleft(), answer, []


def draw(doc: Document, links: Iterable[str]) -> None:
    """The document in the terminal."""
    click.secho(visible(doc.id), bold=True)
    parts = (
        text if number is None else click.style(text, fg=_STYLES[number % COLOURS], bold=kind != "word")
        for kind, text, number in pieces(doc)
    )
    click.echo("".join(parts))
    for line in links:
        click.echo(f"  {visible(line)}")
    click.echo()


def _write(found: Iterator[tuple[Document, list[str]]], output: Path, *, title: str) -> None:
    if output.suffix == ".html":
        with files.writing(output) as out:
            out.writelines(page(found, title=title))
    else:
        write(_telling(found), output)


def _telling(found: Iterator[tuple[Document, list[str]]]) -> Iterator[Document]:
    """The documents; links, which a format has no place for, are told as they come."""
    for doc, links in found:
        for line in links:
            click.echo(f"{visible(doc.id)}: {visible(line)}")
        yield doc
