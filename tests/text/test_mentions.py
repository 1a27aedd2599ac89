"""Mention candidates: trees by hand, odd trees, and the mentions of OntoGUM's development documents."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefair
from corefair.errors import DataError
from corefair.io import datasets
from corefair.text import analyse
from corefair.text.mentions import mention_candidates
from corefair.types import Document, Entity
from growth import in_proportion

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")


def tree(rows: str, **more: object) -> Document:
    """A document of one sentence from lines of: word, universal tag, head (counted from 1), relation."""
    words, coarse, heads, relations = zip(*(line.split() for line in rows.strip().splitlines()), strict=True)
    return Document(
        "d",
        words,
        heads=tuple(int(head) - 1 for head in heads),
        relations=relations,
        layers={"upos": coarse},
        **more,  # type: ignore[arg-type]
    )


def found(doc: Document, *extents: str) -> list[str]:
    return [
        " ".join(doc.words[slice(*each.span)])
        for each in mention_candidates(doc)
        if not extents or each.extent in extents
    ]


def test_a_phrase_has_its_modifiers_and_clauses_but_no_preposition_copula_or_subject() -> None:
    doc = tree(
        """
        She      PRON  5 nsubj
        is       AUX   5 cop
        from     ADP   5 case
        the      DET   5 det
        town     NOUN  0 root
        that     PRON  7 obj
        burned   VERB  5 acl:relcl
        .        PUNCT 5 punct
        """
    )
    assert found(doc, "phrase") == ["She", "the town that burned", "that"]
    assert found(doc, "core") == ["the town"]


def test_apposition_genitive_and_brackets() -> None:
    doc = tree(
        """
        the      DET   2 det
        mayor    NOUN  9 nmod:poss
        (        PUNCT 4 punct
        Ann      PROPN 2 appos
        Lee      PROPN 4 flat
        )        PUNCT 4 punct
        's       PART  2 case
        red      ADJ   9 amod
        car      NOUN  0 root
        ,        PUNCT 9 punct
        """
    )
    assert found(doc, "phrase") == ["the mayor ( Ann Lee ) 's red car", "the mayor ( Ann Lee ) 's", "Ann Lee"]
    assert found(doc, "bare") == []  # the genitive comes last, so it would be the same
    assert found(doc, "unmarked") == ["the mayor"]


def test_a_list_is_a_candidate_and_so_are_its_members() -> None:
    doc = tree(
        """
        both    CCONJ 3 cc:preconj
        his     PRON  3 nmod:poss
        mother  NOUN  0 root
        ,       PUNCT 5 punct
        Bo      PROPN 3 conj
        and     CCONJ 7 cc
        I       PRON  3 conj
        """
    )
    assert found(doc) == ["both his mother , Bo and I", "his mother", "his", "Bo", "I"]


def test_kinds_and_what_is_no_mention() -> None:
    doc = tree(
        """
        There   PRON  2 expl
        was     VERB  0 root
        someone NOUN  2 nsubj
        Dr.     PROPN 5 nmod:desc
        Ann     PROPN 2 obl
        Mary    PROPN 5 flat
        police  NOUN  8 compound
        officer NOUN  2 obl
        xe      NOUN  2 obj
        per     ADP   2 case
        """
    )
    kinds = {" ".join(doc.words[slice(*each.span)]): each.kind for each in mention_candidates(doc)}
    assert kinds == {
        "someone": "nominal",
        "Dr. Ann Mary": "name",
        "police officer": "nominal",
        "xe": "pronoun",
    }


def test_a_neopronoun_that_is_a_name_stays_a_name() -> None:
    rows = "I PRON 2 nsubj\nmet VERB 0 root\nFae PROPN 2 obj"
    assert [each.kind for each in mention_candidates(tree(rows))] == ["pronoun", "name"]


def test_penn_tags_serve_where_there_are_no_universal_ones() -> None:
    doc = Document(
        "d",
        ("That", "was", "the", "nurse"),
        heads=(3, 3, 3, -1),
        relations=("nsubj", "cop", "det", "root"),
        tags=("DT", "VBD", "DT", "NN"),
    )
    assert [(each.span, each.kind) for each in mention_candidates(doc)] == [
        ((0, 1), "pronoun"),
        ((2, 4), "nominal"),
    ]


def test_entities_the_tree_does_not_have_are_added() -> None:
    rows = "New PROPN 3 nsubj\nYork PROPN 3 obj\nslept VERB 0 root"
    doc = tree(rows, entities=(Entity(0, 2, "place"), Entity(0, 1, "place")))
    assert [(each.span, each.extent) for each in mention_candidates(doc)] == [
        ((0, 2), "name"),
        ((0, 1), "phrase"),
        ((1, 2), "phrase"),
    ]


def test_without_an_analysis_it_says_so() -> None:
    assert mention_candidates(Document("d", ())) == []
    with pytest.raises(DataError, match="no syntactic trees: analyse it first"):
        mention_candidates(Document("d", ("Ann",), tags=("NNP",)))
    with pytest.raises(DataError, match="no tags: analyse it first"):
        mention_candidates(Document("d", ("Ann",), heads=(-1,), relations=("root",)))


def test_one_word_and_emoji() -> None:
    assert found(tree("Ann PROPN 0 root")) == ["Ann"]
    assert found(tree("🙂 PUNCT 0 root")) == []
    assert found(tree("أنا PRON 0 root")) == ["أنا"]


TAGS = ("NOUN", "PROPN", "PRON", "VERB", "PUNCT", "NUM", "DET", "ADJ", "X")
RELATIONS = ("nsubj", "nmod", "conj", "appos", "acl", "case", "det", "flat", "punct", "root", "compound")
WORDS = ("Ann", "she", "(", ")", '"', "and", "dog", "xe", ",")


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Any heads at all: across sentences, in circles, out of range, on themselves."""
    n = draw(st.integers(1, 12))

    def column(values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(draw(st.lists(st.sampled_from(values), min_size=n, max_size=n)))

    return Document(
        "d",
        column(WORDS),
        sentences=(0, *sorted(draw(st.sets(st.integers(1, n - 1), max_size=2)) if n > 1 else [])),
        heads=tuple(draw(st.lists(st.integers(-2, n + 1), min_size=n, max_size=n))),
        relations=column(RELATIONS),
        layers={"upos": column(TAGS)},
    )


@given(documents())
def test_whatever_the_tree_candidates_are_spans_of_one_sentence_around_their_head(doc: Document) -> None:
    candidates = mention_candidates(doc)
    spans = [each.span for each in candidates]
    assert len(set(spans)) == len(spans)
    assert all((a.start, -a.end) < (b.start, -b.end) for a, b in pairwise(spans))
    bounds = doc.sentence_spans()
    for each in candidates:
        start, end = bounds[each.sentence]
        assert start <= each.span.start <= each.head < each.span.end <= end


@pytest.mark.parametrize("shape", ["flat", "deep", "list"])
def test_a_long_sentence_costs_in_proportion(shape: str) -> None:
    """Four times the words may not cost sixteen times the time; and a tree 20,000 deep is no matter."""

    def sentence(n: int) -> Document:
        heads = (-1, *([0] * (n - 1))) if shape == "flat" else (-1, *range(n - 1))
        relation = {"flat": "nmod", "deep": "nmod", "list": "conj"}[shape]
        return Document(
            "d",
            ("dog", ")") * (n // 2),
            heads=heads,
            relations=("root", *([relation] * (n - 1))),
            layers={"upos": ("NOUN", "PUNCT" if shape == "deep" else "NOUN") * (n // 2)},
        )

    def seconds(n: int) -> float:
        doc = sentence(n)
        start = process_time()
        mention_candidates(doc)
        return process_time() - start

    assert in_proportion(seconds, 5000, 20_000)


def recall(gold: list[Document], analysed: list[Document]) -> tuple[float, float, float]:
    """The share of mentions that are candidates, that are whole phrases, and candidates for each mention."""
    n_gold = n_found = n_phrases = n_candidates = 0
    for doc, seen in zip(gold, analysed, strict=True):
        mentions = {mention for cluster in doc.clusters for mention in cluster}
        candidates = mention_candidates(seen)
        n_gold += len(mentions)
        n_found += len(mentions & {each.span for each in candidates})
        n_phrases += len(mentions & {each.span for each in candidates if each.extent == "phrase"})
        n_candidates += len(candidates)
    return n_found / n_gold, n_phrases / n_gold, n_candidates / n_gold


def ontogum() -> list[Document]:
    paths = sorted(datasets.find("ontogum", "dev", data=Path(str(DATA))).glob("*.conllu"))
    return [doc for path in paths for doc in corefair.read(path)]


@published
def test_most_mentions_of_ontogum_are_candidates() -> None:
    """With gold trees; most of the others are verbs."""
    docs = ontogum()
    found, phrases, candidates = recall(docs, docs)
    assert found > 0.95 and phrases > 0.93 and candidates < 3


@published
def test_most_are_candidates_in_predicted_trees_too() -> None:
    pytest.importorskip("spacy")
    docs = ontogum()
    bare = [replace(doc, tags=None, heads=None, relations=None, layers={}) for doc in docs]
    found, _, candidates = recall(docs, list(analyse(bare)))
    assert found >= 0.87 and candidates <= 3
