"""Every registered system keeps its contract, with options, from a module or a folder; contracts bite."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import contracts
import system_contracts
from corefair import options, registry
from corefair.registry import systems
from corefair.systems.ask import ask, sees_gold
from corefair.systems.make import make
from corefair.types import Answer, Document, Mention, Picked, Question

# Words that make a system with options; a system that cannot do without has to be here.
WITH_OPTIONS = {
    "feature": ["feature:gender_counts=balanced,corpus=litbank,singletons=true"],
    "nearest": ["nearest:names=given"],
    "random": ["random:seed=3", "random:where=before,seed=1"],
    "rule": ["rule:gender_counts=balanced,they=plural", "rule:passes=exact+pronoun,singletons=true"],
    "stereotype": ["stereotype:strength=1", "stereotype:strength=0,seed=9"],
}


@pytest.mark.parametrize("name", list(systems))
def test_every_system_keeps_the_contract(name: str) -> None:
    contracts.check_documented("system", name)
    known = options.options_of(systems[name])
    words = WITH_OPTIONS.get(name, [])
    if any(each.default is options.REQUIRED for each in known.values()):
        assert words, f"{name} needs options: say in WITH_OPTIONS which"
    else:
        words = [name, *words]
    for word in words:
        system_contracts.check_system(make(word)[1])


@pytest.mark.parametrize("name", list(systems))
def test_every_option_of_a_system_is_explained(name: str) -> None:
    unexplained = [option for option, text in options.meanings(systems[name]).items() if not text]
    assert unexplained == []


@pytest.mark.parametrize("name", [name for name in systems.own() if name != "oracle"])
def test_gold_makes_no_difference(name: str) -> None:
    """What a system says of documents with clusters is what it says of the same without."""
    system = systems[name]()
    shown = Document("d", system_contracts.STORY.words, clusters=((Mention(0, 2), Mention(6, 7)),))
    hidden = Document("d", system_contracts.STORY.words)
    assert list(ask(system, [shown])) == list(ask(system, [hidden]))


def test_the_oracle_alone_is_shown_gold() -> None:
    class Pretender(systems["oracle"]):  # type: ignore[misc]
        pass

    assert [name for name in systems if sees_gold(systems[name]())] == ["oracle"]
    assert not sees_gold(Pretender())


BOTH = '''
    from corefair.models.card import Card
    from corefair.models.folder import read_model, save_arrays
    from corefair.types import Answer, Picked

    class Both:
        """Resolves and chooses by a number that was learned."""

        def __init__(self, *, shift: int):
            self.shift = shift

        def answers(self, docs):
            return (Answer() for doc in docs)

        def choose(self, questions):
            for asked in questions:
                n = len(asked.candidates)
                yield Picked(tuple(-float((i + self.shift) % n) for i in range(n)), "log-probability")

        def save(self, folder):
            save_arrays(folder, Card("both", settings={"shift": self.shift}), {})

        @classmethod
        def load(cls, folder):
            return cls(shift=read_model(folder, kind="both").card.settings["shift"])
'''


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A class in a module of the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "their_both.py").write_text(textwrap.dedent(BOTH), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "their_both", raising=False)
    import their_both  # type: ignore[import-not-found]

    return their_both.Both


def test_a_class_that_needs_an_option(outside: Any) -> None:
    _, system = make("module:their_both:Both:shift=1")
    assert system.shift == 1
    system_contracts.check_system(system)


def test_a_folder_with_a_trained_system(
    outside: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.models._things, "both", outside)
    outside(shift=2).save(tmp_path / "trained")
    name, system = make(f"{tmp_path / 'trained'}/")
    assert name == str(tmp_path / "trained") and system.shift == 2
    system_contracts.check_system(system)


class Silent:
    def answers(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (Answer() for _ in docs)


class OneTooFew(Silent):
    def answers(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (Answer() for doc in docs if doc.words)


class OutOfRange(Silent):
    def answers(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (Answer(((Mention(0, 99),),) if doc.words else ()) for doc in docs)


class Moody(Silent):
    calls = 0

    def answers(self, docs: Iterable[Document]) -> Iterator[Any]:
        self.calls += 1
        return (Answer(((Mention(0, 1 + self.calls % 2),),) if len(doc.words) > 2 else ()) for doc in docs)


class Counts(Silent):
    def answers(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (Answer(((Mention(0, 1),),) if i % 2 and doc.words else ()) for i, doc in enumerate(docs))


class Plain(Silent):
    def answers(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (() for _ in docs)


@pytest.mark.parametrize("kind", [OneTooFew, OutOfRange, Moody, Counts, Plain])
def test_a_resolver_that_breaks_the_contract_is_caught(kind: type[Silent]) -> None:
    system_contracts.check_system(Silent())
    with pytest.raises(AssertionError):
        system_contracts.check_system(kind())


class Even:
    def choose(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (Picked((0.0,) * len(asked.candidates)) for asked in questions)


class OneScore(Even):
    def choose(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (Picked((0.0,)) for _ in questions)


class NotANumber(Even):
    def choose(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (Picked((float("nan"),) * len(asked.candidates)) for asked in questions)


class ByTurns(Even):
    def choose(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (Picked((float(i),) * len(asked.candidates)) for i, asked in enumerate(questions))


class Probable(Even):
    def choose(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (Picked((0.5,) * len(asked.candidates), "log-probability") for asked in questions)


@pytest.mark.parametrize("kind", [OneScore, NotANumber, ByTurns, Probable])
def test_a_chooser_that_breaks_the_contract_is_caught(kind: type[Even]) -> None:
    system_contracts.check_system(Even())
    with pytest.raises(AssertionError):
        system_contracts.check_system(kind())


def test_the_stereotype_chooses_as_it_resolves() -> None:
    """The same documents, asked both ways: the candidate with score 1 is the one it links."""
    system = systems["stereotype"](strength=0.5, seed=1)
    people = (Mention(0, 2), Mention(3, 5))
    docs = [
        Document(str(i), ("the", one, "met", "the", other, "and", pronoun, "left", str(i)))
        for i, (one, other, pronoun) in enumerate(
            (one, other, pronoun)
            for one, other in (("nurse", "surgeon"), ("carpenter", "secretary"))
            for pronoun in ("she", "he", "ze")
            for _ in range(30)
        )
    ]
    picked = list(system.choose(Question(doc, Mention(6, 7), people) for doc in docs))
    for doc, answer, choice in zip(docs, system.answers(docs), picked, strict=True):
        (cluster,) = answer.clusters
        assert cluster == tuple(sorted((people[choice.best()], Mention(6, 7)))), doc.id
    assert {choice.scores for choice in picked} == {(1.0, 0.0), (0.0, 1.0)}
