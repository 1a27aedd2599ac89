"""What every command that makes vectors does: check the name of the file first, audit the result last."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.writing import show, write_report
from corefair.errors import DataError
from corefair.io.vectors.writing import ENDINGS
from corefair.types import Embeddings, VectorSuite


def output_file(output: Path) -> Path:
    """The file to write: `.txt` is added to a name without an ending, as GloVe's program does.

    What would only be found out at the end is said at the start.
    """
    if not output.name:
        raise DataError("a folder, where the file of vectors has to be named", path=str(output))
    file = output if output.suffix else output.with_name(f"{output.name}.txt")
    if Path(file.name.removesuffix(".gz")).suffix not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise DataError(f"no format of vectors ends so: use {known}, each also with .gz", path=str(file))
    if not file.parent.is_dir():
        raise DataError("there is no such folder", path=str(file.parent))
    return file


def vector_suites(data: Path | None) -> list[VectorSuite]:
    """Every vector suite whose data is here; those left out are said."""
    from corefair.auditing.building import build_vector_suites

    built, not_here = build_vector_suites(None, data=data)
    for name, why in not_here:
        say(f"left out {name}: {why}", err=True)
    if not built:
        raise DataError("no vector suite to report on: get data with: corefair data get sembias")
    return built


def report_on(
    embs: Sequence[Embeddings],
    folder: Path,
    suites: list[VectorSuite],
    *,
    original: Embeddings | None = None,
    seed: int,
    quiet: bool,
) -> None:
    """A report on every suite, as `corefair audit vectors` makes it of the files."""
    from corefair.auditing.run import audit_vectors

    with progress_bar("audit") as progress:
        report = audit_vectors(
            list(embs),
            suites,
            original=original,
            seed=seed,
            progress=progress,
            command=["corefair", *sys.argv[1:]],
        )
    write_report(report, folder)
    if not quiet:
        show(report)
        say(f"\n{folder / 'report.html'}")
