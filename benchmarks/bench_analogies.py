"""All analogy questions at once against one question at a time: ratios measured in one run, and growth."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from corefair.geometry import analogies
from corefair.geometry.analogies import EPSILON, solve

N_QUESTIONS, N_DISTINCT = 27_544, 1704  # of Google and MSR together
LOOPED = 60  # questions the plain loop is timed on; its time is a multiple of that
LIMIT = 60.0  # seconds for all questions on 50,000 words


def main() -> None:
    """Print time per question by each way, then how time and memory grow with the vocabulary."""
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(50_000, 300)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    asked = rng.choice(10_000, size=N_DISTINCT, replace=False)
    questions = asked[rng.integers(N_DISTINCT, size=(N_QUESTIONS, 3))]
    solve(vectors[:100], np.array([[0, 1, 2]]))  # so that compiling is not timed

    print(f"{'both rules, 50,000 × 300':<34}{'ms a question':>15}{'times':>8}")
    ours = best_of(lambda: solve(vectors, questions)) / N_QUESTIONS
    by_numpy = best_of(lambda: in_numpy(vectors, questions[:3000]), repeats=1) / 3000
    loop = best_of(lambda: one_by_one(vectors, questions[:LOOPED])) / LOOPED
    for name, seconds in (("one by one", loop), ("ours without Numba", by_numpy), ("ours", ours)):
        print(f"{name:<34}{1000 * seconds:>15.4f}{loop / seconds:>8.1f}")
    print(f"all {N_QUESTIONS:,} questions take {ours * N_QUESTIONS / LIMIT:.3f} of the limit of a minute")

    print(f"\n{'growth with the vocabulary':<34}{'seconds':>15}{'times':>8}{'memory in MB':>15}")
    before = 0.0
    for n_words in (12_500, 25_000, 50_000):
        some = vectors[:n_words]
        seconds = best_of(lambda some=some: solve(some, questions), repeats=2)  # type: ignore[misc]
        times = f"{seconds / before:.1f}" if before else "–"
        print(f"{n_words:<34,}{seconds:>15.2f}{times:>8}{peak(some, questions) / 1e6:>15.0f}")
        before = seconds


def one_by_one(vectors: NDArray[np.float32], questions: NDArray[np.int64]) -> None:
    """What is usually done: the cosines of three words with all, for every question anew."""
    for rows in questions:
        from_a, to_a, from_b = (vectors @ vectors[rows].T).T
        add = to_a - from_a + from_b
        mul = (1 + to_a) / 2 * ((1 + from_b) / 2) / ((1 + from_a) / 2 + EPSILON)
        add[rows] = mul[rows] = -np.inf
        add.argmax(), mul.argmax()


def in_numpy(vectors: NDArray[np.float32], questions: NDArray[np.int64]) -> None:
    """Ours on a machine without Numba."""
    compiled = analogies._updater
    try:
        analogies._updater = lambda: analogies.update_in_numpy
        solve(vectors, questions)
    finally:
        analogies._updater = compiled


def peak(vectors: NDArray[np.float32], questions: NDArray[np.int64]) -> int:
    """Bytes held at most, beside the vectors."""
    tracemalloc.start()
    solve(vectors, questions)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def best_of(run: Callable[[], object], *, repeats: int = 3) -> float:
    """Seconds of the quickest run."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
