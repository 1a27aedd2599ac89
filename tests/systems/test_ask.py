"""Systems that raise, batch, stop early or answer nonsense: only what they fail on is lost."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.systems.ask import ask, ask_choices, check_system
from corefair.systems.make import make
from corefair.types import Answer, Document, Mention, Picked, Question

LINK = ((Mention(0, 1), Mention(2, 3)),)
CHOICE = Picked((-0.1, -2.0))


def docs(n: int) -> list[Document]:
    return [Document(f"d{i}", ("Ann", "slept", f"she{i}")) for i in range(n)]


def questions(n: int) -> list[Question]:
    return [Question(doc, Mention(2, 3), (Mention(0, 1), Mention(1, 2))) for doc in docs(n)]


def statuses(replies: Iterable[Answer] | Iterable[Picked]) -> str:
    """One letter a reply: o k, e rror, r efused."""
    return "".join(reply.status[0] for reply in replies)


class Batching:
    """Takes some at a time, and cannot stand a few; it finds clusters and chooses."""

    def __init__(self, *bad: str, error: Exception | None = None, size: int = 4) -> None:
        self.bad, self.error, self.size, self.calls = bad, error or ValueError("too odd"), size, 0

    def answers(self, docs: Iterable[Document]) -> Iterable[Answer]:
        return self.batches(docs, lambda doc: doc.id, Answer(LINK))

    def choose(self, questions: Iterable[Question]) -> Iterable[Picked]:
        return self.batches(questions, lambda asked: asked.doc.id, CHOICE)

    def batches(self, items: Iterable[Any], id_of: Callable[[Any], str], reply: Any) -> Iterator[Any]:
        self.calls += 1
        source = iter(items)
        while batch := list(islice(source, self.size)):
            if any(id_of(item) in self.bad for item in batch):
                raise self.error
            yield from (reply for _ in batch)


class Eager(Batching):
    """Takes all at once, and gives a list."""

    def batches(self, items: Iterable[Any], id_of: Callable[[Any], str], reply: Any) -> Any:
        return list(super().batches(list(items), id_of, reply))


class PlainBatching(Batching):
    """Has nothing but `resolve`, as an outsider's system may."""

    answers = None  # type: ignore[assignment]

    def resolve(self, docs: Iterable[Document]) -> Iterable[Any]:
        return self.batches(docs, lambda doc: doc.id, LINK)


@pytest.mark.parametrize("kind", [Batching, Eager, PlainBatching])
def test_only_the_document_it_fails_on_is_lost(kind: type[Batching]) -> None:
    answers = list(ask(kind("d5", "d6"), docs(12)))
    assert statuses(answers) == "oooooeeooooo"
    assert answers[5].message == "ValueError: too odd" and answers[7] == Answer(LINK)


@pytest.mark.parametrize("kind", [Batching, Eager])
def test_only_the_question_it_fails_on_is_lost(kind: type[Batching]) -> None:
    picked = list(ask_choices(kind("d5", "d6"), questions(12)))
    assert statuses(picked) == "oooooeeooooo"
    assert picked[5] == Picked(status="error", message="ValueError: too odd") and picked[7] == CHOICE


@given(bad=st.sets(st.integers(0, 19)), size=st.integers(1, 25), eager=st.booleans())
@settings(max_examples=60, deadline=None)
def test_whatever_it_fails_on_is_lost_and_no_more(bad: set[int], size: int, eager: bool) -> None:
    system = (Eager if eager else Batching)(*(f"d{i}" for i in bad), size=size)
    expected = "".join("e" if i in bad else "o" for i in range(20))
    assert statuses(ask(system, docs(20))) == expected
    assert statuses(ask_choices(system, questions(20))) == expected


def test_one_of_9600_is_one() -> None:
    """The number of cases of the largest suite of pronoun questions."""
    assert statuses(ask(Eager("d4321"), docs(9600))).count("e") == 1


def test_it_may_batch_as_long_as_all_is_well() -> None:
    system = Batching()
    assert statuses(ask(system, docs(12))) == "o" * 12 and system.calls == 1
    assert statuses(ask_choices(system, questions(12))) == "o" * 12 and system.calls == 2


