"""What mitigators make of vectors does not depend on their scale."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.mitigators import mitigate
from corefair.types import Embeddings
from real_vectors import glove, published


def few(power: int = 0) -> Embeddings:
    """Frequent words of GloVe, times a power of two, by which no number is rounded."""
    emb = glove()
    return Embeddings(emb.words[:1500], emb.vectors[:1500] * np.float32(2.0**power), "few")


@published
@pytest.mark.parametrize("method", ["double-hard", "hard", "inlp", "leace", "ran", "soft"])
@pytest.mark.parametrize("power", [-100, 100])
def test_neither_tiny_nor_huge_vectors_end_elsewhere(method: str, power: int) -> None:
    """`ran` wrote zeros for what was huge, and other vectors for what was tiny."""
    expected, found = (mitigate(few(each), method).vectors for each in (0, power))
    assert expected.any(axis=1).all() and np.array_equal(found, expected)


@published
@pytest.mark.parametrize("power", [-100, 100])
def test_lengths_are_kept_at_any_scale(power: int) -> None:
    expected, found = (mitigate(few(each), "ran", keep_lengths=True).vectors for each in (0, power))
    assert np.array_equal(found / np.float32(2.0**power), expected)
