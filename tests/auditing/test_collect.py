"""Answers are stored as they come; an interrupted audit goes on; whatever a system does is an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import planted
from corefair.auditing.collect import as_json, collect, from_json, from_picked, way_to_ask, with_gold
from corefair.errors import DataError, UnknownName
from corefair.systems.outside.gap_answers import Gap
from corefair.types import Answer, Document, Mention, Picked, Question, cluster_up

SUITE = planted.suite(5)
FORCED = replace(SUITE, forced=True)
NO_CANDIDATES = replace(SUITE, cases=[replace(case, gold=()) for case in SUITE.cases])


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

    assert {each.status for each in collect(Fails(2), SUITE, store=tmp_path, name="s").answers} == {"error"}
    system = planted.Planted(2)
    assert {each.status for each in collect(system, SUITE, store=tmp_path, name="s").answers} == {"ok"}
    assert system.asked == 10


def test_a_message_with_any_character_is_stored_and_read_again(tmp_path: Path) -> None:
    class Refuses:
        calls = 0

        def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
            self.calls += 1
            return (Answer(status="refused", message="a\u2028b\x85c\udcffd") for _ in docs)

    system = Refuses()
    first = collect(system, SUITE, store=tmp_path, name="s")
    assert {each.message for each in first.answers} == {"a\u2028b\x85c\\udcffd"}
    assert collect(system, SUITE, store=tmp_path, name="s") == first and system.calls == 1


def test_a_system_that_raises_loses_what_it_raises_on() -> None:
    class Raises:
        def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[()]]:
            for doc in docs:
                if doc.id == "3.pro":
                    raise ValueError("no <b>words</b>")
                yield ()

    answers = collect(Raises(), SUITE, store=None, name="raises").answers
    failed = {case.id: each for case, each in zip(SUITE.cases, answers, strict=True) if each.status != "ok"}
    assert failed == {"3.pro": Answer(status="error", message="ValueError: no <b>words</b>")}


def test_spans_outside_the_document_are_an_error() -> None:
    class Wild:
        def resolve(self, docs: Iterable[Document]) -> Iterator[object]:
            return (cluster_up([[(0, 2), (7, 99)]]) for _ in docs)

    answers = collect(Wild(), SUITE, store=None, name="wild").answers
    assert {each.message for each in answers} == {
        "the span [7, 99] is outside the document, which has 9 words"
    }


def test_answers_survive_json() -> None:
    answer = Answer(cluster_up([[(0, 2), (6, 7)]]), "ok", "m", ((Mention(6, 7), Mention(0, 2), 0.5),))
    assert from_json(as_json(answer)) == answer


def test_gold_is_shown_only_on_request() -> None:
    case = SUITE.cases[0]
    assert case.given.clusters == () and with_gold(case).clusters == cluster_up([[(0, 2), (6, 7)]])

    class Looks:
        def resolve(self, docs: Iterable[Document]) -> Iterator[Any]:
            return (doc.clusters for doc in docs)

    hidden, shown = (
        collect(Looks(), SUITE, store=None, name="looks", gold=gold).answers for gold in (False, True)
    )
    assert {each.clusters for each in hidden} == {()}
    assert {each.clusters for each in shown} == {cluster_up([[(0, 2), (6, 7)]])}


class Chooser:
    """Scores the nurse by the pronoun, and dies after some answers if it is told to."""

    def __init__(self, *, dies_after: int | None = None) -> None:
        self.asked, self.dies_after = 0, dies_after

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        for asked in questions:
            if self.asked == self.dies_after:
                raise KeyboardInterrupt
            self.asked += 1
            assert asked.doc.clusters == ()
            she = asked.doc.words[asked.pronoun.start] == "she"
            yield Picked((-0.1, -2.4) if she else (-2.4, -0.1), "log-probability")


class Both(Chooser, planted.Planted):
    """Finds clusters and chooses."""

    def __init__(self) -> None:
        planted.Planted.__init__(self, 0)
        self.dies_after = None


def test_a_choice_is_an_answer_with_scores() -> None:
    found = collect(Chooser(), SUITE, store=None, name="c")
    pronoun, nurse, surgeon = Mention(6, 7), Mention(0, 2), Mention(3, 5)
    assert found.asked == "choice"
    assert found.answers[:2] == [
        Answer(((nurse, pronoun),), scores=((pronoun, nurse, -0.1), (pronoun, surgeon, -2.4))),
        Answer(((surgeon, pronoun),), scores=((pronoun, nurse, -2.4), (pronoun, surgeon, -0.1))),
    ]
    rows = [SUITE.judge(case, each) for case, each in zip(SUITE.cases, found.answers, strict=True)]
    assert sum(row.counts["right"] for row in rows) == 5  # every she, and no he


@pytest.mark.parametrize(
    ("picked", "free", "forced"),
    [
        (Picked((2.0, 1.0)), 0, 0),
        (Picked((1.0, 1.0)), None, None),  # a tie is no choice
        (Picked((-1.0, -2.0), none=-0.5), None, 0),  # none of them is likelier still
        (Picked((-1.0, -2.0), none=-1.0), None, 0),
        (Picked((-1.0, -0.2), none=-0.5), 1, 1),
    ],
)
def test_when_nothing_is_linked(picked: Picked, free: int | None, forced: int | None) -> None:
    question = Question(SUITE.cases[0].given, Mention(6, 7), (Mention(0, 2), Mention(3, 5)))
    for is_forced, expected in ((False, free), (True, forced)):
        answer = from_picked(picked, question, forced=is_forced)
        linked = [] if expected is None else [[Mention(6, 7), question.candidates[expected]]]
        assert answer.clusters == cluster_up(linked) and answer.status == "ok"
        assert [score for *_, score in answer.scores] == list(picked.scores)
    failed = from_picked(Picked(status="refused", message="no"), question, forced=True)
    assert failed == Answer(status="refused", message="no")


def test_an_interrupted_choice_goes_on(tmp_path: Path) -> None:
    whole = collect(Chooser(), SUITE, store=None, name="s")
    with pytest.raises(KeyboardInterrupt):
        collect(Chooser(dies_after=4), SUITE, store=tmp_path, name="s")
    system = Chooser()
    assert collect(system, SUITE, store=tmp_path, name="s") == whole and system.asked == 6


def test_a_system_that_can_do_both_is_asked_as_the_suite_wants(tmp_path: Path) -> None:
    plain = collect(Both(), SUITE, store=tmp_path, name="both")
    forced = collect(Both(), FORCED, store=tmp_path, name="both")
    assert (plain.asked, forced.asked) == ("clusters", "choice")
    assert plain.answers[0].scores == () and len(forced.answers[0].scores) == 2
    assert collect(Both(), SUITE, store=tmp_path, name="both", ask="choice") == forced
    assert collect(Both(), FORCED, store=tmp_path, name="both", ask="clusters") == plain


def test_what_cannot_be_asked_so() -> None:
    assert way_to_ask(planted.Planted(0), FORCED) == "clusters"  # it cannot choose
    assert way_to_ask(Both(), NO_CANDIDATES) == "clusters"
    with pytest.raises(DataError, match="planted gives no candidates to choose among"):
        way_to_ask(Chooser(), NO_CANDIDATES)
    with pytest.raises(DataError, match="planted gives no candidates"):
        way_to_ask(Both(), NO_CANDIDATES, "choice")
    with pytest.raises(DataError, match="it cannot be asked for clusters"):
        way_to_ask(Chooser(), SUITE, "clusters")
    with pytest.raises(DataError, match="it cannot be asked to choose"):
        way_to_ask(planted.Planted(0), SUITE, "choice")
    with pytest.raises(UnknownName, match="no way to ask is called 'choise'; did you mean choice"):
        way_to_ask(Both(), SUITE, "choise")  # type: ignore[arg-type]


def test_gap_answers_say_of_each_candidate(tmp_path: Path) -> None:
    """Both may be it, which the official scorer counts as one right and one wrong; neither is no link."""
    path = tmp_path / "gap.tsv"
    path.write_text("0.pro\tTRUE\tFALSE\n0.anti\tTRUE\tTRUE\n1.pro\tFALSE\tFALSE\n", encoding="utf-8")
    found = collect(Gap(path), SUITE, store=None, name="gap")
    assert found.asked == "choice"
    assert [each.clusters for each in found.answers[:3]] == [
        cluster_up([[(0, 2), (6, 7)]]),
        cluster_up([[(0, 2), (3, 5), (6, 7)]]),
        (),
    ]
    assert {each.message for each in found.answers[3:]} == {"no answer for this example"}
    other = collect(Gap(path), NO_CANDIDATES, store=None, name="gap")
    assert other.asked == "clusters" and "only the gap suite asks" in other.answers[0].message
