"""Neighbours: the same as comparing every word with every other, whatever the memory and the threads."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import real_vectors
from corefair.errors import DataError, MissingWords
from corefair.geometry import neighbours as module
from corefair.geometry import neighbours_numpy
from corefair.geometry.direction import unit
from corefair.geometry.neighbours import Neighbours, nearest, neighbour_blocks, neighbours
from corefair.types import Embeddings

Vectors = NDArray[np.float32]
Search = Callable[..., Neighbours]


def one_by_one(vectors: Vectors, k: int, queries: Any = None, among: Any = None) -> list[list[int]]:
    """Every candidate's cosine in double precision, sorted; equal but for rounding is equal."""
    exact = vectors.astype(np.float64)
    everyone = range(len(vectors))
    candidates = np.array(sorted(set(everyone if among is None else among)), dtype=int)
    found = []
    for query in everyone if queries is None else queries:
        near = np.round(exact @ exact[query], 11)[candidates] + 0.0
        order = candidates[np.argsort(-near, kind="stable")]
        found.append(order[order != query][:k].tolist())
    return found


def in_numpy(vectors: Vectors, k: int, **options: Any) -> Neighbours:
    """The search that runs where Numba is not installed."""

    def plainly(_: Vectors, n: int, candidates: Any, k: int, *, memory: int, threads: int | None) -> Any:
        return neighbours_numpy.search, neighbours_numpy.together(len(candidates), memory=memory)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_search_and_step", plainly)
        return neighbours(vectors, k, **options)


both = pytest.mark.parametrize("search", [neighbours, in_numpy], ids=["compiled", "numpy"])


def random_units(n: int, dim: int, *, seed: int = 0) -> Vectors:
    made = unit(np.random.default_rng(seed).normal(size=(n, dim))).astype(np.float32)
    return np.asarray(made)


def with_ties() -> Vectors:
    """1,500 words: three sets of words that share a vector, two words without one."""
    vectors = random_units(1500, 20)
    vectors[40:55] = vectors[3]
    vectors[600:1100] = vectors[1400]  # more than a query has room for
    vectors[1499] = -vectors[0]
    vectors[[7, 1200]] = 0
    return vectors


@both
def test_ties_go_by_row_and_words_without_a_direction_come_where_they_belong(search: Search) -> None:
    vectors = with_ties()
    found = search(vectors, 30)
    assert found.rows.tolist() == one_by_one(vectors, 30)
    assert found.rows[1400].tolist() == list(range(600, 630))
    assert found.rows[600].tolist() == list(range(601, 631)), "not itself"
    assert found.rows[7].tolist() == [*range(7), *range(8, 31)] and not found.cosines[7].any()
    exact = np.einsum("nd,nkd->nk", vectors.astype(np.float64), vectors[found.rows].astype(np.float64))
    np.testing.assert_allclose(found.cosines, exact, atol=1e-7)


def test_the_answer_is_the_same_to_the_last_bit() -> None:
    vectors = with_ties()
    first = neighbours(vectors, 10)
    for options in ({"memory": 1}, {"memory": 1 << 20}, {"threads": 1}, {"threads": 7}):
        again = neighbours(vectors, 10, **options)  # type: ignore[arg-type]
        assert np.array_equal(first.rows, again.rows) and np.array_equal(first.cosines, again.cosines)
    again = in_numpy(vectors, 10, memory=1 << 16)
    assert np.array_equal(first.rows, again.rows) and np.array_equal(first.cosines, again.cosines)
    some = [1400, 3, 3, 7, 0]
    assert np.array_equal(neighbours(vectors, 10, queries=some).cosines, first.cosines[some])
    readonly = vectors.copy()
    readonly.setflags(write=False)
    assert np.array_equal(neighbours(np.asfortranarray(readonly), 10).rows, first.rows)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Vectors, int, list[int] | None, list[int] | None, int]:
    n, dim = draw(st.integers(1, 150)), draw(st.integers(1, 9))
    # Few different vectors, so that many cosines are equal.
    numbers = np.random.default_rng(draw(st.integers(0, 999))).integers(-1, 2, size=(n, dim))
    rows = st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n)
    queries, among = draw(st.none() | rows), draw(st.none() | rows)
    return (
        unit(numbers.astype(np.float32)),
        draw(st.integers(1, n + 2)),
        queries,
        among,
        draw(st.sampled_from([1, 10_000, 1 << 30])),
    )


