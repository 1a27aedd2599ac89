"""Vectors beside those they were made from, row by row the same words."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.direction import unit
from corefair.types import Embeddings


class SameWords:
    """The words that both have, in the order of the first, and the vectors of both at length one."""

    def __init__(self, emb: Embeddings, original: Embeddings) -> None:
        self.emb, self.original = emb, original

    @cached_property
    def units(self) -> NDArray[np.float32]:
        """[n_words, dim]"""
        return _units(self.emb)

    @cached_property
    def original_units(self) -> NDArray[np.float32]:
        """[n_words, dim of the original]"""
        return self.units if self.original is self.emb else _units(self.original)

    @cached_property
    def has_direction(self) -> NDArray[np.bool_]:
        """Whether a word's vector is longer than zero, in both: [n_words]."""
        both: Any = self.units.any(axis=1) & self.original_units.any(axis=1)
        return np.asarray(both)


def same_words(emb: Embeddings, original: Embeddings) -> SameWords:
    """Both with the words they share; as they are where they share all.

    >>> emb = Embeddings(("she", "he"), np.eye(2, dtype=np.float32))
    >>> same_words(emb, Embeddings(("he", "her"), np.eye(2, dtype=np.float32))).emb.words
    ('he',)
    """
    if emb is original or emb.words == original.words:
        return SameWords(emb, original)
    words = tuple(word for word in emb.words if word in original)
    return SameWords(_only(emb, words), _only(original, words))


def _only(emb: Embeddings, words: tuple[str, ...]) -> Embeddings:
    rows = np.array([emb.row_of[word] for word in words], dtype=np.int64)
    return Embeddings(words, emb.vectors[rows], emb.name, emb.history)


def _units(emb: Embeddings) -> NDArray[np.float32]:
    made: NDArray[np.float32] = unit(emb.vectors).astype(np.float32, copy=False)
    return made
