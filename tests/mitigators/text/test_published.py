"""WinoBias against its own twins, gold *her*, and OntoGUM there and back: needs COREFAIR_DATA."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corefair.io import read
from corefair.mitigators.text.recipe import Recipe, made
from corefair.mitigators.text.swap import Swap
from corefair.types import Document

DATA = Path(os.environ.get("COREFAIR_DATA", ""))
pytestmark = pytest.mark.skipif(
    "COREFAIR_DATA" not in os.environ, reason="set COREFAIR_DATA to the folder of published sets"
)
PRONOUNS = {"he", "she", "him", "her", "his", "hers", "himself", "herself"}


def twins(kind: int) -> Iterator[tuple[Document, Document]]:
    """Both directions of the pairs that differ in pronouns only."""
    pro, anti = (
        list(read(DATA / f"winobias/dev_type{kind}_{name}_stereotype.v4_auto_conll"))
        for name in ("pro", "anti")
    )
    for one, other in [*zip(pro, anti, strict=True), *zip(anti, pro, strict=True)]:
        if len(one.words) == len(other.words):
            differ = [pair for pair in zip(one.words, other.words, strict=True) if pair[0] != pair[1]]
            if differ and all({a.lower(), b.lower()} <= PRONOUNS for a, b in differ):
                yield one, other


def test_winobias_sentences_become_their_twins() -> None:
    pairs = [pair for kind in (1, 2) for pair in twins(kind)]
    assert len(pairs) > 1500
    after = made((one for one, _ in pairs if one), Recipe("reverse"))
    right = sum(each.after.words == other.words for each, (_, other) in zip(after, pairs, strict=True))
    assert right >= 0.99 * len(pairs)


def test_her_is_told_from_her_without_gold_tags() -> None:
    docs = list(read(DATA / "ontogum" / "dev"))
    bare = [
        replace(d, tags=None, heads=None, relations=None, layers={}, text=None, offsets=None, meta={})
        for d in docs
    ]
    right = total = 0
    for doc, each in zip(docs, made(bare, Recipe("reverse")), strict=True):
        for i, word in enumerate(doc.words):
            if word == "her" and doc.tags and doc.tags[i] in ("PRP", "PRP$"):
                total += 1
                right += each.after.words[i] == {"PRP": "him", "PRP$": "his"}[doc.tags[i]]
    assert total > 25 and right >= 0.9 * total  # a tagger alone: 37 of 43


def test_gold_tags_are_followed_and_words_come_back() -> None:
    n_words = n_back = 0
    for doc in read(DATA / "ontogum" / "dev"):
        once = Swap()(doc)
        for i, word in enumerate(doc.words):
            if word == "her" and doc.tags:
                assert once.words[i] in ({"PRP": "him", "PRP$": "his"}[doc.tags[i]], "her")
        again = Swap()(once)
        changed = [i for i in range(len(doc.words)) if once.words[i] != doc.words[i]]
        n_words += len(changed)
        n_back += sum(again.words[i] == doc.words[i] for i in changed)
    assert n_words > 400 and n_back >= 0.95 * n_words  # all but the words that share a counterpart
