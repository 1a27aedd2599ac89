"""A planted gap is as large as it was made, and chance is the same each time and in any order."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from corefair.errors import DataError
from corefair.systems.baselines.random import Random
from corefair.systems.baselines.stereotype import Stereotype
from corefair.types import Answer, Document, Entity, Mention

N = 2000


def docs_with(pronoun: str, *people: str, n: int = N) -> list[Document]:
    """Different sentences about the same people: "the nurse met the carpenter before she left home 17"."""
    made = []
    for i in range(n):
        words = f"the {people[0]} met the {people[1]} before {pronoun} left home {i}".split()
        spans = (Entity(0, 2, "PERSON"), Entity(3, 5, "PERSON"))
        made.append(Document(str(i), tuple(words), entities=spans))
    return made


def share_to_first(system: Stereotype | Random, docs: list[Document]) -> float:
    return sum(answer.clusters[0][0] == (0, 2) for answer in system.answers(docs)) / len(docs)


def tolerance(p: float) -> float:
    return 4 * sqrt(p * (1 - p) / N)  # one seed in 16,000 would fall outside; ours is fixed


@pytest.mark.parametrize("strength", [0.0, 0.1, 0.3, 1.0])
@pytest.mark.parametrize(("pronoun", "sign"), [("she", 1), ("his", -1)])
def test_the_planted_gap_is_recovered(strength: float, pronoun: str, sign: int) -> None:
    system = Stereotype(strength=strength, seed=1)
    expected = 1 / 2 + sign * strength / 2
    found = share_to_first(system, docs_with(pronoun, "nurse", "carpenter"))
    assert found == pytest.approx(expected, abs=tolerance(expected) + 1e-12)
    swapped = share_to_first(system, docs_with(pronoun, "carpenter", "nurse"))
    assert swapped == pytest.approx(1 - expected, abs=tolerance(expected) + 1e-12)


@pytest.mark.parametrize(
    ("pronoun", "people"),
    [("they", ("nurse", "carpenter")), ("ze", ("nurse", "carpenter")), ("she", ("accountant", "auditor"))],
)
def test_without_a_stereotype_all_are_equally_likely(pronoun: str, people: tuple[str, str]) -> None:
    found = share_to_first(Stereotype(strength=1.0), docs_with(pronoun, *people))
    assert found == pytest.approx(1 / 2, abs=tolerance(1 / 2))


def test_an_unknown_occupation_counts_as_half_women() -> None:
    assert share_to_first(Stereotype(strength=1.0), docs_with("she", "nurse", "visitor", n=20)) == 1
    assert share_to_first(Stereotype(strength=1.0), docs_with("she", "carpenter", "visitor", n=20)) == 0


def test_twins_are_decided_independently() -> None:
    """Over pairs that differ in the pronoun only, the two decisions agree no more often than chance."""
    she, he = (docs_with(pronoun, "nurse", "carpenter") for pronoun in ("she", "he"))
    system = Stereotype(strength=0.0)
    same = sum(one == other for one, other in zip(system.answers(she), system.answers(he), strict=True)) / N
    assert same == pytest.approx(1 / 2, abs=tolerance(1 / 2))


def test_random_is_uniform_among_three() -> None:
    docs = docs_with("she", "nurse", "carpenter")
    docs = [replace(doc, entities=(*doc.entities, Entity(8, 9, "PERSON"))) for doc in docs]
    counts = dict.fromkeys((0, 3, 8), 0)
    for answer in Random(seed=5).answers(docs):
        ((one, other),) = answer.clusters
        counts[one.start if other.start == 6 else other.start] += 1
    assert all(count / N == pytest.approx(1 / 3, abs=tolerance(1 / 3)) for count in counts.values())


@pytest.mark.parametrize("make", [lambda seed: Random(seed=seed), lambda seed: Stereotype(seed=seed)])
def test_chance_depends_on_seed_and_words_alone(make) -> None:  # type: ignore[no-untyped-def]
    docs = docs_with("she", "nurse", "carpenter", n=200)
    answers = list(make(3).answers(docs))
    assert list(make(3).answers(reversed(docs))) == answers[::-1]
    renamed = [replace(doc, id=f"other-{doc.id}") for doc in docs]
    assert list(make(3).answers(renamed[::2])) == answers[::2]
    assert list(make(4).answers(docs)) != answers


def test_chance_is_the_same_on_every_machine() -> None:
    """Pinned, so that a change of the hash is seen: published numbers rest on it."""
    docs = docs_with("she", "nurse", "carpenter", n=12)
    starts = [answer.clusters[0][0].start for answer in Random(seed=0).answers(docs)]
    assert starts == [0, 3, 0, 3, 3, 3, 0, 3, 3, 3, 3, 3]


def test_before_means_before() -> None:
    doc = Document("d", ("she", "met", "Ann"), entities=(Entity(2, 3, "PERSON"),))
    assert list(Random(where="before").answers([doc])) == [Answer()]
    assert list(Random().answers([doc])) == [Answer(((Mention(0, 1), Mention(2, 3)),))]


def test_options_out_of_range() -> None:
    with pytest.raises(DataError, match=r"strength must be in 0…1, found 1\.5"):
        Stereotype(strength=1.5)
    with pytest.raises(DataError, match="anywhere"):
        Random(where="after")