@both
@settings(max_examples=60, deadline=None)
@given(question=questions())
def test_any_question(search: Search, question: tuple[Any, ...]) -> None:
    vectors, k, queries, among, memory = question
    found = search(vectors, k, queries=queries, among=among, memory=memory)
    asked = range(len(vectors)) if queries is None else queries
    n_candidates = len(set(range(len(vectors)) if among is None else among))
    k = min(k, n_candidates - (not set(asked).isdisjoint(range(len(vectors)) if among is None else among)))
    assert found.rows.tolist() == one_by_one(vectors, k, queries, among)


@both
def test_more_neighbours_than_there_are(search: Search) -> None:
    vectors = random_units(70, 5)
    assert search(vectors, 100).rows.tolist() == one_by_one(vectors, 69)
    assert search(vectors, 1).rows.tolist() == one_by_one(vectors, 1)
    assert search(vectors[:1], 5).rows.shape == (1, 0)
    assert search(vectors, 3, queries=[]).rows.shape[0] == 0
    assert search(vectors, 3, queries=[5], among=[5]).rows.shape == (1, 0)


def test_many_neighbours_of_many_words() -> None:
    """More tiles than one in each direction, short last ones, and rooms that fill again and again."""
    vectors = random_units(2600, 8, seed=1)
    vectors = vectors[np.argsort(vectors[:, 0])]  # the nearest come last for half the words
    found = neighbours(vectors, 150, threads=3)
    assert found.rows.tolist() == one_by_one(vectors, 150)


def test_blocks_are_the_parts_of_the_answer() -> None:
    vectors = random_units(900, 6)
    whole = neighbours(vectors, 5)
    parts = list(neighbour_blocks(vectors, 5, memory=60_000))
    assert len(parts) > 3 and np.concatenate([rows for rows, _ in parts]).tolist() == list(range(900))
    assert np.array_equal(np.concatenate([part.rows for _, part in parts]), whole.rows)


def test_memory_is_bounded() -> None:
    vectors = random_units(12_000, 16)
    neighbours(vectors[:200], 5)  # compiled before memory is watched
    memory = 6 << 20
    tracemalloc.start()
    found = neighbours(vectors, 20, memory=memory)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    row_numbers = 64 * len(vectors)
    assert peak < memory + found.rows.nbytes + found.cosines.nbytes + row_numbers < len(vectors) ** 2 / 10


def test_progress_rises_to_all_and_its_error_ends_the_search() -> None:
    seen: list[tuple[int, int]] = []
    neighbours(random_units(600, 4), 3, memory=50_000, progress=lambda _, done, of: seen.append((done, of)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen) and seen[-1] == (600, 600)

    def stop(what: str, done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        neighbours(random_units(3000, 4), 3, progress=stop)


def test_what_cannot_be_searched() -> None:
    vectors = random_units(10, 3)
    with pytest.raises(DataError, match=r"1 of 10 vectors are not of unit length \(row 4: 2"):
        neighbours(vectors * np.where(np.arange(10) == 4, 2, 1)[:, None].astype(np.float32), 2)
    with pytest.raises(DataError, match="unit length"):
        neighbours(np.where(np.arange(10)[:, None] == 3, np.nan, vectors).astype(np.float32), 2)
    with pytest.raises(DataError, match="at least one neighbour"):
        neighbours(vectors, 0)
    with pytest.raises(DataError, match="queries must be row numbers from 0 to 9"):
        neighbours(vectors, 2, queries=[10])
    with pytest.raises(DataError, match="among must be row numbers"):
        neighbours(vectors, 2, among=[-1])


def test_without_numba() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import numpy as np; from corefair.geometry.neighbours import neighbours\n"
        "v = np.eye(6, dtype=np.float32); v[5] = v[2]\n"
        "print(neighbours(v, 2).rows.tolist())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    eye = np.eye(6, dtype=np.float32)
    eye[5] = eye[2]
    assert said.stdout.strip() == str(neighbours(eye, 2).rows.tolist())


def test_nearest_is_for_people() -> None:
    emb = Embeddings(("up", "right", "between"), np.array([[0, 2], [5, 0], [1, 2]], dtype=np.float32))
    (first, near), (second, zero) = nearest(emb, "up")
    assert (first, second, zero) == ("between", "right", 0) and near == pytest.approx(2 / 5**0.5)
    with pytest.raises(MissingWords, match="lacks 1 of 1 words: down"):
        nearest(emb, "down")


@real_vectors.published
def test_real_vectors() -> None:
    vectors = np.asarray(unit(real_vectors.glove().vectors))
    queries = list(range(0, 50_000, 1000))
    assert neighbours(vectors, 100, queries=queries).rows.tolist() == one_by_one(vectors, 100, queries)
