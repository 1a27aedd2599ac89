"""Indirect bias: β by hand, a mean weighted by nearness, and the paper's example on its own vectors."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import MissingWords
from corefair.suites.vectors.indirect_bias import build
from corefair.types import Embeddings
from measured import values
from real_vectors import googlenews, published


def test_by_hand() -> None:
    """Gender is the first axis. One pair shares it alone, so all of its cosine is owed to it."""
    table = {
        "she": (1, 0, 0),
        "he": (-1, 0, 0),
        "softball": (0.6, 0.8, 0),
        "clerk": (0.6, 0, 0.8),  # cosine .36, and 0 without the first axis
        "bat": (0, 1, 0),  # cosine .8, and 1 without it
    }
    emb = Embeddings(tuple(table), np.array(list(table.values()), dtype=np.float32))
    suite = build(pairs=(("softball", "clerk"), ("softball", "bat"), ("softball", "gone")))
    reading = suite.answer(emb, emb)
    assert [row.answer for row in reading.rows] == pytest.approx([1, 1 - 1 / 0.8], abs=1e-6)
    assert reading.coverage.missing == ("gone",) and reading.coverage.words == 4
    assert values(suite, reading)["β, softball"] == pytest.approx((0.36 + 0.8 - 1) / (0.36 + 0.8), abs=1e-6)


def test_too_few_words() -> None:
    emb = Embeddings(("she", "he", "softball"), np.eye(3, dtype=np.float32), "three")
    with pytest.raises(MissingWords, match="three lacks 11 of 12 words"):
        build().answer(emb, emb)


@published
def test_the_papers_example() -> None:
    """Of softball's neighbours gender says most about the receptionist, and nothing about the pitcher."""
    reading = build().answer(googlenews(), googlenews())
    beta = {case.given: row.answer for case, row in zip(reading.cases, reading.rows, strict=True)}
    assert len(beta) == 10 and reading.coverage.missing == ()
    assert 0.6 < beta["softball", "receptionist"] < 0.7 and abs(beta["softball", "pitcher"]) < 0.02
    assert max(beta, key=lambda pair: beta[pair]) == ("softball", "receptionist")
