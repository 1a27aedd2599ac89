"""Rows of a grid: a system with its vectors, training text, resources and settings, trained once a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path

from corefair import options
from corefair.errors import CorefairError
from corefair.experiments.checks import (
    check_paths,
    check_spec,
    check_trainer,
    check_vectors,
    refuse_both,
    refuse_twice,
)
from corefair.experiments.corpora import read_corpora
from corefair.experiments.placed import Placed
from corefair.io.files import is_file
from corefair.mitigators import check_changes
from corefair.registry import mitigators, systems, trainers
from corefair.types import Json

PARTS = (
    "name", "system", "corpus", "vectors", "in_place", "text", "resources", "settings",
    "seeds", "baseline", "as", "source",
)  # fmt: skip
MOST_SEEDS = 1_000
MOST_CROSSED = 10_000  # rows
_VECTORS = ("file", "mitigator", "options")


@dataclass(frozen=True)
class Vectors:
    """A file of word vectors, as it is or changed by a mitigator."""

    file: str
    mitigator: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{Path(self.file).name}, {self.mitigator}" if self.mitigator else Path(self.file).name


@dataclass(frozen=True)
class Row:
    """One system under one treatment; its cells differ in their seeds."""

    name: str
    system: str  # a name, or whatever `corefair audit` takes
    trained: bool = False
    corpus: Mapping[str, str] | None = None  # what it is trained on, where that is not what all others are
    settings: Mapping[str, Json] = field(default_factory=dict)
    resources: Mapping[str, Json] = field(default_factory=dict)  # options too, set apart as what is exchanged
    vectors: Vectors | None = None
    in_place: tuple[str, ...] = ()  # mitigators that all training text goes through first
    text: tuple[str, ...] = ()  # mitigators of training text, beside the original or as the system says
    seeds: tuple[int | None, ...] = (None,)  # None: it is not trained, and has none
    baselines: tuple[str, ...] = ()  # the rows it is compared with, the most important first
    compared: bool = True  # not where it is named as its own baseline
    published: Mapping[str, str] = field(default_factory=dict)  # table of a paper -> its row there
    source: str = ""  # in a decomposition: what is exchanged
    left_out: str = ""  # why it is not run, where it is not

    @property
    def options(self) -> dict[str, Json]:
        """All that the system is told."""
        return {**self.settings, **self.resources}

    def against(self, baseline: str) -> Row:
        """The same, compared with that row, unless it is that row or says with which it is compared."""
        settled = self.baselines or not self.compared or self.name == baseline
        return self if settled else replace(self, baselines=(baseline,))


def row_parts(placed: Placed, what: str) -> dict[str, Placed]:
    """The parts of a row, or of a piece of one."""
    return dict(placed.mapping(what, PARTS))


def cross(placed: Placed) -> Iterator[dict[str, Placed]]:
    """Every combination of one piece from each axis; names are joined, and so are settings and resources."""
    axes = [
        [row_parts(piece, f"a piece of {name}") for piece in axis.items(f"the axis {name}")]
        for name, axis in placed.mapping("cross").items()
    ]
    if (n_rows := prod(map(len, axes))) > MOST_CROSSED:
        raise placed.error(f"its axes make {n_rows:,} rows; a grid may have {MOST_CROSSED:,}")
    for pieces in product(*axes):
        made: dict[str, Placed] = {}
        for piece in pieces:
            for key, value in piece.items():
                old = made.get(key)
                if old is None:
                    made[key] = value
                elif key == "name":
                    joined = " ".join(filter(None, [old.text("name"), value.text("name")]))
                    made[key] = Placed(joined, value.path, value.line)
                elif key in ("settings", "resources", "as"):
                    both = {**old.mapping(key), **value.mapping(key)}
                    made[key] = Placed(both, value.path, value.line)
                else:
                    raise value.error(f"{key} is given by two axes")
        yield made


def read_row(
    own_parts: Mapping[str, Placed],
    place: Placed,
    *,
    shared: Mapping[str, Placed],
    seeds: tuple[int, ...],
    only: tuple[str, ...],
) -> Row:
    """A row, all of it checked: system and mitigators are known, and take the options they are given.

    What it does not say is as all rows share it.
    """
    parts = {**shared, **own_parts}
    for needed in ("name", "system"):
        if needed not in parts:
            raise place.error(f"a row needs a {needed}")
    name, system = parts["name"].text("name"), parts["system"].text("system")
    if not name.strip() or len(name.splitlines()) > 1:
        raise parts["name"].error("the name of a row is a line of text that is not empty")
    named = parts["baseline"].items("baseline") if "baseline" in parts else []
    refuse_twice(named, "baseline")
    baselines = tuple(each.text("baseline") for each in named if each.text("baseline") != name)
    compared = not named or bool(baselines)
    source = parts["source"].text("source") if "source" in parts else ""
    published = _published(parts.get("as"), name)
    left_out = _left_out(name, parts.get("vectors"), only)
    if left_out:
        return Row(
            name,
            system,
            baselines=baselines,
            compared=compared,
            published=published,
            source=source,
            left_out=left_out,
        )
    trained = system in trainers
    if not trained:
        check_spec(parts["system"])
    placed = {key: parts[key].mapping(key) for key in ("settings", "resources") if key in parts}
    refuse_both(placed.get("settings", {}), placed.get("resources", {}))
    of_row = {key: _options(system, parts[key], key, trained) for key in placed}
    if trained:
        given = {name: value for of_key in of_row.values() for name, value in of_key.items()}
        places = {name: place for of_key in placed.values() for name, place in of_key.items()}
        check_trainer(system, given, places, parts["system"])
        check_vectors(system, parts.get("vectors"), parts["system"])
    if "corpus" in parts and not trained:
        raise parts["corpus"].error(f"{system} is not trained here, and takes no corpus")
    if "vectors" in parts and not trained:
        raise parts["vectors"].error(f"{system} is not trained here, and takes no vectors")
    of_text = {key: parts[key].items(key) for key in ("in_place", "text") if key in parts}
    for key, listed in of_text.items():
        if listed and not trained:
            raise parts[key].error(f"{system} is not trained here: there is no text to change")
    if "seeds" in own_parts and not trained:
        raise parts["seeds"].error(f"{system} is not trained here, and has no seeds")
    chosen: tuple[int | None, ...] = read_seeds(parts["seeds"]) if "seeds" in parts else seeds
    return Row(
        name,
        system,
        trained,
        corpus=read_corpora(parts["corpus"], "corpus") if "corpus" in parts else None,
        settings=of_row.get("settings", {}),
        resources=of_row.get("resources", {}),
        vectors=_vectors(parts["vectors"]) if "vectors" in parts else None,
        in_place=tuple(map(_text, of_text.get("in_place", []))),
        text=tuple(map(_text, of_text.get("text", []))),
        seeds=chosen if trained else (None,),
        baselines=baselines,
        compared=compared,
        published=published,
        source=source,
    )


def read_seeds(placed: Placed) -> tuple[int, ...]:
    """A list of seeds, or how many."""
    if not isinstance(placed.value, list):
        return tuple(range(placed.whole("seeds", least=1, most=MOST_SEEDS)))
    found = tuple(each.whole("a seed") for each in placed.value)
    if not found or len(set(found)) < len(found):
        raise placed.error("seeds are some different whole numbers, or how many there are to be")
    return found


def _left_out(name: str, vectors: Placed | None, only: tuple[str, ...]) -> str:
    """Why a row is not run: it was not asked for, or the variable that names its vectors is empty."""
    if only and name not in only:
        return "it was not asked for"
    file = vectors.value.get("file") if vectors is not None and isinstance(vectors.value, dict) else vectors
    return "no file of vectors is given for it" if file is not None and file.value == "" else ""


def name_in(table: str, published: Mapping[str, str], name: str) -> str:
    """What a row is called in a table: by its name there, by the one for all tables, or by its own."""
    return published.get(table, published.get("", name))


def _published(placed: Placed | None, name: str) -> dict[str, str]:
    """Which row of a paper's table it is: one name for all tables, or one for each."""
    if placed is None:
        return {"": name}
    if isinstance(placed.value, dict):
        return {table: each.text("as") for table, each in placed.value.items()}
    return {"": placed.text("as")}


