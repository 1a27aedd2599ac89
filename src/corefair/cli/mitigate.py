"""`corefair mitigate`: new vectors from a file of vectors, or a projection of an encoder's states."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import click

from corefair import registry
from corefair.cli.encoder_projection import project
from corefair.cli.made_vectors import output_file, report_on, vector_suites
from corefair.cli.options import n_bytes, parse_settings
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.errors import DataError
from corefair.io.vectors import read_vectors_counted, write_vectors
from corefair.mitigators import check_changes, make, with_direction
from corefair.models.folder import annotate, check_free, load_model, loading
from corefair.runs.content import digest
from corefair.runs.writing import discard
from corefair.types import Change, Embeddings, Model, Said, VectorSuite

Learn = Callable[[Embeddings, Said], Change]


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair mitigate hard glove.txt -o changed.bin --keep-change change\n"
    "  corefair mitigate change vectors.txt -o other.txt --json"
)
@click.argument("method")
@click.argument("vectors", required=False, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    type=click.Path(path_type=Path),
    help="The file to write; its ending says the format (none: .txt is added). With --encoder, a folder.",
)
@click.option(
    "--encoder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of an encoder, of whose states a projection is learned; by default vectors are changed.",
)
@click.option(
    "--layers",
    metavar="N",
    type=click.IntRange(min=0),
    help="For --encoder: how many of its layers are run. By default all.",
)
@click.option(
    "--corpus",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="For --encoder: documents in which words are looked up. By default short sentences of ours.",
)
@click.option(
    "--preserve",
    metavar="kbc|none|FILE",
    help="Words left as they are: kbc (a shipped list, and what is not letters alone), none, or a file; "
    "the default is the method's.",
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the method; may be repeated. `corefair show METHOD` says defaults.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), help="The seed of everything that is drawn by lot. By default 0."
)
@click.option(
    "--memory",
    metavar="SIZE",
    callback=n_bytes,
    help="For ran, an, ra: memory to search neighbours in. By default 1GB.",
)
@click.option(
    "--engine",
    metavar="WHERE",
    help="For ran, an, ra: where words are changed: one (process, on all cores), processes=N (here, a core "
    "each), dask=ADDRESS or ray=ADDRESS (on a cluster that sees OUT's folder). By default one; the result is "
    "the same.",
)
@click.option(
    "--checkpoint",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="For ran, an, ra: where finished words are kept, so that an interrupted run goes on. "
    "By default OUT.checkpoint, which is removed at the end.",
)
@click.option(
    "--keep-change",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what was learned in a folder, which can then stand in the place of METHOD. By default not.",
)
@click.option(
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Audit the vectors before and after, and write the report there. By default not.",
)
@click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="For gp and --report: the folder with published sets. By default $COREFAIR_DATA, then your own.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def mitigate(
    method: str,
    vectors: Path | None,
    output: Path,
    encoder: Path | None,
    layers: int | None,
    corpus: Path | None,
    settings: tuple[str, ...],
    checkpoint: Path | None,
    keep_change: Path | None,
    report: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Change VECTORS by METHOD (`corefair list` names them), and write the result to OUT.

    METHOD may also be a folder with a change that was kept. What was done is written beside OUT, in its
    history. VECTORS stay as they are. docs/mitigate.md says what each method guarantees and what none can.
    With --encoder, OUT is a folder with what hard, inlp or leace takes out of its states (docs/encoders.md).
    """
    if encoder:
        if vectors:
            raise click.UsageError("VECTORS and --encoder are two things to change: name one of them")
        not_here = {"checkpoint": checkpoint, "keep-change": keep_change, "report": report}
        for flag, value in not_here.items():
            if value:
                raise click.UsageError(f"--{flag} is not for --encoder")
        options = _options(method, registry.mitigators[method], settings, given)
        project(method, encoder, output, options, layers=layers, corpus=corpus, as_json=as_json)
        return
    if layers is not None or corpus:
        raise click.UsageError(f"--{'corpus' if corpus else 'layers'} is for --encoder")
    if not vectors:
        raise click.UsageError("Missing argument 'VECTORS', or --encoder.")
    kept = _kept_change(method)
    output_path = _output(output, vectors)
    if kept:
        _refuse_options(method, settings=settings, checkpoint=checkpoint, keep_change=keep_change, **given)
        learn, holds = _known(kept), None
    else:
        check_changes(method, "vectors")
        learn, holds = _learner(method, settings, given, checkpoint, output_path)
        if keep_change:
            check_free(keep_change)
    suites = vector_suites(given["data"]) if report else []
    with progress_bar(f"reading {vectors.name}"):
        before, counts = read_vectors_counted(vectors)
    for note in counts.notes():
        say(f"note: {vectors.name}: {note}", err=True)
    with progress_bar(method) as progress:
        change = _learned(learn, before, progress, holds)
        after = change(before)
        after = after if kept else with_direction(after, before)
    with progress_bar(f"writing {output_path.name}"):
        write_vectors(after, output_path)
    if keep_change:
        _keep(change, keep_change, vectors)
    if holds and not checkpoint:
        discard(holds)
    if not as_json:
        say(f"{output_path}: {len(after):,} words of {after.dim} numbers\n  {after.history[-1]}")
    if report:
        _report(before, after, vectors, output_path, report, suites, seed=given["seed"] or 0, quiet=as_json)
    if as_json:
        said = {"output": str(output_path), "words": len(after), "dim": after.dim, "history": after.history}
        places = {"change": keep_change, "report": report}
        said |= {name: str(place) for name, place in places.items() if place}
        click.echo(json.dumps(said, ensure_ascii=False))


