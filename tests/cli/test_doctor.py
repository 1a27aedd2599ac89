"""`corefair doctor` tells what is missing from what is broken."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterable, Iterator

import pytest
from click.testing import CliRunner

from corefair import registry
from corefair.cli import main
from corefair.errors import DataError, MissingExtra
from corefair.systems.baselines.trivial import Silent
from corefair.systems.rule import Rule
from corefair.text import pipeline
from corefair.types import Cluster, Document, cluster_up

# By its full name: `corefair.cli` may well export the command under the name of its module.
doctor = importlib.import_module("corefair.cli.doctor")


class Links:
    """Links the first two words to the first pronoun: right in all six sentences of the self-test."""

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        for doc in docs:
            at = next(i for i, word in enumerate(doc.words) if word.lower() in ("she", "he", "they"))
            n = 1 if doc.words[0] == "Someone" else 2
            yield cluster_up([[(0, n), (at, at + 1)]]) if at else ()


class NeedsMore(Links):
    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        raise MissingExtra("spacy", extra="text")


class NeedsData(Links):
    def __init__(self) -> None:
        raise DataError("there is no gender.gz; run: corefair data get gender")


class NeedsFolder(Links):
    def __init__(self, *, folder: str) -> None:
        self.folder = folder


class Raises(Links):
    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        raise ZeroDivisionError("of its own")


class Mute(Silent):
    pass


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    known: registry.Registry[object] = registry.Registry("system", "corefair.nowhere")
    for thing in (Links, NeedsMore, NeedsData, NeedsFolder, Raises, Mute):
        known.register(thing.__name__)(thing)
    known.register("Planted", planted="silent")(Silent)
    known.register("Talkative", planted="silent")(type("Talkative", (Links,), {}))
    monkeypatch.setattr(registry, "systems", known)


@pytest.mark.parametrize(
    ("name", "state", "says"),
    [
        ("Links", "ok", "self-test passed"),
        (
            "NeedsMore",
            "missing",
            "not tested: this needs spacy; install it with: pip install 'corefair[text]'",
        ),
        ("NeedsData", "missing", "not tested: there is no gender.gz; run: corefair data get gender"),
        ("NeedsFolder", "missing", "not tested: it needs folder"),
        ("Raises", "fault", "broken: ZeroDivisionError: of its own"),
        ("Mute", "fault", "broken: links nothing, even where only one answer is possible"),
        ("Planted", "ok", "links nothing, as it is meant to: audits must call it invalid"),
        ("Talkative", "fault", "is meant to link nothing, but does"),
    ],
)
def test_a_missing_extra_is_no_fault_and_a_planted_silence_neither(name: str, state: str, says: str) -> None:
    assert doctor._health(name) == (state, says)


def test_a_fault_is_exit_one_and_what_is_missing_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        doctor.Finding("extras", "text: spacy", "missing", "not installed: pip install 'corefair[text]'"),
        doctor.Finding("systems", "nearest", "ok", "self-test passed"),
    ]
    monkeypatch.setattr(doctor, "examined", lambda data: found)
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1:] == [
        "extras",
        "- text: spacy  not installed: pip install 'corefair[text]'",
        "systems",
        "  nearest  self-test passed",
        "",
        "no fault found",
    ]
    found.append(doctor.Finding("systems", "mine", "fault", "broken: " + "finds nothing at all, " * 5))
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 1 and "! mine     broken: finds" in result.stdout
    assert "1 fault: see above" in result.stdout and max(map(len, result.stdout.splitlines())) <= 80
    told = json.loads(CliRunner().invoke(main, ["doctor", "--json"]).stdout)
    assert [each["state"] for each in told["findings"]] == ["missing", "ok", "fault"]


def test_extras_are_told_from_what_everything_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = [
        "numpy>=2.0",
        "nowhere-to-be-found>=1",
        "pytest>=8; extra == 'vectors'",
        "not-here-either<4,>=3.7; extra == 'text'",
        'not-for-users; extra == "dev"',
        "corefair[text,vectors]; extra == 'all'",
    ]
    monkeypatch.setattr(doctor, "requires", lambda name: needed)
    states = [(each.about, each.name, each.state) for each in doctor._packages()]
    assert states == [
        ("packages", "numpy", "ok"),
        ("packages", "nowhere-to-be-found", "fault"),
        ("extras", "vectors: pytest", "ok"),
        ("extras", "text: not-here-either", "missing"),
    ]


def test_without_spacy_rule_lacks_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real system, with the package hidden."""
    registry.systems.register("rule")(Rule)
    monkeypatch.setitem(sys.modules, "spacy", None)
    getattr(pipeline.load, "cache_clear", lambda: None)()
    state, says = doctor._health("rule")
    assert state == "missing" and "pip install 'corefair[text]'" in says
