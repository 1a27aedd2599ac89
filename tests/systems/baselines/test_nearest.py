"""Dist-k by hand: words strictly between, either side, ties in annotation order, no link for too few."""

from __future__ import annotations

import pytest

from corefair.registry import systems
from corefair.types import Answer, Document, Entity, Mention

#           0   1   2   3  4       5   6     7  8 9   10
SENTENCE = "Ann Lee met Bo because she liked Cy , not Di"
WORDS = tuple(SENTENCE.split())


def linked(name: str, *people: tuple[int, int]) -> Mention | None:
    doc = Document("d", WORDS, entities=tuple(Entity(*span, "PERSON") for span in people))
    (answer,) = systems[name]().answers([doc])
    if not answer.clusters:
        return None
    (cluster,) = answer.clusters
    (person,) = (mention for mention in cluster if mention != (5, 6))
    return person


@pytest.mark.parametrize(
    ("name", "expected"),
    # Words between each and "she": Ann Lee 3, Bo 1, Cy 1, Di 4. Cy is annotated before Bo: it wins the tie.
    [("nearest", (7, 8)), ("second", (3, 4)), ("third", (0, 2)), ("first", (0, 2))],
)
def test_ranks(name: str, expected: tuple[int, int]) -> None:
    assert linked(name, (7, 8), (3, 4), (10, 11), (0, 2)) == expected


def test_ties_follow_the_order_of_annotation() -> None:
    assert linked("nearest", (3, 4), (7, 8)) == (3, 4)
    assert linked("second", (3, 4), (7, 8)) == (7, 8)


def test_too_few_candidates_give_no_link() -> None:
    assert linked("nearest", (0, 2)) == (0, 2)
    assert linked("second", (0, 2)) is None
    assert linked("third", (0, 2), (3, 4)) is None


def test_silent_says_nothing_and_the_oracle_what_it_is_shown() -> None:
    doc = Document("d", WORDS, clusters=((Mention(0, 2), Mention(5, 6)),))
    assert list(systems["silent"]().answers([doc])) == [Answer()]
    assert list(systems["oracle"]().answers([doc])) == [Answer(doc.clusters)]


def test_answers_come_one_at_a_time() -> None:
    taken = []

    def docs():  # type: ignore[no-untyped-def]
        for i in range(3):
            taken.append(i)
            yield Document(str(i), WORDS)

    analysing = {"rule", "feature", "ranking"}  # which have many documents analysed at a time
    for name in set(systems.own()) - analysing:
        taken.clear()
        next(systems[name]().answers(docs()))
        assert taken == [0], name
