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
        "fails on 1 of 10 simple sentences; the first: no key",
        "refuses 9 of 10 simple sentences",
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

    assert self_test(Broken())[0] == "fails on 10 of 10 simple sentences; the first: OSError: no model"


class Merges:
    """Answers by a rule of the document alone."""

    def __init__(self, rule: Callable[[Document], Any]) -> None:
        self.rule = rule

    def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
        return map(self.rule, docs)


def every_word(doc: Document) -> Any:
    return [[(at, at + 1) for at in range(len(doc.words))]]


def everybody(doc: Document) -> Any:
    """The pronoun with all the people there are."""
    return [[(each.start, each.end) for each in doc.entities] + [pronoun_of(doc)]]


def both_ways(doc: Document) -> Any:
    """The pronoun with each of them, in clusters of their own."""
    return [[(each.start, each.end), pronoun_of(doc)] for each in doc.entities]


def pronoun_of(doc: Document) -> tuple[int, int]:
    at = next(at for at, word in enumerate(doc.words) if word in ("she", "he", "they"))
    return at, at + 1


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (every_word, "puts every word into one cluster in 4 of 4 sentences where they cannot be"),
        (everybody, "makes two people one in 4 of 4 sentences where they cannot be"),
        (both_ways, "makes two people one in 4 of 4 sentences where they cannot be"),
    ],
)
def test_two_people_are_not_one(rule: Callable[[Document], Any], said: str) -> None:
    (problem,) = self_test(Merges(rule))
    assert problem.startswith(said) and problem.endswith("The woman thanked the man because he had helped.")


def test_a_phrase_around_both_is_not_the_second() -> None:
    def rule(doc: Document) -> Any:
        first, last = doc.entities[0], doc.entities[-1]
        return [[(first.start, first.end), pronoun_of(doc)], [(first.start, last.end)]]

    assert self_test(Merges(rule)) == []


def test_answers_that_nobody_asked_for_are_told() -> None:
    class Chatty(Merges):
        def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
            yield from super().resolve(docs)
            yield []

    first = Chatty(lambda doc: [[(doc.entities[0].start, doc.entities[0].end), pronoun_of(doc)]])
    assert self_test(first) == ["gave more answers than there were documents: they may be shifted"]
