"""`corefair score`: coreference metrics of one response or several, with intervals and paired tests."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from corefair import __version__
from corefair.cli.reading import documents, format_option, lenient_option
from corefair.metrics.coref import CorefScore, Difference
from corefair.metrics.coref import score as score_documents


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair score key.conll response.conll\n"
    "  corefair score key.conll baseline.conll new.conll --singletons drop --json"
)
@click.argument("key", type=click.Path(path_type=Path))
@click.argument("responses", metavar="RESPONSE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--singletons", type=click.Choice(["keep", "drop"]), default="keep", help="Clusters of one mention."
)
@click.option(
    "--match",
    type=click.Choice(["exact", "head", "overlap"]),
    default="exact",
    help="When a response mention is the key's: the same words, the same head word, any word in common.",
)
@click.option(
    "--duplicates",
    type=click.Choice(["reference", "first", "error"]),
    default="reference",
    help="A mention written more than once: as the CoNLL scorer, in its first cluster, or refuse.",
)
@click.option("--resamples", type=click.IntRange(min=100), default=2000, help="Of the bootstrap.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Of the bootstrap and the tests.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
@format_option
@lenient_option
def score(
    key: Path,
    responses: tuple[Path, ...],
    as_json: bool,
    format: str | None,
    lenient: bool,
    **options: Any,
) -> None:
    """Score each RESPONSE against KEY: MUC, B³, CEAF, BLANC, LEA, mentions and the CoNLL average.

    Intervals are 95 % bootstrap intervals of F1 over documents. With several responses the first is the
    baseline: the others are compared with it on the same documents by paired randomisation, Holm-corrected
    over the metrics.
    """
    keys = list(documents(key, format=format, lenient=lenient))
    scores = [
        score_documents(keys, documents(path, format=format, lenient=lenient), **options)
        for path in responses
    ]
    names = [str(path) for path in responses]
    if as_json:
        click.echo(json.dumps(_as_json(str(key), names, scores, options), ensure_ascii=False, indent=2))
        return
    _show(names, scores)
    settings = " · ".join(f"{name} {value}" for name, value in options.items())
    n_docs = scores[0].n_docs
    click.echo(f"{n_docs} document{'s' if n_docs > 1 else ''} · {settings} · corefair {__version__}")
    for name, scored in zip(names, scores, strict=True):
        for note in scored.notes:
            click.echo(f"{name}: {note}", err=True)


def _as_json(
    key: str, names: list[str], scores: list[CorefScore], options: Mapping[str, Any]
) -> dict[str, Any]:
    """The first response's metrics by name; further responses under `compared`, each with its differences."""
    entries: list[dict[str, Any]] = [
        {"response": name, "notes": scored.notes}
        | {metric: part._asdict() for metric, part in scored.parts.items()}
        for name, scored in zip(names, scores, strict=True)
    ]
    for entry, scored in zip(entries[1:], scores[1:], strict=True):
        for metric, difference in scored.less(scores[0]).items():
            entry[metric]["difference"] = difference._asdict()
    first, *others = entries
    settings = {**options, "documents": scores[0].n_docs, "version": __version__}
    return {"key": key, **first, "settings": settings} | ({"compared": others} if others else {})


def _show(names: list[str], scores: list[CorefScore]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
    for name, scored in zip(names, scores, strict=True):
        console.print(name, style="bold", markup=False, soft_wrap=True)  # a file's name may hold [brackets]
        table = Table(box=None, pad_edge=False)
        table.add_column("metric")
        for column in ("recall", "precision", "F1", "95 % interval"):
            table.add_column(column, justify="right")
        apart = scored.less(scores[0]) if scored is not scores[0] else {}
        if apart:
            for column in ("difference", "95 % interval", "p", "Holm"):
                table.add_column(column, justify="right")
        for metric, part in scored.parts.items():
            cells = [_percent(part.recall), _percent(part.precision), _percent(part.f1)]
            cells.append(_interval(part.low, part.high))
            if apart:
                cells += _difference(apart[metric])
            table.add_row(metric, *cells, style="bold" if metric == "conll" else None)
        console.print(table)
        console.print()


def _difference(difference: Difference) -> list[str]:
    return [
        f"{100 * difference.value:+.2f}",
        _interval(difference.low, difference.high),
        _p(difference.p),
        _p(difference.p_holm),
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _interval(low: float | None, high: float | None) -> str:
    return "one document" if low is None or high is None else f"{_percent(low)} … {_percent(high)}"


def _p(p: float | None) -> str:
    if p is None:
        return "–"
    return f"{p:.4f}" if p >= 0.0001 else "< .0001"
