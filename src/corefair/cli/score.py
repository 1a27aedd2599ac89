"""`corefair score`: coreference metrics of one response or several, with intervals and paired tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corefair.cli.options import resamples_option, seed_option
from corefair.cli.progress import progress_bar
from corefair.cli.reading import Documents, format_option, lenient_option
from corefair.cli.saying import say
from corefair.cli.table import columns, wrapped
from corefair.errors import DataError
from corefair.io.visible import visible
from corefair.version import __version__

if TYPE_CHECKING:
    from corefair.metrics.coref import CorefScore, Difference


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair score key.conll response.conll\n"
    "  corefair score key.conll baseline.conll new.conll --singletons drop --json"
)
@click.argument("key", type=click.Path(path_type=Path))
@click.argument("responses", metavar="RESPONSE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--singletons",
    type=click.Choice(["keep", "drop"]),
    default="keep",
    help="Whether clusters of one mention count.",
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
    help="A mention written more than once counts as for the CoNLL scorer, in its first cluster, or is an "
    "error.",
)
@resamples_option
@seed_option
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
    from corefair.metrics.coref import score as score_documents

    for path in (key, *responses):
        if not path.exists():
            raise DataError("cannot be read: there is no such file", path=str(path))
    with progress_bar("score") as progress:
        files = [
            Documents(path, format=format, lenient=lenient, progress=progress) for path in (key, *responses)
        ]
        keys = list(files[0])
        scores = []
        for docs in files[1:]:
            scores.append(score_documents(keys, docs, **options))
            progress("responses", len(scores), len(responses))
        apart = [scored.less(scores[0]) for scored in scores[1:]]
    if as_json:
        found = _as_json(files, scores, apart, options)
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for docs in files:
        docs.show_left_out()
    names = [str(path) for path in responses]
    for number, (name, scored) in enumerate(zip(names, scores, strict=True)):
        say(name, bold=True)
        _show(scored)
        if number:
            tested = f"p by paired randomisation, Holm's over {len(apart[0])} metrics"
            say("\n" + wrapped(f"less {names[0]} ({tested})"))
            _show_difference(apart[number - 1])
        say()
    settings = " · ".join(f"{name} {value}" for name, value in options.items())
    n_docs = scores[0].n_docs
    about = f"{n_docs} document{'s' if n_docs > 1 else ''} · {settings} · corefair {__version__}"
    say(wrapped(about))
    for name, scored in zip(names, scores, strict=True):
        for note in scored.notes:
            say(visible(f"{name}: {note}"), err=True)


def _as_json(
    files: list[Documents],
    scores: list[CorefScore],
    apart: list[Mapping[str, Difference]],
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """The first response's metrics by name; further responses under `compared`, each with its differences.

    Under `files`, the key first, what `--lenient` skipped in each file and what else was found in it.
    """
    entries: list[dict[str, Any]] = [
        {"response": str(docs.path), "notes": scored.notes}
        | {metric: part._asdict() for metric, part in scored.parts.items()}
        for docs, scored in zip(files[1:], scores, strict=True)
    ]
    for entry, differences in zip(entries[1:], apart, strict=True):
        for metric, difference in differences.items():
            entry[metric]["difference"] = difference._asdict()
    first, *others = entries
    settings = {**options, "documents": scores[0].n_docs, "version": __version__}
    about = {"settings": settings, "files": [docs.as_json() for docs in files]}
    return {"key": str(files[0].path), **first, **about} | ({"compared": others} if others else {})


def _show(scored: CorefScore) -> None:
    rows: list[tuple[str, ...]] = [("metric", "recall", "precision", "F1", "95 % interval")]
    for metric, part in scored.parts.items():
        cells = map(_percent, (part.recall, part.precision, part.f1))
        rows.append((metric, *cells, _interval(part.low, part.high)))
    _show_rows(rows)


def _show_difference(apart: Mapping[str, Difference]) -> None:
    rows: list[tuple[str, ...]] = [("metric", "difference", "95 % interval", "p", "p, Holm")]
    for metric, each in apart.items():
        interval = _interval(each.low, each.high, sign="+")
        rows.append((metric, f"{100 * each.value:+.2f}", interval, _p(each.p), _p(each.p_holm)))
    _show_rows(rows)


def _show_rows(rows: list[tuple[str, ...]]) -> None:
    for row, line in zip(rows, columns(rows, right=range(1, len(rows[0]))).split("\n"), strict=True):
        say(line, bold=row[0] == "conll")


def _percent(share: float, sign: str = "") -> str:
    return f"{100 * share:{sign}.2f}"


def _interval(low: float | None, high: float | None, sign: str = "") -> str:
    if low is None or high is None:
        return "one document"
    return f"{_percent(low, sign)} … {_percent(high, sign)}"


def _p(p: float | None) -> str:
    if p is None:
        return "–"
    return f"{p:.4f}" if p >= 0.0001 else "< .0001"
