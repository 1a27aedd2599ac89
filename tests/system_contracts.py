"""What every system must keep to, whether it finds clusters, chooses among candidates, or both."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

from corefair.systems.ask import ask, ask_choices, chooses, resolves
from corefair.types import (
    Answer,
    Document,
    Entity,
    Mention,
    Picked,
    PlainResolver,
    Question,
    Resolver,
    cluster_up,
)

DOC = Document(
    id="d/1; part 2",
    words=("The", "nurse", "saw", "zir", ".", "Ze", "left", "Zürich", "/."),
    sentences=(0, 5),
    clusters=cluster_up([[(0, 2), (5, 6)], [(3, 4)]]),
    speakers=("A",) * 5 + ("B",) * 4,
    entities=(Entity(7, 8, "GPE"),),
)
PLAIN = Document("text", ("Ze", "left", "."), text="Ze left.", offsets=((0, 2), (3, 7), (7, 8)))
EMPTY = Document("empty", ())
STORY = Document(
    "story",
    (
        "The",
        "nurse",
        "met",
        "the",
        "surgeon",
        ".",
        "She",
        "thanked",
        "the",
        "guard",
        "because",
        "he",
        "had",
        "waited",
        ".",
    ),
    sentences=(0, 6),
    entities=(Entity(0, 2, "PERSON"), Entity(3, 5, "PERSON"), Entity(8, 10, "PERSON")),
)
DOCS = (DOC, EMPTY, PLAIN, STORY)
QUESTIONS = (
    Question(STORY, Mention(6, 7), (Mention(0, 2), Mention(3, 5))),
    Question(STORY, Mention(11, 12), (Mention(8, 10), Mention(0, 2), Mention(3, 5))),
    Question(DOC, Mention(5, 6), (Mention(0, 2),)),
    Question(PLAIN, Mention(0, 1), ()),
)


def check_system(system: Any) -> None:
    """The contract of whatever it is; it must be one of the two kinds at least."""
    assert resolves(system) or chooses(system)
    if resolves(system):
        check_resolver(system)
    if chooses(system):
        check_chooser(system)


def check_resolver(system: Any) -> None:
    """One answer a document, in order, of spans inside it, the same each time; documents stay as they were.

    It is so of the system itself, and the door takes nothing away and adds nothing.
    """
    before = copy.deepcopy(DOCS)
    answers = list(answers_of(system, DOCS))
    assert before == DOCS and len(answers) == len(DOCS)
    assert list(answers_of(system, DOCS)) == answers, "asked again it answers otherwise"
    assert list(answers_of(system, DOCS[::-1])) == answers[::-1], "the order makes a difference"
    for doc, answer in zip(DOCS, answers, strict=True):
        assert isinstance(answer, Answer) and answer.status in ("ok", "refused", "error")
        spans = [span for cluster in answer.clusters for span in cluster]
        spans += [span for one, other, _ in answer.scores for span in (one, other)]
        assert all(
            isinstance(span, Mention) and 0 <= span.start < span.end <= len(doc.words) for span in spans
        )
        assert all(math.isfinite(value) for *_, value in answer.scores)
        clusters = json.loads(json.dumps(answer.clusters))
        assert cluster_up(clusters) == answer.clusters, "clusters are not in text order"
    assert answers[DOCS.index(EMPTY)].clusters == ()
    assert list(answers_of(system, ())) == []
    assert list(ask(system, iter(DOCS))) == answers


def check_chooser(system: Any) -> None:
    """A finite score for each candidate, one Picked a question, in order, the same each time."""
    before = copy.deepcopy(QUESTIONS)
    picked = list(system.choose(iter(QUESTIONS)))
    assert before == QUESTIONS and len(picked) == len(QUESTIONS)
    assert list(system.choose(iter(QUESTIONS))) == picked, "asked again it chooses otherwise"
    assert list(system.choose(iter(QUESTIONS[::-1]))) == picked[::-1], "the order makes a difference"
    for question, each in zip(QUESTIONS, picked, strict=True):
        assert isinstance(each, Picked) and each.status in ("ok", "refused", "error")
        assert each.status != "ok" or len(each.scores) == len(question.candidates)
        assert all(map(math.isfinite, each.scores)) and each.unit in ("log-probability", "score")
        assert each.unit == "score" or max(each.scores, default=0.0) <= 0
    assert list(system.choose(iter(()))) == []
    assert list(ask_choices(system, iter(QUESTIONS))) == picked


def answers_of(system: Resolver | PlainResolver, docs: Iterable[Document]) -> Iterator[Answer]:
    """What a system says by itself, without the door."""
    return (
        system.answers(iter(docs))
        if isinstance(system, Resolver)
        else map(Answer, system.resolve(iter(docs)))
    )
