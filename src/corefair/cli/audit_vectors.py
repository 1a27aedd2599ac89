"""`corefair audit vectors`: files of word vectors on vector suites, one report."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from corefair.auditing import build_suites, gates
from corefair.auditing.vectors import audit_vectors as run_audit
from corefair.cli.options import (
    data_option,
    gate_option,
    json_option,
    output_option,
    resamples_option,
    seed_option,
)
from corefair.cli.writing import show_verdicts, write_report
from corefair.errors import DataError, UnknownName

NOTHING_MEASURED, GATE_NOT_MET = 4, 3
_QUIET = 2.0  # seconds before progress is shown


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
    help="The vectors that the files were made from: labels come from it, and each file is compared with it.",
)
@click.option(
    "--suite", "suites", metavar="NAME", multiple=True, help="A vector suite, or `all`; may be repeated."
)
@output_option
@gate_option
@resamples_option
@seed_option
@data_option
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
    as_json: bool,
) -> None:
    """Audit each FILE of word vectors, by default on every vector suite whose data is here.

    Several files are compared with ORIGINAL, or with the first where none is given. A suite of which too few
    words are in a file is not measured, and says so. A gate (`sembias.stereotype.low > 0.1`) tests the files,
    not ORIGINAL. Exit 4 if nothing could be measured, 3 if a --fail-if holds; the report is written first.
    """
    wanted = [gates.parse(condition) for condition in conditions]
    built, missing = build_suites(list(suites) or None, data=data, asks="vectors")
    known = [suite.name for suite in built]
    for gate in wanted:
        if gate.suite not in known:
            raise UnknownName("suite in this audit", gate.suite, known)
    for entry in missing:
        click.echo(f"left out {entry['suite']}: {entry['why']}", err=True)
    if not built:
        raise DataError("no vector suite to audit on: name one, or get data with: corefair data get sembias")
    with _Progress() as progress:
        report = run_audit(
            files,
            built,
            original=against,
            missing=missing,
            resamples=resamples,
            seed=seed,
            progress=progress,
            command=["corefair", *sys.argv[1:]],
        ).data
    originals = {each["name"] for each in report["systems"] if each["vectors"]["original"]}
    asked = [result for result in report["results"] if result["system"] not in originals]
    found = [{"condition": gate.text, "failed": gates.failed(gate, {"results": asked})} for gate in wanted]
    if found:
        report = {**report, "gates": found}
    if output:
        write_report(report, output)
    show_verdicts(report, as_json=as_json)
    if output and not as_json:
        click.echo(f"\n{output / 'report.html'}")
    for gate in wanted:
        _check(gate, asked)
    failed = [line for each in found for line in each["failed"]]
    for line in failed:
        click.echo(f"gate: {line}", err=True)
    if not any(result["valid"] for result in asked):
        sys.exit(NOTHING_MEASURED)
    if failed:
        sys.exit(GATE_NOT_MET)


def _check(gate: gates.Gate, results: list[dict[str, Any]]) -> None:
    """A gate on a number that no file has is a slip of the pen; which there are is known only now."""
    measured = [result for result in results if result["suite"] == gate.suite and result["valid"]]
    names = {gates.slug(score["name"]) for result in measured for score in result["scores"]}
    if measured and gate.measure not in names:
        raise UnknownName(f"measure of {gate.suite}", gate.measure, names)


class _Progress:
    """Which suite is being measured, on stderr, once an audit takes more than two seconds."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.now = "reading the files"
        self.over = threading.Event()
        self.teller = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> _Progress:
        self.teller.start()
        return self

    def __call__(self, file: str, suite: str, done: int, of: int) -> None:
        self.now = f"{file}: {suite}, {done} of {of} done"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.teller.join()

    def _tell(self) -> None:
        if self.over.wait(_QUIET):
            return
        wide = 0
        while True:
            line = f"{self.now} ({time.monotonic() - self.began:.0f} s)"
            click.echo("\r" + line.ljust(wide), nl=False, err=True)
            wide = len(line)
            if self.over.wait(0.5):
                break
        click.echo(err=True)
