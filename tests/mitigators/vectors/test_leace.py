"""leace: nothing linear is left of the concept, and no eraser changes less."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.groups import groups, projections
from corefair.mitigators.vectors.inlp import Inlp
from corefair.mitigators.vectors.leace import Leace, eraser
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors
from probing import probed
from real_vectors import glove, googlenews, published


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(2, 7))
def test_no_covariance_is_left(seed: int, k: int, dim: int) -> None:
    """For any concept, also where the vectors span less than the space."""
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(1, dim + 1))
    vectors = rng.normal(size=(60, rank)) @ rng.normal(size=(rank, dim))
    told = vectors[:, :1] * rng.normal(size=(1, k)) + rng.normal(size=(60, k))
    centred, aim = vectors - vectors.mean(axis=0), told - told.mean(axis=0)
    left, right = eraser(centred.T @ centred / 60, centred.T @ aim / 60)
    after = centred - (centred @ left) @ right.T
    assert np.abs(after.T @ aim).max() < 1e-7 * np.abs(centred).max() * np.abs(aim).max() * 60
    # What is proved in the paper: an eraser is a projection, and its rank is no more than the concept's.
    np.testing.assert_allclose((after @ left) @ right.T, 0, atol=1e-7 * np.abs(centred).max())
    assert left.shape[1] <= min(k, rank)


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_no_eraser_changes_less(seed: int) -> None:
    """x − (x·u) v/(u·v) with u along the cross-covariance erases a one-column concept for any v."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(80, 5)) * np.exp(rng.normal(size=5))
    told = vectors @ rng.normal(size=(5, 1)) + rng.normal(size=(80, 1))
    centred, aim = vectors - vectors.mean(axis=0), told - told.mean()
    crossed = centred.T @ aim / 80
    covariance = centred.T @ centred / 80
    left, right = eraser(covariance, crossed)
    least = np.square((centred @ left) @ right.T).sum()
    for along in (crossed[:, 0], *rng.normal(size=(10, 5))):
        # The projection along the cross-covariance c, off any `along` that is not orthogonal to it.
        off = along / (along @ crossed[:, 0])
        moved = np.outer(centred @ off, crossed[:, 0])
        after = centred - moved
        assert np.abs(after.T @ aim).max() < 1e-6 * 80 * max(1, np.abs(moved).max())
        assert np.square(moved).sum() >= least * (1 - 1e-9)


@published
@pytest.mark.parametrize("real", [glove, googlenews])
def test_a_linear_probe_knows_nothing(real: Callable[[], Embeddings]) -> None:
    emb = real()
    chosen = groups(emb, gender_direction(emb), 7500)
    before, after = probed(emb, chosen), probed(Leace().fit(emb)(emb), chosen)
    assert before > 0.9 and after < 1 / 3 + 0.02


def test_the_projection_as_concept() -> None:
    emb = gendered_vectors(400)
    told = projections(emb, gender_direction(emb))
    change = Leace(concept="projection").fit(emb)
    after = change(emb).vectors.astype(np.float64)
    assert change.left.shape == (12, 1)
    before = np.corrcoef(unit(emb.vectors).T, told)[-1, :-1]
    assert np.abs(before).max() > 0.9
    assert np.abs((after - after.mean(axis=0)).T @ (told - told.mean())).max() / len(emb) < 1e-7


@published
def test_it_changes_less_than_inlp() -> None:
    emb = glove()
    rows = np.concatenate(groups(emb, gender_direction(emb), 7500))
    moved = [
        np.square(method.fit(emb)(emb).vectors[rows] - unit(emb.vectors[rows])).sum()
        for method in (Leace(), Inlp(iterations=2))
    ]
    assert moved[0] < moved[1]


def test_groups_have_two_directions_and_the_history_says_so() -> None:
    emb = gendered_vectors(400)
    after = Leace(n_words=100).fit(emb)(emb)
    said = "leace(no word kept, concept=groups, 100 words a group, 2 directions, unit length before)"
    assert after.history == (said,)


def test_preserved_words_keep_their_vectors() -> None:
    emb = gendered_vectors(60)
    after = Leace(preserve=["she", "qaaa"]).fit(emb)(emb)
    rows = [emb.row_of["she"], emb.row_of["qaaa"]]
    np.testing.assert_allclose(after.vectors[rows], unit(emb.vectors[rows]), atol=1e-7)
    assert "preserve=2 given words, 2 words kept" in after.history[0]


def test_wrong_options() -> None:
    with pytest.raises(DataError, match="must be groups or projection"):
        Leace(concept="gender").fit(gendered_vectors(9))  # type: ignore[arg-type]
    with pytest.raises(DataError, match="n_words is 0"):
        Leace(n_words=0).fit(gendered_vectors(9))
