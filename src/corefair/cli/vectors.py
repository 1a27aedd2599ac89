"""`corefair vectors`, and its `train`: word vectors from text, by GloVe or GN-GloVe."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from corefair.cli.made_vectors import output_file, report_on, vector_suites
from corefair.cli.network import network
from corefair.cli.options import data_option, n_bytes, parse_settings, seed_option
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.errors import CorefairError, DataError
from corefair.io.corpora import FORMATS
from corefair.io.records import column, read_records
from corefair.io.vectors import write_vectors
from corefair.models.glove import (
    METHODS,
    OUTPUTS,
    GenderTerms,
    Means,
    Settings,
    Trained,
    train_counted,
    without_gender,
)
from corefair.models.glove.settings import parse_options
from corefair.runs.lock import locked
from corefair.runs.writing import discard
from corefair.types import Embeddings, Json

_EXAMPLES = (
    "\b\nExamples:\n"
    "  corefair vectors train glove examples/harbour.txt -o harbour.txt --dim 20\n"
    "  corefair vectors train gn-glove examples/harbour.txt -o a.bin --min-count 2"
)


@click.group(epilog=_EXAMPLES)
def vectors() -> None:
    """Make word vectors, and look into them."""


vectors.add_command(network)


@vectors.command(epilog=_EXAMPLES)
@click.argument("method", type=click.Choice(METHODS))
@click.argument("corpus", metavar="CORPUS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; its ending says the format (none: .txt is added).",
)
@click.option(
    "--format",
    metavar="FORMAT",
    type=click.Choice(["auto", *FORMATS]),
    help=f"The format of the text: {', '.join(FORMATS)}. By default each file tells its own.",
)
@click.option(
    "--tokens",
    type=click.Choice(["ours", "spaces"]),
    help="Take words by corefair's rule (ours), or whatever stands between white space. By default ours.",
)
@click.option("--keep-case", is_flag=True, help="Let She and she be two words.")
@click.option(
    "--min-count",
    type=click.IntRange(min=1),
    help=f"Leave out words that occur less often. By default {Settings.min_count}.",
)
@click.option(
    "--max-words",
    type=click.IntRange(min=2),
    help="Take only so many of the most frequent words. By default all.",
)
@click.option(
    "--window",
    type=click.IntRange(min=1),
    help=f"How many words away a context word may be. By default {Settings.window}.",
)
@click.option("--one-sided", is_flag=True, help="Count each pair one way only, the earlier word first.")
@click.option("--unweighted", is_flag=True, help="Count near and far words the same, not 1/distance.")
@click.option(
    "--dim", type=click.IntRange(min=1), help=f"How many numbers a vector has. By default {Settings.dim}."
)
@click.option(
    "--epochs",
    type=click.IntRange(min=1),
    help=f"How often all pairs are gone through. By default {Settings.epochs}.",
)
@click.option("--rate", type=float, help=f"The rate of learning at the start. By default {Settings.rate:g}.")
@click.option(
    "--x-max",
    type=float,
    help=f"The count from which a pair has its full weight, 1. By default {Settings.x_max:g}.",
)
@click.option(
    "--alpha",
    type=float,
    help=f"Below that the weight is (count / x-max) to this power. By default {Settings.alpha:g}.",
)
@click.option(
    "--write",
    type=click.Choice(OUTPUTS),
    help=f"Write each word as a word, as a context of others, or their sum. By default {Settings.output}.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="How many threads train; the result is the same. By default as many as cores.",
)
@seed_option
@click.option(
    "--memory",
    metavar="SIZE",
    callback=n_bytes,
    help=f"The memory that may be filled. By default {Means.memory / 1e9:g}GB.",
)
@click.option(
    "--engine",
    metavar="WHERE",
    help="Where text is counted: one (process), processes=N (here), dask=ADDRESS or ray=ADDRESS "
    "(on a cluster); by default, a process a core.",
)
@click.option(
    "--run",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where counts and states are kept, so that an interrupted run goes on, and another can use the "
    "counts. By default OUT.run, which is removed at the end.",
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of gn-glove; may be repeated. docs/glove.md says defaults.",
)
@click.option(
    "--seeds",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="For gn-glove: a table of pairs with columns feminine and masculine. By default ours.",
)
@click.option(
    "--neutral-part",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="For gn-glove: also write vectors without the last number, which carries gender. By default not.",
)
@click.option(
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Audit what was made, and write the report there. By default not.",
)
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def train(
    method: str,
    corpus: tuple[Path, ...],
    output: Path,
    run: Path | None,
    neutral_part: Path | None,
    report: Path | None,
    data: Path | None,
    as_json: bool,
    seed: int,
    **given: Any,
) -> None:
    """Train vectors by METHOD on all text in CORPUS, files or folders, and write them to OUT.

    Defaults are those of GloVe 1.2. What was counted and made is written beside OUT, in its history. A run
    that was stopped goes on when the same command is given again. docs/glove.md says what options to choose,
    what it costs, and what gn-glove guarantees.
    """
    outputs = [output_file(file) for file in (output, neutral_part) if file]
    if len({file.resolve() for file in outputs}) < len(outputs):
        raise click.UsageError("OUT and --neutral-part are the same file")
    options = _options(method, given, neutral_part=neutral_part) | {"seed": seed}
    suites = vector_suites(data) if report else []
    holds = run or outputs[0].with_name(outputs[0].name + ".run")
    made = _trained(corpus, method, options, holds)
    embs = [made.embeddings, *([without_gender(made.embeddings)] if neutral_part else [])]
    for emb, file in zip(embs, outputs, strict=True):
        with progress_bar(f"writing {file.name}"):
            write_vectors(emb, file)
    if not run:
        discard(holds)
    if not as_json:
        say(_table(made, outputs))
    if report:
        named = [replace(emb, name=_name(file, outputs)) for emb, file in zip(embs, outputs, strict=True)]
        report_on(named, report, suites, seed=seed, quiet=as_json)
    if as_json:
        click.echo(json.dumps(_said(made, outputs, report), ensure_ascii=False))


def _trained(corpus: tuple[Path, ...], method: str, options: dict[str, Any], run: Path) -> Trained:
    is_new = not run.exists()
    with progress_bar(method) as progress:
        try:
            settings, means = parse_options(method, options | {"progress": progress})
            return train_counted(corpus, settings, run=run, means=means)
        except KeyboardInterrupt:
            if_stopped(f"the same command goes on from {run}")
            raise
        except CorefairError:
            if is_new and not (run / "vocabulary.json").exists():  # nothing that could be gone on with
                with suppress(DataError), locked(run / "run.lock"):  # nor anybody else at work there
                    discard(run)
            raise


def _options(method: str, given: dict[str, Any], *, neutral_part: Path | None) -> dict[str, Any]:
    """The settings and means that were given, under their own names."""
    settings, seeds = given.pop("settings"), given.pop("seeds")
    for flag, value in (("--set", settings), ("--seeds", seeds), ("--neutral-part", neutral_part)):
        if value and method != "gn-glove":
            raise click.UsageError(f"{flag} is not for {method}: it is for gn-glove")
    options: dict[str, Any] = {
        "lower": not given.pop("keep_case"),
        "symmetric": not given.pop("one_sided"),
        "distance_weighting": not given.pop("unweighted"),
        "output": given.pop("write") or Settings.output,
        **{name: value for name, value in given.items() if value is not None},
    }
    if method == "gn-glove":
        terms = parse_settings(method, GenderTerms, settings)
        options["gender"] = GenderTerms(**terms | ({"pairs": _pairs(seeds)} if seeds else {}))
    return options


def _pairs(path: Path) -> list[tuple[str, str]]:
    """The seed pairs of a table."""
    records = read_records(path)
    sides = [column(records, name, path=path) for name in ("feminine", "masculine")]
    for number, pair in enumerate(zip(*sides, strict=True), 2):
        if not all(isinstance(word, str) for word in pair):
            raise DataError("expected a feminine and a masculine word", path=str(path), line=number)
    return list(zip(*sides, strict=True))


def _name(file: Path, files: list[Path]) -> str:
    return file.name if len({each.name for each in files}) == len(files) else str(file)


def _table(made: Trained, outputs: list[Path]) -> str:
    """What was counted and made, and how long it took."""
    emb: Embeddings = made.embeddings
    rows = [
        ("files", f"{made.n_files:,}"),
        ("words read", f"{made.n_tokens:,}"),
        ("words kept", f"{len(emb):,}"),
        ("pairs", f"{made.n_pairs:,}"),
        *((stage, f"{seconds:,.1f} s") for stage, seconds in made.seconds.items()),
    ]
    wide = max(len(value) for _, value in rows)
    lines = [f"{name:<16}{value:>{wide}}" for name, value in rows]
    files = [f"{file}: {len(emb):,} words of {emb.dim - n} numbers" for n, file in enumerate(outputs)]
    return "\n".join([*lines, *files, *(f"  {step}" for step in emb.history)])


def _said(made: Trained, outputs: list[Path], report: Path | None) -> dict[str, Json]:
    emb = made.embeddings
    return {
        "output": str(outputs[0]),
        **({"neutral_part": str(outputs[1])} if outputs[1:] else {}),
        "files": made.n_files,
        "words_read": made.n_tokens,
        "words": len(emb),
        "pairs": made.n_pairs,
        "dim": emb.dim,
        "seconds": {stage: round(seconds, 3) for stage, seconds in made.seconds.items()},
        "history": emb.history,
        **({"report": str(report)} if report else {}),
    }
