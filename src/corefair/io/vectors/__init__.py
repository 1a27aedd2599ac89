"""Word vectors from files and back: GloVe, word2vec, fastText, NumPy and safetensors, plain or packed."""

from corefair.io.vectors.checking import VectorCounts
from corefair.io.vectors.reading import read_vectors, read_vectors_counted, read_vectors_noted
from corefair.io.vectors.writing import check_writable, write_vectors

__all__ = [
    "VectorCounts",
    "check_writable",
    "read_vectors",
    "read_vectors_counted",
    "read_vectors_noted",
    "write_vectors",
]
