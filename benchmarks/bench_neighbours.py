"""Exact neighbours against the machine's matrix product, plain NumPy and faiss: ratios measured in one run.

A rate counts all n² products of which each method finds the k largest: 2 · n² · dim operations over the time.
Ours takes the product of two words once for both, so it can be above the rate of the matrix product alone.
On a machine that others use, processor time tells more than time: both ratios are shown.

    python benchmarks/bench_neighbours.py [--words 100000] [--large]
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time, thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.compute.threads import n_cores, one_blas_thread
from corefair.geometry.direction import unit
from corefair.geometry.indirect import indirect_bias
from corefair.geometry.neighbours import neighbours

Vectors = NDArray[np.float32]
K, DIM = 100, 300
SOME = 2000  # queries of the methods that would take too long for all


def main() -> None:
    """Print rates at the size asked for, then how time grows, then memory."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--words", type=int, default=20_000)
    options.add_argument("--large", action="store_true", help="growth up to 200,000 words, several minutes")
    given = options.parse_args()
    vectors = made_up(given.words)
    neighbours(vectors[:1000], K)  # compiled
    rates(vectors)
    growth([10_000, 50_000, 100_000, 200_000] if given.large else [5_000, 10_000, 20_000])
    memory(vectors)
    bias(vectors)


def rates(vectors: Vectors) -> None:
    """Everyone's rate beside that of a large square product, measured before and after each."""
    n = len(vectors)
    some = np.arange(0, n, max(1, n // SOME))
    rest = np.setdiff1d(np.arange(n), some)
    print(f"{n:,} words × {DIM}, k = {K}, {n_cores()} cores")
    print(f"{'':<44}{'GFLOP/s':>9}{'of sgemm':>10}{'sgemm':>8}{'by processor time':>20}")
    compare("product alone, tiles of 512 × 1,024", lambda: tiles(vectors, some), len(some) * n)
    compare("ours, all words", lambda: neighbours(vectors, K), n * n)
    compare(
        f"ours, {len(some):,} words among the others",
        lambda: neighbours(vectors, K, queries=some, among=rest),
        len(some) * len(rest),
    )
    compare(f"NumPy argpartition, {len(some):,} words", lambda: argpartition(vectors, some), len(some) * n)
    try:
        faiss = import_module("faiss")
    except ModuleNotFoundError:
        print("faiss-cpu is not installed, so it is left out")
        return
    index = faiss.IndexFlatIP(DIM)
    index.add(vectors)
    compare(f"faiss-cpu flat, {len(some):,} words", lambda: index.search(vectors[some], K + 1), len(some) * n)


def growth(sizes: list[int]) -> None:
    """Quadratic: twice the words, four times the time at most."""
    print(f"\n{'words':>10}{'seconds':>10}{'processor':>11}{'times':>7}")
    before = 0.0
    for n in sizes:
        vectors = made_up(n)
        spent = process_time()
        seconds = timed(lambda vectors=vectors: neighbours(vectors, K))  # type: ignore[misc]
        spent = process_time() - spent
        print(f"{n:>10,}{seconds:>10.2f}{spent:>11.2f}" + (f"{spent / before:>7.1f}" if before else ""))
        before = spent


def memory(vectors: Vectors) -> None:
    """The most that was held at once, beside the vectors."""
    print(f"\n{'memory asked':>14}{'peak':>10}{'answer':>10}   MB")
    for asked in (16, 64, 1024):
        tracemalloc.start()
        found = neighbours(vectors, K, memory=asked << 20)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        answer = found.rows.nbytes + found.cosines.nbytes
        print(f"{asked:>14}{peak / 2**20:>10.0f}{answer / 2**20:>10.0f}")


def bias(vectors: Vectors) -> None:
    """β of every word with its neighbours."""
    rows = np.arange(len(vectors))
    near = np.random.default_rng(0).integers(len(vectors), size=(len(vectors), K))
    direction = unit(np.ones(DIM))
    indirect_bias(vectors, direction, rows[:10], near[:10])
    spent = process_time()
    seconds = timed(lambda: indirect_bias(vectors, direction, rows, near))
    spent = process_time() - spent
    print(f"\nβ with {K} neighbours: {1000 * seconds / len(rows):.3f} ms a word "
          f"({1000 * spent / len(rows):.3f} ms of processor time)")  # fmt: skip


def compare(task: str, run: Callable[[], object], n_pairs: int, *, repeats: int = 2) -> None:
    """One line: the best rate of the task, and that of the machine's product around it."""
    limits, rates = [sgemm()], []
    for _ in range(repeats):
        spent = process_time()
        seconds = timed(run)
        spent = process_time() - spent
        rates.append([2e-9 * n_pairs * DIM / seconds, 2e-9 * n_pairs * DIM / spent])
        limits.append(sgemm())
    rate, of_core = np.max(rates, axis=0)
    limit, limit_of_core = np.max(limits, axis=0)
    print(f"{task:<44}{rate:>9.0f}{rate / limit:>10.0%}{limit:>8.0f}{of_core / limit_of_core:>20.0%}")


def sgemm(size: int = 2048) -> tuple[float, float]:
    """GFLOP/s of the product of two square matrices, the best of three: by time, and by one core's time."""
    square = np.ones((size, size), dtype=np.float32)
    together = min(timed(lambda: square @ square) for _ in range(3))
    alone = []
    with one_blas_thread():
        for _ in range(3):
            start = thread_time()
            square @ square
            alone.append(thread_time() - start)
    return 2e-9 * size**3 / together, 2e-9 * size**3 / min(alone)


def tiles(vectors: Vectors, queries: NDArray[Any]) -> None:
    """Only the products, left unused."""
    left = vectors[queries]
    for i in range(0, len(left), 512):
        for j in range(0, len(vectors), 1024):
            left[i : i + 512] @ vectors[j : j + 1024].T


def argpartition(vectors: Vectors, queries: NDArray[Any]) -> None:
    """As one would write it, in blocks."""
    for start in range(0, len(queries), 500):
        near = vectors[queries[start : start + 500]] @ vectors.T
        top = np.argpartition(near, -K - 1, axis=1)[:, -K - 1 :]
        np.take_along_axis(top, np.argsort(-np.take_along_axis(near, top, axis=1), axis=1), axis=1)


def made_up(n: int) -> Vectors:
    """Vectors in a few hundred loose clusters, as words are."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(300, DIM))
    noise = rng.normal(size=(n, DIM)).astype(np.float32)
    return np.asarray(unit(noise + 0.6 * centres[rng.integers(300, size=n)].astype(np.float32)))


def timed(run: Callable[[], object]) -> float:
    """Seconds for one run."""
    start = perf_counter()
    run()
    return perf_counter() - start


if __name__ == "__main__":
    main()
