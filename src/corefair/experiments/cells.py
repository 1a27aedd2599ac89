"""Cells: one row of a grid with one seed, and everything that is to be done for it, by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corefair.auditing.building import FILES, build_suites
from corefair.errors import CorefairError, DataError
from corefair.experiments.grid import Grid
from corefair.experiments.keys import audit_key, model_key, score_key, vectors_key
from corefair.experiments.rows import Row, Vectors
from corefair.registry import suites as registered
from corefair.types import Json, Suite


@dataclass(frozen=True)
class Piece:
    """A corpus to be scored, or a suite to be asked: what it is called, where it is, and under which key."""

    name: str
    given: str  # a path, or how the suite is named in the grid
    key: str


@dataclass(frozen=True)
class Cell:
    """What one process does at a time; plain, so that it can be sent to another machine."""

    row: str
    seed: int | None
    key: str  # of the system itself; scores and audits have their own
    system: str
    trained: bool
    options: Mapping[str, Json]
    vectors: Vectors | None
    vectors_key: str
    in_place: tuple[str, ...]
    text: tuple[str, ...]
    corpus: Mapping[str, str]
    dev: Mapping[str, str]
    scores: tuple[Piece, ...]
    audits: tuple[Piece, ...]
    resamples: int
    data: str | None = None  # the folder of published sets

    @property
    def about(self) -> str:
        """What it is, in words."""
        return self.row if self.seed is None else f"{self.row}, seed {self.seed}"


@dataclass(frozen=True)
class Plan:
    """All cells of a grid in the order in which they are done, and what cannot be done here."""

    grid: Grid
    cells: tuple[Cell, ...]
    suites: tuple[Suite, ...]
    not_built: tuple[tuple[str, str], ...]  # suites without data, and why

    def cells_of(self, row: str) -> list[Cell]:
        """The cells of a row, by seed."""
        return sorted((cell for cell in self.cells if cell.row == row), key=lambda cell: cell.seed or 0)


def plan(grid: Grid, *, data: Path | None = None) -> Plan:
    """What is to be done: every row with its first seed first, so that a part of it already answers."""
    built, missing = _suites(grid, data)
    if grid.suites and not built and not grid.score:
        raise DataError("; ".join(why for _, why in missing))
    rows = [row for row in grid.rows if not row.left_out]
    if any(row.trained and not _corpus(grid, row) for row in rows):
        raise DataError("there is no corpus to train on: write `corpus: PATH`", path=grid.path)
    longest = max((len(row.seeds) for row in rows), default=0)
    ordered = [(row, number) for number in range(longest) for row in rows if number < len(row.seeds)]
    cells = [_cell(grid, row, row.seeds[number], built, data) for row, number in ordered]
    return Plan(grid, tuple(cells), tuple(suite for _, suite in built), tuple(missing))


def _corpus(grid: Grid, row: Row) -> Mapping[str, str]:
    return grid.corpus if row.corpus is None else row.corpus


def _suites(grid: Grid, data: Path | None) -> tuple[list[tuple[str, Suite]], list[tuple[str, str]]]:
    """Those that can be built, and those whose published data is not here: all else goes on without them."""
    built: list[tuple[str, Suite]] = []
    missing: list[tuple[str, str]] = []
    lines = grid.suite_lines or (None,) * len(grid.suites)
    for name, line in zip(grid.suites, lines, strict=True):
        try:
            (suite,), _ = build_suites([name], data=data)
        except DataError as error:
            if not _is_published(name) or error.path is not None:  # a file that is there, and is wrong
                raise error.at(path=grid.path, line=line) from None
            missing.append((name, str(error)))
            continue
        except CorefairError as error:
            raise DataError(str(error), path=grid.path, line=line) from None
        same = next((other for other, each in built if each.key == suite.key), None)
        if same is not None:
            message = f"the suites {same} and {name} are both called {suite.key}: rename a file of one"
            raise DataError(message, path=grid.path, line=line)
        built.append((name, suite))
    return built, missing


def _is_published(name: str) -> bool:
    """Whether it is of a published set, which one may not have."""
    kind = name.partition(":")[0]
    return Path(name).suffix not in FILES and kind in registered and bool(registered.facts(kind).get("data"))


def _cell(
    grid: Grid, row: Row, seed: int | None, suites: Sequence[tuple[str, Suite]], data: Path | None
) -> Cell:
    corpus, dev = (_corpus(grid, row), grid.dev) if row.trained else ({}, {})
    key = model_key(row, seed, corpus, dev)
    return Cell(
        row=row.name,
        seed=seed,
        key=key,
        system=row.system,
        trained=row.trained,
        options=row.options,
        vectors=row.vectors,
        vectors_key=vectors_key(row.vectors) if row.vectors else "",
        in_place=row.in_place,
        text=row.text,
        corpus=dict(corpus),
        dev=dict(dev),
        scores=tuple(Piece(name, path, score_key(key, path)) for name, path in grid.score.items()),
        audits=tuple(Piece(suite.key, name, audit_key(key, suite, grid.resamples)) for name, suite in suites),
        resamples=grid.resamples,
        data=None if data is None else str(data),
    )
