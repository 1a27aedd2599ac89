"""Who a pronoun could be: the list of pronouns, given candidates, and the light rule without them."""

from __future__ import annotations

import pytest

from corefair.systems.baselines.candidates import candidates, link_pronouns, pronouns, share_of, shares
from corefair.types import Document, Entity, Mention


def doc_of(sentence: str, *people: tuple[int, int]) -> Document:
    return Document("d", tuple(sentence.split()), entities=tuple(Entity(*span, "PERSON") for span in people))


def phrases(sentence: str) -> list[str]:
    doc = doc_of(sentence)
    return [" ".join(doc.words[start:end]) for start, end in candidates(doc)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The nurse asked the surgeon .", ["The nurse", "the surgeon"]),
        ("The customer paid a tall construction worker .", ["The customer", "a tall construction worker"]),
        ("When Ann Lee met Bo , she left .", ["Ann Lee", "Bo"]),
        ("Because she slept , Mx. Doe won .", ["Mx. Doe"]),
        ("She saw the White House .", ["the White House"]),
        ("They left the", []),
        ("the", []),
    ],
)
def test_the_light_rule(sentence: str, expected: list[str]) -> None:
    assert phrases(sentence) == expected


def test_a_phrase_ends_with_its_sentence() -> None:
    doc = Document("d", ("I", "saw", "the", "Nurse", "Ann"), sentences=(0, 3))
    assert candidates(doc) == [Mention(3, 5)]


def test_given_candidates_keep_their_order_and_lose_pronouns() -> None:
    doc = doc_of("Bo saw Ann before she left", (2, 3), (0, 1), (4, 5), (2, 3))
    assert candidates(doc) == [Mention(2, 3), Mention(0, 1)]


def test_other_labels_are_no_candidates() -> None:
    doc = Document("d", ("Paris", "met", "Ann"), entities=(Entity(0, 1, "GPE"), Entity(2, 3, "PERSON")))
    assert candidates(doc) == [Mention(2, 3)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ze told Xem that HERS was faer book", [0, 2, 4, 6]),
        ("It rained on us", []),
        ("Ann said per was late", [2]),  # nobody else it could be
        ("She earns 9 per day", [0]),
    ],
)
def test_pronouns(sentence: str, expected: list[int]) -> None:
    assert [start for start, _ in pronouns(doc_of(sentence))] == expected


def test_a_pronoun_is_never_someone_it_is_part_of() -> None:
    doc = doc_of("Ann called her boss", (2, 4), (0, 1))
    assert link_pronouns(doc, lambda doc, pronoun, possible: possible[0]) == ((Mention(0, 1), Mention(2, 3)),)


def test_pronouns_of_one_person_share_a_cluster() -> None:
    doc = doc_of("Ann said she lost her keys", (0, 1))
    (cluster,) = link_pronouns(doc, lambda doc, pronoun, possible: possible[0])
    assert [start for start, _ in cluster] == [0, 2, 4]


def test_shares_go_by_the_longest_occupation_at_the_end() -> None:
    assert share_of(("the", "construction", "worker")) == shares()["construction worker"]
    assert share_of(("the", "night", "worker")) == shares()["worker"] != shares()["construction worker"]
    assert share_of(("two", "Hairdressers")) == shares()["hairdresser"]
    assert share_of(("the", "nurse", "'s", "friend")) is None and share_of(()) is None
