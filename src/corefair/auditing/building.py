"""From names to suites: those asked for, or all whose data is on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from corefair.errors import DataError
from corefair.registry import suites as registered
from corefair.types import CorpusSuite, Suite, VectorSuite

Asks = Literal["systems", "vectors", "corpora"]
AnySuite = Suite | VectorSuite | CorpusSuite
_MEASURED: dict[Asks, tuple[str, str]] = {  # what a suite is about, and the words that audit it
    "systems": ("systems", "SYSTEM"),
    "vectors": ("word vectors", "vectors FILE"),
    "corpora": ("corpora", "corpus FILE"),
}
FILES = (".tsv", ".yaml", ".yml")  # a suite of a user's own


def build_suites(
    names: Sequence[str | Suite] | None = None, *, data: Path | None = None
) -> tuple[list[Suite], list[tuple[str, str]]]:
    """The suites for systems that were asked for (`winobias:dev`), or all whose data is here.

    The second list holds the others, each with the reason.
    """
    built, not_here = _build_all(names, data, "systems")
    return [suite for suite in built if isinstance(suite, Suite)], not_here


def build_vector_suites(
    names: Sequence[str | VectorSuite] | None = None, *, data: Path | None = None
) -> tuple[list[VectorSuite], list[tuple[str, str]]]:
    """The same of suites for word vectors."""
    built, not_here = _build_all(names, data, "vectors")
    return [suite for suite in built if isinstance(suite, VectorSuite)], not_here


def build_corpus_suites(names: Sequence[str | CorpusSuite] | None = None) -> list[CorpusSuite]:
    """The suites for corpora that were asked for, or all: they need no data but the corpus."""
    built, _ = _build_all(names, None, "corpora")
    return [suite for suite in built if isinstance(suite, CorpusSuite)]


def _build_all(
    names: Sequence[str | AnySuite] | None, data: Path | None, asks: Asks
) -> tuple[list[AnySuite], list[tuple[str, str]]]:
    if names is not None and list(names) != ["all"]:
        given = [name for i, name in enumerate(names) if name not in names[:i]]
        built = [_build(name, data, asks) for name in given]
        check_apart(built)
        return built, []
    built = []
    not_here: list[tuple[str, str]] = []
    for name in registered:
        if _asks(name) == asks and not registered.facts(name).get("needs"):  # what it needs, nobody has named
            try:
                built.append(_build(name, data, asks))
            except DataError as error:
                not_here.append((name, str(error)))
    return built, not_here


def check_apart(built: Sequence[AnySuite]) -> None:
    """Refuse two suites that go by one name: nothing would tell their numbers apart."""
    keys = [suite.key for suite in built]
    for key in keys:
        if keys.count(key) > 1:
            raise DataError(f"two suites are called {key}: ask one of them, or give one another name")


def _build(suite: str | AnySuite, data: Path | None, asks: Asks) -> AnySuite:
    if isinstance(suite, str) and asks == "systems" and Path(suite).suffix in FILES:
        from corefair.suites.coref.custom import load

        return load(Path(suite))
    name, _, split = (suite if isinstance(suite, str) else suite.name).partition(":")
    asked = _asks(name) if isinstance(suite, str) else _asked(suite)
    if asked != asks:
        what, subject = _MEASURED[asked]
        raise DataError(f"{name} measures {what}: use corefair audit {subject} --suite {name}")
    if not isinstance(suite, str):
        return suite
    build: Callable[..., AnySuite] = registered[name]
    return build(split or None, data=data)


def _asks(name: str) -> Asks:
    asks: Asks = registered.facts(name).get("asks", "systems")
    return asks


def _asked(suite: AnySuite) -> Asks:
    if isinstance(suite, CorpusSuite):
        return "corpora"
    return "vectors" if isinstance(suite, VectorSuite) else "systems"
