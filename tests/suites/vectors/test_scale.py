"""What is measured does not depend on the scale of the vectors: cosines know none."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from corefair import registry
from corefair.suites.vectors.ripa import answer as ripa
from corefair.suites.vectors.ripa import at_lengths_of
from corefair.suites.vectors.vector_words import professions
from corefair.types import Embeddings, Reading
from real_vectors import ASK, DATA, glove, published


@cache
def few(power: int = 0, n: int = 20_000) -> Embeddings:
    """Frequent words of GloVe, times a power of two, by which no number is rounded."""
    emb = glove()
    return Embeddings(emb.words[:n], emb.vectors[:n] * np.float32(2.0**power), "few")


def _read(name: str, emb: Embeddings, original: Embeddings) -> Reading:
    reading = registry.suites[name](None, data=DATA).answer(emb, original, seed=0)
    assert isinstance(reading, Reading)
    return reading


@published
@pytest.mark.parametrize("name", (*ASK, "analogy", "sembias", "single_weat", "weat"))
@pytest.mark.parametrize("power", [-100, 100])
def test_neither_tiny_nor_huge_vectors_measure_otherwise(name: str, power: int) -> None:
    """Lengths were taken in single precision, whose squares end at 1e-45 and 3e38: GIPE 0, or a crash."""
    n = 50_000 if name == "single_weat" else 20_000  # its adjectives are rare
    one, scaled = few(0, n), few(power, n)
    expected, found = _read(name, one, one), _read(name, scaled, scaled)
    assert found.rows == expected.rows and found.scores == expected.scores
    against = _read(name, scaled, one)
    assert against.rows == expected.rows


@published
@pytest.mark.parametrize("power", [-100, 100])
def test_ripa_takes_the_lengths_of_the_original(power: int) -> None:
    jobs = professions(DATA)
    expected, found = (ripa(few(each), few(), jobs=jobs).rows for each in (0, power))
    assert [row.answer for row in found] == pytest.approx([row.answer for row in expected], rel=1e-5)
    there = at_lengths_of(few(power), few(), ["nurse"])
    assert np.allclose(there.vectors / 2.0**power, few()["nurse"], rtol=1e-6)
