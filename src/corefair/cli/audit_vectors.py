"""`corefair audit vectors`: files of word vectors on vector suites, one report."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from corefair.auditing import gates
from corefair.auditing.building import build_vector_suites
from corefair.auditing.run import audit_vectors as run_audit
from corefair.cli.options import (
    data_option,
    gate_option,
    json_option,
    junit_option,
    output_option,
    resamples_option,
    seed_option,
)
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.writing import finish
from corefair.errors import DataError, UnknownName
from corefair.runs.writing import check_place


@click.command(
    "vectors",
    epilog="\b\nExamples:\n"
    "  corefair audit vectors glove.txt -o report\n"
    "  corefair audit vectors changed.txt --against glove.txt --suite weat",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against",
    metavar="ORIGINAL",
    type=click.Path(path_type=Path),
    help="The vectors that the files were made from: labels come from it, and each file is compared with it. "
    "By default the first of the files.",
)
@click.option(
    "--suite",
    "suites",
    metavar="NAME",
    multiple=True,
    help="A vector suite; may be repeated. By default all whose data is here.",
)
@output_option
@gate_option
@resamples_option
@seed_option
@data_option
@junit_option
@json_option
def vectors(
    files: tuple[Path, ...],
    against: Path | None,
    suites: tuple[str, ...],
    output: Path | None,
    conditions: tuple[str, ...],
    resamples: int,
    seed: int,
    data: Path | None,
    junit: Path | None,
    as_json: bool,
) -> None:
    """Audit each FILE of word vectors, by default on every vector suite whose data is here.

    Several files are compared with ORIGINAL, or with the first where none is given. A suite of which too few
    words are in a file is not measured, and says so. A gate (`sembias.stereotype.low > 0.1`) tests the files,
    not ORIGINAL. Exit 4 if nothing could be measured, 3 if a --fail-if holds; the report is written first.
    """
    wanted = [gates.parse(condition) for condition in conditions]
    built, not_run = build_vector_suites(list(suites) or None, data=data)
    known = [suite.name for suite in built]
    for gate in wanted:
        if gate.suite not in known:
            raise UnknownName("suite in this audit", gate.suite, known)
    for name, why in not_run:
        say(f"left out {name}: {why}", err=True)
    if not built:
        raise DataError("no vector suite to audit on: name one, or get data with: corefair data get sembias")
    check_place(output, folder=True)
    check_place(junit)
    with progress_bar("audit") as tell:
        report = run_audit(
            files,
            built,
            original=against,
            not_run=not_run,
            resamples=resamples,
            seed=seed,
            progress=tell,
            command=["corefair", *sys.argv[1:]],
        )
    originals = {subject.name for subject in report.subjects if subject.vectors and subject.vectors.original}
    asked = [result for result in report.results if result.subject not in originals]
    for gate in wanted:
        gates.check_measured(gate, asked)
    nothing = not any(result.valid for result in asked)
    finish(report, wanted, results=asked, output=output, junit=junit, as_json=as_json, invalid=nothing)
