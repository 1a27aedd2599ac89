"""`corefair explain`: whom each pronoun could be, and what decided between the first two."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corefair.cli.reading import Documents, format_option, lenient_option
from corefair.cli.saying import say
from corefair.cli.table import wrapped
from corefair.errors import DataError, UnknownName
from corefair.io.documents import files_below
from corefair.runs.writing import check_apart
from corefair.types import Document

if TYPE_CHECKING:
    from corefair.systems.feature.explaining import Explained

_BAR = 20  # characters of a probability of 1


@click.command(
    epilog="\b\nExamples:\n"
    '  corefair explain feature --text "The guard saw the nurse as she left ."\n'
    "  corefair explain model/ examples/story.txt -o why.html"
)
@click.argument("model", metavar="MODEL")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--text", help="A text to explain. By default FILE is.")
@click.option(
    "--all", "everything", is_flag=True, help="Explain names and nouns too, not the pronouns alone."
)
@click.option("--options", metavar="N", type=click.IntRange(min=2), default=4, help="Antecedents to show.")
@click.option("--features", metavar="N", type=click.IntRange(min=0), default=8, help="Features to show.")
@click.option(
    "--vectors",
    metavar="FILE",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Static vectors to try in place of a span network's own; may be repeated. By default none.",
)
@click.option(
    "-o",
    "--output",
    metavar="OUT.html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page to look at. By default it is shown here.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a mention, for machines.")
@format_option
@lenient_option
def explain(
    model: str,
    file: Path | None,
    text: str | None,
    everything: bool,
    options: int,
    features: int,
    vectors: tuple[Path, ...],
    output: Path | None,
    as_json: bool,
    format: str | None,
    lenient: bool,
) -> None:
    """Explain how MODEL links the pronouns of FILE or of a text.

    MODEL is `feature` or a span network such as `c2f-static`, as they come with corefair, or the folder of
    one that you trained: see corefair train.

    Each antecedent has a probability. Of a `feature`, those of the first two differ by weights, which add up:
    a feature that fires for both with the same weight decides nothing and is not shown. Of a span network,
    the probabilities of the first two are shown again with the pronoun's twin in its place, with the first
    two nouns exchanged and with other vectors, and by how much their log-odds fall.
    """
    from corefair.io import files
    from corefair.report.explained import explained_page

    if (file is None) == (text is None):
        raise click.UsageError("give a FILE or --text, one of the two")
    if output is not None and output.suffix != ".html":
        raise click.UsageError(f"-o writes a page: name a file that ends in .html, not {output}")
    if output is not None and as_json:
        raise click.UsageError("--json is printed here, and -o writes a page: leave one of them out")
    read = files_below(file, format=format) if file is not None and file.is_dir() else [file or Path()]
    check_apart([*read, *vectors], output)
    docs = [_plain(text)] if text is not None else Documents(file or Path(), format=format, lenient=lenient)
    found = _some(_explained(model, docs, vectors, pronouns=not everything), pronouns=not everything)
    if output is not None:
        with files.writing(output) as out:
            out.write(
                explained_page(found, title=f"How {model} links mentions", options=options, reasons=features)
            )
        say(f"{output}: written")
    else:
        for doc, each in found:
            for one in each:
                if as_json:
                    click.echo(json.dumps(_as_json(doc, one), ensure_ascii=False))
                else:
                    _show(doc, one, options, features)
    if isinstance(docs, Documents):
        docs.show_left_out()


def _some(
    found: Iterator[tuple[Document, list[Any]]], *, pronouns: bool
) -> Iterator[tuple[Document, list[Any]]]:
    """The same; that there is nothing to explain in all of it is said."""
    n_explained = 0
    for doc, each in found:
        n_explained += len(each)
        yield doc, each
    if not n_explained:
        what = "pronoun" if pronouns else "mention"
        raise DataError(f"the model keeps no {what} in it, so there is nothing to explain")


def _plain(text: str) -> Document:
    from corefair.io.documents import Block
    from corefair.io.plain import Plain

    return Plain.parse(Block(1, text))


def _explained(
    model: str, docs: Any, vectors: tuple[Path, ...], *, pronouns: bool
) -> Iterator[tuple[Document, list[Any]]]:
    from corefair.io.vectors import read_vectors_noted
    from corefair.registry import systems
    from corefair.systems.feature.explaining import explain as explain_it
    from corefair.systems.feature.model import FeatureModel
    from corefair.systems.make import make
    from corefair.systems.span.model import SpanModel
    from corefair.text.analysis import analyse

    name = model.partition(":")[0]
    if name not in systems and not Path(model).is_dir() and not Path(name).is_dir():
        raise UnknownName("system", name, systems.known())  # a program or a file of answers explains nothing
    _, ranker = make(model)
    ranker = getattr(ranker, "model", ranker)  # what is registered holds its model
    if isinstance(ranker, SpanModel):
        from corefair.systems.span.explaining import explain as explain_network

        others = [read_vectors_noted(each) for each in vectors]
        for doc in docs:
            yield doc, list(explain_network(ranker, doc, pronouns=pronouns, vectors=others))
        return
    if vectors:
        raise DataError(f"{model} has no vectors to exchange: --vectors is for a span network")
    if not isinstance(ranker, FeatureModel):
        raise DataError(
            f"{model} does not tell how it comes to its links: explain is for feature, for a span network, "
            "and for what corefair train made of one of them"
        )
    for doc in analyse(docs, pipeline=ranker.pipeline):
        yield doc, list(explain_it(ranker, doc, pronouns=pronouns))


def _show(doc: Document, one: Explained, options: int, features: int) -> None:
    from corefair.report.clusters import visible
    from corefair.report.explained import said, sentence_of

    before, mention, after = sentence_of(doc, one.mention)
    say(wrapped(visible(f"{before} **{mention}** {after}".strip())))
    names = [visible(name) for name in said(doc, one.options[:options])]  # two at the least
    for name, each in zip(names, one.options, strict=False):
        bar = "█" * round(_BAR * each.probability)
        say(f"  {100 * each.probability:5.1f} % {bar:{_BAR}} {name}")
    if features and one.reasons:
        first, second = names[:2]
        say(wrapped(f"for “{first}” and against “{second}”, by what each is:", first="  ", rest="  "))
        for reason in one.reasons[:features]:
            one_value, other_value = (visible(value) or "–" for value in reason.values)
            line = f"{reason.feature}: {one_value} | {other_value}"
            say(wrapped(line, first=f"  {reason.difference:+6.2f}  ", rest=" " * 10))
        rest = sum(reason.difference for reason in one.reasons[features:])
        if len(one.reasons) > features:
            say(f"  {rest:+6.2f}  {len(one.reasons) - features} others together")
    say()


def _as_json(doc: Document, one: Explained) -> dict[str, Any]:
    return {
        "document": doc.id,
        "mention": list(one.mention),
        "options": [
            [None if each.antecedent is None else list(each.antecedent), each.probability]
            for each in one.options
        ],
        "reasons": [[each.feature, *each.values, *each.weights] for each in one.reasons],
    }
