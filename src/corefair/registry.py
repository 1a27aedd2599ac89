"""Names → things. Each room is scanned on first use; outsiders add theirs through entry points."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from corefair.errors import CorefairError, UnknownName

T = TypeVar("T")


class Registry(Generic[T]):
    """The things of one kind by name, each with a few facts about it.

    An outside package adds its own with an entry point in the group `corefair.<kind>s`, naming a module that
    calls `register` when it is imported.
    """

    def __init__(self, kind: str, room: str) -> None:
        self.kind, self.room = kind, room
        self._things: dict[str, T] = {}
        self._facts: dict[str, Mapping[str, Any]] = {}
        self._scanned = self._asked_outsiders = False

    def register(self, name: str, **facts: Any) -> Callable[[T], T]:
        """A decorator that files the thing under `name`, with facts such as `better="higher"`."""

        def file_it(thing: T) -> T:
            if name in self._things and self._things[name] is not thing:
                raise CorefairError(f"two {self.kind}s are called {name!r}")
            self._things[name] = thing
            self._facts[name] = MappingProxyType(dict(facts))
            return thing

        return file_it

    def __getitem__(self, name: str) -> T:
        self._scan()
        if name not in self._things:
            self._ask_outsiders()
        if name not in self._things:
            raise UnknownName(self.kind, name, self._things)
        return self._things[name]

    def facts(self, name: str) -> Mapping[str, Any]:
        """What was said of the thing when it was registered."""
        self[name]
        return self._facts[name]

    def own(self) -> list[str]:
        """The names of what comes with corefair: quicker to tell than all names."""
        self._scan()
        return sorted(name for name, thing in self._things.items() if thing.__module__.startswith(self.room))

    def __iter__(self) -> Iterator[str]:
        self._scan()
        self._ask_outsiders()
        return iter(sorted(self._things))

    def __contains__(self, name: object) -> bool:
        return any(name == known for known in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _scan(self) -> None:
        if not self._scanned:
            self._scanned = True
            try:
                room = importlib.import_module(self.room)
            except ModuleNotFoundError as error:
                if error.name != self.room:
                    raise
                return  # the room is not built yet
            for module in pkgutil.walk_packages(room.__path__, self.room + "."):
                importlib.import_module(module.name)

    def _ask_outsiders(self) -> None:
        if not self._asked_outsiders:
            from importlib.metadata import entry_points  # slow to import, and seldom needed

            self._asked_outsiders = True
            for point in entry_points(group=f"corefair.{self.kind}s"):
                point.load()


systems: Registry[Any] = Registry("system", "corefair.systems")
suites: Registry[Any] = Registry("suite", "corefair.suites")
metrics: Registry[Callable[..., Any]] = Registry("metric", "corefair.metrics")
mitigators: Registry[Any] = Registry("mitigator", "corefair.mitigators")
formats: Registry[Any] = Registry("format", "corefair.io")

ALL: Mapping[str, Registry[Any]] = MappingProxyType(
    {registry.kind: registry for registry in (systems, suites, metrics, mitigators, formats)}
)
