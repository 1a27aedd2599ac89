"""Clustering: found where gender is, chance where it was taken out, whatever the order of words."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import MissingWords
from corefair.suites.vectors.clustering import build, two_clusters
from corefair.suites.vectors.leaning_words import leaning_words
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors, shuffled, without_gender
from measured import values
from real_vectors import DATA, googlenews, published


def scores(emb: Embeddings, original: Embeddings) -> dict[str, float]:
    suite = build()
    return values(suite, suite.answer(emb, original))


def test_leaning_words_are_those_furthest_along_gender() -> None:
    emb = gendered_vectors()
    found = leaning_words(emb, emb, per_side=750, exclude=frozenset({"she", "he", "mary", "john"}))
    assert len(found.words) == 2 * (1816 // 6), "of few words one in six on either side"
    assert found.feminine.sum() * 2 == len(found.words) and found.words == tuple(sorted(found.words))
    assert found.lean[found.feminine].min() > found.lean[~found.feminine].max()
    cosines = emb.vectors[:, 0] / np.linalg.norm(emb.vectors, axis=1)
    taken = np.isin(emb.words, found.words)
    rest = cosines[~taken & ~np.isin(emb.words, ["she", "he", "mary", "john"])]
    # The direction of the pairs is the first axis but for rounding.
    assert cosines[taken & (cosines < 0)].max() <= rest.min() + 1e-4
    assert cosines[taken & (cosines > 0)].min() >= rest.max() - 1e-4


def test_found_before_and_chance_after() -> None:
    emb = gendered_vectors()
    before, after = scores(emb, emb), scores(without_gender(emb), emb)
    assert before["cluster accuracy"] > 0.95 and before["V-measure"] > 0.7
    assert after["cluster accuracy"] < 0.57 and after["V-measure"] < 0.02


def test_laws() -> None:
    emb = gendered_vectors(700)
    suite = build()
    rows = suite.answer(emb, emb, seed=3).rows
    assert suite.answer(emb, emb, seed=3).rows == rows, "same seed, same clusters"
    mixed, scaled = shuffled(emb), Embeddings(emb.words, emb.vectors * 4)
    assert suite.answer(mixed, mixed, seed=3).rows == rows
    assert suite.answer(scaled, scaled, seed=3).rows == rows


def test_vectors_all_alike_are_one_cluster() -> None:
    assert two_clusters(np.ones((5, 3)), seed=0).all()


def test_too_few_words() -> None:
    emb = gendered_vectors(500)
    with pytest.raises(
        MissingWords, match="made up has 500 neutral words in lower-case letters, and 600 are"
    ):
        build().answer(emb, emb)


@published
def test_real_vectors() -> None:
    """Table 3: 99.8 and 98.4 for the original GloVe."""
    emb = googlenews()
    suite = build(data=DATA)
    reading = suite.answer(emb, emb)
    assert len(reading.cases) == 1500
    accuracy, v = values(suite, reading).values()
    assert accuracy > 0.97 and v > 0.8
    labels = {case.given[0]: case.gold for case in reading.cases}
    assert "mother" not in labels and labels["nurse"] == "feminine" and labels["captain"] == "masculine"
