"""Words to word pieces, and the windows in which a long text is encoded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingExtra

TOKENIZER = "tokenizer.json"
WINDOW = 384  # pieces that are encoded together, beside the two special ones
OVERLAP = 96  # pieces that two windows share
Places = NDArray[np.int64]


class Owned(NamedTuple):
    """A window, and the words whose states are taken from it."""

    start: int  # the first of its pieces
    end: int
    first: int  # the first of its words
    last: int  # one after its last


@dataclass(frozen=True, eq=False)
class Pieces:
    """The pieces of a text: each word's, one word after the other, none of them without any."""

    ids: NDArray[np.int32]  # [n_pieces]
    bounds: Places  # [n_words + 1], where each word's begin, and the end

    def windows(self, size: int = WINDOW, overlap: int = OVERLAP) -> list[Owned]:
        """Windows over all pieces, and each word in the one where it has most text around it."""
        spans = windows(len(self.ids), size, overlap)
        owner = owners(self.bounds, spans)
        edges = np.searchsorted(owner, np.arange(len(spans) + 1))  # words go to windows in order
        return [Owned(*span, *edge) for span, edge in zip(spans, pairwise(edges.tolist()), strict=True)]

    def word_of(self, window: Owned) -> tuple[Places, int]:
        """For each piece of the window its place among the window's words, from the first piece that has one.

        A word longer than a window gives those of its pieces that are in it.
        """
        bounds = np.clip(self.bounds[window.first : window.last + 1], window.start, window.end)
        return np.repeat(np.arange(window.last - window.first), np.diff(bounds)), int(
            bounds[0] - window.start
        )


def windows(n_pieces: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Spans of at most `size` that share `overlap` or more and cover everything; the last is as long as any.

    >>> windows(10, 4, 1), windows(3, 4, 1), windows(0, 4, 1)
    ([(0, 4), (3, 7), (6, 10)], [(0, 3)], [])
    """
    if n_pieces <= size:
        return [(0, n_pieces)] if n_pieces else []
    starts = [*range(0, n_pieces - size, size - overlap), n_pieces - size]
    return [(start, start + size) for start in starts]


def owners(bounds: Places, spans: Sequence[tuple[int, int]]) -> Places:
    """For each word the window in which the nearer end of it is farthest [n_words], the first of equals.

    Where a text begins or ends nothing is cut off, so that end of a window is no end.
    """
    if not spans:
        return np.empty(0, np.int64)
    starts, ends = np.array(spans).T
    starts, ends = starts.copy(), ends.copy()
    starts[0], ends[-1] = -(1 << 40), 1 << 40
    room = np.minimum(bounds[:-1, None] - starts, ends - bounds[1:, None])  # [n_words, n_windows]
    return np.maximum.accumulate(room.argmax(axis=1))


@contextmanager
def _sound(path: Path) -> Iterator[None]:
    """Within it what the package raises is the fault of the file: Exceptions, and panics, which are none."""
    try:
        yield
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise DataError(f"no sound tokenizer ({error}): get the folder again", path=str(path)) from None


class WordPieces:
    """The tokenizer of a folder, for text that is in words already."""

    def __init__(self, folder: Path) -> None:
        try:
            from tokenizers import Tokenizer
            from tokenizers.pre_tokenizers import ByteLevel
        except ModuleNotFoundError:
            raise MissingExtra("tokenizers", extra="train") from None
        self.path = folder / TOKENIZER
        if not self.path.is_file():
            message = f"there is no {TOKENIZER} in it: save the tokenizer in its fast form"
            raise DataError(message, path=str(folder))
        with _sound(self.path):
            self._tokenizer: Any = Tokenizer.from_file(str(self.path))
        if isinstance(
            self._tokenizer.pre_tokenizer, ByteLevel
        ):  # as after a space, which words here have lost
            self._tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=True)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The pieces before and after every text, such as [CLS] and [SEP]."""
        with _sound(self.path):
            ids = self._tokenizer.encode("", add_special_tokens=True).ids
        if len(ids) != 2:
            message = f"puts {len(ids)} pieces around a text, and an encoder of this kind has two"
            raise DataError(message, path=str(self.path))
        return ids[0], ids[1]

    @cached_property
    def unknown(self) -> int:
        """The piece for what has none."""
        for name in ("[UNK]", "<unk>"):
            if (found := self._tokenizer.token_to_id(name)) is not None:
                return int(found)
        raise DataError("has neither [UNK] nor <unk>", path=str(self.path))

    def __len__(self) -> int:
        return int(self._tokenizer.get_vocab_size())

    def pieces(self, words: Sequence[str]) -> Pieces:
        """The pieces of each word; one of which nothing is left, such as a control character, is unknown."""
        with _sound(self.path):
            coded = self._tokenizer.encode(list(words), is_pretokenized=True, add_special_tokens=False)
        per_word: list[list[int]] = [[] for _ in words]
        for piece, word in zip(coded.ids, coded.word_ids, strict=True):
            per_word[word].append(piece)
        whole = [ids or [self.unknown] for ids in per_word]
        bounds = np.cumsum([0, *map(len, whole)])
        return Pieces(np.array([piece for ids in whole for piece in ids], np.int32), bounds)
