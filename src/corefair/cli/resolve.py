"""`corefair resolve`: the clusters a system finds in documents, drawn or written."""

from __future__ import annotations

import json
import math
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from corefair.auditing.validity import ERROR_LIMIT
from corefair.cli.options import engine_option, start_limit_option, time_limit_option
from corefair.cli.progress import progress_bar
from corefair.cli.reading import Documents, format_option, lenient_option
from corefair.cli.saying import say
from corefair.cli.table import WIDTH, wrapped
from corefair.cli.writing import INVALID
from corefair.errors import DataError, UnknownName
from corefair.io.documents import files_below
from corefair.io.layers import LAYERS, NOT_FOR_SCORING, layers_of
from corefair.io.visible import visible
from corefair.runs.writing import check_apart
from corefair.types import Answer, Document, Said

_SHOWN = 10  # failures that are named
_STYLES = ("blue", "yellow", "green", "magenta", "cyan", "bright_blue", "bright_magenta", "bright_cyan")


def _layers(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip() not in ("", "none"))
    for name in names:
        if name not in LAYERS:
            raise click.BadParameter(str(UnknownName("layer", name, (*LAYERS, "none"))))
    return names


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair resolve examples/story.txt --trace\n"
    "  corefair resolve key.conll --system nearest -o found.jsonl"
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--system", "spec", metavar="SYSTEM", default="rule", help="Any system that `audit` takes.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Write there: .html to look at, or any format that holds clusters (.conll, .conllu, .jsonl …). "
    "By default it is drawn here.",
)
@click.option(
    "--ignore",
    metavar="LAYERS",
    default=",".join(NOT_FOR_SCORING),
    callback=_layers,
    help=f"Layers of the file that the system is not shown: {', '.join(LAYERS)}, or none of them.",
)
@click.option("--trace", is_flag=True, help="Say which pass linked what, and why; for rule only.")
@click.option(
    "--scores",
    is_flag=True,
    help="Say how likely each linked mention's antecedents are, or with -o OUT.jsonl write their "
    "log-probabilities as `pair_scores`; for span networks only.",
)
@time_limit_option
@start_limit_option
@engine_option
@format_option
@lenient_option
@click.option("--json", "as_json", is_flag=True, help="With -o, print one JSON object, for machines.")
def resolve(
    file: Path,
    spec: str,
    output: Path | None,
    ignore: tuple[str, ...],
    trace: bool,
    scores: bool,
    time_limit: float,
    start_limit: float,
    engine: str,
    format: str | None,
    lenient: bool,
    as_json: bool,
) -> None:
    """Find who is who in FILE, a file or a folder of documents in any format, and draw it in colour.

    Words and sentences stay as the file gives them. The system sees these and who speaks; clusters, trees,
    tags and entities that the file has are not shown to it, for gold ones make it look better than it is:
    `--ignore none` shows all but the clusters. In what is written the clusters are the system's, and whatever
    else a document has is kept. Exit 4 if the system failed on more than one document in twenty.
    """
    from corefair.compute.engine import started
    from corefair.systems.make import make
    from corefair.systems.on_engine import on_engine
    from corefair.systems.rule import Rule

    if as_json and output is None:
        raise click.UsageError("--json is for -o OUT: what is drawn here is for a person")
    if not file.exists():
        raise DataError("cannot be read: there is no such file", path=str(file))
    check_apart(files_below(file, format=format) if file.is_dir() else [file], output)
    name, system = make(spec, time_limit=time_limit, start_limit=start_limit)
    if trace and not isinstance(system, Rule):
        raise DataError(f"{name} does not tell how it comes to its clusters: --trace is for rule")
    if scores:
        system = _with_scores(name, system)
    if engine != "one" and (trace or scores):
        raise click.UsageError(
            f"--{'trace' if trace else 'scores'} is told by one process: leave out --engine"
        )
    failed: list[dict[str, str]] = []
    layers: set[str] = set()
    count = 0

    def found(docs: Documents, progress: Said) -> Iterator[tuple[Document, list[str]]]:
        nonlocal count
        for doc, answer, links in _resolved(asked, docs, ignore, trace=trace):
            count += 1
            progress("documents", count, 0)
            layers.update(layers_of(doc))
            if answer.status != "ok":
                failed.append({"document": doc.id, "message": answer.message or answer.status})
            if scores and answer.scores:
                links = [*links, *_likely(doc, answer)]
                doc = replace(doc, meta={**doc.meta, "pair_scores": answer.scores})
            yield replace(doc, clusters=answer.clusters), links

    docs = Documents(file, format=format, lenient=lenient)
    with started(engine) as running, _progress(drawn=output is None) as progress:
        asked = on_engine(spec, system, running)
        if output is None:
            for doc, links in found(docs, progress):
                draw(doc, links)
        else:
            _write(found(docs, progress), output, title=f"{file.name}, {name}", quiet=as_json)
    used, ignored = (
        [each for each in LAYERS if each in layers and (each in ignore) == is_] for is_ in (0, 1)
    )
    if as_json:
        about = {"output": str(output), "system": name, "used": used, "ignored": ignored, "failed": failed}
        click.echo(json.dumps(about | docs.as_json(), ensure_ascii=False, indent=2))
    else:
        if output is not None:
            say(f"{output}: {count:,} document{'s' if count != 1 else ''}")
        docs.show_left_out()
        _show_layers(name, used, ignored)
        _show_failed(name, failed, count)
    if len(failed) > ERROR_LIMIT * count:
        raise click.exceptions.Exit(INVALID)


