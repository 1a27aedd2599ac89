"""The grid: which systems are trained on what, and what each is asked, read from a file and checked.

    name: Does balancing help?
    corpus: {ontogum: "${COREFAIR_DATA}/ontogum/train"}   # what is trained on
    score: {OntoGUM dev: "${COREFAIR_DATA}/ontogum/dev"}  # what F1 is taken on
    suites: [winobias:dev, occupations]
    seeds: 3
    baseline: Feature
    rows:
      - {name: Feature, system: feature}
      - {name: Feature + augment, system: feature, text: swap}

Paths are from the current folder; `${here}` is the folder of the file, and any other `${name}` is given with
`--set`, named under `variables`, or of the environment. What names an empty variable is left out: a corpus, a
suite, a setting, or a row whose vectors it would be.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corefair.auditing.building import FILES
from corefair.errors import CorefairError, UnknownName
from corefair.experiments.checks import refuse_twice
from corefair.experiments.corpora import read_corpora
from corefair.experiments.placed import Placed, read_placed
from corefair.experiments.rows import Row, cross, name_in, read_row, read_seeds, row_parts
from corefair.io.files import is_file
from corefair.registry import suites as registered

PARTS = (
    "name", "about", "kind", "variables", "corpus", "dev", "score", "suites", "seeds", "baseline", "defaults",
    "rows", "cross", "tables", "resamples",
)  # fmt: skip
KINDS = ("grid", "decomposition")
RESAMPLES = 2000
MOST_RESAMPLES = 100_000  # as many as `corefair audit` takes
_VARIABLE = re.compile(r"\$\{([^}]*)\}")


@dataclass(frozen=True)
class Grid:
    """A file of a grid, read: rows, and what all of them share."""

    name: str
    rows: tuple[Row, ...]
    about: str = ""
    kind: str = "grid"  # of a decomposition each row exchanges one source of the baseline's
    corpus: Mapping[str, str] = field(default_factory=dict)  # the paths of corpora by their names
    dev: Mapping[str, str] = field(default_factory=dict)
    score: Mapping[str, str] = field(default_factory=dict)
    suites: tuple[str, ...] = ()
    suite_lines: tuple[int, ...] = ()  # where each of them is named
    tables: tuple[str, ...] = ()  # of papers, whose layout is followed
    resamples: int = RESAMPLES
    path: str = ""

    def row(self, name: str) -> Row:
        """The row of that name."""
        return next(row for row in self.rows if row.name == name)


def read_grid(
    path: Path | str, *, variables: Mapping[str, str] | None = None, only: Iterable[str] = ()
) -> Grid:
    """The grid of a YAML or JSON file; rows that are left out by `only` are named, and not looked into."""
    path = Path(path)
    given = read_placed(path)
    parts = given.mapping("a grid", PARTS)
    own = parts["variables"].mapping("variables") if "variables" in parts else {}
    named = {*own, *_variables_in(given)}
    for name in variables or {}:
        if name not in named:
            raise given.unknown("variable", name, named)
    known = {"here": str(path.parent), **(variables or {})}
    for name, value in own.items():
        known.setdefault(name, _filled(value, {**os.environ, **known}).text(f"the variable {name}"))
    given = _filled(given, {**os.environ, **known})
    return _grid(given.mapping("a grid"), given, tuple(only), str(path))


def _grid(parts: Mapping[str, Placed], given: Placed, only: tuple[str, ...], path: str) -> Grid:
    def text(name: str, default: str) -> str:
        return parts[name].text(name) if name in parts else default

    kind = text("kind", "grid")
    if kind not in KINDS:
        raise parts["kind"].unknown("kind of grid", kind, KINDS)
    if "rows" not in parts and "cross" not in parts:
        raise given.error("a grid has rows, or axes to cross: write `rows:` or `cross:`")
    shared = row_parts(parts["defaults"], "defaults") if "defaults" in parts else {}
    listed = parts["rows"].items("rows") if "rows" in parts else []
    written = [(each, row_parts(each, "a row")) for each in listed]
    if "cross" in parts:
        written += [(parts["cross"], made) for made in cross(parts["cross"])]
    seeds = read_seeds(parts["seeds"]) if "seeds" in parts else (0,)
    rows = [read_row(made, place, shared=shared, seeds=seeds, only=only) for place, made in written]
    _check_names(rows, [place for place, _ in written], only, given)
    baseline = text("baseline", rows[0].name if rows else "")
    names = [row.name for row in rows]
    if baseline not in names:
        raise parts["baseline"].unknown("row", baseline, names)
    made = [row.against(baseline) for row in rows]
    for row, (place, _) in zip(made, written, strict=True):
        for each in row.baselines:
            if each not in names:
                raise place.unknown("row", each, names)
    suites = (
        [each for each in parts["suites"].items("suites") if each.value != ""] if "suites" in parts else []
    )
    refuse_twice(suites, "suite")
    laid_out = parts["tables"].items("tables") if "tables" in parts else []
    refuse_twice(laid_out, "table")
    tables = tuple(map(_table, laid_out))
    for row, (_, of_row) in zip(rows, written, strict=True):
        if not row.left_out:
            _check_published({**shared, **of_row}.get("as"), tables)
    _check_names_in(tables, rows, [place for place, _ in written])
    return Grid(
        name=text("name", Path(path).stem),
        rows=tuple(made),
        about=text("about", ""),
        kind=kind,
        corpus=read_corpora(parts.get("corpus"), "corpus"),
        dev=read_corpora(parts.get("dev"), "dev"),
        score=read_corpora(parts.get("score"), "score"),
        suites=tuple(map(_suite, suites)),
        suite_lines=tuple(each.line for each in suites),
        tables=tables,
        resamples=(
            parts["resamples"].whole("resamples", least=1, most=MOST_RESAMPLES)
            if "resamples" in parts
            else RESAMPLES
        ),
        path=path,
    )


def _variables_in(placed: Placed) -> Iterator[str]:
    """The names of all that stands as `${name}` in it."""
    if isinstance(placed.value, dict | list):
        inside: Iterable[Placed] = placed.value.values() if isinstance(placed.value, dict) else placed.value
        for each in inside:
            yield from _variables_in(each)
    elif isinstance(placed.value, str):
        yield from _VARIABLE.findall(placed.value)


def _filled(placed: Placed, variables: Mapping[str, str]) -> Placed:
    """With `${name}` replaced wherever it stands; all of a text goes with a variable that is empty."""
    value: Any = placed.value
    if isinstance(value, dict):
        value = {
            name: _filled(each, variables) if name != "variables" else each for name, each in value.items()
        }
    elif isinstance(value, list):
        value = [_filled(each, variables) for each in value]
    elif isinstance(value, str):
        named = _VARIABLE.findall(value)
        for name in named:
            if name not in variables:
                raise placed.error(
                    f"nothing is known of ${{{name}}}: give --set {name}=VALUE, or set it in the environment"
                )
        given = all(variables[name] for name in named)
        value = _VARIABLE.sub(lambda found: variables[found[1]], value) if given else ""
    return replace(placed, value=value)


def _check_names(rows: list[Row], places: list[Placed], only: tuple[str, ...], given: Placed) -> None:
    if not rows:
        raise given.error("there is no row in it")
    seen: dict[str, int] = {}
    for row, place in zip(rows, places, strict=True):
        if row.name in seen:
            raise place.error(f"two rows are called {row.name!r}, here and on line {seen[row.name]}")
        seen[row.name] = place.line
    for name in only:
        if name not in seen:
            raise given.unknown("row", name, seen)


def _suite(placed: Placed) -> str:
    name = placed.text("a suite")
    kind, _, split = name.partition(":")
    if Path(name).suffix in FILES:
        if not is_file(name):
            raise placed.error(f"suites: there is no file {name}")
        return name
    if kind not in registered:
        raise placed.unknown("suite", kind, registered.known())
    try:
        facts = registered.facts(kind)
        if facts.get("asks", "systems") != "systems":
            what = "word vectors" if facts["asks"] == "vectors" else facts["asks"]
            raise placed.error(f"{kind} measures {what}: a grid asks systems")
        splits = facts.get("splits") or ()
        if splits and split and split not in splits:
            raise UnknownName(f"split of {kind}", split, splits)
    except CorefairError as error:
        raise placed.within(error) from None
    return name


def _check_published(placed: Placed | None, tables: tuple[str, ...]) -> None:
    """Refuse the name of a row in a table that is not laid out."""
    if placed is not None and isinstance(placed.value, dict):
        for name, each in placed.value.items():
            if name not in tables:
                raise each.unknown("table under `tables`", name, tables)


def _check_names_in(tables: tuple[str, ...], rows: Sequence[Row], places: Sequence[Placed]) -> None:
    """Refuse two rows of one name in a table: it has one line for both."""
    for table in tables:
        named: dict[str, str] = {}
        for row, place in zip(rows, places, strict=True):
            name = name_in(table, row.published, row.name)
            if name in named:
                raise place.error(
                    f"{named[name]} and {row.name} are both {name!r} in {table}: change one `as`"
                )
            named[name] = row.name


def _table(placed: Placed) -> str:
    from corefair.experiments.published import titles

    name = placed.text("a table")
    if name not in titles():
        raise placed.unknown("table of a paper", name, titles())
    return name
