"""Made-up vectors in which gender is the first dimension and nothing else knows of it."""

from __future__ import annotations

from itertools import islice, product
from string import ascii_lowercase

import numpy as np

from corefair.geometry.direction import definitional_pairs
from corefair.types import Embeddings


def gendered_vectors(n_words: int = 1800, dim: int = 12, *, seed: int = 0) -> Embeddings:
    """The definitional pairs at ±1 in the first dimension, then words of random lean in it."""
    rng = np.random.default_rng(seed)
    pairs = definitional_pairs()
    named = [word for pair in pairs for word in pair]
    others = ["q" + "".join(letters) for letters in islice(product(ascii_lowercase, repeat=3), n_words)]
    vectors = rng.normal(size=(len(named) + n_words, dim))
    middles = rng.normal(size=(len(pairs), dim - 1))
    vectors[: len(named), 1:] = np.repeat(middles, 2, axis=0)
    vectors[: len(named), 0] = np.tile([4.0, -4.0], len(pairs))
    vectors[len(named) :, 0] *= 3
    return Embeddings((*named, *others), vectors.astype(np.float32), "made up")


def without_gender(emb: Embeddings) -> Embeddings:
    """The same with the first dimension at 0."""
    vectors = emb.vectors.copy()
    vectors[:, 0] = 0
    return emb.changed(vectors, "first dimension removed")


def shuffled(emb: Embeddings, *, seed: int = 1) -> Embeddings:
    """The same words in another order."""
    order = np.random.default_rng(seed).permutation(len(emb))
    return Embeddings(tuple(emb.words[row] for row in order), emb.vectors[order], emb.name)
