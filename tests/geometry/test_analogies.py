"""The analogy solver: by hand, equal to a plain loop over questions, and the same compiled as in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.geometry import analogies
from corefair.geometry.analogies import CLOSE, EPSILON, Answers, solve

Array = NDArray[np.float64]


def plain(vectors: Array, questions: NDArray[np.int64]) -> Answers:
    """One question at a time, as the formulas of Levy & Goldberg stand."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units = vectors / np.where(lengths > 0, lengths, 1)
    add, mul = [], []
    for a, a_star, b in questions:
        from_a, to_a, from_b = (units @ units[row] for row in (a, a_star, b))
        sums = to_a - from_a + from_b
        products = (1 + to_a) / 2 * ((1 + from_b) / 2) / ((1 + from_a) / 2 + EPSILON)
        for scores, chosen, scale in ((sums, add, 2), (products, mul, 1)):
            scores[[a, a_star, b]] = -np.inf
            chosen.append(int(np.flatnonzero(scores >= scores.max() - scale * CLOSE)[0]))
    return Answers(np.array(add), np.array(mul))


def test_by_hand() -> None:
    """Row 3 is all but opposite to a, so a quotient prefers it; row 4 is nearer in sum."""
    vectors = np.array([[1, 0], [0, 1], [0.6, 0.8], [-1, 0.05], [-0.8, 0.6], [0, -1.0]])
    x, y = vectors[3] / np.linalg.norm(vectors[3]), vectors[4]
    a, a_star, b = vectors[:3]
    sums = [v @ a_star - v @ a + v @ b for v in (x, y)]
    products = [(1 + v @ a_star) * (1 + v @ b) / 2 / (1 + v @ a + 2 * EPSILON) for v in (x, y)]
    assert sums[0] < sums[1] and products[0] > products[1]
    answers = solve(vectors, np.array([[0, 1, 2]]))
    assert answers.add.tolist() == [4] and answers.mul.tolist() == [3]


@st.composite
def problems(draw: st.DrawFn) -> tuple[Array, NDArray[np.int64]]:
    """Vectors among which some stand twice and one has no length, and questions about any of them."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, dim = draw(st.integers(4, 40)), draw(st.integers(1, 6))
    vectors = rng.normal(size=(n, dim)) * rng.uniform(0.1, 10, size=(n, 1))
    for _ in range(draw(st.integers(0, 4))):
        vectors[rng.integers(n)] = vectors[rng.integers(n)] * draw(st.sampled_from([0.0, 1.0, 3.0]))
    return vectors, rng.integers(n, size=(draw(st.integers(1, 30)), 3))


@pytest.mark.parametrize("way", ["compiled", "numpy"])
@settings(max_examples=150, deadline=None)
@given(problem=problems(), width=st.sampled_from([1, 5, 64]))
def test_equals_a_plain_loop(way: str, problem: tuple[Array, NDArray[np.int64]], width: int) -> None:
    """Whatever the blocks; of equal words the lower row, which vectors that stand twice put to the test."""
    vectors, questions = problem
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analogies, "NARROWEST", width)
        patch.setattr(analogies, "CELLS", 1)
        if way == "numpy":
            patch.setattr(analogies, "_updater", lambda: analogies.update_in_numpy)
        found = solve(vectors, questions)
    expected = plain(vectors, questions)
    assert found.add.tolist() == expected.add.tolist()
    assert found.mul.tolist() == expected.mul.tolist()


def test_without_numba_numpy_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "numba", None)
    for name in ("compiled", "analogies_compiled"):
        monkeypatch.delitem(sys.modules, f"corefair.geometry.{name}", raising=False)
    assert analogies._updater() is analogies.update_in_numpy


def test_length_does_not_matter_and_nothing_is_changed() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(300, 8)).astype(np.float32)
    questions = rng.integers(300, size=(50, 3))
    before = vectors.copy(), questions.copy()
    answers = solve(vectors, questions)
    longer = solve(vectors * rng.uniform(0.5, 4, size=(300, 1)), questions)
    assert answers.add.tolist() == longer.add.tolist() and answers.mul.tolist() == longer.mul.tolist()
    assert np.array_equal(vectors, before[0]) and np.array_equal(questions, before[1])
    assert not (answers.add[:, None] == questions).any() and not (answers.mul[:, None] == questions).any()


def test_progress_and_no_questions() -> None:
    told: list[tuple[int, int]] = []
    vectors = np.eye(5)
    solve(vectors, np.array([[0, 1, 2]]), progress=lambda _, done, of: told.append((done, of)))
    assert told[-1] == (5, 5)
    assert solve(vectors, np.zeros((0, 3), dtype=int)).add.shape == (0,)


@pytest.mark.parametrize(
    ("questions", "vectors", "message"),
    [
        ([[0, 1]], np.eye(5), "a question is three rows"),
        ([[0, 1, 5]], np.eye(5), "rows 0 to 5 of 5 words"),
        ([[0, -1, 2]], np.eye(5), "rows -1 to 2 of 5 words"),
        ([[0, 1, 2]], np.eye(3), "needs a fourth word"),
        ([[0, 1, 2]], np.full((5, 2), np.nan), "not finite"),
    ],
)
def test_errors(questions: list[list[int]], vectors: Array, message: str) -> None:
    with pytest.raises(DataError, match=message):
        solve(vectors, np.array(questions))
