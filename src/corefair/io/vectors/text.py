"""Vectors as text, a word and its numbers a line: GloVe, or word2vec if it begins `words dimensions`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.io.files import CR_ALONE
from corefair.io.vectors.checking import Block, check_header
from corefair.io.vectors.packing import ahead, pieces
from corefair.io.vectors.parsing import parse_lines
from corefair.io.vectors.source import Source, header_of, is_number

_BOM = b"\xef\xbb\xbf"
_IN_NUMBERS = b"0123456789+-.eE"
_GAP = re.compile(rb"[ \t]+")
_LONGEST = 1 << 26  # bytes; a longer line is no vector
_SMALL = 1 << 20  # bytes; for a smaller file, loading Numba takes longer than doing without


def read_text(source: Source, memory: int) -> Generator[Block, None, None]:
    """The lines of the file, in blocks; the last `dim` fields of a line are its vector."""
    with closing(ahead(_whole_lines(source.path, max(memory // 8, 1 << 12)))) as texts:
        yield from _blocks(source, texts)


def _blocks(source: Source, texts: Iterator[bytes]) -> Iterator[Block]:
    path, dim, announced = source.path, 0, None
    line, n_words = 1, 0
    fast = path.stat().st_size >= _SMALL
    for text in texts:
        if not dim:
            text = text.removeprefix(_BOM)
            header = header_of(text) if source.format == "word2vec" else None
            if header:
                announced, dim, end = header
                check_header(announced, dim, path)
                text, line = text[end:], 2
            elif source.format == "word2vec":
                raise DataError("no header `words dimensions` on the first line", path=str(path), line=1)
            else:
                dim = _dimensions(text, path)
        try:
            block = _parse(text, dim, line, fast=fast)
        except DataError as error:
            told = "header" if announced is not None else "first lines"
            message = f"{error.message} (by its {told} the file has {dim} dimensions)"
            raise DataError(message, path=str(path), line=error.line) from None
        line += text.count(b"\n")
        n_words += len(block.words)
        if announced is not None and n_words > announced:
            row = len(block.words) - (n_words - announced)
            raise block.error(row, f"the header announces {announced:,} words, and here is one more", path)
        yield block
    if announced is not None and n_words < announced:
        raise DataError(
            f"the header announces {announced:,} words, but there are {n_words:,}: the file was cut short, "
            "or its first line is wrong",
            path=str(path),
            line=line - 1,
        )


def split_line(line: bytes, dim: int) -> tuple[bytes, list[float]] | None:
    """The word and the numbers of any line, None if it is blank: the rule, without haste.

    >>> split_line(b". . . 0.5 1e-2\\r", 2)
    (b'. . .', [0.5, 0.01])
    """
    fields = _GAP.split(line.rstrip(b" \t\r").lstrip(b" \t"))
    if fields == [b""]:
        return None
    if len(fields) <= dim:
        raise DataError(f"a word and {dim} numbers were expected, there are {len(fields)} fields")
    word, numbers = fields[:-dim], fields[-dim:]
    if any(map(is_number, word[1:])):  # a word may hold spaces; this one would hold a number
        if b"\r" in line.rstrip(b"\r"):
            raise DataError(CR_ALONE)
        spelled = b" ".join(word).decode(errors="replace")
        raise DataError(
            f"{len(fields) - 1} fields follow the first where {dim} numbers were expected, and the word "
            f"cannot be {spelled!r}: a word with spaces must not have a number among its later parts"
        )
    if (
        b"".join(numbers).translate(None, _IN_NUMBERS) == b""
    ):  # no nan, inf or underscore, which float accepts
        with suppress(ValueError):
            return b" ".join(word), list(map(float, numbers))
    odd = next(field for field in numbers if not is_number(field)).decode(errors="replace")
    raise DataError(f"{odd[:40]!r} is not a finite number")


def _whole_lines(path: Path, size: int) -> Generator[bytes, None, None]:
    waiting: list[bytes] = []
    n_waiting = 0
    for piece in pieces(path, size):
        end = piece.rfind(b"\n") + 1
        if _has_longer(piece, n_waiting):
            raise DataError(f"a line is longer than {_LONGEST:,} bytes: no text of vectors", path=str(path))
        if end:
            yield b"".join((*waiting, piece[:end]))
            waiting, n_waiting = [], 0
        waiting.append(piece[end:])
        n_waiting += len(piece) - end
    if n_waiting:
        yield b"".join(waiting)


def _has_longer(piece: bytes, before: int) -> bool:
    """Whether a line of it, the first of which has so many bytes before, is longer than one may be."""
    at = -before
    while len(piece) - at > _LONGEST:
        at = piece.rfind(b"\n", max(at, 0), at + _LONGEST + 1) + 1
        if not at:
            return True
    return False


def _dimensions(text: bytes, path: Path) -> int:
    """How many numbers most of the first lines end with; the first field of a line is never one."""
    n_numbers: Counter[int] = Counter()
    for found in islice(re.finditer(rb"[^\n]+", text), 100):
        fields = _GAP.split(found[0].strip(b" \t\r"))
        numeric = list(map(is_number, fields[:0:-1]))  # from the last to the second
        n_numbers[numeric.index(False) if False in numeric else len(numeric)] += fields != [b""]
    dim = max(n_numbers, key=n_numbers.__getitem__) if n_numbers else 0
    if not dim:
        raise DataError("no word followed by numbers: this is no text of vectors", path=str(path), line=1)
    return dim


def _parse(text: bytes, dim: int, first_line: int, *, fast: bool) -> Block:
    codes = np.frombuffer(text, dtype=np.uint8)
    ends = np.flatnonzero(codes == ord("\n"))
    if not text.endswith(b"\n"):
        ends = np.append(ends, len(codes))
    starts = np.concatenate([[0], ends[:-1] + 1])
    # A word of one byte, then a space and a digit for each number: no shorter line needs room for a vector,
    # so that a header that lies, or a million blank lines, cannot make us ask for more memory than there is.
    is_long = ends - starts > 2 * dim
    _refuse_short(text, starts[~is_long], ends[~is_long], dim, np.flatnonzero(~is_long) + first_line)
    rows = np.flatnonzero(is_long)
    starts, ends = starts[rows], ends[rows]
    vectors, word_ends = parse_lines(codes, starts, ends, dim, fast=fast)
    words = [text[start:end] for start, end in _pairs(starts, np.maximum(word_ends, starts))]
    is_blank = np.zeros(len(rows), dtype=bool)
    for row in np.flatnonzero(word_ends < 0).tolist():
        try:
            found = split_line(text[starts[row] : ends[row]], dim)
        except DataError as error:
            raise error.at(line=int(rows[row]) + first_line) from None
        is_blank[row] = found is None
        if found is not None:
            words[row] = found[0]
            with np.errstate(over="ignore"):  # the collector refuses what is too large for 32 bits
                vectors[row] = found[1]
    n_blank = int(is_blank.sum() + (~is_long).sum())
    numbers = rows + first_line
    if is_blank.any():
        words = [words[row] for row in np.flatnonzero(~is_blank)]
        vectors, numbers = vectors[~is_blank], numbers[~is_blank]
    return Block(words, vectors, numbers, n_blank, open_end=bool(text) and not text.endswith(b"\n"))


def _refuse_short(
    text: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64], dim: int, lines: NDArray[np.int64]
) -> None:
    for (start, end), line in zip(_pairs(starts, ends), lines.tolist(), strict=True):
        try:
            if end > start:
                split_line(text[start:end], dim)
        except DataError as error:
            raise error.at(line=line) from None


def _pairs(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    return zip(starts.tolist(), ends.tolist(), strict=True)
