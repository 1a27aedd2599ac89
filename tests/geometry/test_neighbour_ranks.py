"""Ranks of neighbours: the r-th neighbour has rank r, ties too."""

from __future__ import annotations

import numpy as np

from corefair.geometry.direction import unit
from corefair.geometry.neighbour_ranks import neighbour_ranks
from corefair.geometry.neighbours import neighbours


def test_the_rth_neighbour_has_rank_r() -> None:
    vectors = unit(np.random.default_rng(0).integers(-1, 2, size=(60, 4)).astype(np.float32))
    rows = neighbours(vectors, 59).rows
    for word in (0, 17, 59):
        pairs = [(word, int(other)) for other in rows[word]]
        assert neighbour_ranks(vectors, pairs).tolist() == list(range(1, 60))
    assert neighbour_ranks(vectors, []).tolist() == []
