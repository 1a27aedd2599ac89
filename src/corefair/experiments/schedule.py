"""What is done and what is left, as the folder says, and how long the rest will take by what is done."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corefair.errors import DataError
from corefair.experiments import stages
from corefair.experiments.cells import Cell
from corefair.runs.writing import json_object
from corefair.types import Json


@dataclass(frozen=True)
class State:
    """Of a cell: its steps, those that are done, what they took of one core, and what failed."""

    cell: Cell
    steps: int
    done: int
    seconds: float
    failed: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.done == self.steps

    @property
    def undone(self) -> State:
        """As it is when it is to be done anew."""
        return State(self.cell, self.steps, 0, 0.0)

    @property
    def word(self) -> str:
        """In a word or two."""
        if self.is_done:
            return "done"
        if self.failed:
            return "failed"
        return f"{self.done} of {self.steps} steps" if self.done else "to do"


def state_of(folder: Path, cell: Cell) -> State:
    """What the folder of an experiment has of a cell; nothing is locked, and nothing changed."""
    place = stages.place_of(folder, cell)
    notes = stages.asked_done(place, cell)
    if cell.trained:
        notes.insert(0, stages.train_done(place, cell))
    seconds = sum(_seconds(note) for note in notes if note)
    held = json_object(place / stages.FAILED) or {}
    failed = held.get("failed", [])
    said = tuple(map(str, failed)) if isinstance(failed, list) else ()
    return State(cell, len(notes), sum(note is not None for note in notes), seconds, said)


def _seconds(note: Mapping[str, Json]) -> float:
    found = note.get("seconds")
    return float(found) if isinstance(found, int | float) else 0.0


def estimates(states: Sequence[State]) -> dict[str, float]:
    """Seconds of one core that each cell will still take, by its key, where a cell like it is done.

    Like it is one of the same row, else of the same system with as many mitigators of text (and the same
    settings, where one has them), else with any.
    """
    known: dict[Hashable, list[float]] = {}
    for state in states:
        if state.is_done:
            for likeness in _likenesses(state.cell):
                known.setdefault(likeness, []).append(state.seconds)
    found: dict[str, float] = {}
    for state in states:
        if not state.is_done:
            like = next((known[each] for each in _likenesses(state.cell) if each in known), None)
            if like:
                found[state.cell.key] = max(sum(like) / len(like) - state.seconds, 0.0)
    return found


def _likenesses(cell: Cell) -> tuple[Hashable, ...]:
    kind = (cell.system, len(cell.text), len(cell.in_place))
    return (cell.row,), (*kind, repr(sorted(cell.options.items()))), kind, (cell.system, "any")


def clock(seconds: float | None) -> str:
    """How long something takes, roughly.

    >>> clock(42), clock(600), clock(9000), clock(None)
    ('42 s', '10 min', '2.5 h', 'not known')
    """
    if seconds is None:
        return "not known"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def shard_of(cells: Sequence[Cell], shard: tuple[int, int]) -> list[Cell]:
    """Those of the cells that one of several shards does, each key once, dealt out in turn.

    Of rows that come to the same thing it is the first.
    """
    number, of = shard
    if not 1 <= number <= of:
        raise DataError(f"a shard is one of them, 1/{of} to {of}/{of}, not {number}/{of}")
    unique: dict[str, Cell] = {}
    for cell in cells:
        unique.setdefault(cell.key, cell)
    return list(unique.values())[number - 1 :: of]
