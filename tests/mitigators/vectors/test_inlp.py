"""inlp: a linear probe is at chance afterwards and was not before; the basis is what it should be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.groups import groups
from corefair.mitigators.vectors.inlp import Inlp, extend, held_out
from gendered_vectors import gendered_vectors
from probing import probed
from real_vectors import glove, published


@published
def test_a_linear_probe_is_at_chance_and_was_not() -> None:
    emb = glove()
    chosen = groups(emb, gender_direction(emb), 7500)
    change = Inlp().fit(emb)
    after = change(emb)
    assert probed(emb, chosen) > 0.9
    # 11,250 unseen words in three groups: 1/3, and three standard errors
    assert probed(after, chosen) < 1 / 3 + 3 * (2 / 9 / 11_250) ** 0.5
    assert change.left.shape[1] < 50  # it stopped at chance, long before 35 × 3 directions
    assert f"{change.left.shape[1]} directions" in after.history[0]


def test_made_up_vectors() -> None:
    """Gender is the first axis of 12 and nothing else: the rest is nearly all left."""
    emb = gendered_vectors()
    change = Inlp(n_words=300).fit(emb)
    chosen = groups(emb, gender_direction(emb), 300)
    assert probed(emb, chosen) > 0.9 and probed(change(emb), chosen) < 0.43
    axis = np.eye(12)[0]
    assert np.linalg.norm(change.left.T @ axis) > 0.99 and change.left.shape[1] < 12


def test_the_change_is_an_orthogonal_projection() -> None:
    emb = gendered_vectors(600)
    change = Inlp().fit(emb)
    basis, after = change.left, change(emb).vectors.astype(np.float64)
    np.testing.assert_allclose(basis.T @ basis, np.eye(basis.shape[1]), atol=1e-12)
    assert np.abs(after @ basis).max() < 1e-6
    np.testing.assert_allclose(after, unit(emb.vectors) @ (np.eye(12) - basis @ basis.T), atol=1e-6)


@given(st.integers(0, 10_000))
def test_the_basis_spans_what_ben_israel_spans(seed: int) -> None:
    """P = I − P_R(Σ P_R(wᵢ)), made as the formula reads, is I minus our basis."""
    rng = np.random.default_rng(seed)
    weights = [rng.normal(size=(3, 2)) @ rng.normal(size=(2, 9)) for _ in range(3)]  # of rank 2
    basis, total = np.empty((9, 0)), np.zeros((9, 9))
    for each in weights:
        basis = extend(basis, each)
        total += np.linalg.pinv(each, rcond=1e-9) @ each
    range_of_total = total @ np.linalg.pinv(total, rcond=1e-9)
    np.testing.assert_allclose(basis @ basis.T, range_of_total, atol=1e-6)
    np.testing.assert_allclose(extend(basis, weights[0]), basis)  # nothing new
    np.testing.assert_allclose(extend(basis, np.zeros((3, 9))), basis)


def test_held_out_words_are_the_same_share_of_each_group() -> None:
    told = np.repeat(np.arange(3), [10, 20, 1])
    held = held_out(told, np.random.default_rng(0))
    assert [int(held[told == group].sum()) for group in range(3)] == [3, 6, 1]


def test_it_never_takes_everything() -> None:
    """Three dimensions, three weights an iteration: something must be left."""
    emb = gendered_vectors(300, dim=3)
    change = Inlp(iterations=100).fit(emb)
    assert change.left.shape[1] < 3 and np.linalg.norm(change(emb).vectors) > 0


def test_no_iteration_no_change() -> None:
    emb = gendered_vectors(60)
    np.testing.assert_allclose(Inlp(iterations=0).fit(emb)(emb).vectors, unit(emb.vectors), atol=1e-7)


def test_seeds_draw_other_words() -> None:
    emb = gendered_vectors(600)
    one, two, again = (Inlp(seed=seed).fit(emb).left for seed in (0, 1, 0))
    assert np.array_equal(one, again) and not np.array_equal(one, two)


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    Inlp(iterations=2, progress=lambda *said: told.append(said)).fit(gendered_vectors(90))
    assert told[0] == ("iterations", 0, 2)


def test_without_scikit_learn_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.svm", None)
    with pytest.raises(
        Exception, match=r"needs scikit-learn; install it with: pip install 'corefair\[vectors\]'"
    ):
        Inlp().fit(gendered_vectors(9))
