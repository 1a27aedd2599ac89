"""Attributes: word by word, in documents, and against the pronouns of OntoGUM's clusters."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

import corefair
from corefair import lists
from corefair.io import datasets
from corefair.text.attributes import Attributes, all_attributes, attributes
from corefair.text.gender_counts import GenderCounts, gender_counts
from corefair.text.mentions import Candidate, mention_candidates
from corefair.text.pronouns import pronouns
from corefair.types import Document, Entity, Mention
from growth import in_proportion

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")


def phrase(
    words: str, tag: str, *, kind: str = "nominal", label: str = "", counts: GenderCounts | None = None
) -> Attributes:
    """Of a phrase whose head is its last word; of a name, its first that is no title, all others flat."""
    parts = tuple(words.split())
    n = len(parts)
    head = 0 if kind == "name" else n - 1
    relations = ["flat" if kind == "name" else "compound"] * n
    relations[head] = "root"
    doc = Document(
        "d",
        parts,
        heads=tuple(-1 if i == head else head for i in range(n)),
        relations=tuple(relations),
        tags=(tag,) * n,
        entities=(Entity(0, n, label),) if label else (),
    )
    return attributes(doc, Candidate(Mention(0, n), head, kind, 0), counts=counts)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("She", "singular/feminine/animate/3"),
        ("himself", "singular/masculine/animate/3"),
        ("it", "singular/neutral/inanimate/3"),
        ("they", "plural singular///3"),  # one or several, people or things, of any gender
        ("themself", "plural singular///3"),
        ("xyr", "singular//animate/3"),  # neopronouns leave the gender open, and agree with every name
        ("hirself", "singular//animate/3"),
        ("I", "singular//animate/1"),
        ("us", "plural//animate/1"),
        ("you", "plural singular//animate/2"),
        ("someone", "singular//animate/3"),
        ("those", "plural///3"),
    ],
)
def test_pronouns_are_what_their_list_says(word: str, said: str) -> None:
    got = phrase(word, "PRP", kind="pronoun")
    assert (
        "/".join(" ".join(sorted(each)) for each in (got.number, got.gender, got.animacy, got.person)) == said
    )


def test_a_pronoun_set_added_to_the_list_needs_no_code() -> None:
    for row in lists.read("pronouns"):
        for case in ("nominative", "accusative", "determiner", "possessive", "reflexive"):
            said = pronouns()[row[case]]
            expected = {row["group"]} if row["group"] in ("feminine", "masculine") else set()
            assert said.gender == expected and said.person == {"3"} and "singular" in said.number


@pytest.mark.parametrize(
    ("words", "tag", "number", "gender", "animacy"),
    [
        ("aunt", "NN", "singular", "feminine", "animate"),
        ("kings", "NNS", "plural", "", "animate"),  # a plural is asked no gender
        ("female officer", "NN", "singular", "feminine", "animate"),
        ("officer", "NN", "singular", "", "animate"),
        ("team", "NN", "plural singular", "", ""),
        ("house", "NN", "singular", "", "inanimate"),
        ("three", "CD", "plural", "", ""),
        ("1984", "CD", "", "", ""),
        ("florbits", "NNS", "plural", "", ""),
    ],
)
def test_nouns(words: str, tag: str, number: str, gender: str, animacy: str) -> None:
    got = phrase(words, tag)
    assert tuple(" ".join(sorted(each)) for each in (got.number, got.gender, got.animacy)) == (
        number,
        gender,
        animacy,
    )
    assert not got.person


def test_every_occupation_is_of_people() -> None:
    for row in lists.read("occupations"):
        assert phrase(row["occupation"].lower(), "NN").animacy == {"animate"}, row["occupation"]


def test_names() -> None:
    ann = phrase("Ann Lee", "NNP", kind="name")
    assert (ann.gender, ann.animacy, ann.label, ann.number) == (
        {"feminine"},
        {"animate"},
        {"person"},
        {"singular"},
    )
    assert phrase("Zyx Quux", "NNP", kind="name") == Attributes(
        frozenset({"singular"}), *[frozenset[str]()] * 4
    )
    firm = phrase("Ann Lee", "NNP", kind="name", label="ORG")
    assert (firm.number, firm.gender, firm.animacy) == (set(), set(), {"inanimate"})
    assert phrase("Wu", "NNP", kind="name", label="PER").animacy == {"animate"}
    assert phrase("States", "NNPS", kind="name", label="GPE").number == set()


def test_titles_rule_over_first_names_and_both_over_counts() -> None:
    table = GenderCounts.from_rows(
        {"ann !": (90, 0, 0, 0), "aunt": (90, 0, 0, 0), "nurse": (90, 0, 0, 0), "the nurse": (0, 90, 0, 0)}
    )
    assert phrase("Ann Lee", "NNP", kind="name", counts=table).gender == {"feminine"}
    assert phrase("aunt", "NN", counts=table).gender == {"feminine"}
    assert phrase("nurse", "NN", counts=table).gender == {"masculine"}
    assert phrase("nurse", "NN", counts=table.balanced()).gender == set()
    assert phrase("nurse", "NN").gender == set()


def test_counts_can_say_that_a_name_is_no_person() -> None:
    table = GenderCounts.from_rows({"cleveland": (3, 1, 90, 0), "bill": (3, 1, 90, 0)})
    assert phrase("Cleveland", "NNP", kind="name").label == {"person"}
    assert phrase("Cleveland", "NNP", kind="name", counts=table).label == set()
    assert phrase("Bill", "NNP", kind="name", counts=table).gender == {"masculine"}


def test_a_family_name_says_nothing_where_the_whole_name_stands() -> None:
    words = ("Ann", "Jackson", "left", ".", "Jackson", "slept")
    doc = Document(
        "d",
        words,
        sentences=(0, 4),
        heads=(2, 0, -1, 2, 5, -1),
        relations=("nsubj", "flat", "root", "punct", "nsubj", "root"),
        tags=("NNP", "NNP", "VBD", ".", "NNP", "VBD"),
    )
    table = GenderCounts.from_rows({"jackson": (90, 0, 0, 0)})
    candidates = mention_candidates(doc)
    full, short = all_attributes(doc, candidates, counts=table)
    assert (full.gender, short.gender, short.animacy) == ({"feminine"}, set(), {"animate"})
    assert attributes(doc, candidates[1], counts=table) == short


@pytest.mark.parametrize(("link", "number"), [("and", {"plural"}), ("or", set())])
def test_a_list_is_plural_unless_it_is_a_choice(link: str, number: set[str]) -> None:
    doc = Document(
        "d",
        ("Ann", link, "Bo"),
        heads=(-1, 2, 0),
        relations=("root", "cc", "conj"),
        tags=("NNP", "CC", "NNP"),
    )
    whole = mention_candidates(doc)[0]
    assert whole.extent == "coordination"
    got = attributes(doc, whole, counts=None)
    assert (got.number, got.gender) == (number, set())


def test_a_cluster_has_what_its_mentions_have() -> None:
    she, they = phrase("she", "PRP", kind="pronoun"), phrase("they", "PRP", kind="pronoun")
    both = she | they
    assert both.number == {"singular", "plural"} and both.gender == {"feminine"} and both.person == {"3"}


def test_long_lists_and_names_cost_in_proportion() -> None:
    def seconds(n: int) -> float:
        doc = Document(
            "d",
            ("Ann",) * n,
            heads=(-1, *range(n - 1)),
            relations=("root", *(("conj", "flat") * n)[: n - 1]),
            tags=("NNP",) * n,
            entities=tuple(Entity(i, i + 1, "person") for i in range(n)),
        )
        candidates = mention_candidates(doc)
        start = process_time()
        all_attributes(doc, candidates, counts=gender_counts("shipped"))
        return process_time() - start

    seconds(10)  # reads the lists
    assert in_proportion(seconds, 2000, 8000)


@published
def test_attributes_agree_with_the_pronouns_of_their_cluster() -> None:
    """Of what the lists and our own table say on OntoGUM's development documents, nearly all is right."""
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for path in sorted(datasets.find("ontogum", "dev", data=Path(str(DATA))).glob("*.conllu")):
        for doc in corefair.read(path):
            candidates = {each.span: each for each in mention_candidates(doc)}
            for cluster in doc.clusters:
                kept = [candidates[span] for span in set(cluster) if span in candidates]
                got = all_attributes(doc, kept, counts=gender_counts("shipped"))
                pairs = list(zip(kept, got, strict=True))
                for name in ("gender", "animacy", "number"):
                    said = [getattr(each, name) for of, each in pairs if of.kind == "pronoun"]
                    gold = frozenset().union(*said) if said else frozenset()
                    for value in (getattr(each, name) for of, each in pairs if of.kind != "pronoun"):
                        if len(gold) == len(value) == 1:
                            (right if gold == value else wrong)[name] += 1
    assert min(right.values()) > 80
    for name in ("gender", "animacy", "number"):
        assert right[name] / (right[name] + wrong[name]) > 0.9, (name, right[name], wrong[name])


def test_the_document_is_not_changed() -> None:
    doc = Document("d", ("She",), heads=(-1,), relations=("root",), tags=("PRP",))
    before = replace(doc)
    all_attributes(doc, mention_candidates(doc), counts=None)
    assert doc == before
    assert all_attributes(Document("d", ()), [], counts=None) == []
