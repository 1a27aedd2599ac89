"""What stands for all that a piece of work depends on: files by what they hold, settings by their values."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from corefair import options
from corefair.errors import DataError
from corefair.experiments.rows import Row, Vectors
from corefair.io.files import is_file, is_folder
from corefair.registry import systems
from corefair.runs.cache import Unusable, folder_of
from corefair.runs.content import content_of
from corefair.runs.run import key_of
from corefair.systems.training.train import RUN_ONLY, name_of
from corefair.types import Json, Suite

_NOTES = "content-1"
_PROGRAMS = ("command", "choose")
_PREFIX = "balanced:"  # before a file of gender counts


def model_key(row: Row, seed: int | None, corpus: Mapping[str, str], dev: Mapping[str, str]) -> str:
    """Of a system as it is asked: trained on this, or as it comes."""
    given: dict[str, Json] = {
        "system": row.system,
        "options": {name: _valued(value) for name, value in row.options.items() if name not in RUN_ONLY},
    }
    if not row.trained:
        return key_of(given, _outside(row.system))
    return key_of(
        given,
        seed,
        _in_order(corpus),
        {name: path_content(path) for name, path in dev.items()},
        vectors_key(row.vectors) if row.vectors else None,
        list(map(_changing, row.text)),
        list(map(_changing, row.in_place)),
    )


def _in_order(corpus: Mapping[str, str]) -> Json:
    """What corpora hold, by name, and their order, for the scheme of the first is followed elsewhere."""
    held: dict[str, Json] = {name: path_content(path) for name, path in corpus.items()}
    # Falling names stand for themselves: so the cells have it that were trained before the order counted.
    return held if list(held) == sorted(held, reverse=True) else [held, list(held)]


def vectors_key(vectors: Vectors) -> str:
    """Of vectors as they are trained with."""
    given = {name: _valued(value) for name, value in vectors.options.items()}
    return key_of(path_content(vectors.file), vectors.mitigator, given)


def score_key(model: str, path: str) -> str:
    """Of what a system finds in a corpus, read by the scheme of its name."""
    return key_of("score", model, name_of(path), path_content(path))


def audit_key(model: str, suite: Suite, resamples: int) -> str:
    """Of a system's answers to a suite, and what is computed of them."""
    return key_of("audit", model, suite.key, suite.version, dict(suite.data), resamples)


def path_content(path: str) -> str:
    """SHA-256 of a file, or of the names and bytes of all files in a folder; remembered while they stay."""
    place = Path(path)
    files = sorted(each for each in place.rglob("*") if each.is_file()) if place.is_dir() else [place]
    if not files:
        raise DataError("an empty folder", path=path)
    try:
        notes = folder_of(_NOTES)
    except Unusable:
        notes = None
    found = content_of(files, notes=notes, name=_NOTES).sha256
    names = "\n".join(str(each.relative_to(place)) for each in files) if place.is_dir() else ""
    return hashlib.sha256(f"{found} {names}".encode()).hexdigest()


def _valued(value: Json) -> Json:
    """A value, or where it names a file or a folder what that holds, wherever it lies."""
    named = value.removeprefix(_PREFIX) if isinstance(value, str) else ""
    return [str(value).removesuffix(named), path_content(named)] if _holds(named) else value


def _changing(spec: str) -> Json:
    """A mitigator of text with its options: with what they hold where they name files."""
    contents: list[Json] = [path_content(each) for each in _files_named(spec)]
    return [spec, contents] if contents else spec


def _holds(name: str) -> bool:
    """Whether it is a file, or a folder with something in it."""
    return is_file(name) or (is_folder(name) and any(Path(name).iterdir()))


def _outside(system: str) -> Json:
    """What a system that is not trained here holds: a folder, the file after its kind, or all it names."""
    rest = system.partition(":")[2]
    named = next((each for each in (system, rest) if each and (is_file(each) or is_folder(each))), "")
    if named:
        return path_content(named)
    contents: list[Json] = [path_content(each) for each in _files_named(system)]
    return contents or None


def _files_named(system: str) -> Iterator[str]:
    """The files in a word for a system: of a program those among its words, else those among its options.

    Sheets of raters may be named by a pattern.
    """
    kind, _, rest = system.partition(":")
    if kind in _PROGRAMS:
        words = _words(rest)
        values = [*words, *(word.partition("=")[2] for word in words)]
        yield from filter(is_file, values)
        return
    if kind == "human":
        from corefair.systems.outside.human import sheets_of

        yield from map(str, sheets_of(rest))
        return
    if kind == "module":
        name, _, rest = rest.partition(":")
        yield from _source(name)
        rest = rest.partition(":")[2]
    elif is_folder(kind) and kind not in systems:  # a trained system, with options
        yield kind
    for setting in options.split(rest):
        value = setting.partition("=")[2].strip().removeprefix(_PREFIX) or setting
        if _holds(value):
            yield value


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # told when it is run
        return []


def _source(module: str) -> Iterator[str]:
    """The file of a module, in the current folder too; none where it is not found, which is told later."""
    *folders, last = module.split(".")
    here = next(
        filter(Path.is_file, (Path(*folders, f"{last}.py"), Path(*folders, last, "__init__.py"))), None
    )
    if here is not None:
        yield str(here)
        return
    try:
        found = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return
    if found is not None and found.origin and Path(found.origin).is_file():
        yield found.origin
