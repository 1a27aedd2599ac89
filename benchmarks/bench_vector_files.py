"""Files of word vectors: reading text against gensim, the cache against a first read, writing, peak memory.

Every measurement has a process of its own, so that its peak memory is its own. Compiled code is loaded before
the clock starts; the last line says how long that takes. Without gensim its method is measured instead:
split each line, convert each field.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

import numpy as np

from corefair.io.vectors import read_vectors, write_vectors
from corefair.types import Embeddings

DIM = 100
SIZES = (10_000, 50_000, 200_000)
REFERENCE_SIZES = SIZES[:2]  # the reference takes too long for more
MB = 1e6


def main() -> None:
    """Print one line a size, and the growth."""
    has_gensim = find_spec("gensim") is not None
    reference = "gensim" if has_gensim else "python"
    if not has_gensim:
        print("gensim is not installed: a plain loop over lines and fields stands in for it\n")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COREFAIR_CACHE"] = str(Path(folder) / "cache")
        print(
            f"{'words × ' + str(DIM):<14}{'file':>9}{reference:>11}{'ours':>10}{'times':>7}"
            f"{'+ cache':>10}{'open':>9}{'write':>9}{'.gz read':>10}"
        )
        for n_words in SIZES:
            path = Path(folder) / f"{n_words}.vec"
            seconds = {"write": run("write", path, n_words)[0]}
            tasks = ("read", "first", "open", *([reference] if n_words in REFERENCE_SIZES else ()))
            peaks = {}
            for task in tasks:
                seconds[task], peaks[task] = run(task, path, n_words)
            seconds["packed"], _ = run("packed", path, n_words)
            known = reference in seconds
            print(
                f"{n_words:<14,}{path.stat().st_size / MB:>6.0f} MB"
                + (f"{seconds[reference]:>9.2f} s" if known else f"{'–':>11}")
                + f"{seconds['read']:>8.2f} s"
                + (f"{seconds[reference] / seconds['read']:>7.1f}" if known else f"{'–':>7}")
                + f"{seconds['first']:>8.2f} s{1000 * seconds['open']:>6.0f} ms{seconds['write']:>7.2f} s"
                + f"{seconds['packed']:>8.2f} s"
            )
            vectors = 4 * n_words * DIM
            print(
                f"{'':<14}peak memory: the vectors ({vectors / MB:.0f} MB) and "
                f"{(peaks['read'] - vectors) / MB:.0f} MB; into the cache {peaks['first'] / MB:.0f} MB in all"
                + (
                    f"; {reference} the vectors and {(peaks[reference] - vectors) / MB:.0f} MB"
                    if known
                    else ""
                )
            )
    print(f"\nloading the compiled code: {run('load', Path(), 0)[0]:.1f} s")


def run(task: str, path: Path, n_words: int) -> tuple[float, int]:
    """(seconds, bytes by which the peak of memory rose) of a task in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measured, (task, path, n_words))


def measured(task: str, path: Path, n_words: int) -> tuple[float, int]:
    """Get ready, start the clock, do it once."""
    if task != "load":
        load()
    emb = synthetic(n_words) if task == "write" else None
    packed = Path(f"{path}.gz")
    if task == "packed":
        _pack(path, packed)
    tasks: dict[str, Callable[[], object]] = {
        "load": load,
        "write": lambda: write_vectors(emb, path) if emb else None,
        "read": lambda: read_vectors(path, cache=False),
        "first": lambda: read_vectors(path),
        "open": lambda: read_vectors(path),
        "packed": lambda: read_vectors(packed, cache=False),
        "gensim": lambda: _gensim()(path),
        "python": lambda: _by_lines(path),
    }
    if task == "gensim":
        _gensim()
    before = _peak()
    start = perf_counter()
    tasks[task]()
    return perf_counter() - start, _peak() - before


def synthetic(n_words: int) -> Embeddings:
    """Normal numbers with six decimals, as word2vec prints them."""
    rng = np.random.default_rng(0)
    vectors = np.round(rng.standard_normal((n_words, DIM), dtype=np.float32), 6)
    return Embeddings(tuple(f"word{row}" for row in range(n_words)), vectors)


def load() -> None:
    """Have the compiled code for reading and writing in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.vec"
        write_vectors(synthetic(3000), path)
        read_vectors(path, cache=False)


def _pack(path: Path, packed: Path) -> None:
    import gzip

    packed.write_bytes(gzip.compress(path.read_bytes(), compresslevel=1))


def _gensim() -> Callable[[Path], object]:
    reader = import_module("gensim.models").KeyedVectors.load_word2vec_format
    return lambda path: reader(str(path))


def _by_lines(path: Path) -> object:
    words, vectors = [], []
    with path.open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            word, *fields = line.rstrip().split(" ")
            words.append(word)
            vectors.append(np.array(list(map(float, fields)), dtype=np.float32))
    return words, np.stack(vectors)


def _peak() -> int:
    """The most memory this process has had, in bytes."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


if __name__ == "__main__":
    main()
