"""The rules for what files of vectors should not hold, the same for every format: an error, or a count."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError

MAX_DIM = 1_000_000  # a header that says more is not believed


class Block(NamedTuple):
    """Some words of a file, as they stand in it."""

    words: list[bytes]
    vectors: NDArray[np.float32]  # [n_words, dim]
    numbers: NDArray[np.int64]  # [n_words], the line of each, or its place among the words, from 1
    blank_lines: int = 0
    unit: Literal["line", "word"] = "line"  # what `numbers` counts
    open_end: bool = False  # the last line has no line end
    bytes_after: int = 0  # of an array, which is not all of its file

    def error(self, row: int, message: str, path: Path) -> DataError:
        """A DataError that names the place of one of the words."""
        number = int(self.numbers[row])
        if self.unit == "line":
            return DataError(message, path=str(path), line=number)
        return DataError(f"word {number:,}: {message}", path=str(path))


Blocks = Generator[Block, None, None]  # to be closed, for it may have a thread at work


@dataclass(frozen=True)
class VectorCounts:
    """What was read, and how often a rule had to be used.

    >>> for note in VectorCounts(words=2, dim=3, duplicates=1).notes():
    ...     print(note)
    1 repeated word: the first vector of each was kept
    """

    words: int
    dim: int
    duplicates: int = 0  # left out: the first vector of a word is kept
    zero_vectors: int = 0  # kept
    words_with_spaces: int = 0  # kept
    words_not_utf8: int = 0  # kept, with U+FFFD for what is not UTF-8
    blank_lines: int = 0  # left out
    remarks: tuple[str, ...] = ()  # sentences about the cache or the history
    open_end: int = 0  # 1 if the last line has no line end
    bytes_after: int = 0  # after an array: left out

    def notes(self) -> list[str]:
        """One sentence for each thing a reader should know, none for a file without surprises."""
        said = [
            (self.duplicates, "repeated word|s", "the first vector of each was kept"),
            (self.zero_vectors, "vector|s of nothing but zeros", "kept"),
            (self.words_with_spaces, "word|s with spaces", "kept"),
            (self.words_not_utf8, "word|s not in UTF-8", "the bad bytes became U+FFFD"),
            (self.blank_lines, "blank line|s", "left out"),
            (
                self.open_end,
                "line|s without its line end, the last",
                "if it was cut short, so is its last number",
            ),
            (self.bytes_after, "byte|s after the array", "left out"),
        ]
        notes = [
            f"{count:,} {what.replace('|s', 's' if count > 1 else '')}: {rule}"
            for count, what, rule in said
            if count
        ]
        return [*notes, *self.remarks]


def collect(
    blocks: Blocks,
    put: Callable[[NDArray[np.float32]], object],  # is given the vectors that are kept, in order
    *,
    path: Path,
    limit: int | None = None,
) -> tuple[list[str], VectorCounts]:
    """The words that are kept, each once, and the counts."""
    with closing(blocks):
        return _collect(blocks, put, path, limit)


def _collect(
    blocks: Blocks, put: Callable[[NDArray[np.float32]], object], path: Path, limit: int | None
) -> tuple[list[str], VectorCounts]:
    seen: dict[str, None] = {}  # a set that remembers the order
    dim = duplicates = zero = spaced = replaced = blank = open_end = after = 0
    for block in blocks:
        _refuse_not_finite(block, path)
        dim, blank = block.vectors.shape[1], blank + block.blank_lines
        open_end, after = int(block.open_end), after + block.bytes_after
        kept = np.ones(len(block.words), dtype=bool)
        for row, raw in enumerate(block.words):
            if len(seen) == limit:
                kept[row:] = False
                break
            try:
                word, is_sound = raw.decode(), True
            except UnicodeDecodeError:  # word2vec cuts long words, and cuts characters in two
                word, is_sound = raw.decode(errors="replace"), False
            if not raw:
                raise block.error(row, "there is no word before the vector", path)
            if word in seen:
                kept[row] = False
                duplicates += 1
                continue
            seen[word] = None
            replaced += not is_sound
            spaced += " " in word
        vectors = block.vectors if kept.all() else block.vectors[kept]
        zero += int((~vectors.any(axis=1)).sum())
        put(vectors)
        if len(seen) == limit:
            break
    if not seen:
        raise DataError("there are no word vectors in it", path=str(path))
    return list(seen), VectorCounts(
        len(seen), dim, duplicates, zero, spaced, replaced, blank, open_end=open_end, bytes_after=after
    )


def check_header(n_words: int, dim: int, path: Path) -> None:
    """Refuse numbers that no file of vectors has."""
    if n_words < 1 or not 1 <= dim <= MAX_DIM:
        raise DataError(
            f"the header announces {n_words:,} words of {dim:,} numbers: it is not one of word vectors",
            path=str(path),
            line=1,
        )


def _refuse_not_finite(block: Block, path: Path) -> None:
    finite = np.isfinite(block.vectors)
    if finite.all():
        return
    row, column = map(int, np.argwhere(~finite)[0])
    word = block.words[row].decode(errors="replace")
    value = block.vectors[row, column]
    what = "NaN" if np.isnan(value) else "infinite, or too large for 32 bits"
    raise block.error(
        row, f"number {column + 1} of {word!r} is {what}: correct it or leave the word out", path
    )
