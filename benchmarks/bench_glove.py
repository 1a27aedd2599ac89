"""Training GloVe: an epoch against plain double precision, the least memory allows, and the C program."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.compute import threads as cores
from corefair.compute.compiled import summing
from corefair.models.glove import Settings
from corefair.models.glove.confining import confining_steps, plain_steps
from corefair.models.glove.gender import GenderTerms, find_seeds
from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.shuffling import shuffle
from corefair.models.glove.state import start
from corefair.models.glove.tiles import Tiles
from corefair.models.glove.vocabulary import Vocabulary

N_WORDS = 30_000
RATE = 0.05
C_RECORD = np.dtype([("word", "<i4"), ("context", "<i4"), ("count", "<f8")])


def main() -> None:
    """Print times and ratios for growing numbers of pairs and dimensions."""
    n_cores = cores.n_cores()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        all_pairs = like_text(8_000_000)
        print(
            f"{N_WORDS:,} words, frequent as in text; seconds an epoch, the best of 3; one thread unless said"
        )
        print(f"{'pairs':>12}{'dim':>5}{'shuffle':>9}{'ours':>8}{'plain':>8}{'times':>7}{'limit':>8}{'share':>7}"
              f"{f'{n_cores} threads':>11}{'pairs/s':>12}")  # fmt: skip
        for n_pairs, dim in (
            (1_000_000, 100),
            (2_000_000, 100),
            (4_000_000, 100),
            (4_000_000, 50),
            (4_000_000, 300),
        ):
            one_line(all_pairs[:n_pairs], dim, folder, n_cores)
        gender_line(all_pairs[:4_000_000], 100, folder)
        programs = os.environ.get("GLOVE_C")
        if programs:
            c_lines(all_pairs, folder, Path(programs), n_cores)
        else:
            print("GLOVE_C names no folder with GloVe's compiled programs, so they are not measured")


def like_text(n_pairs: int) -> NDArray[Any]:
    """Different pairs of words as frequent as Zipf says, in random order; most of them are rare."""
    rng = np.random.default_rng(0)
    share = 1 / (np.arange(N_WORDS) + 2.7)
    steps = np.cumsum(share / share.sum())
    keys = np.empty(0, np.int64)
    while len(keys) < n_pairs:
        words, contexts = np.searchsorted(steps, rng.random((2, n_pairs))).clip(max=N_WORDS - 1)
        keys = np.unique(np.concatenate([keys, words * N_WORDS + contexts]))
    records = np.empty(n_pairs, PAIR)
    records["word"], records["context"] = np.divmod(rng.permutation(keys)[:n_pairs], N_WORDS)
    expected = (
        0.02 * n_pairs * N_WORDS * share[records["word"]] * share[records["context"]] / share.sum() ** 2
    )
    records["count"] = np.maximum(expected * rng.lognormal(0, 1, n_pairs), 0.1)
    return records


def one_line(records: NDArray[Any], dim: int, folder: Path, n_cores: int) -> None:
    """Our epoch, a plain one, and one that only reads and writes the same rows, in the same order."""
    began = perf_counter()
    tiles = shuffled(records, folder)
    shuffle_time = perf_counter() - began
    state = start(N_WORDS, dim, tiles.n_blocks, rate=RATE, seed=0)
    train = plain_steps(state, tiles, rate=RATE).train
    ours = best(lambda: epoch(tiles, train))
    together = best(lambda: epoch(tiles, train, threads=n_cores))
    words, contexts = state.rows

    def touch_rows(i: int, j: int) -> float:
        return touch(words[i], contexts[j], tiles.read(i, j))

    limit = best(lambda: epoch(tiles, touch_rows))
    rows = np.random.default_rng(0).normal(0, 0.1, (2, N_WORDS, dim + 1))
    squares = np.ones_like(rows)
    plain = best(lambda: plain_epoch(records, rows, squares, RATE), repeats=1)
    print(
        f"{len(records):>12,}{dim:>5}{shuffle_time:>9.2f}{ours:>8.2f}{plain:>8.2f}{plain / ours:>7.1f}"
        f"{limit:>8.2f}{limit / ours:>7.0%}{together:>11.2f}{len(records) / together:>12,.0f}"
    )


def shuffled(records: NDArray[Any], folder: Path) -> Tiles:
    """These pairs in training order."""
    path = folder / "pairs.bin"
    records[np.lexsort((records["context"], records["word"]))].tofile(path)
    return shuffle(Pairs(path), N_WORDS, Settings(), folder=folder)


def epoch(tiles: Tiles, train: Callable[[int, int], float], *, threads: int = 1) -> None:
    """Every tile once."""
    for together in tiles.rounds(seed=0, epoch=0):
        cores.run(
            together, lambda tile, _: void(train(*tile)), needs=lambda tile: set(),
            space=lambda: None, threads=threads, done=void,
        )  # fmt: skip


def void(_: object) -> None:
    """Nothing comes of it."""


@summing
def touch(words: NDArray[np.float32], contexts: NDArray[np.float32], pairs: NDArray[Any]) -> float:
    """Read and write what a step reads and writes, and compute next to nothing."""
    for i in range(len(pairs)):
        w, c = words[pairs[i].word], contexts[pairs[i].context]
        for k in range(words.shape[1]):
            w[k] += np.float32(1e-9)
            c[k] += np.float32(1e-9)
    return 0.0


@summing
def plain_epoch(
    pairs: NDArray[Any], rows: NDArray[np.float64], squares: NDArray[np.float64], rate: float
) -> None:
    """GloVe's steps in the order given and in double precision, as the C program has them."""
    dim = rows.shape[2] - 1
    for i in range(len(pairs)):
        w, c = rows[0, pairs[i].word], rows[1, pairs[i].context]
        w_squares, c_squares = squares[0, pairs[i].word], squares[1, pairs[i].context]
        x = np.float64(pairs[i].count)
        error = w[dim] + c[dim] - np.log(x)
        for k in range(dim):
            error += w[k] * c[k]
        slope = min(1.0, (x / 100.0) ** 0.75) * error
        pull = rate * slope
        for k in range(dim):
            w_slope, c_slope = pull * c[k], pull * w[k]
            w[k] -= w_slope / np.sqrt(w_squares[k])
            c[k] -= c_slope / np.sqrt(c_squares[k])
            w_squares[k] += w_slope * w_slope
            c_squares[k] += c_slope * c_slope
        w[dim] -= slope / np.sqrt(w_squares[dim])  # biases have a rate of 1
        c[dim] -= slope / np.sqrt(c_squares[dim])
        w_squares[dim] += slope * slope
        c_squares[dim] += slope * slope


