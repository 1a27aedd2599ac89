"""The compiled parts of selection, each against the plain way."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corefair.geometry import cosine, ranking_compiled, topk_compiled
from corefair.geometry.direction import unit

products = st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=200)


@settings(deadline=None)  # compiled on the first call
@given(products, st.data())
@example([1.0, *[float(np.float32(0.1 + i * 1e-7)) for i in range(50)]], None)
@example([0.5, float(np.nextafter(np.float32(0.5), np.float32(1)))], None)
def test_the_kth_largest(values: list[float], data: st.DataObject | None) -> None:
    k = data.draw(st.integers(1, len(values))) if data else len(values) // 2
    array = np.array(values, dtype=np.float32)
    wanted = sorted(array.tolist(), reverse=True)[k - 1]
    assert topk_compiled.largest(array.copy(), k) == wanted
    assert topk_compiled.about_largest(array, k) <= wanted
    width = (array.max() - array.min()) / topk_compiled.BINS
    assert topk_compiled.about_largest(array, k) >= wanted - width - 2 * topk_compiled.EDGE


@settings(deadline=None)
@given(st.integers(1, 40), st.integers(0, 99))
def test_a_cosine_is_the_same_in_both_codes(dim: int, seed: int) -> None:
    vectors = unit(np.random.default_rng(seed).normal(size=(9, dim))).astype(np.float32)
    plain = cosine.cosines(vectors[0], vectors)
    spare = np.empty(dim)
    assert plain.tolist() == [ranking_compiled.cosine(vectors, 0, row, spare) for row in range(9)]
    assert plain.tolist() == [ranking_compiled.cosine(vectors, row, 0, spare) for row in range(9)]
    np.testing.assert_allclose(plain, vectors.astype(np.float64) @ vectors[0], atol=1.0 / cosine.GRID)
    assert np.abs(vectors @ vectors[0] - plain).max() < cosine.slack(dim) / 2
