"""The published vectors, each read once for all tests, and the mark of tests that need them."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from corefair.io.vectors import read_vectors
from corefair.types import Embeddings

# Suites of vectors that scaling, or the same vectors with fewer words, must not make better or worse.
ASK = (
    "categorisation",
    "clustering",
    "direct_bias",
    "gipe",
    "indirect_bias",
    "neighbour_ranks",
    "recoverability",
    "similarity",
)
DATA = Path(os.environ.get("COREFAIR_DATA", ""))
published = pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="set COREFAIR_DATA to the folder of published sets"
)


@cache
def glove() -> Embeddings:
    """GloVe, 50,000 words in 100 dimensions, lower case."""
    return read_vectors(DATA / "vectors" / "glove.6B.100d.50k.txt.gz")


@cache
def googlenews() -> Embeddings:
    """word2vec on news, 26,423 words in 300 dimensions, of length one."""
    return read_vectors(DATA / "vectors" / "googlenews-26k.bin.gz")
