"""What an experiment found: one value, saved as JSON and read back; all that is shown is made of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from corefair.auditing.typed_json import LARGEST, from_json, to_json
from corefair.errors import DataError
from corefair.experiments.published import titles
from corefair.io.damaged import json_value
from corefair.runs.writing import writing_text
from corefair.types import Job, Json, Score

SCHEMA = "corefair-experiment/1"
FILE = "experiment.json"


@dataclass(frozen=True, slots=True)
class RowCard:
    """A row: one system under one treatment."""

    name: str
    system: str
    baselines: tuple[str, ...]  # the rows it is compared with, the most important first; none of a baseline
    settings: Mapping[str, Json] = field(default_factory=dict)
    resources: Mapping[str, Json] = field(default_factory=dict)
    vectors: str = ""
    in_place: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    source: str = ""  # of a decomposition: what is exchanged
    published: Mapping[str, str] = field(default_factory=dict)  # table -> row of the paper
    corpus: tuple[str, ...] = ()  # what it is trained on, where that is not what all others are

    @property
    def treatment(self) -> str:
        """What is done to the system, in a line."""
        resources = [f"{name} {value}" for name, value in self.resources.items()]
        settings = [f"{name} {value}" for name, value in self.settings.items()]
        text = [f"all text {name}" for name in self.in_place] + [f"text {name}" for name in self.text]
        vectors = [f"vectors {self.vectors}"] if self.vectors else []
        corpus = [f"trained on {' + '.join(self.corpus)}"] if self.corpus else []
        return ", ".join([*corpus, *vectors, *text, *resources, *settings])


@dataclass(frozen=True, slots=True)
class CellCard:
    """A row with one seed, and how far it is."""

    row: str
    seed: int | None
    key: str
    state: Literal["done", "failed", "not done", "left out"]
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A suite or a corpus that rows were asked."""

    key: str
    kind: Literal["corpus", "suite"]
    about: str
    cases: int
    units: int
    unit: str  # what is drawn anew: a document, or a unit of the suite
    contrast: tuple[str, str, str] | None = None  # the grouping of its gap, and the two groups
    caveats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """One measure of a row: the mean over its seeds, with its interval over sentences or documents."""

    row: str
    asked: str
    score: Score
    seeds: tuple[float, ...]  # the value with each seed that is done
    spread: float | None = None  # standard deviation over them


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a baseline's value goes in a row: 1 is all of it, and more is turned around."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Change:
    """One measure of a row less that of its baseline; sentences and seeds are both drawn anew."""

    row: str
    baseline: str
    asked: str
    measure: str
    difference: float
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None = None
    with_seeds: bool = False  # whether the spread over seeds is in the interval and the p
    share: Share | None = None  # of a decomposition, where the baseline's own interval leaves out 0


@dataclass(frozen=True, slots=True)
class JobScores:
    """How a row treats each occupation of a suite, the mean over its seeds."""

    row: str
    asked: str
    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why numbers of a row on a suite or corpus are not read: not to be believed, or no gap can show."""

    row: str
    asked: str
    why: str
    kind: Literal["unsound", "guessing"] = "unsound"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence of the reading, and what it rests on; `kind` is the rule that made it."""

    kind: str
    sentence: str
    row: str = ""
    asked: str = ""
    measure: str = ""
    baseline: str = ""  # of a change: the row that it is of


