"""Words and their vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingWords


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Words and their vectors, in order, with the story of what was done to them.

    >>> emb = Embeddings(("she", "he"), np.eye(2, dtype=np.float32))
    >>> "he" in emb, emb["he"].tolist()
    (True, [0.0, 1.0])
    >>> emb.changed(emb.vectors * 2, "doubled").history
    ('doubled',)
    """

    words: tuple[str, ...]
    vectors: NDArray[np.float32]  # [n_words, dim], read-only
    name: str = "vectors"
    history: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or len(self.vectors) != len(self.words):
            raise DataError(
                f"{self.name}: {len(self.words)} words, but vectors of shape {self.vectors.shape}"
            )
        if self.vectors.dtype != np.float32 or self.vectors.flags.writeable:
            vectors = self.vectors.astype(np.float32)  # a copy: what was given stays its owner's
            vectors.setflags(write=False)
            object.__setattr__(self, "vectors", vectors)

    @cached_property
    def row_of(self) -> Mapping[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}

    @property
    def dim(self) -> int:
        """How many numbers a vector has."""
        return int(self.vectors.shape[1])

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.row_of

    def __getitem__(self, word: str) -> NDArray[np.float32]:
        if word not in self.row_of:
            raise MissingWords([word], of=1, name=self.name)
        vector: NDArray[np.float32] = self.vectors[self.row_of[word]]
        return vector

    def changed(self, vectors: NDArray[np.floating], step: str) -> Embeddings:
        """The same words with other vectors, and one more step in their history."""
        return Embeddings(self.words, vectors, self.name, (*self.history, step))
