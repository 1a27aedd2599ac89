"""Word vectors from files."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from corefair.types import Embeddings


def read_vectors(path: str | Path) -> Embeddings:
    """The words and vectors of a file."""
    path = Path(path)
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    if ".bin" in path.name:
        header, _, rest = data.partition(b"\n")
        n, dim = map(int, header.split())
        words, vectors, at = [], np.empty((n, dim), np.float32), 0
        for i in range(n):
            end = rest.index(b" ", at)
            words.append(rest[at:end].strip().decode())
            vectors[i] = np.frombuffer(rest, "<f4", dim, end + 1)
            at = end + 1 + 4 * dim
        return Embeddings(tuple(words), vectors, path.name)
    lines = [line.split(" ") for line in data.decode().splitlines()]
    return Embeddings(
        tuple(line[0] for line in lines), np.array([line[1:] for line in lines], np.float32), path.name
    )
