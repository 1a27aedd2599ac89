"""What a row says of its system, held to what the system itself would say, before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from corefair import options
from corefair.errors import DataError, UnknownName
from corefair.experiments.placed import Placed
from corefair.io.files import is_file, is_folder
from corefair.mitigators.vectors.preserve import preserve_words
from corefair.registry import formats, systems, trainers
from corefair.systems.make import OUTSIDE, check_known, check_says_what, make

# Whether a training reads word vectors; a test holds this to what trainers refuse. Others are not checked.
READS_VECTORS = {"feature": False, "ranking": True, "e2e": True, "c2f-static": True, "c2f": True}


def check_spec(placed: Placed) -> None:
    """Refuse what names no system, or an option that a registered system has not."""
    spec = placed.text("system")
    kind, _, rest = spec.partition(":")
    if "=" in kind and not is_folder(spec):
        raise placed.error(f"{spec}: leave out what is before the equals sign, for a row has a name already")
    try:
        check_known(spec)
        if kind in systems and kind not in OUTSIDE:
            check_paths(options.parse(kind, systems[kind], options.split(rest)))
        elif kind in OUTSIDE or kind in formats:
            check_says_what(kind, rest)
            _check_there(kind, rest)
        elif not (is_folder(spec) or is_folder(kind)):
            raise DataError(f"there is no folder {spec}")
    except UnknownName as error:
        if kind in systems:
            raise placed.within(error) from None
        known = {*trainers.known(), *systems.known(), *OUTSIDE, *(formats.known() if rest else ())}
        raise placed.unknown("system", spec if kind in trainers else kind, known) from None
    except DataError as error:
        raise placed.within(error) from None


def _check_there(kind: str, rest: str) -> None:
    """Refuse answers that are not there, or are none; what a program or model needs is its own affair."""
    if kind == "human":
        from corefair.systems.outside.human import sheets_of

        sheets_of(rest)
    of_file = kind in ("predictions", "response", "gap") or kind in formats
    if of_file and not (is_file(rest) or is_folder(rest)):
        raise DataError(f"there is no file {rest}")
    if of_file:
        make(f"{kind}:{rest}")


def check_paths(parsed: Mapping[str, Any]) -> None:
    """Refuse an option that names a file or folder that is not there, whose content would stand in a key."""
    for name, value in parsed.items():
        if isinstance(value, Path) and not value.exists():
            raise DataError(f"{name}: there is no file or folder {value}")
    if "preserve" in parsed:  # a word, or a file
        preserve_words(parsed["preserve"])


def check_trainer(system: str, given: Mapping[str, Any], places: Mapping[str, Placed], row: Placed) -> None:
    """Refuse settings that the trainer does, each at the line of the option that it is about."""
    try:
        options.make(system, trainers[system], given)
    except (DataError, UnknownName) as error:
        about = next((place for name, place in places.items() if f"{system}: {name} " in str(error)), row)
        raise about.within(error) from None


def check_vectors(system: str, vectors: Placed | None, row: Placed) -> None:
    """Refuse vectors for a system that reads none, and a system without those that it needs."""
    reads = READS_VECTORS.get(system)
    if reads is False and vectors is not None:
        raise vectors.error(f"{system} uses no word vectors: leave them out, or train another system")
    if reads and vectors is None:
        raise row.error(f"{system} needs word vectors: write `vectors: FILE`")


def refuse_both(one: Mapping[str, Placed], other: Mapping[str, Placed]) -> None:
    """Refuse an option that is a setting and a resource at once."""
    for name, place in other.items():
        if name in one:
            raise place.error(f"{name} is among the settings too, on line {one[name].line}: give it once")


def refuse_twice(placed: Iterable[Placed], what: str) -> None:
    """Refuse a list that names the same twice."""
    seen: dict[str, int] = {}
    for each in placed:
        name = each.text(what)
        if name in seen:
            raise each.error(f"the {what} {name!r} is named twice, here and on line {seen[name]}")
        seen[name] = each.line
