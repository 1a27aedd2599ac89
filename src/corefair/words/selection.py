"""What a method says of every word: whether it is to stay as it is, why, and how strongly that was felt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError


@dataclass(frozen=True, eq=False)
class Selection:
    """The words of a vocabulary in their order, and which of them are preserved.

    >>> chosen = Selection("kbc", ("she", "nurse"), ("stop word", ""), np.array([1.0, 0.0]))
    >>> chosen.preserve, chosen.why
    (('she',), {'she': 'stop word'})
    """

    by: str
    words: tuple[str, ...]
    reasons: tuple[str, ...]  # why a word is preserved; empty if it may be changed
    scores: NDArray[np.float64]  # [n_words], higher is more gender-specific
    notes: tuple[str, ...] = ()  # what a reader should know of how it was made

    def __post_init__(self) -> None:
        if not len(self.words) == len(self.reasons) == len(self.scores):
            counts = f"{len(self.words)} words, {len(self.reasons)} reasons, {len(self.scores)} scores"
            raise DataError(f"a selection says one thing of each word, not {counts}")

    @cached_property
    def why(self) -> Mapping[str, str]:
        """The reason for each preserved word, in the order of the vocabulary."""
        return {word: reason for word, reason in zip(self.words, self.reasons, strict=True) if reason}

    @property
    def preserve(self) -> tuple[str, ...]:
        """The preserved words, in the order of the vocabulary."""
        return tuple(self.why)

    @property
    def change(self) -> tuple[str, ...]:
        """The words that may be changed."""
        return tuple(word for word in self.words if word not in self.why)
