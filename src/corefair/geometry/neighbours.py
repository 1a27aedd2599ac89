"""The nearest neighbours of words by cosine, exact, in blocks, so that no n × n matrix is ever held."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.compute.threads import n_cores
from corefair.errors import DataError, MissingExtra
from corefair.geometry import neighbours_numpy
from corefair.geometry.direction import lengths, unit
from corefair.types import Embeddings, Said

LENGTH_ERROR = 1e-3  # how far from 1 a length may be

Rows = NDArray[np.int64] | NDArray[np.int32] | Sequence[int]


class Neighbours(NamedTuple):
    """For each query its nearest words, nearest first; ties by row, the word itself left out."""

    rows: NDArray[np.int32]  # [n_queries, k]
    cosines: NDArray[np.float32]  # [n_queries, k]


def neighbours(
    vectors: NDArray[np.float32],  # [n, dim], of unit length, or zero
    k: int,
    *,
    queries: Rows | None = None,  # rows; all of them if not given
    among: Rows | None = None,  # rows to search in; all of them if not given
    memory: int = 1 << 30,  # bytes to work in, beside the vectors, the answer and row numbers
    threads: int | None = None,  # as many as there are cores if not given
    progress: Said | None = None,
) -> Neighbours:
    """The k nearest rows of each query, or as many as there are.

    Exact, and the same whatever the memory and the threads: ranked by cosines in double precision, those
    nearer to each other than 2⁻⁴⁰ by row. The answer takes 8 · k bytes a query, 1.6 GB for two million words
    and k = 100; `neighbour_blocks` gives it in parts.

    >>> east, north = [1.0, 0.0], [0.0, 1.0]
    >>> neighbours(np.array([east, north, [0.6, 0.8]], np.float32), 2).rows.tolist()
    [[2, 1], [2, 0], [1, 0]]
    """
    n_queries = len(vectors) if queries is None else len(queries)
    found: Neighbours | None = None
    start = 0
    blocks = neighbour_blocks(
        vectors, k, queries=queries, among=among, memory=memory, threads=threads, progress=progress
    )
    for rows, block in blocks:
        if len(rows) == n_queries:
            return block
        if found is None:
            shape = n_queries, block.rows.shape[1]
            found = Neighbours(np.empty(shape, np.int32), np.empty(shape, np.float32))
        found.rows[start : start + len(rows)] = block.rows
        found.cosines[start : start + len(rows)] = block.cosines
        start += len(rows)
    return found or Neighbours(np.empty((0, 0), np.int32), np.empty((0, 0), np.float32))


def neighbour_blocks(
    vectors: NDArray[np.float32],  # [n, dim], of unit length, or zero
    k: int,
    *,
    queries: Rows | None = None,
    among: Rows | None = None,
    memory: int = 1 << 30,  # bytes to work in, beside the vectors; the part given out is in it
    threads: int | None = None,
    progress: Said | None = None,
) -> Iterator[tuple[NDArray[np.int32], Neighbours]]:
    """`neighbours` in parts, as (query rows, theirs), in order: for those who need not hold all at once."""
    vectors, is_zero = _checked(vectors)
    asked = _rows(queries, len(vectors), "queries")
    candidates = np.unique(_rows(among, len(vectors), "among"))
    if k < 1:
        raise DataError(f"at least one neighbour is looked for, not {k}")
    k = min(k, len(candidates) - int(np.isin(asked, candidates).any()))
    search, step = _search_and_step(vectors, len(asked), candidates, k, memory=memory, threads=threads)
    for start in range(0, len(asked), step):
        block = asked[start : start + step]

        def report(share: float, start: int = start, n: int = len(block)) -> None:
            if progress:
                progress("words", start + int(share * n), len(asked))

        yield block, _block(vectors, is_zero, block, candidates, k, search, report)


def nearest(emb: Embeddings, word: str, k: int = 10) -> list[tuple[str, float]]:
    """The k words nearest to a word by cosine, nearest first.

    >>> emb = Embeddings(("north", "east", "north-east"), np.array([[0, 2], [1, 0], [3, 3]], np.float32))
    >>> [(word, round(cosine, 4)) for word, cosine in nearest(emb, "north", 1)]
    [('north-east', 0.7071)]
    """
    emb[word]  # says so if it is not there
    found = neighbours(unit(emb.vectors).astype(np.float32), k, queries=[emb.row_of[word]])
    words = [emb.words[row] for row in found.rows[0]]
    return list(zip(words, found.cosines[0].tolist(), strict=True))


Search = Callable[..., tuple[NDArray[np.int32], NDArray[np.float32]]]


def _search_and_step(
    vectors: NDArray[np.float32],
    n_queries: int,
    candidates: NDArray[np.int32],
    k: int,
    *,
    memory: int,
    threads: int | None,
) -> tuple[Search, int]:
    """How to search, and for how many queries at once; without Numba in NumPy alone."""
    try:
        from corefair.geometry import neighbours_tiled
    except MissingExtra:
        return neighbours_numpy.search, neighbours_numpy.together(len(candidates), memory=memory)
    how = neighbours_tiled.plan(n_queries, vectors.shape[1], k, memory=memory, threads=threads or n_cores())
    return partial(neighbours_tiled.search, how=how), how.queries


def _block(
    vectors: NDArray[np.float32],
    is_zero: NDArray[np.bool_],
    asked: NDArray[np.int32],
    candidates: NDArray[np.int32],
    k: int,
    search: Search,
    report: Callable[[float], None],
) -> Neighbours:
    """The neighbours of some queries: each is searched for once, those without direction not at all."""
    queries, place = np.unique(asked, return_inverse=True)
    rows, cosines = np.zeros((len(queries), k), np.int32), np.zeros((len(queries), k), np.float32)
    zero = is_zero[queries]
    for i in np.flatnonzero(zero):  # as near to all words: the first ones
        few = candidates[: k + 1]
        rows[i] = few[few != queries[i]][:k]
    if k and not zero.all():
        found = search(vectors, queries[~zero], candidates, k, report=report)
        if not zero.any() and len(queries) == len(asked) and (place[:-1] < place[1:]).all():
            return Neighbours(*found)
        rows[~zero], cosines[~zero] = found
    return Neighbours(rows[place], cosines[place])


def _checked(vectors: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The vectors as the search needs them, and which are zero."""
    vectors = np.ascontiguousarray(vectors, dtype=np.float32).view()
    vectors.setflags(write=False)
    long = lengths(vectors)
    wrong = np.flatnonzero(~((np.abs(long - 1) < LENGTH_ERROR) | (long == 0)))
    if len(wrong):
        raise DataError(
            f"{len(wrong)} of {len(vectors)} vectors are not of unit length (row {wrong[0]}: "
            f"{long[wrong[0]]:.3g}); cosines need them so: see geometry.direction.unit"
        )
    return vectors, long == 0


def _rows(rows: Rows | None, n: int, name: str) -> NDArray[np.int32]:
    if rows is None:
        return np.arange(n, dtype=np.int32)
    array = np.asarray(rows, dtype=np.int64)
    if array.ndim != 1 or (len(array) and (array.min() < 0 or array.max() >= n)):
        raise DataError(f"{name} must be row numbers from 0 to {n - 1}")
    return array.astype(np.int32)