class Saying:
    """Answers everything with the same."""

    def __init__(self, *said: Any) -> None:
        self.said = said

    def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
        return (said for _ in docs for said in self.said)

    def choose(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (said for _ in questions for said in self.said)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([[[2, 3], [0, 1]]], Answer(LINK)),  # lists, in any order
        (np.array([[[2, 3], [0, 1]]]), Answer(LINK)),  # whole numbers of NumPy
        ([[(0, 9)]], "the span [0, 9] is outside the document, which has 3 words"),
        ([[(0.0, 1.0)]], "no clusters"),
        (7, "no clusters"),
        (None, "no clusters"),
        ([["Ann"]], "no clusters"),
        ((1 / 0 for _ in range(1)), "no clusters"),  # raises when it is looked at
        (Answer(((Mention(0, 9),),)), "outside the document"),
        (Answer(status="fine"), "status 'fine' is none of ok, refused, error"),  # type: ignore[arg-type]
        (Answer(scores=((Mention(0, 1), Mention(2, 9), 1.0),)), "outside the document"),
        (Answer(scores=((Mention(0, 1), Mention(2, 3), float("nan")),)), "no finite number"),
    ],
)
def test_answers_are_checked(said: Any, expected: Answer | str) -> None:
    (answer,) = ask(Saying(said), docs(1))
    if isinstance(expected, Answer):
        assert answer == expected and all(type(n) is int for span in answer.clusters[0] for n in span)
    else:
        assert answer.status == "error" and expected in answer.message


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (Picked((1, np.float32(0.5))), Picked((1.0, 0.5))),  # type: ignore[arg-type]
        (Picked((-1.0, -2.0), "log-probability", none=-0.5), Picked((-1.0, -2.0), "log-probability", -0.5)),
        (Picked(status="refused", message="no"), Picked(status="refused", message="no")),
        (Picked((1.0,)), "1 scores for 2 candidates"),
        (Picked((1.0, 2.0, 3.0)), "3 scores for 2 candidates"),
        (Picked((1.0, float("nan"))), "the score nan is no finite number"),
        (Picked((1.0, float("-inf"))), "the score -inf is no finite number"),
        (Picked((1.0, 2.0), none=float("inf")), "no finite number"),
        (Picked((1.0, "2")), "the score '2' is no number"),  # type: ignore[arg-type]
        (Picked((1.0, None)), "no numbers"),  # type: ignore[arg-type]
        (Picked((0.7, 0.3), "log-probability"), "0.7 is no logarithm of a probability"),
        (Picked((1.0, 2.0), "logits"), "the unit 'logits' is none of log-probability, score"),  # type: ignore[arg-type]
        ((1.0, 2.0), "the answer is a tuple, expected a Picked"),
    ],
)
def test_choices_are_checked(said: Any, expected: Picked | str) -> None:
    (picked,) = ask_choices(Saying(said), questions(1))
    if isinstance(expected, Picked):
        assert picked == expected
    else:
        assert picked.status == "error" and expected in picked.message and picked.scores == ()


def test_a_system_that_answers_nothing_or_twice() -> None:
    assert {answer.message for answer in ask(Saying(), docs(3))} == {"0 answers to one document"}
    assert {picked.message for picked in ask_choices(Saying(), questions(3))} == {"0 answers to one question"}
    twice = list(ask(Saying(LINK, LINK), docs(3)))
    assert statuses(twice[1:]) == "ee" and twice[1].message == "2 answers to one document"


def test_a_system_that_does_not_listen_comes_to_an_end() -> None:
    class Deaf:
        """Never takes a document, and answers all the same."""

        def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
            return iter([LINK])

    assert len(list(ask(Deaf(), docs(5)))) == 5


def test_refusals_and_scores_pass() -> None:
    said = Answer(status="refused", message="no", scores=((*LINK[0], 0.5),))
    assert list(ask(Saying(said), docs(1))) == [said]


def test_a_message_can_be_written_to_any_file() -> None:
    (answer,) = ask(Batching("d0", error=OSError("no file \udcff")), docs(1))
    assert answer.message == r"OSError: no file \udcff"


def test_documents_that_fail_are_not_the_systems_fault() -> None:
    def stream() -> Iterator[Document]:
        yield docs(1)[0]
        raise DataError("the third line is bad")

    for kind in (Batching, Eager):
        with pytest.raises(DataError, match="third line"):
            list(ask(kind(), stream()))


def test_an_interrupt_is_no_answer() -> None:
    class Stopped(Batching):
        def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(ask(Stopped(), docs(2)))


def test_to_stop_listening_ends_the_system() -> None:
    ended = []

    class Held:
        def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
            try:
                for _ in docs:
                    yield Answer()
            finally:
                ended.append("yes")

    answers = ask(Held(), docs(3))
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert ended == ["yes"]


def test_what_is_no_system() -> None:
    with pytest.raises(DataError, match=r"dict has no `resolve\(docs\)`, `answers\(docs\)` or `choose"):
        check_system({})
    with pytest.raises(DataError, match=r"Batching is a class: give an object of it, Batching\(\)"):
        check_system(Batching)
    with pytest.raises(DataError, match="finds no clusters"):
        ask({}, docs(1))  # type: ignore[arg-type]
    with pytest.raises(DataError, match="does not choose among candidates"):
        ask_choices({}, questions(1))  # type: ignore[arg-type]
    check_system(Saying())


MODULE = """
    from corefair.types import Picked

    class Odd:
        def __init__(self, *, bad: str = "she3"):
            self.bad = bad

        def resolve(self, docs):
            for doc in docs:
                if self.bad in doc.words:
                    raise ValueError("too odd")
                yield [[(0, 1), (2, 3)]]

    class OddChooser:
        def choose(self, questions):
            return [Picked((1.0, 1 / (asked.doc.words[2] != "she3"))) for asked in questions]
"""


def test_the_same_holds_of_a_class_from_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "odd_system.py").write_text(textwrap.dedent(MODULE), encoding="utf-8")
    answers = list(ask(make("module:odd_system:Odd")[1], docs(6)))
    assert statuses(answers) == "oooeoo" and answers[0] == Answer(LINK)
    assert statuses(ask(make("module:odd_system:Odd:bad=she5")[1], docs(6))) == "oooooe"
    picked = list(ask_choices(make("module:odd_system:OddChooser")[1], questions(6)))
    assert statuses(picked) == "oooeoo" and picked[3].message == "ZeroDivisionError: division by zero"
