"""η and γ against the graph of Kumar 2020, Algorithm 2, built edge by edge."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.geometry.direction import unit
from corefair.geometry.indirect import indirect_bias
from corefair.geometry.neighbours import neighbours
from corefair.geometry.proximity import EPSILON, proximity


def test_edge_by_edge() -> None:
    rng = np.random.default_rng(0)
    original = unit(rng.normal(size=(200, 6))).astype(np.float32)
    changed = unit(original * [0.2, 1, 1, 1, 1, 1]).astype(np.float32)
    gender = np.eye(6)[0]
    words, k, threshold = rng.permutation(200)[:80], 7, 0.05
    nearest = neighbours(changed, k).rows
    betas = indirect_bias(original, gender, np.arange(200), nearest)
    edges = {(int(w), int(v)): float(betas[w, i]) for w in words for i, v in enumerate(nearest[w])}
    found = proximity(changed, original, gender, words, k=k, thresholds=(0.02, threshold), memory=10_000)
    for place, word in enumerate(words.tolist()):
        out = [beta for (start, _), beta in edges.items() if start == word]
        into = [beta for (_, end), beta in edges.items() if end == word]
        assert len(out) == k and found.in_edges[place] == len(into)
        assert found.eta[place, 1] == pytest.approx(sum(beta > threshold for beta in out) / k)
        biased = sum(beta > threshold for beta in into)
        assert found.gamma[place, 1] == pytest.approx(1 + biased / (EPSILON + len(into)))
    assert (found.gamma[found.in_edges == 0] == 1).all() and (found.in_edges == 0).any()
    assert (found.eta[:, 0] >= found.eta[:, 1]).all() and found.eta[:, 1].max() > 0


def test_nothing_is_near_because_of_gender_where_there_is_none() -> None:
    vectors = unit(np.random.default_rng(1).normal(size=(60, 5))).astype(np.float32)
    vectors[:, 0] = 0
    vectors = unit(vectors).astype(np.float32)
    found = proximity(vectors, vectors, np.eye(5)[0], np.arange(60), k=10)
    assert not found.eta.any() and (found.gamma == 1).all()
    assert (proximity(vectors[:1], vectors[:1], np.eye(5)[0], np.array([0])).eta == 0).all()
