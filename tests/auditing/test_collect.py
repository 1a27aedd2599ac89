"""Answers are stored as they come; an interrupted audit goes on; whatever a system does is an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import planted
from corefair.auditing.collect import as_json, collect, from_json, with_gold
from corefair.systems.ask import ask
from corefair.types import Answer, Document, Mention, cluster_up

SUITE = planted.suite(5)


class Dies(planted.Planted):
    """Stops the whole program after three answers, as a power cut would."""

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        for n, answer in enumerate(super().answers(docs)):
            if n == 3:
                raise KeyboardInterrupt
            yield answer


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    whole = collect(planted.Planted(2), SUITE, store=None, name="s")
    with pytest.raises(KeyboardInterrupt):
        collect(Dies(2), SUITE, store=tmp_path, name="s")
    (stored,) = tmp_path.iterdir()
    assert len(stored.read_text(encoding="utf-8").splitlines()) == 3
    with stored.open("a", encoding="utf-8") as out:
        out.write('{"case": "4.anti", "clus')  # cut short in the middle of a line
    system = planted.Planted(2)
    assert collect(system, SUITE, store=tmp_path, name="s") == whole
    assert system.asked == 7, "what was answered is not asked again"
    again = planted.Planted(2)
    assert collect(again, SUITE, store=tmp_path, name="s") == whole and again.asked == 0
    assert collect(planted.Planted(0), SUITE, store=tmp_path, name="other") != whole


def test_a_failure_is_asked_again(tmp_path: Path) -> None:
    class Fails(planted.Planted):
        def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
            return (Answer(status="error", message="no model") for _ in docs)

    assert {each.status for each in collect(Fails(2), SUITE, store=tmp_path, name="s")} == {"error"}
    system = planted.Planted(2)
    assert {each.status for each in collect(system, SUITE, store=tmp_path, name="s")} == {"ok"}
    assert system.asked == 10


def test_a_system_that_raises_is_answered_for() -> None:
    class Raises:
        def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[()]]:
            yield ()
            raise ValueError("no <b>words</b>")

    answers = list(ask(Raises(), [case.given for case in SUITE.cases], len(SUITE.cases)))
    assert answers[0] == Answer()
    assert {(each.status, each.message) for each in answers[1:]} == {("error", "ValueError: no <b>words</b>")}
    assert len(answers) == len(SUITE.cases)


def test_a_system_that_stops_early_is_answered_for() -> None:
    class Short:
        def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[()]]:
            return iter([()])

    answers = list(ask(Short(), [case.given for case in SUITE.cases], len(SUITE.cases)))
    assert [each.status for each in answers] == ["ok"] + ["error"] * 9


def test_spans_outside_the_document_are_an_error() -> None:
    class Wild:
        def resolve(self, docs: Iterable[Document]) -> Iterator[object]:
            return (cluster_up([[(0, 2), (7, 99)]]) for _ in docs)

    answers = collect(Wild(), SUITE, store=None, name="wild")
    assert {each.message for each in answers} == {"span 7:99 is outside the document's 9 words"}


def test_answers_survive_json() -> None:
    answer = Answer(cluster_up([[(0, 2), (6, 7)]]), "ok", "m", ((Mention(6, 7), Mention(0, 2), 0.5),))
    assert from_json(as_json(answer)) == answer


def test_gold_is_shown_only_on_request() -> None:
    case = SUITE.cases[0]
    assert case.given.clusters == () and with_gold(case).clusters == cluster_up([[(0, 2), (6, 7)]])
