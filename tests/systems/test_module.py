"""Python systems that raise, batch, stop early or answer nonsense: only their own documents are lost."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import contracts
from corefair.errors import DataError, UnknownName
from corefair.registry import systems
from corefair.systems.make import make
from corefair.systems.module import Module
from corefair.systems.self_test import self_test
from corefair.types import Answer, Document, Mention

LINK = ((Mention(0, 1), Mention(2, 3)),)


def docs(n: int) -> list[Document]:
    return [Document(f"d{i}", ("Ann", "slept", f"she{i}")) for i in range(n)]


def statuses(answers: Iterable[Answer]) -> str:
    return "".join(answer.status[0] for answer in answers)


class Batching:
    """Takes four documents at a time, and cannot stand some."""

    def __init__(self, *bad: str, error: Exception | None = None) -> None:
        self.bad, self.error, self.calls = bad, error or ValueError("too odd"), 0

    def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
        self.calls += 1
        source = iter(docs)
        while batch := list(islice(source, 4)):
            if any(doc.id in self.bad for doc in batch):
                raise self.error
            yield from (LINK for _ in batch)


class Eager(Batching):
    def resolve(self, docs: Iterable[Document]) -> Any:
        return list(super().resolve(list(docs)))


@pytest.mark.parametrize("kind", [Batching, Eager])
def test_only_the_document_it_fails_on_is_lost(kind: type[Batching]) -> None:
    answers = list(Module(kind("d5", "d6")).answers(docs(12)))
    assert statuses(answers) == "oooooeeooooo"
    assert answers[5].message == "ValueError: too odd" and answers[7].clusters == LINK


def test_it_may_batch_as_long_as_all_is_well() -> None:
    system = Batching()
    assert statuses(Module(system).answers(docs(12))) == "o" * 12 and system.calls == 1


class Saying(Batching):
    """Answers each document with the same."""

    def __init__(self, *said: Any) -> None:
        self.said = said

    def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (said for _ in docs for said in self.said)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([[[2, 3], [0, 1]]], "ok"),  # lists, in any order
        ([[(0, 9)]], "outside the document"),
        (7, "no clusters"),
        ([["Ann"]], "no clusters"),
        (Answer(((Mention(0, 9),),)), "outside the document"),
    ],
)
def test_answers_are_checked(said: Any, expected: str) -> None:
    for answer in Module(Saying(said)).answers(docs(2)):
        assert answer == Answer(LINK) if expected == "ok" else expected in answer.message


def test_a_system_that_answers_nothing_or_twice() -> None:
    assert {answer.message for answer in Module(Saying()).answers(docs(3))} == {"0 answers to one document"}
    twice = list(Module(Saying(LINK, LINK)).answers(docs(3)))
    assert statuses(twice[1:]) == "ee" and twice[1].message == "2 answers to one document"


class Deaf(Batching):
    """Never takes a document, and answers all the same."""

    def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
        return iter([LINK])


def test_a_system_that_does_not_listen_comes_to_an_end() -> None:
    assert len(list(Module(Deaf()).answers(docs(5)))) == 5


def test_refusals_and_scores_pass() -> None:
    class Refusing:
        def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
            return (Answer(status="refused", message="no", scores=((*LINK[0], 0.5),)) for _ in docs)

    (answer,) = Module(Refusing()).answers(docs(1))
    assert (answer.status, answer.message, answer.scores) == ("refused", "no", ((*LINK[0], 0.5),))


def test_documents_that_fail_are_not_the_systems_fault() -> None:
    def stream() -> Iterator[Document]:
        yield docs(1)[0]
        raise DataError("the third line is bad")

    with pytest.raises(DataError, match="third line"):
        list(Module(Batching()).answers(stream()))


@pytest.mark.parametrize("name", systems.own())
def test_every_system_of_ours_keeps_the_contract_inside(name: str) -> None:
    contracts.check_system(Module(systems[name]()))


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def test_a_class_from_a_module_in_the_current_folder(in_folder: Path) -> None:
    code = """\
        class Last:
            def __init__(self, *, shift: int = 0):
                self.shift = shift
            def resolve(self, docs):
                ends = ((doc, len(doc.words) - self.shift) for doc in docs)
                return ([[(0, 1), (end - 1, end)]] for doc, end in ends)
    """
    (in_folder / "my_own_system.py").write_text(textwrap.dedent(code), encoding="utf-8")
    name, system = make("module:my_own_system:Last")
    assert name == "my_own_system:Last" and [answer.clusters for answer in system.answers(docs(1))] == [LINK]
    _, shifted = make("module:my_own_system:Last:shift=1")
    assert list(shifted.resolve(docs(1))) == [((Mention(0, 1), Mention(1, 2)),)]
    assert self_test(system) == ["finds 0 of 6 links where only one answer is possible"]
    with pytest.raises(UnknownName, match="did you mean Last"):
        make("module:my_own_system:Lst")
    with pytest.raises(DataError, match="no option 'shfit=1'; it has shift=0"):
        make("module:my_own_system:Last:shfit=1")
    (in_folder / "my_broken_system.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be imported: ZeroDivisionError"):
        make("module:my_broken_system:Last")
    with pytest.raises(DataError, match="cannot be imported: ModuleNotFoundError"):
        make("module:my_absent_system:Last")
    with pytest.raises(DataError, match=r"write module:package\.module:Class"):
        make("module:my_own_system")


def test_a_class_that_is_no_system() -> None:
    with pytest.raises(DataError, match=r"dict has no `resolve\(docs\)`"):
        Module({})
