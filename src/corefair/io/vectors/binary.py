"""Vectors as word2vec writes them: a line `words dimensions`, then each word, a space and 32-bit floats."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, NoReturn

import numpy as np

from corefair.errors import DataError
from corefair.io.vectors.checking import Block, check_header
from corefair.io.vectors.packing import ahead, is_packed, pieces
from corefair.io.vectors.source import Source, header_of
from corefair.types import Embeddings

_LONGEST_WORD = 1 << 16  # bytes


def read_binary(source: Source, memory: int) -> Generator[Block, None, None]:
    """The words of the file, in blocks; a line feed after each vector may be there or not."""
    with closing(ahead(pieces(source.path, max(memory // 8, 1 << 12)))) as stream:
        yield from _blocks(source.path, stream)


def _blocks(path: Path, stream: Iterator[bytes]) -> Iterator[Block]:
    data = next(stream, b"")
    header = header_of(data)
    if header is None:
        raise DataError("no header `words dimensions` on the first line", path=str(path), line=1)
    announced, dim, at = header
    check_header(announced, dim, path)
    needed = at + announced * (4 * dim + 2)  # a word of one byte, a space
    if not is_packed(path) and (there := path.stat().st_size) < needed:
        raise DataError(
            f"the header announces {announced:,} words of {dim} numbers, at least {needed:,} bytes, but the "
            f"file has {there:,}: it was cut short, or its header is wrong",
            path=str(path),
            line=1,
        )
    n_words, offset = 0, 0  # words before this block; where `data` begins in the unpacked file
    while True:
        words: list[bytes] = []
        vectors: list[bytes] = []
        while n_words + len(words) < announced:
            space = data.find(b" ", at, at + _LONGEST_WORD)
            if space < 0 or len(data) < space + 1 + 4 * dim:
                break
            word = data[at:space].lstrip(b"\n")
            if b"\n" in word:
                _out_of_step(n_words + len(words) + 1, offset + at, word, path)
            words.append(word)
            vectors.append(data[space + 1 : space + 1 + 4 * dim])
            at = space + 1 + 4 * dim
        if words:
            numbers = np.arange(n_words + 1, n_words + len(words) + 1)
            floats = np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(words), dim)
            yield Block(words, floats.astype(np.float32, copy=False), numbers, unit="word")
            n_words += len(words)
        if n_words == announced:
            break
        if space < 0 and len(data) - at >= _LONGEST_WORD:
            _out_of_step(n_words + 1, offset + at, data[at : at + _LONGEST_WORD], path)
        piece = next(stream, b"")
        if not piece:
            raise DataError(
                f"ends inside word {n_words + 1:,} of {announced:,} (byte {offset + len(data):,}): the file "
                "was cut short: fetch it again",
                path=str(path),
            )
        data, offset, at = data[at:] + piece, offset + at, 0
    rest = data[at:]
    while not rest.strip() and (piece := next(stream, b"")):
        rest, offset, at = piece, offset + len(data), 0
        data = piece
    if rest.strip():
        raise DataError(
            f"more follows after the {announced:,} words of {dim} numbers that the header announces (byte "
            f"{offset + at:,}): the header is wrong",
            path=str(path),
        )


def write_binary(emb: Embeddings, out: IO[bytes]) -> None:
    """The bytes that word2vec would write, with a line feed after each vector."""
    out.write(b"%d %d\n" % (len(emb), emb.dim))
    for start in range(0, len(emb), 4096):
        rows = np.ascontiguousarray(emb.vectors[start : start + 4096], dtype="<f4")
        words = emb.words[start : start + 4096]
        out.write(
            b"".join(
                word.encode() + b" " + row.tobytes() + b"\n" for word, row in zip(words, rows, strict=True)
            )
        )


def _out_of_step(number: int, at: int, word: bytes, path: Path) -> NoReturn:
    raise DataError(
        f"word {number:,} (byte {at:,}) cannot be {word[:20]!r}: the header's dimensions are wrong, or bytes "
        "are missing before it",
        path=str(path),
    )
