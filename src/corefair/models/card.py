"""What a model says of itself, in its `model.json`: what it is, what it was made of, and how good it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TypeVar, cast

from corefair.errors import DataError
from corefair.types import Json, Score
from corefair.version import __version__

SCHEMA = "corefair.model/1"
_FAMILY, _NEWEST = SCHEMA.split("/")
Wanted = TypeVar("Wanted")


@dataclass(frozen=True)
class Card:
    """Everything about a model but its numbers. `kind` is the name that its class is registered under."""

    kind: str
    settings: Mapping[str, Json] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)  # SHA-256 of each thing that it was made of
    licences: Mapping[str, str] = field(default_factory=dict)  # of the same things
    history: tuple[Json, ...] = ()  # what was done, in order: a step in words, or the numbers of an epoch
    scores: tuple[Score, ...] = ()
    command: str = ""  # that makes it again
    version: str = __version__  # of corefair, when it was made


@dataclass(frozen=True)
class File:
    """A file beside `model.json`, as it was when the model was saved."""

    size: int
    sha256: str


def as_json(card: Card, files: Mapping[str, File]) -> dict[str, Json]:
    """The card for its file."""
    return {
        "schema": SCHEMA,
        "kind": card.kind,
        "corefair": card.version,
        "settings": card.settings,
        "data": card.data,
        "licences": card.licences,
        "history": card.history,
        "scores": [asdict(score) for score in card.scores],
        "command": card.command,
        "files": {name: asdict(file) for name, file in files.items()},
    }


def from_json(value: Json) -> tuple[Card, dict[str, File]]:
    """The card of a file, and the files it tells of; a DataError says what is not as it should be."""
    if not isinstance(value, Mapping):
        raise DataError("not a JSON object, so not the card of a model")
    _check_schema(value.get("schema"))
    card = Card(
        _get(value, "kind", str),
        _get(value, "settings", dict),
        _texts(value, "data"),
        _texts(value, "licences"),
        tuple(_get(value, "history", list)),
        tuple(map(_score, _get(value, "scores", list))),
        _get(value, "command", str),
        _get(value, "corefair", str),
    )
    return card, {name: _file(name, file) for name, file in _get(value, "files", dict).items()}


def _check_schema(schema: Json | None) -> None:
    family, _, number = str(schema).partition("/")
    if family != _FAMILY or not number.isdecimal():
        raise DataError(f"its schema is {schema!r}, not {SCHEMA!r}: not a model of corefair")
    if int(number) > int(_NEWEST):
        raise DataError(f"its schema {schema} is newer than {SCHEMA}, which is what this corefair reads: "
                        "install a newer one")  # fmt: skip


def _get(value: Mapping[str, Json], name: str, kind: type[Wanted]) -> Wanted:
    found = value.get(name)
    if not isinstance(found, kind):
        wanted = {str: "a text", dict: "an object", list: "a list", int: "a whole number"}[kind]
        raise DataError(f"{name!r} must be {wanted}, and is {_shown(found)}")
    return found


def _texts(value: Mapping[str, Json], name: str) -> dict[str, str]:
    texts = _get(value, name, dict)
    for key, text in texts.items():
        if not isinstance(text, str):
            raise DataError(f"{key!r} of {name!r} must be a text, and is {_shown(text)}")
    return texts


def _file(name: str, value: Json) -> File:
    if not isinstance(value, Mapping):
        raise DataError(f"{name!r} of 'files' must be an object, and is {_shown(value)}")
    return File(_get(value, "size", int), _get(value, "sha256", str))


def _score(value: Json) -> Score:
    """A score; what a later version may add to it is left out."""
    known = {each.name for each in fields(Score)}
    if not isinstance(value, Mapping):
        raise DataError(f"a score must be an object, and is {_shown(value)}")
    try:
        return cast(Callable[..., Score], Score)(**{name: value[name] for name in known & value.keys()})
    except TypeError:
        raise DataError(f"a score lacks some of what makes one: {_shown(value)}") from None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) < 60 else text[:57] + "…"
