"""`corefair audit`: systems on suites, one report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from corefair.auditing import audit as run_audit
from corefair.auditing import build_suites, gates
from corefair.auditing.weighing import weighted
from corefair.cli.audit_vectors import vectors
from corefair.cli.options import (
    data_option,
    gate_option,
    json_option,
    output_option,
    resamples_option,
    seed_option,
)
from corefair.cli.progress import progress_bar
from corefair.cli.writing import show_verdicts, write_report
from corefair.errors import DataError

INVALID, GATE_NOT_MET = 4, 3


class _SystemsOrVectors(click.Group):
    """`audit SYSTEM...` is the command itself; `audit vectors FILE...` has options and a page of its own."""

    allow_interspersed_args = True
    allow_extra_args = False
    parse_args = click.Command.parse_args
    invoke = click.Command.invoke
    collect_usage_pieces = click.Command.collect_usage_pieces

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == ["vectors"]:
            return vectors.make_context(f"{info_name} vectors", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.group(
    cls=_SystemsOrVectors,
    commands={"vectors": vectors},
    no_args_is_help=False,
    epilog="\b\nExamples:\n"
    "  corefair audit nearest --suite occupations -o report\n"
    '  corefair audit stereotype first --suite participants --fail-if "participants.gap.low > 0.5"',
)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@click.option("--suite", "suites", metavar="NAME", multiple=True, help="A suite, or `all`; may be repeated.")
@output_option
@gate_option
@resamples_option
@seed_option
@data_option
@click.option(
    "--weights",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Weights of the cases, from corefair weigh; for one suite.",
)
@click.option(
    "--time-limit", metavar="SECONDS", type=click.FloatRange(min=0.1), default=60.0, help="For one document."
)
@json_option
def audit(
    systems: tuple[str, ...],
    suites: tuple[str, ...],
    output: Path | None,
    conditions: tuple[str, ...],
    resamples: int,
    seed: int,
    data: Path | None,
    weights: Path | None,
    time_limit: float,
    as_json: bool,
) -> None:
    """Audit each SYSTEM on suites, by default on every suite whose data is here.

    A SYSTEM is a name (`corefair list`), with options after a colon (`stereotype:strength=0.1`), or an
    outside system: `command:"python my_system.py"`, `predictions:FILE.jsonl`, `response:FILE.conll`,
    `gap:FILE.tsv`, `module:package.module:Class`. With -o, answers are kept as they come: an interrupted
    audit goes on from there, a finished one is asked anew. Exit 4 if a result is invalid (a silent or
    broken system), 3 if a --fail-if holds; the report is written first.

    Word vectors have a command of their own: `corefair audit vectors FILE...`.
    """
    if "vectors" in systems:
        raise click.UsageError("`vectors` comes first: corefair audit vectors FILE... [OPTIONS]")
    wanted = [gates.parse(condition) for condition in conditions]
    built, missing = build_suites(list(suites) or None, data=data)
    for gate in wanted:
        gates.check(gate, built)
    for entry in missing:
        click.echo(f"left out {entry['suite']}: {entry['why']}", err=True)
    if not built:
        raise DataError("no suite to audit on: name one, or get data with: corefair data get winobias")
    if weights:
        if len(built) > 1:
            raise DataError("--weights is for one suite: name it with --suite")
        built = [weighted(built[0], weights)]
    with progress_bar("audit") as tell:
        report = run_audit(
            list(systems),
            built,
            missing=missing,
            store=output / "answers" if output else None,
            resamples=resamples,
            seed=seed,
            time_limit=time_limit,
            progress=lambda system, suite, done, of: tell(f"answers of {system} on {suite}", done, of),
            command=["corefair", *sys.argv[1:]],
        )
    found = [{"condition": gate.text, "failed": gates.failed(gate, report.data)} for gate in wanted]
    data_with_gates = {**report.data, "gates": found} if found else report.data
    if output:
        write_report(data_with_gates, output)
    show_verdicts(data_with_gates, as_json=as_json)
    if output and not as_json:
        click.echo(f"\n{output / 'report.html'}")
    failed = [line for gate in found for line in gate["failed"]]
    for line in failed:
        click.echo(f"gate: {line}", err=True)
    if not report.valid:
        sys.exit(INVALID)
    if failed:
        sys.exit(GATE_NOT_MET)
