"""Names → things: a look-up imports the file that registers the name, and only a listing imports them all.

A file registers a name where its text says so, the name spelt out: `@systems.register("nearest")`. Texts are
read and nothing is imported until a thing is wanted, so a file that cannot be imported spoils only its own.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from corefair.errors import CorefairError, DataError, MissingExtra, UnknownName

T = TypeVar("T")
_OUTSIDE = "entry point"


class Registry(Generic[T]):
    """The things of one kind by name, each with a few facts about it, from the files of some rooms.

    An outside package adds its own with an entry point in the group `corefair.<name>`, such as
    `corefair.systems`, naming a module that calls `register` when it is imported.
    """

    def __init__(self, kind: str, *rooms: str, name: str | None = None) -> None:
        self.kind, self.rooms, self.name = kind, rooms, name or f"{kind}s"
        self._things: dict[str, T] = {}
        self._facts: dict[str, Mapping[str, Any]] = {}
        self._broken: dict[str, CorefairError] = {}  # by file or entry point
        self._asked_outsiders = False

    def register(self, name: str, **facts: Any) -> Callable[[T], T]:
        """A decorator that files the thing under `name`, with facts such as `better="higher"`."""

        def file_it(thing: T) -> T:
            if name in self._things and _place(self._things[name]) != _place(thing):
                raise CorefairError(f"two {self.kind}s are called {name!r}")
            self._things[name] = thing
            self._facts[name] = MappingProxyType(dict(facts))
            return thing

        return file_it

    def __getitem__(self, name: str) -> T:
        if name not in self._things:
            self._import_own(name)
        if name not in self._things:
            self._ask_outsiders()
        if name not in self._things:
            raise UnknownName(self.kind, name, self.known(), note=self._outside_trouble())
        return self._things[name]

    def facts(self, name: str) -> Mapping[str, Any]:
        """What was said of the thing when it was registered."""
        self[name]
        return self._facts.get(name, {})

    def facts_of(self, thing: object) -> Mapping[str, Any]:
        """What was said of a thing at hand, under whichever name; nothing if it was not registered."""
        return next((self._facts[name] for name, known in self._things.items() if known is thing), {})

    def own(self) -> list[str]:
        """The names of what comes with corefair, as the files say; nothing is imported."""
        return sorted(self._files_of)

    def known(self) -> list[str]:
        """All names, those from outside too; nothing of ours is imported."""
        self._ask_outsiders()
        return sorted({*self._files_of, *self._things})

    def broken(self) -> Mapping[str, str]:
        """Why some of the files, or of the outsiders, could not be imported; all others are."""
        for _ in self:
            pass
        return {place: str(error) for place, error in self._broken.items()}

    def __iter__(self) -> Iterator[str]:
        """All names whose file can be imported; `broken` tells of the others."""
        for name in self._files_of:
            try:
                self._import_own(name)
            except CorefairError:
                continue  # it is among the broken now
        self._ask_outsiders()
        return iter(sorted(self._things))

    def __contains__(self, name: object) -> bool:
        if name not in self._things and name not in self._files_of:
            self._ask_outsiders()
        return name in self._things or name in self._files_of

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @cached_property
    def _files_of(self) -> Mapping[str, tuple[str, Path]]:
        """The module and the file that register each name, as their text says."""
        says = re.compile(
            rf"""^\s*@?(?:registry\.)?{self.name}\.register\(\s*["']([^"']+)["']""", re.MULTILINE
        )
        found: dict[str, tuple[str, Path]] = {}
        for room in self.rooms:
            for module, file in _files(room):
                for name in says.findall(file.read_text(encoding="utf-8", errors="replace")):
                    found.setdefault(name, (module, file))
        return found

    def _import_own(self, name: str) -> None:
        if name in self._things or name not in self._files_of:
            return
        module, file = self._files_of[name]
        try:
            importlib.import_module(module)
        except Exception as error:
            for registry in {self, *ALL.values()}:  # what it registered before it failed
                registry._forget(module)
            message = f"cannot be imported, so there is no {self.kind} {name!r}: {_in_words(error)}"
            broken = DataError(message, path=str(file), line=_line(error, file))
            self._broken[str(file)] = error if isinstance(error, MissingExtra) else broken
            raise self._broken[str(file)] from error
        self._broken.pop(str(file), None)

    def _forget(self, module: str) -> None:
        for name in [name for name, thing in self._things.items() if _place(thing)[0] == module]:
            del self._things[name]
            self._facts.pop(name, None)

    def _ask_outsiders(self) -> None:
        if not self._asked_outsiders:
            from importlib.metadata import entry_points  # slow to import, and seldom needed

            self._asked_outsiders = True
            for point in entry_points(group=f"corefair.{self.name}"):
                try:
                    point.load()
                except Exception as error:  # noqa: BLE001  their module may raise anything; ours go on
                    place = f"{_OUTSIDE} {point.name} = {point.value}"
                    self._broken[place] = DataError(f"cannot be imported: {_in_words(error)}", path=place)

    def _outside_trouble(self) -> str:
        """Which outsiders could not be asked: one of them may have what is looked for."""
        return "; ".join(str(error) for place, error in self._broken.items() if place.startswith(_OUTSIDE))


def _files(room: str) -> Iterator[tuple[str, Path]]:
    """The modules of a room and its sub-rooms with their files; none if it is not built yet."""
    spec = importlib.util.find_spec(room)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for file in sorted(Path(folder).rglob("*.py")):
            parts = [*file.relative_to(folder).parts[:-1], file.stem]
            yield ".".join([room, *(part for part in parts if part != "__init__")]), file


def _place(thing: object) -> tuple[str, str]:
    """Where a thing was made: one made again there, as when a module is loaded twice, is the same."""
    return getattr(thing, "__module__", ""), getattr(thing, "__qualname__", repr(thing))


def _in_words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _line(error: Exception, file: Path) -> int | None:
    """The line of the file at which it came to grief."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == str(file)), None)


systems: Registry[Any] = Registry("system", "corefair.systems")
suites: Registry[Any] = Registry("suite", "corefair.suites")
metrics: Registry[Callable[..., Any]] = Registry("metric", "corefair.metrics")
mitigators: Registry[Any] = Registry("mitigator", "corefair.mitigators")
formats: Registry[Any] = Registry("format", "corefair.io")
trainers: Registry[Any] = Registry("trainable system", "corefair.systems", name="trainers")
# What can be kept in a folder, by its kind: classes with `save` and `load`. They stand in systems,
# mitigators and beside encoders; the rest of the room `models` is what they are made of.
models: Registry[Any] = Registry(
    "model", "corefair.systems", "corefair.mitigators", "corefair.models.encoders"
)
renderers: Registry[Callable[..., Any]] = Registry("form of report", "corefair.report", name="renderers")

ALL: Mapping[str, Registry[Any]] = MappingProxyType(
    {
        registry.kind: registry
        for registry in (systems, suites, metrics, mitigators, formats, trainers, models, renderers)
    }
)
