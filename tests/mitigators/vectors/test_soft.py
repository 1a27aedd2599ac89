"""soft: the optimum of its objective, by the conditions any optimum must meet, and what λ does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.preserve import preserved_rows
from corefair.mitigators.vectors.soft import Soft, optimal_inner_product
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors
from real_vectors import glove, published


def problem(seed: int, *, dim: int = 5, n: int = 12, stretch: float = 1.0) -> tuple[Any, Any, Any]:
    """Words [dim, n], some of them neutral, and a direction; `stretch` makes some axes far longer."""
    rng = np.random.default_rng(seed)
    words = rng.normal(size=(dim, n)) * np.exp(stretch * rng.normal(size=(dim, 1)))
    direction = rng.normal(size=dim)
    return words, words[:, : rng.integers(1, n)], direction / np.linalg.norm(direction)


def objective(inner: Any, words: Any, neutral: Any, direction: Any, strength: float) -> float:
    """As the paper writes it, with its n × n matrices."""
    kept = np.linalg.norm(words.T @ inner @ words - words.T @ words) ** 2
    return float(kept + strength * np.linalg.norm(neutral.T @ inner @ direction) ** 2)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from([0.01, 0.2, 5.0, 300.0]), st.sampled_from([0.3, 2.0]))
def test_optimum(seed: int, strength: float, stretch: float) -> None:
    """X ⪰ 0, gradient G ⪰ 0 and ⟨G, X⟩ = 0: for a convex problem on this cone that is the optimum."""
    words, neutral, direction = problem(seed, stretch=stretch)
    everything, less = words @ words.T, neutral @ neutral.T
    inner = optimal_inner_product(everything, less, direction, strength=strength)
    np.testing.assert_allclose(inner, inner.T, atol=1e-8 * np.abs(inner).max())
    outer = np.outer(direction, direction)
    gradient = 2 * everything @ (inner - np.eye(5)) @ everything
    gradient += strength * (less @ inner @ outer + outer @ inner @ less)
    # Both are judged where C is the identity, for the axes may differ by orders of magnitude.
    values, axes = np.linalg.eigh(everything)
    root, inverse = (axes * values**0.5) @ axes.T, (axes * values**-0.5) @ axes.T
    z, slope = root @ inner @ root, inverse @ gradient @ inverse
    size = np.linalg.norm(everything)
    assert np.linalg.eigvalsh(z)[0] > -1e-8 * size
    assert np.linalg.eigvalsh(slope)[0] > -1e-6 * size
    assert abs((slope * z).sum()) < 1e-6 * size**2


def test_some_optima_lie_on_the_edge_of_the_cone() -> None:
    """The test above sees both kinds: where the closed form holds, and where it would leave the cone."""
    edges = []
    for seed in range(60):
        words, neutral, direction = problem(seed, stretch=2.0)
        inner = optimal_inner_product(words @ words.T, neutral @ neutral.T, direction, strength=5.0)
        edges.append(np.linalg.eigvalsh(inner)[0] < 1e-9)
    assert 0 < sum(edges) < 60


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("stretch", [0.3, 2.0])
def test_no_neighbour_is_better(seed: int, stretch: float) -> None:
    words, neutral, direction = problem(seed, stretch=stretch)
    inner = optimal_inner_product(words @ words.T, neutral @ neutral.T, direction, strength=5.0)
    best = objective(inner, words, neutral, direction, 5.0)
    root = np.linalg.cholesky(inner + 1e-12 * np.eye(5))
    rng = np.random.default_rng(seed)
    for size in (1e-1, 1e-2, 1e-3):
        for _ in range(30):
            near = root + size * rng.normal(size=(5, 5)) * np.abs(root).mean()
            assert objective(near @ near.T, words, neutral, direction, 5.0) >= best * (1 - 1e-9)


def test_without_strength_nothing_changes() -> None:
    emb = gendered_vectors(200)
    after = Soft(strength=0).fit(emb)(emb)
    np.testing.assert_allclose(after.vectors, unit(emb.vectors), atol=1e-6)
    assert after.history[0].endswith("gender of 200 other words times 1.0000, unit length)")


def test_with_great_strength_gender_vanishes() -> None:
    """T then sends the direction itself to nothing, whatever else it does."""
    emb = gendered_vectors(200)
    direction = gender_direction(emb)
    sizes = [np.linalg.norm(Soft(strength=10.0**s).fit(emb).matrix @ direction) for s in (0, 3, 6, 12)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 0.5 and sizes[-1] < 1e-4


@published
def test_real_vectors() -> None:
    """The paper's λ hardly moves 50,000 words; the same λ on means takes most of the gender out."""
    emb = glove()
    direction, neutral = gender_direction(emb), ~preserved_rows(emb, "kbc")

    def leaning(after: Embeddings) -> float:
        return float(np.abs(unit(after.vectors[neutral]) @ direction).mean())

    sums, means = (Soft(terms=terms).fit(emb)(emb) for terms in ("sums", "means"))  # type: ignore[arg-type]
    assert leaning(sums) == pytest.approx(leaning(emb), rel=0.01)
    assert leaning(means) < 0.5 * leaning(emb)
    assert (unit(emb.vectors) * means.vectors).sum(axis=1).mean() > 0.98


def test_means_do_not_depend_on_how_many_words_there_are() -> None:
    emb = gendered_vectors(100)
    twice = Embeddings((*emb.words, *(word + "x" for word in emb.words)), np.vstack([emb.vectors] * 2))
    one, two = (Soft(terms="means", preserve=[]).fit(each).matrix for each in (emb, twice))
    np.testing.assert_allclose(one, two, atol=1e-8)


def test_fewer_words_than_dimensions() -> None:
    emb = gendered_vectors(3, dim=40)
    change = Soft(strength=10).fit(emb)
    outside = np.linalg.svd(emb.vectors)[2][-1].astype(np.float64)  # a direction no word has a part in
    np.testing.assert_allclose(change.matrix @ outside, outside, atol=1e-5)
    assert np.isfinite(change(emb).vectors).all()


def test_wrong_options() -> None:
    emb = gendered_vectors(9)
    with pytest.raises(DataError, match="must not be negative"):
        Soft(strength=-1).fit(emb)
    with pytest.raises(DataError, match="must be sums or means"):
        Soft(terms="sum").fit(emb)  # type: ignore[arg-type]
