"""`corefair audit corpus`: whom corpora speak of, in one report."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from corefair.auditing import gates
from corefair.auditing.building import build_corpus_suites
from corefair.auditing.run import audit_corpora
from corefair.cli.options import (
    gate_option,
    json_option,
    junit_option,
    output_option,
    resamples_option,
    seed_option,
)
from corefair.cli.progress import progress_bar
from corefair.cli.writing import finish
from corefair.runs.writing import check_place


@click.command(
    "corpus",
    epilog="\b\nExamples:\n"
    "  corefair audit corpus corpus -o report\n"
    "  corefair audit corpus examples/story.txt --system rule",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--system",
    metavar="NAME",
    help="Count the clusters that this system finds, as `corefair audit` takes it. By default those of the "
    "files.",
)
@click.option(
    "--suite",
    "suites",
    metavar="NAME",
    multiple=True,
    help="A suite for corpora; may be repeated. By default all.",
)
@output_option
@gate_option
@resamples_option
@seed_option
@junit_option
@json_option
def corpus(
    files: tuple[Path, ...],
    system: str | None,
    suites: tuple[str, ...],
    output: Path | None,
    conditions: tuple[str, ...],
    resamples: int,
    seed: int,
    junit: Path | None,
    as_json: bool,
) -> None:
    """Count whom each FILE speaks of: entities by the gender of their pronouns, and whose job is named.

    A FILE is a file or a folder of documents with clusters, in any format; each is one corpus. Numbers are
    for the whole and for each genre, with intervals over documents. A gate may be on a genre, too:
    `people.masculine_share_of_entities_news.low > 80%`. Exit 4 if a corpus has no clusters, 3 if a --fail-if
    holds; the report is written first.
    """
    wanted = [gates.parse(condition) for condition in conditions]
    built = build_corpus_suites(list(suites) or None)
    check_place(output, folder=True)
    check_place(junit)
    with progress_bar("audit") as tell:
        report = audit_corpora(
            files,
            built,
            system=system,
            resamples=resamples,
            seed=seed,
            progress=tell,
            command=["corefair", *sys.argv[1:]],
        )
    for gate in wanted:
        gates.check_measured(gate, report.results)
    finish(report, wanted, output=output, junit=junit, as_json=as_json, invalid=not report.valid)