@dataclass(frozen=True, slots=True)
class Experiment:
    """Rows, cells, numbers, changes and the reading of a grid, finished or not."""

    name: str
    about: str
    kind: str
    rows: tuple[RowCard, ...]
    cells: tuple[CellCard, ...]
    asked: tuple[Asked, ...]
    numbers: tuple[Number, ...]
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...] = ()
    findings: tuple[Finding, ...] = ()
    jobs: tuple[JobScores, ...] = ()  # of suites that ask about occupations with a known share of women
    suites: tuple[str, ...] = ()  # that were to be asked, as the grid names them
    not_here: tuple[tuple[str, str], ...] = ()  # suites whose data is missing, and why
    tables: tuple[str, ...] = ()  # of papers
    settings: Mapping[str, Json] = field(default_factory=dict)
    made: Mapping[str, Json] = field(default_factory=dict)  # when, with what, how long: all that may differ

    def row(self, name: str) -> RowCard:
        """The row of that name."""
        return next(row for row in self.rows if row.name == name)

    def number(self, row: str, asked: str, measure: str) -> Number | None:
        """A measure of a row on a suite or corpus."""
        wanted = (row, asked, measure)
        return next((n for n in self.numbers if (n.row, n.asked, n.score.name) == wanted), None)

    def change(self, row: str, baseline: str, asked: str, measure: str) -> Change | None:
        """How far a measure of a row is from a baseline's."""
        wanted = (row, baseline, asked, measure)
        return next((c for c in self.changes if (c.row, c.baseline, c.asked, c.measure) == wanted), None)

    def is_sound(self, row: str, asked: str) -> bool:
        """Whether the row's numbers on it are read: they may be believed, and a gap could show in them."""
        return not self.why_unread(asked, row)

    def why_unread(self, asked: str, *rows: str) -> str:
        """Why numbers of rows on it are not read, in few words; nothing where all of them are."""
        kinds = {each.kind for each in self.problems if each.asked == asked and each.row in rows}
        return "not read" if "unsound" in kinds else "may be guessing" if kinds else ""

    def why_number_unread(self, number: Number) -> str:
        """The same of one number: of a row that may be guessing only what compares two sides is not read."""
        why = self.why_unread(number.asked, number.row)
        compares = number.score.against is not None
        return why if compares or not self.is_believed(number.row, number.asked) else ""

    def is_believed(self, row: str, asked: str) -> bool:
        """Whether the row's numbers on it may be believed, whether or not a gap could show in them."""
        problems = [each for each in self.problems if (each.row, each.asked) == (row, asked)]
        return all(each.kind == "guessing" for each in problems)

    @property
    def corpora(self) -> list[str]:
        """The corpora that F1 is taken on."""
        return [each.key for each in self.asked if each.kind == "corpus"]

    @property
    def unfinished(self) -> list[CellCard]:
        """The cells that are not done."""
        return [cell for cell in self.cells if cell.state != "done"]


def dumps(found: Experiment) -> str:
    """experiment.json as text."""
    return (
        json.dumps({"schema": SCHEMA, **to_json(found)}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    )


def save(found: Experiment, folder: Path) -> None:
    """Write experiment.json into the folder, whole."""
    with writing_text(folder / FILE) as out:
        out.write(dumps(found))


def is_experiment(path: Path) -> bool:
    """Whether a folder has an experiment.json, or a file is one."""
    if path.is_dir():
        return (path / FILE).is_file()
    data = json_value(path)
    return isinstance(data, dict) and data.get("schema") == SCHEMA


def load(path: Path | str) -> Experiment:
    """An experiment from its folder or its experiment.json."""
    path = Path(path)
    path = path / FILE if path.is_dir() else path
    data: Any = json_value(path)
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise DataError(
            f'it has no "schema": "{SCHEMA}": give what corefair experiment wrote', path=str(path)
        )
    try:
        found = from_json(Experiment, data, "experiment")
        _check_sizes(data)
        _check(found)
    except DataError as error:
        raise DataError(f"not a sound experiment: {error}", path=str(path)) from None
    return found


def _check_sizes(data: Json) -> None:
    """Refuse numbers that nobody measured, whose differences are beyond all numbers."""
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict | list):
            left += value.values() if isinstance(value, dict) else value
        elif isinstance(value, int | float) and abs(value) > LARGEST:
            raise DataError(f"a number beyond {LARGEST:g}")


def _check(found: Experiment) -> None:
    """Refuse one whose parts speak of what is not in it."""
    rows = {row.name for row in found.rows}
    placed: list[Number | Change | Problem | JobScores] = [
        *found.numbers, *found.changes, *found.problems, *found.jobs
    ]  # fmt: skip
    of_rows = [cell.row for cell in found.cells] + [each.row for each in placed]
    measured = {(n.row, n.asked, n.score.name) for n in found.numbers}
    changed = [(row, c.asked, c.measure) for c in found.changes for row in (c.row, c.baseline)]
    for what, named, known in (
        ("row", [*of_rows, *(name for row in found.rows for name in row.baselines)], rows),
        ("suite or corpus", [each.asked for each in placed], {each.key for each in found.asked}),
        ("number", changed, measured),
        ("table", found.tables, set(titles())),
    ):
        for name in named:
            if name not in known:
                raise DataError(f"it speaks of the {what} {name!r}, and has none of that name")
    resamples = found.settings.get("resamples", 1)
    if not isinstance(resamples, int) or resamples < 1:
        raise DataError(f"its resamples are {resamples!r}, not a whole number of 1 or more")