def gender_line(records: NDArray[Any], dim: int, folder: Path) -> None:
    """What GN-GloVe costs beside GloVe."""
    tiles = shuffled(records, folder)
    names = tuple(f"word{i}" for i in range(N_WORDS))
    terms = GenderTerms(pairs=[(names[i], names[i + 1]) for i in range(0, 444, 2)])
    seeds = find_seeds(terms, Vocabulary(names, np.arange(N_WORDS, 0, -1)))
    state = start(N_WORDS, dim, tiles.n_blocks, rate=RATE, seed=0)
    glove = plain_steps(state, tiles, rate=RATE).train
    state.losses.append(0.0)  # the first epoch of GN-GloVe is GloVe's
    steps = confining_steps(state, tiles, Settings(rate=RATE, gender=terms), seeds)
    steps.turn()
    times = [best(lambda train=train: epoch(tiles, train)) for train in (glove, steps.train)]  # type: ignore[misc]
    ratio = times[1] / times[0]
    print(f"\nGN-GloVe, {len(records):,} pairs × {dim}: {times[1]:.2f} s an epoch, {ratio:.2f} × GloVe")


def c_lines(records: NDArray[Any], folder: Path, programs: Path, n_cores: int) -> None:
    """The same pairs in the C program, as many threads as there are cores."""
    to_c = np.empty(len(records), C_RECORD)
    to_c["word"], to_c["context"], to_c["count"] = (
        records["word"] + 1,
        records["context"] + 1,
        records["count"],
    )
    to_c.tofile(folder / "cooccurrence.shuf.bin")
    (folder / "vocab.txt").write_text(
        "".join(f"word{i} {N_WORDS - i}\n" for i in range(N_WORDS)), encoding="utf-8"
    )
    tiles = shuffled(records, folder)
    print(f"\nthe C program, {len(records):,} pairs, {n_cores} threads: seconds an epoch")
    for dim in (100, 300):
        state = start(N_WORDS, dim, tiles.n_blocks, rate=RATE, seed=0)
        train = plain_steps(state, tiles, rate=RATE).train
        ours = best(lambda train=train: epoch(tiles, train, threads=n_cores))  # type: ignore[misc]
        one, three = (timed(lambda n=n, dim=dim: run_c(programs, folder, dim, n, n_cores)) for n in (1, 3))  # type: ignore[misc]
        theirs = (three - one) / 2  # without what comes before and after
        print(f"dim {dim}: {theirs:.2f}, ours {ours:.2f}, {theirs / ours:.1f} times faster")


def run_c(programs: Path, folder: Path, dim: int, epochs: int, n_cores: int) -> None:
    """Train with the C program, in the folder."""
    options: Sequence[object] = (
        "-input-file", "cooccurrence.shuf.bin", "-vocab-file", "vocab.txt", "-save-file", "vectors",
        "-binary", 1, "-vector-size", dim, "-iter", epochs, "-threads", n_cores, "-verbose", 0,
    )  # fmt: skip
    command = [str((programs / "glove").resolve()), *map(str, options)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def best(run: Callable[[], object], *, repeats: int = 3) -> float:
    """The least of some times, after one for the compiler."""
    run()
    return min(timed(run) for _ in range(repeats))


def timed(run: Callable[[], object]) -> float:
    """Seconds for one run."""
    began = perf_counter()
    run()
    return perf_counter() - began


if __name__ == "__main__":
    main()
