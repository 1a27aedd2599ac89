"""What stands for all that a piece of work depends on: files by what they hold, settings by their values."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from corefair.errors import DataError
from corefair.experiments.rows import Row, Vectors
from corefair.runs.cache import Unusable, folder_of
from corefair.runs.content import content_of
from corefair.runs.run import key_of
from corefair.systems.training.train import RUN_ONLY, name_of
from corefair.types import Json, Suite

_NOTES = "content-1"
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
        {name: path_content(path) for name, path in corpus.items()},
        {name: path_content(path) for name, path in dev.items()},
        vectors_key(row.vectors) if row.vectors else None,
        list(row.text),
        list(row.in_place),
    )


def vectors_key(vectors: Vectors) -> str:
    """Of vectors as they are trained with."""
    return key_of(path_content(vectors.file), vectors.mitigator, dict(vectors.options))


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
    place = Path(named)
    holds = bool(named) and (place.is_file() or (place.is_dir() and any(place.iterdir())))
    return [str(value).removesuffix(named), path_content(named)] if holds else value


def _outside(system: str) -> Json:
    """What a system that is not trained here holds: a folder, or the file after its kind."""
    rest = system.partition(":")[2]
    named = next((each for each in (system, rest) if each and Path(each).exists()), "")
    return path_content(named) if named else None
