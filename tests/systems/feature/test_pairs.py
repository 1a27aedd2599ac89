"""Templates on pairs: what they say of sentences a reader can check; a value is of its template."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.systems.feature.mentions import COLUMN, TYPES, Mentions, describe, read_candidates
from corefair.systems.feature.pairs import N_VALUES, OFFSETS, SIZES, TEMPLATES, value_of
from corefair.systems.feature.ranker import pairs_of
from corefair.text.analysis import analyse
from corefair.types import Document
from small_corpus import read_documents


def described(text: str) -> tuple[Document, Mentions]:
    sentences = text.split(" / ")
    words = [word for sentence in sentences for word in sentence.split()]
    starts = np.cumsum([0, *(len(sentence.split()) for sentence in sentences[:-1])]).tolist()
    (doc,) = analyse([Document("d", tuple(words), tuple(starts))])
    return doc, describe(read_candidates(doc, counts=None))


def said(text: str, mention: str, antecedent: str) -> dict[str, str]:
    """What the templates say of the last mention that reads so, and the last antecedent before it."""
    doc, mentions = described(text)
    texts = [" ".join(doc.words[start:end]) for start, end in mentions.codes[:, [2, 3]].tolist()]
    i = max(k for k, each in enumerate(texts) if each == mention)
    j = max(k for k, each in enumerate(texts[:i]) if each == antecedent)
    pairs = pairs_of(mentions, nearest=100, further=0)
    at = int(pairs.at[i]) + pairs.found[pairs.at[i] : pairs.at[i + 1]].tolist().index(j)
    return dict(map(value_of, pairs.values[at].tolist()))


def test_nouns_that_are_said_again() -> None:
    found = said("The old nurse left . / The nurse came back .", "The nurse", "The old nurse")
    assert found["same head"] == found["head in the antecedent"] == "yes"
    assert found["same text"] == "no"
    assert found["match"] == "head, modifiers held"
    assert found["sentences between"] == "1"
    assert found["modifiers"] == "fewer"


def test_pronouns() -> None:
    found = said("The aunt saw the boys because she was near .", "she", "The aunt")
    assert found["gender of the antecedent"] == "feminine"
    assert found["agreement: gender, number, animacy"] == "agree, agree, agree"
    assert found["same head"] == "not asked"
    assert found["role of the antecedent, sentences back"].startswith("subject, 0")
    other = said("The aunt saw the boys because she was near .", "she", "the boys")
    assert other["agreement: gender, number, animacy"].split(", ")[1] == "differ"
    assert other["agreeing candidates between"] == "disagrees"
    # The boys do not agree, so nobody that agrees is between her and her aunt.
    assert found["agreeing candidates between"] == "0"


@pytest.mark.parametrize(
    ("text", "subject", "other"),
    [  # one verb has its own subject, the other shares it: the pronoun is someone else
        ("The guard called the nurse and told her a story .", "The guard", "the nurse"),
        ("The guard tried to help her after the nurse left .", "The guard", None),
        ("The guard asked the nurse to help her .", "the nurse", "The guard"),
    ],
)
def test_who_acts_where_no_subject_is_said(text: str, subject: str, other: str | None) -> None:
    assert said(text, "her", subject)["place"] == "subject and object"
    if other:
        assert said(text, "her", other)["place"] == "clause around"


def test_a_reflexive_and_an_object() -> None:
    assert said("Ann saw herself .", "herself", "Ann")["place"] == "subject and reflexive"
    assert said("Ann saw her .", "her", "Ann")["place"] == "subject and object"


def test_letters_of_a_name() -> None:
    text = "The North Atlantic Treaty Organization met . / NATO was founded in 1949 ."
    assert said(text, "NATO", "The North Atlantic Treaty Organization")["match"] == "letters"


def test_every_value_is_one_of_its_template() -> None:
    assert sum(SIZES) == N_VALUES < 2**15  # they are kept as 16 bits
    low, high = np.array(OFFSETS), np.array(OFFSETS) + np.array(SIZES)
    for doc in read_documents():
        values = pairs_of(describe(read_candidates(doc, counts=None)), nearest=50, further=5).values
        assert values.shape[1] == len(TEMPLATES)
        assert ((values >= low) & (values < high)).all()


def test_the_nearest_and_those_with_the_same_head() -> None:
    text = " / ".join(["A dog barked .", *["Some cats ate fish ."] * 4, "The dog slept ."])
    _, mentions = described(text)
    last = len(mentions) - 1
    assert mentions.codes[last, COLUMN["word"]] == mentions.codes[0, COLUMN["word"]]
    near = pairs_of(mentions, nearest=2, further=0)
    assert near.found[near.at[last] :].tolist() == [last - 2, last - 1]
    far = pairs_of(mentions, nearest=2, further=3)
    assert far.found[far.at[last] :].tolist() == [0, last - 2, last - 1]
    assert len(pairs_of(mentions, nearest=10**6, further=0).found) == last * (last + 1) // 2


def test_types_of_pronouns() -> None:
    doc, mentions = described("He saw herself and it ; we told them that xe left .")
    types = [TYPES[each] for each in mentions.codes[:, COLUMN["type"]].tolist()]
    words = [doc.words[each] for each in mentions.codes[:, COLUMN["head"]].tolist()]
    found = dict(zip(words, types, strict=True))
    expected = {"He": "he", "herself": "she", "it": "it", "we": "we", "them": "they", "xe": "they"}
    assert {word: found.get(word) for word in expected} == expected


def test_no_candidates() -> None:
    mentions = describe(read_candidates(Document("d", ()), counts=None))
    pairs = pairs_of(mentions, nearest=10, further=1)
    assert len(mentions) == 0 and len(pairs.found) == 0
