"""Shuffling pairs into tiles, in bounded memory: one pass puts each in its tile, one shuffles the tiles.

Within a tile pairs go by *cells* of 64 words times 64 contexts, cells in random order and pairs in random
order within a cell. So the rows that are being trained stay in the fast memory of a core (64 + 64 rows of 300
dimensions are 0.3 MB); a full shuffle would fetch two rows from slow memory for nearly every pair.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.compute import threads as cores
from corefair.errors import DataError
from corefair.models.glove.budget import plan
from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.settings import Means, Settings
from corefair.models.glove.tiles import TRAINED, Tiles, n_blocks
from corefair.runs.stages import Stage
from corefair.runs.writing import beside
from corefair.types import Said

_CELL = 64  # words, and contexts
_PLACED = 2 * PAIR.itemsize + TRAINED.itemsize  # bytes a pair: it, the next that is read, and where it goes
_SHUFFLED = 2 * TRAINED.itemsize + 2 * 8  # bytes a pair within its tile: before and after, order and cell


def shuffle(
    pairs: Pairs, n_words: int, settings: Settings, *, folder: Path, means: Means | None = None
) -> Tiles:
    """The pairs in training order, with f(x) = (x / x_max)^alpha, at most 1, in place of the count x.

    The result is kept in the folder as `tiles.bin`, and found there when the same is asked again. It does not
    depend on the memory, nor on the number of threads.
    """
    means = means or Means()
    n_pairs, progress = len(pairs), means.progress
    if not n_pairs:
        raise DataError("holds no pair of words: there is nothing to train on", path=str(pairs.path))
    path, n = folder / "tiles.bin", n_blocks(n_words, n_pairs)
    seen = (pairs.path.name, n_pairs, pairs.path.stat().st_mtime_ns)
    x_max, alpha, seed = settings.x_max, settings.alpha, settings.seed
    key = hashlib.sha256(json.dumps([seen, n_words, n, x_max, alpha, seed]).encode()).hexdigest()
    stage = Stage(folder, "tiles", key)
    note = stage.done(path)
    if note and isinstance(starts := note.get("starts"), list):
        return Tiles(path, np.array(starts, np.int64), key)
    room = plan(means.memory).room
    size = max(1 << 16, min(1 << 24, room // _PLACED))
    with stage.working():
        tiles = Tiles(beside(stage.work / path.name), _starts(pairs, n_words, n, size, progress))
        _scatter(pairs, tiles, size, x_max, alpha, progress)
        at_once = max(1, min(cores.n_threads(means.threads), room // (_SHUFFLED * tiles.largest)))
        _shuffle_tiles(tiles, n_words, seed, at_once, progress)
        tiles.path.replace(path)
        stage.finish(path, starts=tiles.starts.tolist())
    return Tiles(path, tiles.starts, key)


def _starts(pairs: Pairs, n_words: int, n: int, size: int, progress: Said) -> NDArray[np.int64]:
    """Where each tile begins."""
    from corefair.models.glove.shuffling_compiled import count

    counts = np.zeros(n * n, np.int64)
    done = 0
    for block in pairs.blocks(size):
        wrong = count(block, n_words, n, counts)
        if wrong >= 0:
            what = f"record {done + wrong + 1:,} is {block[wrong]}, for {n_words:,} words"
            raise DataError(f"{what}: count the pairs again", path=str(pairs.path))
        done += len(block)
        progress("pairs looked at", done, len(pairs))
    return np.concatenate([[0], np.cumsum(counts)])


def _scatter(pairs: Pairs, tiles: Tiles, size: int, x_max: float, alpha: float, progress: Said) -> None:
    """Write every pair into its tile, in the order it came."""
    from corefair.models.glove.shuffling_compiled import count, place

    n = tiles.n_blocks
    written = tiles.starts[:-1].copy()  # where each tile goes on
    done = 0
    with tiles.path.open("wb") as out:
        for block in pairs.blocks(size):
            counts = np.zeros(n * n, np.int64)
            count(block, np.iinfo(np.int32).max, n, counts)
            ends = np.cumsum(counts)
            placed = np.empty(len(block), TRAINED)
            place(block, n, x_max, alpha, ends - counts, placed)
            for tile in np.flatnonzero(counts).tolist():
                out.seek(int(written[tile]) * TRAINED.itemsize)
                out.write(placed[ends[tile] - counts[tile] : ends[tile]].data)
            written += counts
            done += len(block)
            progress("pairs put in tiles", done, len(pairs))


def _shuffle_tiles(tiles: Tiles, n_words: int, seed: int, threads: int, progress: Said) -> None:
    """Put the pairs of every tile in their order, which depends on nothing but the seed."""
    from corefair.models.glove.shuffling_compiled import by_cell

    n = tiles.n_blocks
    n_cells = -(-n_words // (n * _CELL))
    n_done = 0

    def work(number: int, _: None) -> None:
        rng = np.random.default_rng([seed, 1, number])
        tile = tiles.read(*divmod(number, n))
        shuffled = np.empty_like(tile)
        order, word_rank, context_rank = (rng.permutation(size) for size in (len(tile), n_cells, n_cells))
        by_cell(tile, order, word_rank, context_rank, _CELL, shuffled)
        with tiles.path.open("r+b") as out:
            out.seek(int(tiles.starts[number]) * TRAINED.itemsize)
            out.write(shuffled.data)

    def done(number: int) -> None:
        nonlocal n_done
        n_done += tiles.size(number)
        progress("pairs shuffled", n_done, len(tiles))

    cores.run(range(n * n), work, needs=lambda _: set(), space=lambda: None, threads=threads, done=done)
