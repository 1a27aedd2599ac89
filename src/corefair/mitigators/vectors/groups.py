"""Which words lean furthest to either side of the gender direction, and which to neither."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.geometry.direction import unit
from corefair.mitigators.vectors.changes import BLOCK, Array
from corefair.types import Embeddings

Rows = NDArray[np.int64]


class Groups(NamedTuple):
    """Rows of three groups of the same size, by projection on the gender direction, the strongest first."""

    feminine: Rows
    masculine: Rows
    neutral: Rows  # those nearest to zero


def groups(
    emb: Embeddings, direction: Array, n_words: int, *, among: NDArray[np.bool_] | None = None
) -> Groups:
    """The `n_words` most feminine, most masculine and most neutral words; a third of the words at most.

    >>> emb = Embeddings(tuple("abcdef"), np.array([[x, 1] for x in (3, 0, -2, 9, -9, 0.1)], np.float32))
    >>> [rows.tolist() for rows in groups(emb, np.array([1.0, 0.0]), 7500)]
    [[3, 0], [4, 2], [1, 5]]
    """
    leaning = projections(emb, direction)
    rows = np.arange(len(emb)) if among is None else np.flatnonzero(among)
    size = min(n_words, len(rows) // 3)
    if n_words < 1:
        raise DataError(f"n_words is {n_words}, and must be 1 or more")
    if size < 1:
        raise DataError(f"{emb.name}: {len(rows)} words to learn from, too few for three groups")
    order = rows[np.argsort(-leaning[rows], kind="stable")]
    between = order[size : len(order) - size]
    neutral = between[np.argsort(np.abs(leaning[between]), kind="stable")][:size]
    return Groups(order[:size], order[::-1][:size], neutral)


def projections(emb: Embeddings, direction: Array) -> Array:
    """Each word's cosine with a unit direction [n_words]."""
    starts = range(0, len(emb), BLOCK)
    blocks = [unit(emb.vectors[start : start + BLOCK].astype(np.float64)) @ direction for start in starts]
    return np.concatenate(blocks) if blocks else np.empty(0)


class Moments(NamedTuple):
    """Sums over unit vectors, from which means and covariances are made."""

    n: int
    total: Array  # [dim], Σ x
    gram: Array  # [dim, dim], Σ x xᵀ


def moments(emb: Embeddings, among: NDArray[np.bool_] | None = None) -> Moments:
    """The sums over all words, or over those `among` marks, in one pass."""
    n, total, gram = 0, np.zeros(emb.dim), np.zeros((emb.dim, emb.dim))
    for start in range(0, len(emb), BLOCK):
        vectors = emb.vectors[start : start + BLOCK]
        vectors = vectors if among is None else vectors[among[start : start + BLOCK]]
        vectors = unit(vectors.astype(np.float64))
        n, total, gram = n + len(vectors), total + vectors.sum(axis=0), gram + vectors.T @ vectors
    return Moments(n, total, gram)
