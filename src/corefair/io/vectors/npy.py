"""Vectors as NumPy saves an array, X.npy, with the words in X.vocab or X.txt beside it, one a line."""

from __future__ import annotations

import sys
from collections.abc import Generator
from io import BytesIO
from pathlib import Path
from typing import IO

import numpy as np
from numpy.lib import format as npy_format

from corefair.errors import DataError
from corefair.io.damaged import damaged
from corefair.io.vectors.arrays import block_of, read_rows, words_beside
from corefair.io.vectors.checking import Block
from corefair.io.vectors.packing import between, is_packed, pieces
from corefair.io.vectors.source import Source
from corefair.types import Embeddings


def read_npy(source: Source, memory: int) -> Generator[Block, None, None]:
    """The rows of the array, in blocks; it is never unpickled."""
    path = source.path
    head = BytesIO(next(pieces(path, 1 << 16), b""))
    with damaged(path, "a sound .npy file"):
        version = npy_format.read_magic(head)
        read_header = (
            npy_format.read_array_header_1_0 if version == (1, 0) else npy_format.read_array_header_2_0
        )
        shape, by_column, dtype = read_header(head)
    if dtype.kind != "f" or len(shape) != 2 or min(shape) < 1:
        raise DataError(
            f"an array of {dtype} and shape {shape}, where floats of shape (words, dimensions) were expected",
            path=str(path),
        )
    n_words, dim = shape
    words = words_beside(source, n_words)
    start, end = head.tell(), head.tell() + n_words * dim * dtype.itemsize
    if not by_column:
        yield from read_rows(source, words, dim, dtype, start=start, memory=memory)
        yield from _rest(path, end, dim)
        return
    if is_packed(path):
        raise DataError("packed, and stored column after column: unpack it first", path=str(path))
    try:
        with damaged(path, "a sound .npy file"):
            array = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    step = max(memory // (8 * dim * dtype.itemsize), 1)
    for start in range(0, n_words, step):
        yield block_of(words[start : start + step], array[start : start + step], start)
    yield from _rest(path, end, dim)


def _rest(path: Path, end: int, dim: int) -> Generator[Block, None, None]:
    """A block without words that tells of bytes after the array, if there are any."""
    if is_packed(path):
        after = sum(map(len, between(path, end, sys.maxsize, 1 << 20)))
    else:
        after = path.stat().st_size - end
    if after:
        yield Block([], np.empty((0, dim), np.float32), np.empty(0, np.int64), unit="word", bytes_after=after)


def write_npy(emb: Embeddings, out: IO[bytes]) -> None:
    """The array, in little-endian 32-bit floats."""
    npy_format.write_array_header_1_0(
        out, {"descr": "<f4", "fortran_order": False, "shape": emb.vectors.shape}
    )
    write_rows(emb, out)


def write_rows(emb: Embeddings, out: IO[bytes]) -> None:
    """The vectors row after row, a block at a time."""
    for start in range(0, len(emb), 4096):
        out.write(np.ascontiguousarray(emb.vectors[start : start + 4096], dtype="<f4").tobytes())
