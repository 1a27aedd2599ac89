"""A file of word vectors as Embeddings: which format it is, from the cache or anew, with its history."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, UnknownName
from corefair.io.vectors import cache as cached
from corefair.io.vectors.binary import read_binary
from corefair.io.vectors.checking import Blocks, VectorCounts, collect
from corefair.io.vectors.npy import read_npy
from corefair.io.vectors.sidecar import history_of
from corefair.io.vectors.source import Source, detect, head_of, vocabulary
from corefair.io.vectors.tensors import has_words, read_safetensors
from corefair.io.vectors.text import read_text
from corefair.runs.cache import Unusable
from corefair.runs.content import digest
from corefair.types import Embeddings

READERS: dict[str, Callable[[Source, int], Blocks]] = {
    "glove": read_text,
    "word2vec": read_text,
    "binary": read_binary,
    "npy": read_npy,
    "safetensors": read_safetensors,
}


_OF_CACHE = "read without the cache"  # which says nothing of the vectors


def read_vectors(
    path: str | Path,
    *,
    format: str | None = None,
    limit: int | None = None,
    cache: bool = True,
    memory: int = 1 << 27,
) -> Embeddings:
    """The words and vectors of a file, as `read_vectors_counted` reads them."""
    return read_vectors_counted(path, format=format, limit=limit, cache=cache, memory=memory)[0]


def read_vectors_noted(path: str | Path) -> Embeddings:
    """The same for a person at work: a warning tells of each thing in the file that somebody should know."""
    emb, counts = read_vectors_counted(path)
    for note in counts.notes():
        warnings.warn(f"{path}: {note}", stacklevel=2)
    return emb


def read_vectors_counted(
    path: str | Path,
    *,
    format: str | None = None,  # glove, word2vec, binary, npy or safetensors; by content if not given
    limit: int | None = None,  # read no more than so many words, from the beginning; leaves the cache alone
    cache: bool = True,
    memory: int = 1 << 27,  # bytes to work in, beside the words and vectors
) -> tuple[Embeddings, VectorCounts]:
    """The words and vectors of a file, and what was found in it that somebody should know of.

    The first read converts the file into the cache; a later one maps that into memory, where processes share
    it. The cache goes by the content of the file, never by its name alone.
    """
    path = Path(path)
    if limit is not None and limit < 1:
        raise DataError(f"a limit of {limit} words leaves nothing to read", path=str(path))
    source = _source(path, format)

    def blocks() -> Blocks:
        return READERS[source.format](source, memory)

    found, remarks = None, []
    if cache and limit is None:
        try:
            found = cached.read(source, blocks)
        except Unusable as trouble:
            remarks.append(f"{_OF_CACHE}: {trouble}")
    words, vectors, counts, content = found or (*_in_memory(source, blocks(), limit), None)
    history, remark = history_of(path, lambda: content or digest(source.files))
    if remark:
        remarks.append(remark)
    counts = replace(counts, remarks=tuple(remarks))
    noticed = [note for note in counts.notes() if not note.startswith(_OF_CACHE)]
    if noticed:
        history = (*history, f"read from {path.name}: {'; '.join(noticed)}")
    return Embeddings(words, vectors, path.name, history), counts


def _source(path: Path, format: str | None) -> Source:
    if format is not None and format not in READERS:
        raise UnknownName("vector format", format, READERS)
    head = head_of(path)
    format = format or detect(head, path)
    needs_words = format == "npy" or (format == "safetensors" and not has_words(path))
    beside = vocabulary(path) if needs_words else None
    return Source(path, format, (path, beside) if beside else (path,))


def _in_memory(
    source: Source, blocks: Blocks, limit: int | None
) -> tuple[tuple[str, ...], NDArray[np.float32], VectorCounts]:
    parts: list[NDArray[np.float32]] = []
    words, counts = collect(blocks, parts.append, path=source.path, limit=limit)
    vectors = np.empty((counts.words, counts.dim), dtype=np.float32)
    row = counts.words
    while parts:  # each part is freed once it is copied, so that the vectors are never held twice
        part = parts.pop()
        row -= len(part)
        vectors[row : row + len(part)] = part
    vectors.setflags(write=False)
    return tuple(words), vectors, counts
