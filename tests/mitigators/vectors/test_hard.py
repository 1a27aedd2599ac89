"""hard: its two theorems on any vectors and on real ones, and the odd cases of its formulas."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.hard import Hard, HardChange, equalise_pairs, forms
from corefair.mitigators.vectors.preserve import preserved_rows
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors
from real_vectors import glove, googlenews, published


def check_theorems(emb: Embeddings, after: Embeddings, n_words: int = 500) -> None:
    """No neutral word lies along the direction; each is as far from one word of a pair as from the other."""
    pairs = [each for pair in equalise_pairs() for each in forms(*pair)]
    pairs = [pair for pair in pairs if pair[0] in emb and pair[1] in emb]
    equalised = {word for pair in pairs for word in pair}
    kept = preserved_rows(emb, "kbc")
    neutral = [row for row, word in enumerate(emb.words) if not kept[row] and word not in equalised]
    direction = gender_direction(emb)
    assert len(neutral) > 5 and len(pairs) > 0
    assert np.abs(after.vectors[neutral] @ direction).max() < 1e-6
    words = after.vectors[neutral[:n_words]].astype(np.float64)
    for feminine, masculine in pairs:
        apart = [np.linalg.norm(words - after[word], axis=1) for word in (feminine, masculine)]
        np.testing.assert_allclose(*apart, atol=1e-6)
        assert np.linalg.norm(after[feminine] - after[masculine]) > 1e-3  # they are not the same word now


def test_theorems_on_made_up_vectors() -> None:
    emb = gendered_vectors()
    after = Hard().fit(emb)(emb)
    check_theorems(emb, after)
    np.testing.assert_allclose(np.linalg.norm(after.vectors, axis=1), 1, atol=1e-6)


@published
@pytest.mark.parametrize("real", [glove, googlenews])
def test_theorems_on_real_vectors(real: Callable[[], Embeddings]) -> None:
    emb = real()
    after = Hard().fit(emb)(emb)
    check_theorems(emb, after)
    kept = preserved_rows(emb, "kbc")
    equalised = {word for pair in equalise_pairs() for form in forms(*pair) for word in form}
    kept &= [word not in equalised for word in emb.words]
    np.testing.assert_allclose(after.vectors[kept], unit(emb.vectors[kept]), atol=1e-6)
    assert f"{preserved_rows(emb, 'kbc').sum():,} words kept" in after.history[-1]


def test_title_and_upper_case_are_equalised_too() -> None:
    words = ("she", "he", "Mom", "Dad", "MOM", "DAD", "Mother")
    emb = Embeddings(words, np.random.default_rng(0).normal(size=(7, 5)).astype(np.float32))
    change = Hard(preserve=words).fit(emb)
    after = change(emb)
    for feminine, masculine in [("she", "he"), ("Mom", "Dad"), ("MOM", "DAD")]:
        projections = [after[word] @ change.direction for word in (feminine, masculine)]
        assert projections[0] == pytest.approx(-projections[1], abs=1e-6) and abs(projections[0]) > 1e-3
    np.testing.assert_allclose(after["Mother"], unit(emb["Mother"]), atol=1e-6)  # its partner is not here
    assert "7 words kept, 3 pairs equalised" in after.history[0]


@given(st.integers(0, 10_000), st.integers(2, 6))
def test_theorems_hold_for_any_vectors(seed: int, dim: int) -> None:
    rng = np.random.default_rng(seed)
    words = ("she", "he", "nurse", "cup")
    emb = Embeddings(words, rng.normal(size=(4, dim)).astype(np.float32))
    change = Hard(preserve=[]).fit(emb)
    after = change(emb).vectors.astype(np.float64)
    assert np.abs(after[2:] @ change.direction).max() < 1e-6
    for word in after[2:]:
        assert np.linalg.norm(word - after[0]) == pytest.approx(np.linalg.norm(word - after[1]), abs=1e-6)


def test_by_hand() -> None:
    """g = (1, 0). she (0.6, 0.8), he (−0.8, 0.6): ν = (0, 0.7), z = √0.51; cup (3, 4) → (0, 1)."""
    vectors = np.array([[0.6, 0.8], [-0.8, 0.6], [3, 4]], np.float32)
    change = HardChange(np.array([1.0, 0.0]), [("she", "he")], preserve=[])
    after = change(Embeddings(("she", "he", "cup"), vectors)).vectors
    z = 0.51**0.5
    np.testing.assert_allclose(after, [[z, 0.7], [-z, 0.7], [0, 1]], atol=1e-6)


def test_the_word_further_along_stays_so() -> None:
    """Where the masculine word of a pair leans to the feminine side, equalising does not swap them."""
    vectors = np.array([[-0.6, 0.8], [0.8, 0.6]], np.float32)
    after = HardChange(np.array([1.0, 0.0]), [("she", "he")], preserve=[])(Embeddings(("she", "he"), vectors))
    assert after["she"][0] < 0 < after["he"][0]


def test_nothing_is_not_a_number() -> None:
    """Twins without gender (root of −0), a word that is all gender, a word that is nothing."""
    vectors = np.array([[0.6, 0.8 / 2**0.5, 0.8 / 2**0.5]] * 2 + [[1, 0, 0], [0, 0, 0]], np.float32)
    emb = Embeddings(("a", "b", "all", "none"), vectors)
    for direction in (np.array([0, 0.5**0.5, -(0.5**0.5)]), np.array([1.0, 0, 0])):
        after = HardChange(direction, [("a", "b")], preserve=[])(emb).vectors
        assert np.isfinite(after).all() and np.abs(after[2:] @ direction).max() < 1e-6
    assert np.linalg.norm(after[2]) == 0  # nothing of it was left


def test_vectors_of_which_nothing_is_left_are_counted() -> None:
    words = ("she", "he", "nurse", "chair", "nothing", "42")
    emb = Embeddings(words, np.array([[1], [-1], [2], [-3], [0], [1]], np.float32))
    after = Hard().fit(emb)(emb)
    assert [word for word in words if not after[word].any()] == ["nurse", "chair", "nothing"]
    assert after.history[-1].endswith("unit length, 2 vectors now nothing but zeros)")


def test_a_word_is_equalised_once_and_never_with_itself() -> None:
    emb = gendered_vectors(30)
    pairs = [("she", "he"), ("she", "man"), ("her", "her")]
    after = Hard(pairs=pairs, preserve=[]).fit(emb)(emb)
    assert after.history == ("hard(no word kept, 1 pair equalised, unit length)",)
    assert abs(after["man"] @ gender_direction(emb)) < 1e-6  # a neutral word like others


def test_the_change_serves_other_vectors_of_the_same_space() -> None:
    emb = gendered_vectors(60)
    part = Embeddings(emb.words[:40], emb.vectors[:40])
    np.testing.assert_array_equal(Hard().fit(emb)(part).vectors, Hard().fit(emb)(emb).vectors[:40])
    with pytest.raises(DataError, match=r"made up: vectors of 5 numbers, but the change was learned on 12"):
        Hard().fit(emb)(gendered_vectors(9, dim=5))


def test_without_a_pair_there_is_no_direction() -> None:
    with pytest.raises(MissingWords, match="lacks 20 of 20 words: woman, man"):
        Hard().fit(Embeddings(("cup", "table"), np.eye(2, dtype=np.float32)))


def test_the_shipped_pairs() -> None:
    words = [word for pair in equalise_pairs() for word in pair]
    assert len(words) == len(set(words)) == 2 * 47
    assert ("wives", "husbands") in equalise_pairs() and ("her", "his") in equalise_pairs()


@published
def test_the_shipped_pairs_are_feminine_first() -> None:
    emb = googlenews()
    direction = gender_direction(emb)
    here = [pair for pair in equalise_pairs() if pair[0] in emb and pair[1] in emb]
    against = [f for f, m in here if (emb[f] - emb[m]) @ direction < 0]
    # In these vectors husbands are nearer to women than wives are; the published list has both the other way.
    assert len(here) == 45 and against == ["ex_girlfriend", "wives"]
