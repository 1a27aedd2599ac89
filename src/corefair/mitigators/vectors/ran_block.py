"""What the words of one block become under `ran`: neighbours, indirect bias, descent, on all cores."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.compute.threads import n_cores
from corefair.geometry.indirect import indirect_bias
from corefair.geometry.neighbours import neighbours
from corefair.runs.arrays import Arrays

if TYPE_CHECKING:
    from corefair.geometry.ran_compiled import Objective

_CHUNK = 32  # words a thread takes at a time: their sets of neighbours, and so their times, differ
_PROBE = 10  # a tenth of the vocabulary is looked at before all of it


class Repelled(NamedTuple):
    """Which neighbours are in S_r, what a word is driven from (Kumar 2020, Definition 1)."""

    most: int  # no more than so many, or none at all,
    search: int  # from among so many nearest,
    threshold: float  # with β above this,
    inclusive: bool  # or equal to it


class Job(NamedTuple):
    """What all blocks share."""

    vectors: NDArray[np.float32] | Path  # [n, dim], of unit length; or a file of them
    direction: NDArray[np.float64]  # [dim]
    repelled: Repelled
    objective: Objective
    memory: int  # bytes to search neighbours in


def block(job: Job, rows: NDArray[np.int64]) -> Arrays:
    """What becomes of the words of a block, here or in another process."""
    vectors = _mapped(job.vectors) if isinstance(job.vectors, Path) else job.vectors
    away = repelled_rows(vectors, job.direction, rows, job.repelled, memory=job.memory)
    return descended(vectors, job.direction, rows, away, job.objective)


@lru_cache(maxsize=1)
def _mapped(file: Path) -> NDArray[np.float32]:
    """The same memory for all processes of a machine."""
    return np.asarray(np.load(file, mmap_mode="r", allow_pickle=False))


def repelled_rows(
    vectors: NDArray[np.float32],  # [n, dim], of unit length
    direction: NDArray[np.float64],  # [dim]
    rows: NDArray[np.int64],  # of the block
    repelled: Repelled,
    *,
    memory: int,
) -> NDArray[np.int32]:
    """The rows of each word's S_r, nearest first [n_words, size of the largest]; -1: no more."""
    if repelled.most == 0:
        return np.empty((len(rows), 0), np.int32)
    may = np.flatnonzero(_may_repel(vectors, direction, rows, repelled, memory=memory))
    found = np.full((len(rows), 0), -1, np.int32)
    if len(may):
        near = neighbours(vectors, repelled.search, queries=rows[may], memory=memory).rows
        beta = indirect_bias(vectors, direction, rows[may], near)
        high = beta >= repelled.threshold if repelled.inclusive else beta > repelled.threshold
        place = np.cumsum(high, axis=1) - 1
        high &= place < repelled.most
        found = np.full((len(rows), high.sum(axis=1).max()), -1, np.int32)
        word, rank = np.nonzero(high)
        found[may[word], place[word, rank]] = near[word, rank]
    return found


def _may_repel(
    vectors: NDArray[np.float32],
    direction: NDArray[np.float64],
    rows: NDArray[np.int64],
    repelled: Repelled,
    *,
    memory: int,
) -> NDArray[np.bool_]:
    """False for words whose S_r is sure to be empty, found without a search of the whole vocabulary.

    With c the cosine of word and neighbour, p and q their cosines with the gender direction, β > θ needs
    p·q > 0 and c < p·q / (1 − (1 − θ) √(1 − p²) √(1 − q²)), which is at most |p| / √(1 − (1 − θ)² (1 − p²))
    whatever q is. A word that has as many neighbours above that as are searched has none below it among
    them. For most words a tenth of the vocabulary is enough to find so many.
    """
    n_others = max(len(vectors) // _PROBE - len(rows), 0)  # with each other the words cost half
    probe = np.union1d(rows, np.linspace(0, len(vectors) - 1, n_others).astype(np.int64))
    if not repelled.search < len(probe) <= len(vectors) / 8:
        return np.ones(len(rows), dtype=np.bool_)
    floor = neighbours(vectors, repelled.search, queries=rows, among=probe, memory=memory).cosines[:, -1]
    on_g = vectors[rows] @ direction
    rest = 1 - (1 - repelled.threshold) ** 2 * (1 - on_g**2)
    ceiling = np.where(rest > 0, np.abs(on_g) / np.sqrt(np.where(rest > 0, rest, 1)), np.inf)
    return np.asarray(floor < ceiling + 1e-4)  # far more than the rounding of either


def descended(
    vectors: NDArray[np.float32],
    direction: NDArray[np.float64],
    rows: NDArray[np.int64],
    away: NDArray[np.int32],  # what `repelled_rows` found for them
    objective: Objective,
) -> Arrays:
    """The new vector and the objective before and after of each row; none depends on the others' company."""
    from corefair.geometry.ran_compiled import descend

    changed = np.empty((len(rows), vectors.shape[1]), np.float32)
    losses = np.empty((len(rows), 2))

    def some(start: int) -> None:
        part = slice(start, start + _CHUNK)
        descend(vectors, direction, rows[part], away[part], objective, changed[part], losses[part])

    # Threads of our own, not Numba's: those take equal shares of unequal words, and some builds of them
    # abort the program when two calls meet.
    with ThreadPoolExecutor(n_cores()) as pool:
        list(pool.map(some, range(0, len(rows), _CHUNK)))
    return {"changed": changed, "losses": losses}
