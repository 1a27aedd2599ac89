"""How time and memory of the mitigators grow with the vocabulary, in units of one pass over the vectors."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from itertools import islice, product
from string import ascii_lowercase
from time import perf_counter
from typing import Any

import numpy as np

from corefair.errors import DataError
from corefair.geometry.direction import definitional_pairs
from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.mitigators import make
from corefair.types import Embeddings

SIZES = (10_000, 50_000, 200_000)
DIM = 100
METHODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hard", {}),
    ("soft", {}),
    ("leace", {}),
    ("leace", {"concept": "projection"}),
    ("inlp", {"iterations": 3}),
    ("double-hard", {"components": 3}),
    ("gp", {"epochs": 1}),
)


def main() -> None:
    """A line for each method: time as so many products of all vectors with a square matrix, then memory.

    Memory is the peak of what NumPy allocates, result included, over the size of the vectors; what torch
    and the SVM's own library hold is not seen. With names of methods as arguments only those are run.
    """
    chosen = [each for each in METHODS if not sys.argv[1:] or each[0] in sys.argv[1:]]
    sets = [vectors(n) for n in SIZES]
    square = np.random.default_rng(0).normal(size=(DIM, DIM)).astype(np.float32)
    passes = [best(lambda emb=emb: emb.vectors @ square) for emb in sets]  # type: ignore[misc]
    times_said, sizes = "time in passes", "".join(f"{n:>10,}" for n in SIZES)
    print(f"{times_said:<32}{sizes}{'growth':>9}   {'memory in vectors':<18}{sizes}")
    shown = "".join(f"{1000 * one:>7.1f} ms" for one in passes)
    print(f"{'one pass, X @ dim × dim':<32}{shown}{passes[2] / passes[1]:>8.1f}×")
    for method, options in chosen:
        settings = ", ".join(f"{name}={value}" for name, value in options.items())
        name = method + (f" ({settings})" if settings else "")

        def run(emb: Embeddings, method: str = method, options: dict[str, Any] = options) -> object:
            return make(method, **options).fit(emb)(emb)

        run(Embeddings(sets[0].words[:3000], sets[0].vectors[:3000]))  # imports are not counted
        seconds = [best(lambda emb=emb: run(emb), repeats=2) for emb in sets]  # type: ignore[misc]
        memory = [peak(lambda emb=emb: run(emb)) / emb.vectors.nbytes for emb in sets]  # type: ignore[misc]
        in_passes = "".join(f"{each / one:>10,.0f}" for each, one in zip(seconds, passes, strict=True))
        in_vectors = "".join(f"{each:>10.1f}" for each in memory)
        print(f"{name:<32}{in_passes}{seconds[2] / seconds[1]:>8.1f}×   {'':<18}{in_vectors}")


def vectors(n: int) -> Embeddings:
    """The first words of the real vectors where they are at hand and enough; made up otherwise."""
    pairs = [word for pair in definitional_pairs() for word in pair]
    try:
        real = read_vectors(datasets.find("vectors", "glove.6B.100d.50k.txt.gz")) if n <= 50_000 else None
    except DataError:
        real = None
    if real is not None:
        return Embeddings(real.words[:n], real.vectors[:n], "GloVe")
    rng = np.random.default_rng(0)
    made = rng.normal(size=(n, DIM)).astype(np.float32) * rng.uniform(0.5, 2, DIM).astype(np.float32)
    made[: len(pairs), 0] = np.tile([8, -8], len(pairs) // 2)
    others = ("q" + "".join(letters) for letters in product(ascii_lowercase, repeat=4))
    return Embeddings((*pairs, *islice(others, n - len(pairs))), made, "made up")


def best(run: Callable[[], object], *, repeats: int = 3) -> float:
    """Seconds of the quickest of a few runs."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def peak(run: Callable[[], object]) -> int:
    """Bytes held at the worst moment, beyond those before."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most - before


if __name__ == "__main__":
    main()
