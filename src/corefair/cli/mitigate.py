"""`corefair mitigate`: new vectors from a file of vectors, by any mitigator, with their history."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import click

from corefair import registry
from corefair.cli.made_vectors import output_file, report_on, vector_suites
from corefair.cli.options import n_bytes, parse_settings
from corefair.cli.progress import progress_bar
from corefair.io.vectors import read_vectors, write_vectors
from corefair.mitigators import make
from corefair.types import Embeddings


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair mitigate hard glove.txt -o changed.txt\n"
    "  corefair mitigate soft glove.txt -o changed.bin --set terms=means --preserve none --json"
)
@click.argument("method")
@click.argument("vectors", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; its ending says the format (none: .txt is added).",
)
@click.option(
    "--preserve",
    metavar="kbc|none|FILE",
    help="Words left as they are: the shipped list, none, or a file; the default is the method's.",
)
@click.option(
    "--set", "settings", metavar="NAME=VALUE", multiple=True, help="An option of the method; may be repeated."
)
@click.option("--seed", type=click.IntRange(min=0), help="Of everything that is drawn by lot (0).")
@click.option(
    "--memory", metavar="SIZE", callback=n_bytes, help="To search neighbours in (1GB); for ran, an, ra."
)
@click.option(
    "--checkpoint",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="For ran, an, ra: where finished words are kept, so that an interrupted run goes on. "
    "By default OUT.checkpoint, which is removed at the end.",
)
@click.option(
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Audit the vectors before and after, too.",
)
@click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with published sets, before $COREFAIR_DATA and your own; for gp and --report.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def mitigate(
    method: str,
    vectors: Path,
    output: Path,
    settings: tuple[str, ...],
    checkpoint: Path | None,
    report: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Change VECTORS by METHOD (`corefair list` names them), and write the result to OUT.

    What was done is written beside it, in its history. VECTORS stay as they are. docs/mitigate.md says what
    each method guarantees and what none can.
    """
    kind = registry.mitigators[method]
    output = _output(output, vectors)
    options = _options(method, kind, settings, given)
    holds = checkpoint or output.with_name(output.name + ".checkpoint")
    if "checkpoint" in signature(kind).parameters:
        options["checkpoint"] = holds
    elif checkpoint:
        raise click.UsageError(f"--checkpoint is not for {method}, which keeps none")
    suites = vector_suites(given["data"]) if report else []
    with progress_bar(f"reading {vectors.name}"):
        before = read_vectors(vectors)
    with progress_bar(method) as progress:
        if "progress" in signature(kind).parameters:
            options["progress"] = progress
        after = _changed(make(method, **options), before, holds if "checkpoint" in options else None)
    with progress_bar(f"writing {output.name}"):
        write_vectors(after, output)
    if "checkpoint" in options and not checkpoint:
        shutil.rmtree(holds, ignore_errors=True)
    if not as_json:
        click.echo(f"{output}: {len(after):,} words of {after.dim} numbers\n  {after.history[-1]}")
    if report:
        _report(before, after, vectors, output, report, suites, seed=given["seed"] or 0, quiet=as_json)
    if as_json:
        said = {"output": str(output), "words": len(after), "dim": after.dim, "history": after.history}
        click.echo(json.dumps(said | ({"report": str(report)} if report else {}), ensure_ascii=False))


def _output(output: Path, vectors: Path) -> Path:
    file = output_file(output)
    if file.exists() and vectors.exists() and file.samefile(vectors):
        raise click.UsageError("OUT is the same file as VECTORS: name another, so that the original is kept")
    return file


def _options(
    method: str, kind: Callable[..., Any], settings: tuple[str, ...], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The options of the mitigator: those with a flag of their own, and those that were set by name."""
    known = signature(kind).parameters
    options = {name: value for name, value in given.items() if value is not None and name in known}
    if given["preserve"] is not None and "preserve" not in known:
        raise click.UsageError(f"--preserve is not for {method}, which moves every word")
    if options.get("preserve") == "none":
        options["preserve"] = ()
    for name in ("seed", "memory"):
        if given[name] is not None and name not in known:
            click.echo(f"{method} takes no {name}: --{name} makes no difference", err=True)
    free = {name: parameter.default for name, parameter in known.items() if name not in given}
    return options | parse_settings(method, settings, free, flags=given)


def _changed(mitigator: Any, before: Embeddings, checkpoint: Path | None) -> Embeddings:
    try:
        after: Embeddings = mitigator.fit(before)(before)
        return after
    except KeyboardInterrupt:
        if checkpoint and checkpoint.exists():
            click.echo(f"stopped; the same command goes on from {checkpoint}", err=True)
        raise


def _report(
    before: Embeddings,
    after: Embeddings,
    vectors: Path,
    output: Path,
    folder: Path,
    suites: list[Any],
    *,
    seed: int,
    quiet: bool,
) -> None:
    """Before and after on every suite, as `corefair audit vectors OUT --against VECTORS`."""
    names = (vectors.name, output.name) if vectors.name != output.name else (str(vectors), str(output))
    original = replace(before, name=names[0])
    report_on([replace(after, name=names[1])], folder, suites, original=original, seed=seed, quiet=quiet)
