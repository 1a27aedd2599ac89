"""RIPA: vectors whose association can be read off, and the split into two groups by hand."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError, MissingWords
from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.types import Embeddings
from corefair.words.ripa import relation_vector, ripa, two_groups

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
PAIR = [("she", "he")]


def plane() -> Embeddings:
    words = ("she", "he", "queen", "nurse", "sky")
    vectors = np.array([[2, 3], [-2, 3], [5, 1], [0.5, 7], [0, 9]], dtype=np.float32)
    return Embeddings(words, vectors)


def test_of_one_pair_it_is_the_inner_product_with_their_difference() -> None:
    emb = plane()
    np.testing.assert_allclose(relation_vector(emb, PAIR), [1, 0], atol=1e-12)
    np.testing.assert_allclose(ripa(emb, pairs=PAIR).scores, [2, 2, 5, 0.5, 0], atol=1e-12)


def test_feminine_is_positive_and_several_pairs_share_a_direction() -> None:
    vectors = np.array([[1, 0.2], [-1, 0], [3, 0], [-1, 0.2]], dtype=np.float32)
    emb = Embeddings(("she", "he", "woman", "man"), vectors)
    pairs = [("she", "he"), ("woman", "man"), ("lacking", "he")]
    relation = relation_vector(emb, pairs)
    differences = np.array([[2, 0.2], [4, -0.2]])
    grid = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, np.pi, 20_001)])
    best = ((differences @ grid.T) ** 2).sum(axis=0).max()  # the first component captures the most
    assert ((differences @ relation) ** 2).sum() == pytest.approx(best)
    assert relation[0] > 0


def test_the_threshold_itself_is_preserved() -> None:
    selection = ripa(plane(), pairs=PAIR, threshold=2.0)
    assert selection.preserve == ("she", "he", "queen")
    assert selection.notes == ("threshold 2, which was given",)
    assert ripa(plane(), pairs=PAIR).preserve == ("queen",)  # 0 .5 2 2 | 5 has the least variance


@given(st.lists(st.integers(0, 50), min_size=2, max_size=12).filter(lambda values: len(set(values)) > 1))
def test_two_groups_is_the_best_of_all_splits(values: list[int]) -> None:
    array = np.array(values, dtype=float)

    def within(bound: float) -> float:
        parts = array[array < bound], array[array >= bound]
        return sum(((part - part.mean()) ** 2).sum() for part in parts)

    assert within(two_groups(array)) == pytest.approx(min(map(within, sorted(set(values))[1:])))


def test_what_cannot_be_measured_is_refused() -> None:
    emb = plane()
    with pytest.raises(MissingWords, match="lacks 1 of 2 words: hen"):
        ripa(emb, pairs=[("hen", "he")])
    with pytest.raises(DataError, match="the same vector"):
        ripa(emb, pairs=[("he", "he")])
    with pytest.raises(DataError, match="two different values"):
        two_groups(np.ones(4))


@published
def test_real_vectors() -> None:
    emb = read_vectors(datasets.find("vectors", "googlenews-26k.bin.gz"))
    selection = ripa(emb)
    assert {"he", "she", "mother", "brother"} <= set(selection.preserve)
    assert "algebra" not in selection.why
    assert 0 < len(selection.preserve) < len(emb) / 2
