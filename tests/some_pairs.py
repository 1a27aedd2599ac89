"""Small co-occurrences for tests of the training: written as pairs, with a vocabulary to match."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.vocabulary import Vocabulary


def pairs_of(counts: NDArray[np.float64], path: Path) -> Pairs:
    """The positive entries of a matrix [n_words, n_words], as the counting stage would leave them."""
    words, contexts = np.nonzero(counts)
    records = np.empty(len(words), PAIR)
    records["word"], records["context"], records["count"] = words, contexts, counts[words, contexts]
    records.tofile(path)
    return Pairs(path)


def vocabulary_of(words: list[str] | int) -> Vocabulary:
    """These words, or so many."""
    names = tuple(f"word{i}" for i in range(words)) if isinstance(words, int) else tuple(words)
    return Vocabulary(names, np.arange(len(names), 0, -1))


def random_counts(n_words: int, *, seed: int = 0, share: float = 0.3) -> NDArray[np.float64]:
    """A symmetric matrix with few large and many small counts."""
    rng = np.random.default_rng(seed)
    counts = np.exp(rng.normal(0.0, 2.0, (n_words, n_words))) * (rng.random((n_words, n_words)) < share)
    return np.asarray(counts + counts.T)