def _resolved(
    system: Any, docs: Iterable[Document], ignore: tuple[str, ...], *, trace: bool
) -> Iterator[tuple[Document, Answer, list[str]]]:
    """Each document as it was given, what the system says of it, and the trace of a `rule`."""
    from corefair.systems.resolving import resolved, shown
    from corefair.systems.rule.trace import in_words

    if not trace:
        yield from ((doc, answer, []) for doc, answer in resolved(system, docs, ignore=ignore))
        return
    waiting: deque[Document] = deque()
    for text in system.texts(shown(docs, waiting, ignore)):
        yield waiting.popleft(), system.answer(text), [in_words(text.doc, link) for link in text.links]


def _with_scores(name: str, system: Any) -> Any:
    """The same system, telling how likely antecedents are."""
    from corefair.systems.span.model import SpanModel

    model = getattr(system, "model", system)  # what is registered holds its model
    if not isinstance(model, SpanModel):
        raise DataError(f"{name} does not tell how likely its links are: --scores is for a span network")
    return replace(model, scores=True)


def _likely(doc: Document, answer: Answer) -> Iterator[str]:
    """A line for each mention with likely antecedents, as the trace has one for each link."""
    for mention, scored in groupby(answer.scores, key=lambda each: each[0]):
        options = [f"{' '.join(doc.words[a:b])} {100 * math.exp(score):.0f} %" for _, (a, b), score in scored]
        yield f"{' '.join(doc.words[mention.start : mention.end])} → {', '.join(options[:4])}"


def _progress(*, drawn: bool) -> AbstractContextManager[Said]:
    """None where the documents themselves appear on the terminal as they come."""
    if drawn and sys.stdout.isatty():
        return nullcontext(lambda what, done, of: None)
    return progress_bar("resolve")


def _show_layers(name: str, used: list[str], ignored: list[str]) -> None:
    """What of the file's annotation the system saw, and what not; nothing if there is none."""
    if not used and not ignored:
        return
    saw = f"{name} was shown the words and sentences" + (f", and the file's {_all(used)}" if used else "")
    not_seen = f"; not its {_all(ignored)}" if ignored else ""
    gold = "; gold annotation makes a system look better than it is" if {*used} - {"speakers"} else ""
    say(wrapped(f"{saw}{not_seen}{gold}."), err=True)


def _show_failed(name: str, failed: list[dict[str, str]], count: int) -> None:
    """Of which documents the system said nothing, and why; nothing if it failed on none."""
    for problem in failed[:_SHOWN]:
        said = f"{name} gave no clusters for {problem['document']}: {problem['message']}"
        say(visible(said), err=True)
    if len(failed) > _SHOWN:
        say(f"… and {len(failed) - _SHOWN:,} more", err=True)
    if failed:
        say(f"{len(failed):,} of {count:,} documents have no clusters because the system failed", err=True)


def _all(names: list[str]) -> str:
    called = ["other layers" if name == "others" else name for name in names]
    return " and ".join([", ".join(called[:-1]), called[-1]] if len(called) > 1 else called)


def draw(doc: Document, links: Iterable[str]) -> None:
    """The document in the terminal."""
    from corefair.report.clusters import COLOURS, pieces

    say(visible(doc.id), bold=True)
    styled = (
        (text, None if number is None else {"fg": _STYLES[number % COLOURS], "bold": kind != "word"})
        for kind, text, number in pieces(doc)
    )
    click.echo(_in_lines(styled))
    for line in links:
        say(wrapped(visible(line), first="  ", rest="    "))
    say()


def _in_lines(parts: Iterable[tuple[str, dict[str, Any] | None]]) -> str:
    """Pieces of text, each with its style, in lines of whole words; styles take no room."""
    lines = [""]
    at = 0  # the column
    word, width = "", 0  # begun, and not yet on a line
    for text, style in parts:
        for piece in re.findall(r"\s|\S+", text):
            if not piece.isspace():
                word += click.style(piece, **style) if style else piece
                width += len(piece)
                continue
            lines[-1] += word
            at, word, width = at + width, "", 0
            if piece == "\n":
                lines, at = [*lines, ""], 0
            else:
                lines[-1], at = lines[-1] + piece, at + 1
        if at + width > WIDTH and at:
            lines, at = [*lines, ""], 0
    return "\n".join(line.rstrip(" ") for line in [*lines[:-1], lines[-1] + word])


def _write(found: Iterator[tuple[Document, list[str]]], output: Path, *, title: str, quiet: bool) -> None:
    from corefair.io import files, write
    from corefair.report.clusters import page

    if output.suffix == ".html":
        with files.writing(output) as out:
            out.writelines(page(found, title=title))
    else:
        write(_telling(found, quiet=quiet), output)


def _telling(found: Iterator[tuple[Document, list[str]]], *, quiet: bool) -> Iterator[Document]:
    """The documents; links, which a format has no place for, are told as they come."""
    for doc, links in found:
        for line in () if quiet else links:
            say(wrapped(f"{visible(doc.id)}: {visible(line)}", rest="  "))
        yield doc
