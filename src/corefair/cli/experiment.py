"""`corefair experiment`: a grid of trainings and audits, and what they say together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from corefair.cli.options import data_option
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.cli.table import columns, wrapped
from corefair.errors import DataError
from corefair.experiments.result import Experiment

NOT_ALL_DONE = 4  # some cells failed, or were left undone
_SHARD = re.compile(r"(\d+)/(\d+)", re.ASCII)


def _shard(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    found = _SHARD.fullmatch(value)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{value!r} is no part of a whole; write it as 2/5, the second of five")
    return int(found[1]), int(found[2])


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair experiment grid.json -o folder --dry-run\n"
    "  corefair experiment grid.json -o folder --only Nearest"
)
@click.argument("grid", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for cells and the report. What is done there is not done again.",
)
@click.option(
    "--cells",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for cells, where several grids are to share them. By default that of the report.",
)
@click.option(
    "--set",
    "variables",
    metavar="NAME=VALUE",
    multiple=True,
    help="What ${NAME} stands for in the grid; may be repeated. By default as grid or environment say.",
)
@click.option(
    "--only",
    metavar="ROW",
    multiple=True,
    help="Do this row alone; may be repeated. By default all.",
)
@click.option(
    "--again",
    metavar="ROW",
    multiple=True,
    help="Do this row anew, though it is done; may be repeated. By default none.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=1),
    help="So many cells at once, each a process on one core. By default one.",
)
@click.option(
    "--engine",
    metavar="ENGINE",
    help="Where cells are done: one, processes=N, dask=ADDRESS or ray=ADDRESS. By default as --jobs says.",
)
@click.option(
    "--shard",
    metavar="I/N",
    default="1/1",
    callback=_shard,
    help="Do this part of the cells only, for jobs that share the folder.",
)
@click.option("--dry-run", is_flag=True, help="Show cells and how long they will take, and do nothing.")
@click.option("--so-far", is_flag=True, help="Report what is done so far, and do nothing more.")
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for machines.")
def experiment(
    grid: Path,
    output: Path,
    cells: Path | None,
    variables: tuple[str, ...],
    only: tuple[str, ...],
    again: tuple[str, ...],
    jobs: int | None,
    engine: str | None,
    shard: tuple[int, int],
    dry_run: bool,
    so_far: bool,
    data: Path | None,
    as_json: bool,
) -> None:
    """Train and audit every row of GRID, a YAML or JSON file, with every seed, and write one report.

    Cells are kept in DIR by what they depend on: the same command again does only what changed, and one that
    was killed goes on. A cell that fails is named, and the others go on; then the exit code is 4. The report
    is experiment.html, with experiment.json, .csv, .tex and .md beside it. docs/experiment.md says how a grid
    is written and by which rules it is read.
    """
    from corefair.experiments.cells import plan
    from corefair.experiments.grid import read_grid
    from corefair.experiments.result import dumps
    from corefair.experiments.running import experiment as run
    from corefair.experiments.running import report

    if so_far and (dry_run or again):
        raise click.UsageError("--so-far does nothing: leave out --dry-run and --again")
    if jobs is not None and engine is not None:
        raise click.UsageError("--jobs and --engine both say where cells are done: give one of them")
    at_once = jobs or 1
    wanted = read_grid(grid, variables=dict(map(_variable, variables)), only=only)
    for name in again:
        if name not in [row.name for row in wanted.rows]:
            raise DataError(f"--again: no row is called {name!r}")
    if dry_run:
        say(_planned(plan(wanted, data=data), cells or output, shard, again, at_once))
        return
    if so_far:
        found = report(plan(wanted, data=data), output, cells=cells, write=write)
    else:
        if_stopped(f"what is done is in {cells or output}: the same command goes on")
        with progress_bar("experiment") as progress:
            found = run(
                wanted,
                output,
                cells=cells,
                engine=engine or (f"processes={at_once}" if at_once > 1 else "one"),
                shard=shard,
                again=again,
                data=data,
                write=write,
                progress=progress,
            )
    if as_json:
        click.echo(dumps(found))
    else:
        say(_said(found, output))
    left = ("failed", "not done") if shard == (1, 1) and not so_far else ("failed",)  # else others do it
    if any(cell.state in left for cell in found.cells):
        raise SystemExit(NOT_ALL_DONE)


def write(found: Experiment, folder: Path) -> None:
    """The result in all its forms, each there only when all of it is."""
    from corefair.experiments.result import save
    from corefair.io import files
    from corefair.report.experiments import ENDINGS, render

    save(found, folder)
    for form, ending in ENDINGS.items():
        with files.writing(folder / f"experiment.{ending}") as out:
            out.write(render(found, form))


def _variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"--set takes NAME=VALUE, not {text!r}")
    return name, value


def _planned(todo: object, folder: Path, shard: tuple[int, int], again: tuple[str, ...], jobs: int) -> str:
    from corefair.experiments.cells import Plan
    from corefair.experiments.schedule import clock, estimates, shard_of, state_of

    assert isinstance(todo, Plan)
    known = [state_of(folder, cell) for cell in shard_of(todo.cells, shard)]
    rows_of: dict[str, list[str]] = {}  # by key: rows that come to the same thing are one cell
    for cell in todo.cells:
        if cell.row not in rows_of.setdefault(cell.key, []):
            rows_of[cell.key].append(cell.row)
    states = [state.undone if set(rows_of[state.cell.key]) & set(again) else state for state in known]
    expected = estimates([*known, *states])
    rows: list[Sequence[str]] = [("cell", "seed", "system", "state", "will take")]
    for state in states:
        cell = state.cell
        takes = "" if state.is_done else clock(expected.get(cell.key))
        named = "; ".join(rows_of[cell.key])
        rows.append((named, "–" if cell.seed is None else str(cell.seed), cell.system, state.word, takes))
    left = [state for state in states if not state.is_done]
    unknown = sum(state.cell.key not in expected for state in left)
    lines = [columns(rows, right=[1], fold=(0,)), "", f"{len(left)} of {len(states)} cells to do"]
    if expected:
        lines.append(
            f"about {clock(sum(expected.values()) / jobs)} for {len(expected)} of them, with {jobs} at once"
        )
    if unknown:
        lines.append(f"{unknown} of a kind of which none is done: nothing is known of how long they take")
    lines += [f"left out: {row.name}" for row in todo.grid.rows if row.left_out]
    lines += [wrapped(f"not here: {name}: {why}", rest="  ") for name, why in todo.not_built]
    return "\n".join(lines)


def _said(found: Experiment, folder: Path) -> str:
    lines = [wrapped(finding.sentence, rest="  ") for finding in found.findings]
    for cell in found.unfinished:
        seed = "" if cell.seed is None else f", seed {cell.seed}"
        why = f": {'; '.join(cell.why)}" if cell.why else ""
        lines.append(wrapped(f"{cell.state}: {cell.row}{seed}{why}", rest="  "))
    lines += [wrapped(f"not here: {name}: {why}", rest="  ") for name, why in found.not_here]
    return "\n".join([*lines, "", str(folder / "experiment.html")])
