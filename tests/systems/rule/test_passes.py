"""Each pass links where its sentence says so, and not where one of its conditions fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corefair.errors import UnknownName
from corefair.systems.rule.passes import PASSES, choose
from corefair.types import Entity
from hand_trees import document, linked, resolve

LEFT = "left/VBD/0/root"


def sentence(*phrases: str) -> str:
    """`X left Y`: a subject, the verb and perhaps an object, each of words with tags; the last is head."""
    (subject, *objects) = [phrase.split() for phrase in phrases]
    verb = len(subject) + 1
    out = [_word(word, i, len(subject), verb, "nsubj") for i, word in enumerate(subject, 1)]
    out.append(LEFT)
    for each in objects:
        end = len(out) + len(each)
        out += [_word(word, len(out) + i, end, verb, "obj") for i, word in enumerate(each, 1)]
    return " ".join(out)


def _word(word: str, at: int, head: int, verb: int, relation: str) -> str:
    name, tag = word.split("/")
    if at == head:
        return f"{name}/{tag}/{verb}/{relation}"
    inner = {"DT": "det", "JJ": "amod", "PRP$": "nmod:poss", "NNP": "compound"}.get(tag, "compound")
    return f"{name}/{tag}/{head}/{inner}"


def test_exact_string_needs_a_definite_phrase() -> None:
    the = resolve(document(sentence("the/DT old/JJ bridge/NN"), sentence("The/DT old/JJ bridge/NN")))
    assert linked(the, "exact") == [("The old bridge", "the old bridge")]
    a = resolve(document(sentence("a/DT old/JJ bridge/NN"), sentence("A/DT old/JJ bridge/NN")))
    assert linked(a) == []


def test_strict_head_wants_words_and_modifiers_included() -> None:
    included = resolve(
        document(sentence("the/DT old/JJ stone/NN bridge/NN"), sentence("the/DT old/JJ bridge/NN"))
    )
    assert linked(included) == [("the old bridge", "the old stone bridge")]
    added = resolve(document(sentence("the/DT old/JJ bridge/NN"), sentence("the/DT new/JJ bridge/NN")))
    assert linked(added) == []


def test_a_name_again_by_its_end_or_by_a_part() -> None:
    people = (Entity(0, 2, "PERSON"), Entity(3, 4, "PERSON"))
    last = document(sentence("Rosa/NNP Keller/NNP"), sentence("Keller/NNP"), entities=people)
    assert linked(resolve(last)) == [("Keller", "Rosa Keller")]
    first = document(sentence("Rosa/NNP Keller/NNP"), sentence("Rosa/NNP"), entities=people)
    assert linked(resolve(first), "relaxed_head") == [("Rosa", "Rosa Keller")]
    both = (Entity(0, 2, "PERSON"), Entity(3, 5, "PERSON"))
    other = document(sentence("Rosa/NNP Keller/NNP"), sentence("Anna/NNP Keller/NNP"), entities=both)
    assert linked(resolve(other)) == []


def test_initials_and_other_names_of_a_place() -> None:
    bank = "World/NNP Trade/NNP Group/NNP"
    assert linked(resolve(document(sentence(bank), sentence("WTG/NNP"))), "constructs") == [
        ("WTG", "World Trade Group")
    ]
    country = resolve(document(sentence("the/DT United/NNP Kingdom/NNP"), sentence("Britain/NNP")))
    assert linked(country, "constructs") == [("Britain", "the United Kingdom")]


def test_apposition_and_predicate_lend_what_they_say_and_are_not_shown() -> None:
    doc = document(
        "Keller/NNP/4/nsubj is/VBZ/4/cop a/DT/4/det woman/NN/0/root",
        "He/PRP/2/nsubj left/VBD/0/root",
        "She/PRP/2/nsubj left/VBD/0/root",
    )
    text = resolve(doc)
    assert linked(text) == [("a woman", "Keller"), ("She", "Keller")]
    denied = document(
        "Keller/NNP/5/nsubj is/VBZ/5/cop not/RB/5/advmod a/DT/5/det woman/NN/0/root",
    )
    assert linked(resolve(denied)) == []


def test_a_pronoun_takes_the_first_that_agrees() -> None:
    doc = document(sentence("the/DT woman/NN", "the/DT man/NN"), sentence("He/PRP", "her/PRP"))
    assert linked(resolve(doc), "pronoun") == [("He", "the man"), ("her", "the woman")]


def test_an_object_is_not_its_subject_unless_reflexive() -> None:
    him = document(sentence("the/DT man/NN", "him/PRP"))
    assert linked(resolve(him)) == []
    himself = document(sentence("the/DT man/NN", "himself/PRP"))
    assert linked(resolve(himself)) == [("himself", "the man")]


def test_a_pronoun_looks_three_sentences_back_and_no_further() -> None:
    filler = "It/PRP/2/expl rained/VBD/0/root"
    near = document(sentence("the/DT man/NN"), filler, filler, sentence("He/PRP"))
    assert linked(resolve(near)) == [("He", "the man")]
    far = document(sentence("the/DT man/NN"), filler, filler, filler, sentence("He/PRP"))
    assert linked(resolve(far)) == []


def test_they_may_be_one_or_several_but_prefers_several() -> None:
    one = document(sentence("the/DT nurse/NN"), sentence("They/PRP"))
    assert linked(resolve(one)) == [("They", "the nurse")]
    assert linked(resolve(one, they="plural")) == []
    several = document(sentence("the/DT nurse/NN", "the/DT doctors/NNS"), sentence("They/PRP"))
    assert linked(resolve(several)) == [("They", "the doctors")]


def test_neopronouns_come_from_the_list() -> None:
    doc = document(sentence("the/DT nurse/NN"), sentence("Xe/PRP", "the/DT key/NN"))
    assert linked(resolve(doc)) == [("Xe", "the nurse")]


def test_speakers_say_i_and_you_of_each_other() -> None:
    doc = document(sentence("I/PRP"), sentence("you/PRP"), sentence("I/PRP"), speakers=("ann", "bo", "ann"))
    assert linked(resolve(doc), "speaker") == [("you", "I"), ("I", "you")]


def test_a_quotation_has_its_speaker() -> None:
    doc = document(
        "“/``/3/punct I/PRP/3/nsubj left/VBD/5/ccomp ”/''/3/punct said/VBD/0/root Ann/NNP/5/nsubj",
    )
    doc = replace(doc, layers={**doc.layers, "lemma": ("“", "i", "leave", "”", "say", "ann")})
    assert linked(resolve(doc), "speaker") == [("I", "Ann")]


def test_passes_are_listed_and_switched_off() -> None:
    doc = document(sentence("the/DT man/NN"), sentence("He/PRP"))
    assert linked(resolve(doc, passes="-pronoun")) == []
    assert linked(resolve(doc, passes="pronoun")) == [("He", "the man")]
    assert [each.name for each in choose(["pronoun", "exact"])] == ["exact", "pronoun"]
    with pytest.raises(UnknownName, match="pronoun"):
        choose("pronuon")


@pytest.mark.parametrize("each", PASSES, ids=lambda each: each.name)
def test_every_pass_says_when_it_links(each: object) -> None:
    assert getattr(each, "condition").endswith(".")  # noqa: B009
