"""Word vectors for tests: random ones for most words of some documents."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from corefair.types import Document, Embeddings


def vectors_for(docs: Iterable[Document], *, dim: int = 12, seed: int = 0) -> Embeddings:
    """A vector for every word of two letters or more, as in the published files."""
    words = tuple(sorted({word.lower() for doc in docs for word in doc.words if len(word) > 1}))
    return Embeddings(words, np.random.default_rng(seed).normal(size=(len(words), dim)).astype(np.float32))