def _kept_change(method: str) -> Change | None:
    """The change in a folder, if that is what the method names; a mitigator of the same name goes first."""
    is_folder = "/" in method or (Path(method).is_dir() and method not in registry.mitigators)
    if not is_folder:
        return None
    model = load_model(method)
    if not isinstance(model, Change):
        raise DataError(f"holds a {type(model).__name__}, which is no change of vectors", path=method)
    change: Change = model

    def changed(emb: Embeddings) -> Embeddings:
        with loading(Path(method), type(change).__name__):  # its arrays may be of shapes that do not fit
            return change(emb)

    return changed


def _refuse_options(method: str, **given: Any) -> None:
    """What was learned cannot be learned otherwise."""
    for name in ("preserve", "settings", "seed", "memory", "engine", "checkpoint", "keep_change"):
        if given[name] not in (None, ()):
            flag = {"settings": "set", "keep_change": "keep-change"}.get(name, name)
            raise click.UsageError(f"--{flag} is not for {method}: that change was learned already")


def _known(change: Change) -> Learn:
    """What has learned it already."""
    return lambda emb, progress: change


def _learner(
    method: str, settings: tuple[str, ...], given: Mapping[str, Any], checkpoint: Path | None, output: Path
) -> tuple[Learn, Path | None]:
    """What learns the change, and the folder in which it keeps what is done, if it does."""
    kind = registry.mitigators[method]
    known = signature(kind).parameters
    options = _options(method, kind, settings, given)
    holds = (checkpoint or output.with_name(output.name + ".checkpoint")) if "checkpoint" in known else None
    if checkpoint and not holds:
        raise click.UsageError(f"--checkpoint is not for {method}, which keeps none")
    options |= {"checkpoint": holds} if holds else {}

    def learn(emb: Embeddings, progress: Said) -> Change:
        told = {"progress": progress} if "progress" in known else {}
        return make(method, **options, **told).fit(emb)

    return learn, holds


def _learned(learn: Learn, before: Embeddings, progress: Said, holds: Path | None) -> Change:
    try:
        return learn(before, progress)
    except KeyboardInterrupt:
        if holds and holds.exists():
            if_stopped(f"the same command goes on from {holds}")
        raise


def _keep(change: Change, folder: Path, vectors: Path) -> None:
    if not isinstance(change, Model):
        raise DataError("this method's change cannot be kept: it has no save and load", path=str(folder))
    change.save(folder)
    command = shlex.join(["corefair", *sys.argv[1:]])
    annotate(folder, data={vectors.name: digest([vectors])}, command=command)


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
    for name in ("seed", "memory", "engine"):
        if given[name] is not None and name not in known:
            say(f"{method} takes no {name}: --{name} makes no difference", err=True)
    return options | parse_settings(method, kind, settings, flags={*given, "checkpoint"})


def _report(
    before: Embeddings,
    after: Embeddings,
    vectors: Path,
    output: Path,
    folder: Path,
    suites: list[VectorSuite],
    *,
    seed: int,
    quiet: bool,
) -> None:
    """Before and after on every suite, as `corefair audit vectors OUT --against VECTORS`."""
    names = (vectors.name, output.name) if vectors.name != output.name else (str(vectors), str(output))
    original = replace(before, name=names[0])
    report_on([replace(after, name=names[1])], folder, suites, original=original, seed=seed, quiet=quiet)
