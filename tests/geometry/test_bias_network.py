"""The network around a word has the η and γ that `proximity` finds for it."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.geometry.bias_network import bias_networks
from corefair.geometry.direction import unit
from corefair.geometry.proximity import THRESHOLDS, proximity


def test_it_is_the_graph_that_gipe_measures() -> None:
    rng = np.random.default_rng(0)
    original = unit(rng.normal(size=(80, 6))).astype(np.float32)
    changed = unit(original + 0.3 * rng.normal(size=(80, 6))).astype(np.float32)
    direction = unit(rng.normal(size=(1, 6)))[0]
    rows = np.arange(5, 80)
    near = proximity(changed, original, direction, rows, k=10)
    found = bias_networks(changed, original, direction, rows, rows, k=10)
    assert [each.row for each in found] == rows.tolist()
    for place, each in enumerate(found):
        assert len(each.out) == 10 and [edge.rank for edge in each.out] == list(range(1, 11))
        assert len(each.into) == near.in_edges[place]
        for number, threshold in enumerate(THRESHOLDS):
            assert each.eta(threshold) == pytest.approx(near.eta[place, number])
            assert each.gamma(threshold) == pytest.approx(near.gamma[place, number])


def test_edges_are_seen_from_both_ends() -> None:
    rng = np.random.default_rng(1)
    vectors = unit(rng.normal(size=(30, 4))).astype(np.float32)
    found = bias_networks(
        vectors, vectors, unit(rng.normal(size=(1, 4)))[0], np.arange(30), np.arange(30), k=5
    )
    there = {(each.row, edge.row, edge.rank, edge.beta) for each in found for edge in each.out}
    back = {(edge.row, each.row, edge.rank, edge.beta) for each in found for edge in each.into}
    assert there == back
