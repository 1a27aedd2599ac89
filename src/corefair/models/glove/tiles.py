"""Pairs in the order they are trained in: a file of tiles, each a block of words times a block of contexts.

Word i is row i // n of block i mod n, so that every block has frequent and rare words and all tiles are
about equally large. Two tiles without a block in common touch none of each other's rows: the n tiles of a
*round* can be trained at once, with the same result in any order (as in Gemulla et al. 2011, Large-scale
matrix factorization with distributed stochastic gradient descent).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# word and context are rows of the tile's blocks; log x and f(x) are what training needs of the count x.
TRAINED = np.dtype([("word", "<u2"), ("context", "<u2"), ("log", "<f4"), ("weight", "<f4")])
_MANY = 2**28  # pairs from which there are more blocks, so that more threads have work
_ROWS = 2**16  # of a block, at the most


def n_blocks(n_words: int, n_pairs: int) -> int:
    """Into how many blocks words are put, and contexts; as many threads can train at once.

    >>> n_blocks(60_000, 30_000_000), n_blocks(2_000_000, 1_000_000_000)
    (16, 64)
    """
    return max(16 if n_pairs < _MANY else 64, -(-n_words // _ROWS))


@dataclass(frozen=True)
class Tiles:
    """The shuffled pairs on disk; tile (i, j) is of word block i and context block j."""

    path: Path
    starts: NDArray[np.int64]  # [n * n + 1] where each tile begins, in pairs
    key: str = ""  # stands for the pairs and the options they were made from

    @property
    def n_blocks(self) -> int:
        """How many blocks of words there are, and of contexts."""
        return math.isqrt(len(self.starts) - 1)

    def __len__(self) -> int:
        return int(self.starts[-1])

    @property
    def largest(self) -> int:
        """How many pairs the largest tile has."""
        return int(np.diff(self.starts).max())

    def size(self, tile: int) -> int:
        """How many pairs the tile of that number has; tile (i, j) is number i · n + j."""
        return int(self.starts[tile + 1] - self.starts[tile])

    def read(self, word_block: int, context_block: int) -> NDArray[Any]:
        """The pairs of a tile, of `TRAINED`."""
        tile = word_block * self.n_blocks + context_block
        start, end = self.starts[tile : tile + 2].tolist()
        return np.fromfile(self.path, TRAINED, count=end - start, offset=start * TRAINED.itemsize)

    def rounds(self, *, seed: int, epoch: int) -> Iterator[list[tuple[int, int]]]:
        """All tiles once, in an order that depends on seed and epoch; those of a round share no block."""
        n = self.n_blocks
        rng = np.random.default_rng([seed, 2, epoch])
        words, contexts, shifts = rng.permutation(n), rng.permutation(n), rng.permutation(n)
        for shift in shifts.tolist():
            yield list(zip(words.tolist(), np.roll(contexts, shift).tolist(), strict=True))
