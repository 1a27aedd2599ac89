"""The self-test passes what links and catches what does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from corefair.registry import systems
from corefair.systems.self_test import self_test
from corefair.types import Answer, Document, Mention, Picked, Question


@pytest.mark.parametrize("name", sorted(set(systems.own()) - {"silent"}))
def test_systems_that_link_pass(name: str) -> None:
    assert self_test(systems[name]()) == []


def test_silence_is_caught() -> None:
    assert self_test(systems["silent"]()) == ["links nothing, even where only one answer is possible"]


class Some:
    """Links the last word of the person, and the pronoun, in the first few documents only."""

    def __init__(self, n_linked: int) -> None:
        self.n_linked = n_linked

    def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
        for i, doc in enumerate(docs):
            at = next(i for i, word in enumerate(doc.words) if word in ("she", "he", "they"))
            end = doc.entities[0].end
            yield (((end - 1, end), (at, at + 1)),) if i < self.n_linked else (((0, 1),),)


@pytest.mark.parametrize(("n_linked", "passes"), [(6, True), (3, True), (2, False)])
def test_half_is_enough(n_linked: int, passes: bool) -> None:
    assert bool(self_test(Some(n_linked))) != passes


def test_singletons_are_no_links() -> None:
    assert self_test(Some(0)) == ["links nothing, even where only one answer is possible"]


def test_refusals_and_errors_are_told() -> None:
    class Unwilling:
        def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
            return (Answer(status="refused" if i else "error", message="no key") for i, _ in enumerate(docs))

    said = self_test(Unwilling())
    assert said[:2] == [
        "fails on 1 of 6 simple sentences; the first: no key",
        "refuses 5 of 6 simple sentences",
    ]


class Choosing:
    """Scores each candidate by a rule, and cannot do anything else."""

    def __init__(self, score: Callable[[Question, Mention], float]) -> None:
        self.score = score

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        for asked in questions:
            yield Picked(tuple(self.score(asked, each) for each in asked.candidates))


def is_table(asked: Question, mention: Mention) -> bool:
    return asked.doc.words[mention.end - 1] == "table"


@pytest.mark.parametrize(
    ("score", "problem"),
    [
        (lambda asked, each: -float(is_table(asked, each)), None),
        (lambda asked, each: -float(each.start), None),  # always the first: poor, but not broken
        (lambda asked, each: float(each.start), None),
        (lambda asked, each: float(is_table(asked, each)), "finds 0 of 10 links"),  # upside down
        (lambda asked, each: 0.5, "links nothing"),
        (lambda asked, each: float("nan"), "fails on 10 of 10 simple sentences; the first: the score nan"),
        (lambda asked, each: 1 / 0, "fails on 10 of 10 simple sentences; the first: ZeroDivisionError"),
    ],
)
def test_a_system_that_only_chooses(score: Callable[[Question, Mention], float], problem: str | None) -> None:
    found = self_test(Choosing(score))
    assert found[0].startswith(problem) if problem else found == []


def test_a_system_that_raises_is_told_so() -> None:
    class Broken:
        def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
            raise OSError("no model")

    assert self_test(Broken())[0] == "fails on 6 of 6 simple sentences; the first: OSError: no model"
