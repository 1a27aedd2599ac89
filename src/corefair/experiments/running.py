"""A whole experiment: every cell on an engine, then one result of all that is in the folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from corefair.compute.engine import Engine, started
from corefair.errors import CorefairError
from corefair.experiments.cells import Cell, Plan, plan
from corefair.experiments.gathering import gather
from corefair.experiments.grid import Grid
from corefair.experiments.result import Experiment
from corefair.experiments.schedule import clock, shard_of, state_of
from corefair.experiments.working import LONGEST, Outcome, run_cell
from corefair.runs.lock import locked
from corefair.types import Said

_LOCK = "report.lock"
_PATIENCE = 3600.0  # seconds to wait for another shard that is making the report


def experiment(
    grid: Grid,
    folder: Path | str,
    *,
    cells: Path | str | None = None,
    engine: str = "one",
    shard: tuple[int, int] = (1, 1),
    again: tuple[str, ...] = (),
    data: Path | None = None,
    write: Callable[[Experiment, Path], None] | None = None,
    progress: Said | None = None,
) -> Experiment:
    """Do what is left of a grid, and gather everything that the folder has of it into one result.

    Cells go by what they depend on: what was done is not done again, what was stopped goes on, and one that
    fails is named in the result while the others go on. `shard` is which part of them, of how many; `again`
    names rows whose cells of this part are done anew. `cells` is a folder that keeps cells in place of this
    one, so that several grids have what they share done once; a cell that another process is at is waited for
    when all others are done. `write` puts the result into the folder, one shard at a time, so that the last
    one writes what all of them did.
    """
    folder = Path(folder)
    kept = folder if cells is None else Path(cells)
    todo = plan(grid, data=data)
    anew = {cell.key for cell in todo.cells if cell.row in again}
    wanted = shard_of(todo.cells, shard)
    left = [cell for cell in wanted if cell.key in anew or not state_of(kept, cell).is_done]
    failed: dict[str, tuple[str, ...]] = {}
    done, n_cells = 0, len(left)
    if progress and left:
        progress("cells", done, n_cells)
    with started(engine) as running:
        for patience in (0.0, LONGEST):  # what another grid is at comes last, and is waited for
            busy: list[Cell] = []
            for cell, outcome in _outcomes(running, left, kept, anew, patience, progress):
                if outcome.busy and not patience:
                    busy.append(cell)
                    continue
                if outcome.failed:
                    failed[outcome.key] = outcome.failed
                done += 1
                if progress:
                    progress("cells", done, n_cells)
            left = busy
            if busy and progress:
                progress("cells; another process is at the others", done, n_cells)
    return report(todo, folder, cells=kept, failed=failed, write=write)


def report(
    todo: Plan,
    folder: Path,
    *,
    cells: Path | None = None,
    failed: Mapping[str, Sequence[str]] | None = None,
    write: Callable[[Experiment, Path], None] | None = None,
) -> Experiment:
    """The result of what is in the folder now, written there; one process at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / _LOCK, patience=_PATIENCE):
        found = gather(todo, cells or folder, failed=failed)
        if write:
            write(found, folder)
    return found


def _outcomes(
    running: Engine,
    cells: list[Cell],
    folder: Path,
    anew: Set[str],
    patience: float,
    progress: Said | None,
) -> Iterator[tuple[Cell, Outcome]]:
    """What became of each cell, as they are done; one whose workers were lost again and again has failed."""
    alone, began = running.alone, time.monotonic()

    def tell(number: int, cell: Cell) -> Said | None:
        if progress is None or not alone:
            return None  # it cannot go to another process
        about = f"cell {number} of {len(cells)}: {cell.about}"
        if number > 1:
            left = (time.monotonic() - began) / (number - 1) * (len(cells) - number + 1)
            about += f"; about {clock(left)} for all that are left"
        return lambda what, done, of: progress(f"{what} ({about})", done, of)

    tasks = (
        running.submit(_work, cell, folder, cell.key in anew, alone, patience, tell(number, cell))
        for number, cell in enumerate(cells, 1)
    )
    for task in running.as_completed(tasks, ahead=running.workers if running.local else running.ahead):
        cell = task.args[0]
        assert isinstance(cell, Cell)
        try:
            yield cell, task.result()
        except CorefairError as error:
            yield cell, Outcome(cell.key, (str(error),))


def _work(
    cell: Cell, folder: Path, anew: bool, alone: bool, patience: float, progress: Said | None
) -> Outcome:
    return run_cell(cell, folder, anew=anew, alone=alone, patience=patience, progress=progress)
