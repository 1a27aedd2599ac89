"""Recoverability: certain before, chance after gender is gone, and a curve that a line does not see."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import MissingWords
from corefair.suites.vectors.recoverability import build, classify, training_words
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors, shuffled, without_gender
from measured import values
from real_vectors import DATA, googlenews, published


def scores(emb: Embeddings, original: Embeddings) -> tuple[float, float]:
    suite = build()
    linear, rbf = values(suite, suite.answer(emb, original)).values()
    return linear, rbf


def test_certain_before_and_chance_after() -> None:
    emb = gendered_vectors()
    assert min(scores(emb, emb)) > 0.97
    for share in scores(without_gender(emb), emb):
        assert abs(share - 0.5) < 0.08, "480 words asked: two standard errors are 0.046"


def test_a_gaussian_kernel_sees_what_a_line_does_not() -> None:
    """Gender as two rings: no line tells them apart."""
    rng = np.random.default_rng(0)
    angle, outer = rng.uniform(0, 2 * np.pi, size=600), rng.random(600) < 0.5
    rings = np.stack([np.cos(angle), np.sin(angle)], axis=1) * np.where(outer, 2, 1)[:, None]
    known, asked = rings[:300], rings[300:]
    linear, rbf = (
        (classify(known, outer[:300], asked, kernel=kernel) == outer[300:]).mean()
        for kernel in ("linear", "rbf")
    )
    assert linear < 0.65 and rbf > 0.97


def test_a_fifth_of_either_label_is_learned_from() -> None:
    labels = np.repeat([True, False], 500)
    train = training_words(labels, seed=1)
    assert train[:500].sum() == train[500:].sum() == 100
    assert (training_words(labels, seed=1) == train).all()
    assert (training_words(labels, seed=2) != train).any()
    assert not classify(np.ones((4, 2)), labels[[0, 1, 500, 501]], np.ones((3, 2)), kernel="rbf").any()


def test_neither_order_nor_scale_matters() -> None:
    emb = gendered_vectors(700)
    suite = build()
    rows = suite.answer(emb, emb, seed=3).rows
    mixed, scaled = shuffled(emb), Embeddings(emb.words, emb.vectors * 4)
    assert suite.answer(mixed, mixed, seed=3).rows == suite.answer(scaled, scaled, seed=3).rows == rows


def test_too_few_words() -> None:
    emb = gendered_vectors(300)
    with pytest.raises(MissingWords, match="300 neutral words"):
        build().answer(emb, emb)


@published
def test_real_vectors() -> None:
    """Table 3: 100 for the original GloVe, by either classifier."""
    emb = googlenews()
    suite = build(data=DATA)
    reading = suite.answer(emb, emb)
    assert len(reading.cases) == 4000 and reading.coverage.words == 5000
    assert min(values(suite, reading).values()) > 0.99