def _options(system: str, placed: Placed, key: str, trained: bool) -> dict[str, Json]:
    """Options as the system's constructor has them, checked one by one so that each is told by its line."""
    registry = trainers if trained else systems
    thing = registry[system] if system in registry else None  # noqa: SIM401  a registry is no dict
    named = {
        name: each for name, each in placed.mapping(key).items() if each.value != ""
    }  # an empty variable
    if thing is None:
        for each in named.values():
            raise each.error(
                f"{system} takes no {key} here: write them after its name, as for corefair audit"
            )
        return {}
    return _parsed(system, thing, named)


def _parsed(owner: str, thing: Callable[..., object], named: Mapping[str, Placed]) -> dict[str, Json]:
    """Options of a thing, each told by its line where it is wrong.

    Paths are texts again: what a row says can be sent elsewhere, and stands in a key.
    """
    found: dict[str, Json] = {}
    for name, place in named.items():
        try:
            parsed = options.parse(owner, thing, [f"{name}={place.plain()}"])
            check_paths(parsed)
        except CorefairError as error:
            raise place.within(error) from None
        found |= {each: str(value) if isinstance(value, Path) else value for each, value in parsed.items()}
    return found


def _vectors(placed: Placed) -> Vectors:
    if not isinstance(placed.value, dict):
        return _existing(Vectors(placed.text("vectors")), placed)
    parts = placed.mapping("vectors", _VECTORS)
    if "file" not in parts:
        raise placed.error("vectors need a file")
    if "options" in parts and "mitigator" not in parts:
        raise parts["options"].error("options are those of a mitigator: name one, as in `mitigator: hard`")
    found = Vectors(parts["file"].text("file"))
    if "mitigator" in parts and parts["mitigator"].value:
        method = parts["mitigator"].text("mitigator")
        try:
            check_changes(method, "vectors")
        except CorefairError as error:
            raise parts["mitigator"].within(error) from None
        named = parts["options"].mapping("options") if "options" in parts else {}
        found = Vectors(found.file, method, _parsed(method, mitigators[method], named))
    return _existing(found, placed)


def _existing(vectors: Vectors, placed: Placed) -> Vectors:
    if not is_file(vectors.file):
        raise placed.error(f"vectors: there is no file {vectors.file}")
    return vectors


def _text(placed: Placed) -> str:
    """A mitigator of text, with options after a colon as for `corefair train --text`."""
    spec = placed.text("text")
    name, _, rest = spec.partition(":")
    try:
        check_changes(name, "text")
        check_paths(options.parse(name, mitigators[name], options.split(rest)))
    except CorefairError as error:
        raise placed.within(error) from None
    return spec
