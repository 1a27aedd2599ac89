"""What .npy and safetensors share: rows of floats from a stream of bytes, and words from one text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.io.vectors.checking import Block
from corefair.io.vectors.packing import between
from corefair.io.vectors.source import VOCABULARIES, Source, is_number


def read_rows(
    source: Source,
    words: list[bytes],
    dim: int,
    dtype: np.dtype[np.generic],
    *,
    start: int,  # of the rows, in the unpacked file
    memory: int,
) -> Iterator[Block]:
    """The words with their vectors, which stand row after row in the file."""
    width = dim * dtype.itemsize
    end = start + len(words) * width
    waiting, done = b"", 0
    for piece in between(source.path, start, end, max(memory // 8, 1 << 12)):
        waiting += piece
        n_rows = len(waiting) // width
        if n_rows:
            rows = np.frombuffer(waiting, dtype, n_rows * dim).reshape(n_rows, dim)
            yield block_of(words[done : done + n_rows], rows, done)
            waiting, done = waiting[n_rows * width :], done + n_rows
    if done < len(words):
        raise DataError(
            f"ends inside the vector of word {done + 1:,} of {len(words):,}: the file was cut short",
            path=str(source.path),
        )


def block_of(words: list[bytes], rows: NDArray[np.generic], done: int) -> Block:
    """Rows of any floating type as a block; `done` words stand before it."""
    if rows.dtype == np.uint16:  # bfloat16: the upper half of 32 bits
        vectors = (rows.astype(np.uint32) << 16).view(np.float32)
    else:
        with np.errstate(over="ignore"):  # what is too large for 32 bits is refused by the collector
            vectors = rows.astype(np.float32)
    return Block(words, vectors, np.arange(done + 1, done + len(rows) + 1), unit="word")


def words_beside(source: Source, n_words: int) -> list[bytes]:
    """The words of the vocabulary file, one a line."""
    if len(source.files) < 2:
        names = " or ".join(f"the same name with {ending}" for ending in VOCABULARIES)
        raise DataError(f"there is no file of its words: {names}, one word a line", path=str(source.path))
    path = source.files[1]
    try:
        text = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    words = [line.removesuffix(b"\r") for line in text.removesuffix(b"\n").split(b"\n")]
    if b"" in words:
        raise DataError("no word on this line", path=str(path), line=words.index(b"") + 1)
    if len(words) != n_words:
        raise DataError(f"{len(words):,} words for {n_words:,} vectors", path=str(path), line=len(words))
    if path.suffix == ".txt" and all(is_number(word.rpartition(b" ")[2]) and b" " in word for word in words):
        raise DataError("words with numbers after them, where one word a line was expected", path=str(path))
    return words


def words_as_text(words: Iterable[str]) -> bytes:
    """One word a line, in UTF-8, with a line feed after the last."""
    return "".join(f"{word}\n" for word in words).encode()
