"""`corefair audit`: systems on suites, one report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from corefair.auditing import gates
from corefair.auditing.building import build_suites
from corefair.auditing.run import audit as run_audit
from corefair.auditing.subjects import Ask
from corefair.cli.asking import asking_of, asking_options
from corefair.cli.options import (
    data_option,
    engine_option,
    gate_option,
    json_option,
    junit_option,
    output_option,
    resamples_option,
    seed_option,
    start_limit_option,
    time_limit_option,
)
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.cli.writing import finish, write_report
from corefair.errors import DataError
from corefair.runs.writing import check_place
from corefair.systems.make import check_known


class _Kinds(click.Group):
    """`audit SYSTEM...` is the command itself; `audit vectors` and `audit corpus` have pages of their own."""

    allow_interspersed_args = True
    allow_extra_args = False
    parse_args = click.Command.parse_args
    invoke = click.Command.invoke
    collect_usage_pieces = click.Command.collect_usage_pieces

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == ["vectors"]:
            from corefair.cli.audit_vectors import vectors

            return vectors.make_context(f"{info_name} vectors", args[1:], parent, **extra)
        if args[:1] == ["corpus"]:
            from corefair.cli.audit_corpus import corpus

            return corpus.make_context(f"{info_name} corpus", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.group(
    cls=_Kinds,
    no_args_is_help=False,
    epilog="\b\nExamples:\n"
    "  corefair audit nearest --suite occupations -o report\n"
    '  corefair audit first --suite occupations --fail-if "occupations.gap.low>5%"',
)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@click.option(
    "--suite",
    "suites",
    metavar="NAME",
    multiple=True,
    help="A suite; may be repeated. By default all whose data is here.",
)
@output_option
@gate_option
@resamples_option
@seed_option
@data_option
@click.option(
    "--weights",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Weights of the cases of one suite, from corefair weigh. By default all weigh the same.",
)
@time_limit_option
@start_limit_option
@engine_option
@click.option(
    "--ask",
    type=click.Choice(["auto", "clusters", "choice"]),
    default="auto",
    show_default=True,
    help="How pronoun questions are put to a system that can do both: to find clusters, or to choose among "
    "the candidates; auto is a choice where the suite forces one.",
)
@click.option(
    "--sample",
    metavar="N",
    type=click.IntRange(min=1),
    help="Ask so many units (pairs, templates) of each suite, drawn by lot. By default all.",
)
@click.option(
    "--python",
    metavar="PATH",
    help="The interpreter that has a pre-trained resolver. By default what `corefair systems install` made.",
)
@asking_options
@junit_option
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
    start_limit: float,
    engine: str,
    ask: Ask,
    sample: int | None,
    python: str | None,
    junit: Path | None,
    as_json: bool,
    **language: Any,
) -> None:
    """Audit each SYSTEM on suites, by default on every suite whose data is here.

    A SYSTEM is a name (`corefair list`), with options after a colon (`stereotype:strength=0.1`), a folder
    with a trained one, or an outside system: `command:"python my_system.py"`,
    `choose:"python my_chooser.py"`, `module:package.module:Class`, `predictions:FILE.jsonl`,
    `response:FILE.conll`, `gap:FILE.tsv`, `human:FILES`; a pre-trained resolver: `fastcoref`, `maverick`,
    `stanza`, `corenlp:URL`; or a language model: `openai:MODEL@URL`, `gguf:FILE`, `hf:FOLDER`.

    With -o, answers are kept as they come: an interrupted audit goes on from there, a finished one is asked
    anew (but a language model never twice the same). Exit 4 if a result is invalid (a silent or broken
    system), 3 if a --fail-if holds; the report is written first.

    Word vectors and corpora have commands of their own: `corefair audit vectors FILE...` and
    `corefair audit corpus FILE...`.
    """
    for kind in ("vectors", "corpus"):
        if kind in systems:
            raise click.UsageError(f"`{kind}` comes first: corefair audit {kind} FILE... [OPTIONS]")
    for system in systems:
        check_known(system)
    wanted = [gates.parse(condition) for condition in conditions]
    built, not_run = build_suites(list(suites) or None, data=data)
    for gate in wanted:
        gates.check(gate, built)
    for name, why in not_run:
        say(f"left out {name}: {why}", err=True)
    if not built:
        raise DataError("no suite to audit on: name one, or get data with: corefair data get winobias")
    if weights:
        if len(built) > 1:
            raise DataError("--weights is for one suite: name it with --suite")
        from corefair.auditing.weighing import weighted

        built = [weighted(built[0], weights)]
    check_place(output, folder=True)
    check_place(junit)
    if_stopped(
        f"the same command goes on with the answers in {output / 'answers'}"
        if output
        else "nothing was kept: with -o DIR the same command could go on"
    )
    with progress_bar("audit") as tell:
        report = run_audit(
            list(systems),
            built,
            not_run=not_run,
            store=output / "answers" if output else None,
            resamples=resamples,
            seed=seed,
            time_limit=time_limit,
            start_limit=start_limit,
            ask=ask,
            sample=sample,
            language=asking_of(language, timeout=time_limit),
            python=python,
            engine=engine,
            progress=tell,
            command=["corefair", *sys.argv[1:]],
            save=(lambda report: write_report(gates.tested(report, wanted), output)) if output else None,
        )
    finish(report, wanted, output=output, junit=junit, as_json=as_json, invalid=not report.valid, saved=True)
