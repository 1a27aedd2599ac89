"""Analogy questions answered by both rules at once, in blocks of the vocabulary.

a is to a* as b is to x: 3CosAdd takes the x with the largest cos(x, a*) - cos(x, a) + cos(x, b), 3CosMul
that with the largest cos(x, a*) cos(x, b) / (cos(x, a) + ε), each cosine moved to [0, 1] by (1 + cos) / 2 and
ε = .001 (Levy & Goldberg 2014, section 6). Both need the cosines of the words asked about and no others:
thousands of questions are made of hundreds of words, so these are multiplied with the vocabulary once.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingExtra
from corefair.geometry.direction import unit
from corefair.types import Said

EPSILON = 1e-3
CLOSE = 1e-9  # scores nearer than this differ by rounding only: the lower row wins
CELLS = 2**20  # cosines held at once, 8 MB: they stay in the cache while every question reads them
NARROWEST = 64  # words in a block however many are asked about

Doubles = NDArray[np.float64]
Rows = NDArray[np.int64]


class Answers(NamedTuple):
    """The row that each rule answers each question with."""

    add: Rows  # [n_questions], 3CosAdd
    mul: Rows  # [n_questions], 3CosMul


class Best(NamedTuple):
    """The best of the vocabulary so far for each question: its score and its row, by each rule."""

    add_score: Doubles
    add_row: Rows
    mul_score: Doubles
    mul_row: Rows


def solve(
    vectors: NDArray[np.floating],  # [n_words, dim], of any length
    questions: NDArray[np.integer],  # [n_questions, 3]: rows of a, a*, b
    *,
    progress: Said | None = None,
) -> Answers:
    """The answer to each question among all words but its own three; of equal ones the lowest row.

    Cosines are taken in double precision, so that answers do not depend on how a product was cut into blocks.

    >>> king, man, woman, queen = [1.0, 1, 0], [0.0, 1, 0], [0.0, 0, 1], [1.0, 0, 1]
    >>> vectors = np.array([king, man, woman, queen, [-1.0, 0, 0]])
    >>> solve(vectors, np.array([[1, 0, 2]])).add  # man is to king as woman is to the word in row …
    array([3])
    """
    asked_rows = _checked(questions, len(vectors))
    distinct, place = np.unique(asked_rows, return_inverse=True)
    asked = place.reshape(-1, 3)
    excluded = np.sort(asked_rows, axis=1)
    halves = _unit_rows(vectors[distinct]) / 2  # [n_distinct, dim]
    n = len(asked_rows)
    best = Best(np.full(n, -np.inf), np.zeros(n, np.int64), np.full(n, -np.inf), np.zeros(n, np.int64))
    update = _updater()
    step = max(NARROWEST, CELLS // max(1, len(distinct)))
    n_threads = os.cpu_count() or 1
    share = -(-n // (4 * n_threads))  # questions handed out at once; some shares take longer than others
    parts = [slice(first, first + share) for first in range(0, n, share or 1)]
    with ThreadPoolExecutor(n_threads) as pool:
        for start in range(0, len(vectors) if n else 0, step):
            block = _unit_rows(vectors[start : start + step])
            shifted = halves @ block.T  # [n_distinct, step]
            shifted += 0.5

            def work(part: slice, shifted: Doubles = shifted, start: int = start) -> None:
                theirs = (each[part] for each in best)
                update(shifted, asked[part], excluded[part], start, EPSILON, CLOSE, *theirs)

            deque(pool.map(work, parts), maxlen=0)
            if progress:
                progress("words", start + len(block), len(vectors))
    return Answers(best.add_row, best.mul_row)


def _checked(questions: NDArray[np.integer], n_words: int) -> Rows:
    rows = np.asarray(questions, dtype=np.int64)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise DataError(f"a question is three rows, a a* b, but the questions have the shape {rows.shape}")
    if rows.size and not 0 <= rows.min() <= rows.max() < n_words:
        raise DataError(f"questions ask about rows {rows.min()} to {rows.max()} of {n_words} words")
    if rows.size and n_words < 4:
        raise DataError(f"an analogy needs a fourth word to answer with, and there are {n_words}")
    return rows


def _unit_rows(vectors: NDArray[np.floating]) -> Doubles:
    if not np.isfinite(vectors).all():
        raise DataError("there are values that are not finite in the vectors: they have no cosines")
    return np.asarray(unit(vectors.astype(np.float64)), dtype=np.float64)


def _updater() -> Callable[..., None]:
    """Compiled where Numba is here; without it the same in NumPy, several times slower."""
    try:
        from corefair.geometry.analogies_compiled import update
    except MissingExtra:
        return update_in_numpy
    return update


def update_in_numpy(
    shifted: Doubles,  # [n_distinct, n_block]: (1 + cos) / 2 of the words asked about
    asked: Rows,  # [n_questions, 3]: rows of `shifted`
    excluded: Rows,  # [n_questions, 3]: rows of the vocabulary, sorted
    start: int,  # the block's first row of the vocabulary
    epsilon: float,
    close: float,
    add_score: Doubles,
    add_row: Rows,
    mul_score: Doubles,
    mul_row: Rows,
) -> None:
    """Put the block's words in place of what was best so far where they are better."""
    width = shifted.shape[1]
    step = max(1, CELLS // width)
    for first in range(0, len(asked), step):
        some = slice(first, first + step)
        from_a, to_a, from_b = (shifted[asked[some, part]] for part in range(3))  # [n_some, n_block]
        own = excluded[some] - start  # [n_some, 3]
        question, part = np.nonzero((own >= 0) & (own < width))
        for scores, best, row in (
            (to_a + from_b - from_a, add_score[some], add_row[some]),
            (to_a * from_b / (from_a + epsilon), mul_score[some], mul_row[some]),
        ):
            scores[question, own[question, part]] = -np.inf
            top = scores.max(axis=1)
            better = top > best + close
            row[better] = start + (scores[better] >= top[better, None] - close).argmax(axis=1)
            best[better] = top[better]
