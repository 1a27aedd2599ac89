"""The block of `ran`: what is not searched for would not have been found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.geometry.direction import unit
from corefair.mitigators.vectors import ran_block
from corefair.mitigators.vectors.ran_block import Repelled, repelled_rows


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    theta=st.sampled_from([-0.2, 0.0, 0.02, 0.05, 0.3, 1.0, 1.5]),
    search=st.integers(1, 12),
    lean=st.floats(0.02, 2),
)
def test_a_word_that_is_not_searched_for_has_no_one_to_repel(
    seed: int, theta: float, search: int, lean: float
) -> None:
    rng = np.random.default_rng(seed)
    g = np.eye(6)[0]
    vectors = rng.normal(size=(20, 6))[rng.integers(20, size=600)] + 0.4 * rng.normal(size=(600, 6))
    vectors[:, 0] = lean * rng.normal(size=600)
    vectors = unit(vectors).astype(np.float32)
    rows = np.sort(rng.choice(600, 40, replace=False))
    which = Repelled(search, search, theta, False)
    quick = repelled_rows(vectors, g, rows, which, memory=1 << 24)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ran_block, "_may_repel", lambda *_, **__: np.ones(len(rows), np.bool_))
        full = repelled_rows(vectors, g, rows, which, memory=1 << 24)
    assert np.array_equal(quick, full)


def test_most_words_are_not_searched_for() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(20, 30))[rng.integers(20, size=4000)] + 0.5 * rng.normal(size=(4000, 30))
    vectors = unit(vectors * ([0.3] + [1] * 29)).astype(np.float32)
    may = ran_block._may_repel(
        vectors, np.eye(30)[0], np.arange(0, 4000, 20), Repelled(20, 20, 0.05, False), memory=1 << 24
    )
    assert 0 < may.mean() < 0.5
