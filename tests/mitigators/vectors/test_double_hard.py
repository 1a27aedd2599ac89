"""double-hard: it drops the component that hides gender, and then all holds that holds after hard."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.geometry.direction import gender_direction
from corefair.mitigators.vectors.double_hard import DoubleHard, split_agreement
from corefair.mitigators.vectors.hard import Hard, equalise_pairs
from corefair.mitigators.vectors.preserve import preserved_rows
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors
from real_vectors import glove, published


def planted() -> Embeddings:
    """Words whose gender shows in a wide axis too, as that of frequent words does: 1 gender, 2 the trace."""
    emb = gendered_vectors(1500)
    vectors = emb.vectors.copy()
    words = slice(20, None)
    vectors[words, 1] = np.sign(vectors[words, 0]) * 4 + 0.3 * vectors[words, 1]
    vectors[words, 0] *= 0.3  # so that no component mixes the two
    vectors[words, 2] *= 9  # wider, but it knows nothing of gender
    return Embeddings(emb.words, vectors)


def test_the_component_that_hides_gender_is_dropped() -> None:
    emb = planted()
    change = DoubleHard(n_words=200, components=5).fit(emb)
    assert change.component == 2 and abs(change.drop.axis[1]) > 0.95
    assert change.agreement < 0.65
    assert "component 2 dropped" in change(emb).history[0] and len(change(emb).history) == 1


@published
def test_clusters_agree_less_than_after_hard() -> None:
    emb = glove()
    change = DoubleHard(components=4).fit(emb)
    after, hard = change(emb), Hard().fit(emb)(emb)
    neutral = np.flatnonzero(~preserved_rows(emb, "kbc"))
    leaning = emb.vectors[neutral] @ gender_direction(emb) / np.linalg.norm(emb.vectors[neutral], axis=1)
    order = neutral[np.argsort(leaning)]
    rows, told = np.concatenate([order[-500:], order[:500]]), np.repeat([0, 1], 500)
    agreements = [split_agreement(each.vectors[rows].astype(float), told, seed=0) for each in (after, hard)]
    assert agreements[0] < agreements[1] - 0.05
    assert agreements[0] == pytest.approx(change.agreement, abs=0.02)
    equalised = {word for pair in equalise_pairs() for word in pair}
    others = [row for row in rows if emb.words[row] not in equalised]
    assert len(others) > 900 and np.abs(after.vectors[others] @ change.hard.direction).max() < 1e-6


def test_two_clusters_by_hand() -> None:
    points = np.array([[0.0, 0], [0, 1], [9, 0], [9, 1]])
    assert split_agreement(points, np.array([0, 0, 1, 1]), seed=0) == 1
    assert split_agreement(points, np.array([1, 1, 0, 0]), seed=0) == 1
    assert split_agreement(points, np.array([0, 1, 0, 1]), seed=0) == 0.5


def test_nothing_to_drop() -> None:
    with pytest.raises(DataError, match="no component to drop"):
        DoubleHard(components=0).fit(gendered_vectors(9))
    with pytest.raises(DataError, match="too few for three groups"):
        DoubleHard(preserve=gendered_vectors(9).words).fit(gendered_vectors(9))
