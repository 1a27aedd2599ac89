"""Groups by projection, and sums over words: the same in blocks as at once."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.geometry.direction import unit
from corefair.mitigators.vectors import groups as module
from corefair.mitigators.vectors.groups import groups, moments, projections
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors

AXIS = np.eye(12)[0]


def test_groups_do_not_overlap_and_are_in_order() -> None:
    emb = gendered_vectors(100)
    leaning = projections(emb, AXIS)
    feminine, masculine, neutral = groups(emb, AXIS, 25)
    assert len({*feminine, *masculine, *neutral}) == 75
    assert leaning[feminine].min() >= np.delete(leaning, feminine).max()
    assert leaning[masculine].max() <= np.delete(leaning, masculine).min()
    rest = np.delete(np.abs(leaning), [*feminine, *masculine, *neutral])
    assert np.abs(leaning[neutral]).max() <= rest.min()
    assert list(leaning[feminine]) == sorted(leaning[feminine], reverse=True)


def test_among_some_words_only() -> None:
    emb = gendered_vectors(100)
    among = np.arange(len(emb)) % 2 == 0
    chosen = np.concatenate(groups(emb, AXIS, 500, among=among))
    assert among[chosen].all() and len(chosen) == 60


def test_too_few_words() -> None:
    with pytest.raises(DataError, match="2 words to learn from, too few for three groups"):
        groups(Embeddings(("a", "b"), np.eye(2, 12, dtype=np.float32)), AXIS, 5)


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    emb = gendered_vectors(100)
    among = np.arange(len(emb)) % 3 == 0
    vectors = unit(emb.vectors.astype(np.float64))
    monkeypatch.setattr(module, "BLOCK", 7)
    np.testing.assert_allclose(projections(emb, AXIS), vectors[:, 0])
    for mask in (None, among):
        chosen = vectors if mask is None else vectors[mask]
        n, total, gram = moments(emb, mask)
        assert n == len(chosen)
        np.testing.assert_allclose(total, chosen.sum(axis=0))
        np.testing.assert_allclose(gram, chosen.T @ chosen)
