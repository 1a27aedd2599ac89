"""Indirect bias β: by hand, by its definition, and where it is not defined."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.geometry import indirect
from corefair.geometry.direction import unit
from corefair.geometry.indirect import indirect_bias

GENDER = np.array([1.0, 0.0, 0.0])


def by_definition(w: Any, v: Any, g: Any) -> float:
    """(w·v − cos(w⊥, v⊥)) / w·v, as it is written in Kumar 2020, §3.2."""
    across_w, across_v = w - (w @ g) * g, v - (v @ g) * g
    cosine = across_w @ across_v / (np.linalg.norm(across_w) * np.linalg.norm(across_v))
    return float((w @ v - cosine) / (w @ v))


def test_by_hand() -> None:
    # w·v = .36 + .32 = .68; without gender w⊥ = (.8, 0), v⊥ = (.4, .69…), cos = .4 / .8 = .5
    vectors = np.array([[0.6, 0.8, 0.0], [0.6, 0.4, 0.48**0.5]], np.float32)
    (beta,) = indirect_bias(vectors, GENDER, np.array([0]), np.array([[1]]))[0]
    assert beta == pytest.approx((0.68 - 0.5) / 0.68, abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 40), st.integers(0, 999))
@example(2, 427)  # of its words one lies along the direction
def test_by_its_definition_in_both_codes(dim: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = unit(rng.normal(size=(30, dim)) + 0.5).astype(np.float32)
    direction = unit(rng.normal(size=dim))
    rows, others = np.arange(30), (np.arange(30)[:, None] + np.arange(1, 5)) % 30
    betas = indirect_bias(vectors, direction, rows, others, threads=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indirect, "_fill", lambda: indirect.plain)
        assert np.array_equal(indirect_bias(vectors, direction, rows, others), betas)
    exact = vectors.astype(np.float64)
    across = (exact**2).sum(axis=1) - (exact @ direction) ** 2  # |w⊥|²: in two dimensions one may have none
    for row, neighbour, beta in zip(rows.repeat(4), others.ravel(), betas.ravel(), strict=True):
        if min(across[row], across[neighbour]) <= indirect.SMALLEST:
            assert beta == 0
        elif abs(exact[row] @ exact[neighbour]) > 0.01:
            expected = by_definition(exact[row], exact[neighbour], direction)
            assert beta == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_nothing_of_it_is_owed_to_gender() -> None:
    """Words without gender, words that are not near at all, gender itself, and a word without a vector."""
    vectors = np.array([[0, 0.6, 0.8], [0, 1, 0], [0, 0.8, -0.6], [1, 0, 0], [0, 0, 0]], np.float32)
    betas = indirect_bias(vectors, GENDER, np.arange(5), np.tile(np.arange(5), (5, 1)))
    np.testing.assert_allclose(betas, 0, atol=1e-6)


def test_shapes_must_agree() -> None:
    with pytest.raises(DataError, match=r"3 rows with neighbours of shape \(2, 1\)"):
        indirect_bias(np.eye(3, dtype=np.float32), GENDER, np.arange(3), np.array([[1], [0]]))
