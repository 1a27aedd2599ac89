"""Every registered system, suite, metric, mitigator and format keeps its contract, and the contracts bite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import contracts
from corefair import registry
from corefair.errors import CorefairError, DataError, UnknownName
from corefair.metrics import totals_of
from corefair.types import Document, Measure, Mention

EVERYTHING = [(kind, name) for kind, things in registry.ALL.items() for name in things]


@pytest.mark.parametrize(("kind", "name"), EVERYTHING)
def test_contract(kind: str, name: str) -> None:
    contracts.check_documented(kind, name)
    things = registry.ALL[kind]
    thing, facts = things[name], things.facts(name)
    if kind == "format":
        contracts.check_format(thing, facts)
    elif kind == "metric":
        contracts.check_metric(thing, facts, totals_of(name))
    elif kind == "system":
        contracts.check_system(thing())
    elif kind == "mitigator":
        contracts.check_mitigator(thing())
    elif kind == "suite":
        try:
            suite = thing()
        except DataError as error:
            pytest.skip(f"set COREFAIR_DATA: {error}")
        contracts.check_suite(suite)


class Silent:
    def resolve(self, docs: Any) -> Iterator[Any]:
        return (() for _ in docs)


class OneTooFew(Silent):
    def resolve(self, docs: Any) -> Iterator[Any]:
        return (() for doc in docs if doc.words)


class OutOfRange(Silent):
    def resolve(self, docs: Any) -> Iterator[Any]:
        return (((Mention(0, 99),),) if doc.words else () for doc in docs)


class Moody(Silent):
    calls = 0

    def resolve(self, docs: Any) -> Iterator[Any]:
        self.calls += 1
        return (((Mention(0, 1 + self.calls % 2),),) if len(doc.words) > 2 else () for doc in docs)


@pytest.mark.parametrize("system", [OneTooFew(), OutOfRange(), Moody()])
def test_a_system_that_breaks_the_contract_is_caught(system: Any) -> None:
    contracts.check_system(Silent())
    with pytest.raises(AssertionError):
        contracts.check_system(system)


@pytest.mark.parametrize(
    "changes",
    [
        {"caveats": ()},
        {"cases": []},
        {"contrast": ("gender", "feminine", "neutral")},
        {"measures": (Measure("LEA", "lea"),)},
        {"judge": lambda case, answer: None},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_suite_that_breaks_the_contract_is_caught(changes: dict[str, Any]) -> None:
    contracts.check_suite(contracts.example_suite())
    with pytest.raises(AssertionError):
        contracts.check_suite(contracts.example_suite(**changes))


class Halve:
    def fit(self, emb: Any) -> Any:
        return lambda given: replace(given, vectors=given.vectors / 2, history=(*given.history, "halved"))


class Forgetful(Halve):
    def fit(self, emb: Any) -> Any:
        return lambda given: replace(given, vectors=given.vectors / 2)


class DropsAWord(Halve):
    def fit(self, emb: Any) -> Any:
        return lambda given: replace(
            given, words=given.words[1:], vectors=given.vectors[1:], history=("dropped",)
        )


@pytest.mark.parametrize("mitigator", [Forgetful(), DropsAWord()])
def test_a_mitigator_that_breaks_the_contract_is_caught(mitigator: Any) -> None:
    contracts.check_mitigator(Halve())
    with pytest.raises(AssertionError):
        contracts.check_mitigator(mitigator)


@pytest.mark.parametrize(
    "metric",
    [
        lambda a, b: a - b,  # changes when every case weighs three times as much
        lambda a, b: np.where(b > 0, a / np.maximum(b, 1), np.nan),  # nothing of nothing is not a number
    ],
)
def test_a_metric_that_breaks_the_contract_is_caught(metric: Any) -> None:
    contracts.check_metric(lambda a, b: a / np.maximum(a + b, 1), {"better": "higher"}, ("a", "b"))
    with pytest.raises(AssertionError):
        contracts.check_metric(metric, {"better": "higher"}, ("a", "b"))


def test_a_format_that_breaks_the_contract_is_caught() -> None:
    conll = registry.formats["conll"]

    class Loses(conll):  # type: ignore[misc, valid-type]
        @staticmethod
        def parse(block: Any) -> Document:
            return replace(conll.parse(block), clusters=())

    with pytest.raises(AssertionError):
        contracts.check_format(Loses, {"suffixes": (".x",)})


def test_unknown_names_offer_near_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean conllu"):
        registry.formats["conlu"]


def test_two_things_cannot_share_a_name() -> None:
    things: registry.Registry[Any] = registry.Registry("thing", "corefair.nowhere")
    things.register("a")(Silent)
    things.register("a")(Silent)  # the same thing again, as when a module is loaded twice
    with pytest.raises(CorefairError, match="two things are called 'a'"):
        things.register("a")(Moody)
    assert list(things) == ["a"] and things.facts("a") == {}


def test_outsiders_come_through_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    things: registry.Registry[Any] = registry.Registry("thing", "corefair.nowhere")

    class Point:
        def load(self) -> None:
            things.register("theirs")(Silent)

    asked = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: asked.append(group) or [Point()])
    assert things["theirs"] is Silent and asked == ["corefair.things"]
    assert things.own() == [] and list(things) == ["theirs"]
