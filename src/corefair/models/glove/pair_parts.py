"""The pairs of words of a part of a corpus: frequent ones added up in a table, the rest as sorted runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.io.corpora import Shard, Splitter, Tokens, numbering, read_pieces
from corefair.models.glove.corpus_parts import note_seen
from corefair.models.glove.pair_merging import Records, write_run
from corefair.models.glove.settings import Settings
from corefair.models.glove.vocabulary import Vocabulary
from corefair.runs.stages import in_place

_BATCH = 1 << 18  # words handed to compiled code at a time
_TABLE = 32_000_000  # bytes of the table at the most: a larger one is out of the processor's caches
_OUT = 1 << 16  # records written at a time
UNIT = 1 << 32  # the weight of a pair at distance 1; at distance k it is that divided by k, rounded


def key_bits(n_words: int, window: int) -> tuple[int, int]:
    """Bits of a word's number, and of a distance."""
    return max(1, (n_words - 1).bit_length()), window.bit_length()


def count_part(parts: Sequence[Shard], target: Path, vocabulary: Path, settings: Settings, room: int) -> None:
    """Leave the pairs of these shards in a folder, as runs sorted by the pair."""

    def make(folder: Path) -> None:
        from corefair.models.glove.pair_counting_compiled import BREAK

        n_words = 0
        split, n_known = _numbering(vocabulary, settings.tokens, settings.lower)
        runs = _Runs(folder, n_known, settings, room)
        for ids in _batches(parts, split):
            runs.add(ids)
            n_words += int(np.count_nonzero(ids != BREAK))
            note_seen(target, n_words)
        runs.finish()

    in_place(target, make)


@lru_cache(maxsize=1)
def _numbering(vocabulary: Path, tokens: Tokens, lower: bool) -> tuple[Splitter[int], int]:
    """What cuts text into numbers of words, kept for the next task; and how many words have a number."""
    number_of = {word: number for number, word in enumerate(Vocabulary.load(vocabulary).words)}
    return numbering(tokens, number_of, lower=lower), len(number_of)


def forget() -> None:
    """Give back the memory of what was kept for the next task."""
    _numbering.cache_clear()


def _batches(parts: Sequence[Shard], split: Splitter[int]) -> Iterator[NDArray[np.int32]]:
    """The numbers of the known words, many texts at a time, with BREAK after each text.

    As in GloVe 1.2, a word that is not in the vocabulary takes no place.
    """
    from corefair.models.glove.pair_counting_compiled import BREAK

    end_of_text = np.array([BREAK], np.int32)
    held: list[NDArray[np.int32]] = []
    n_held = 0
    for shard in parts:
        for numbers, goes_on in read_pieces(shard, split):
            if numbers:
                held.append(np.fromiter(numbers, np.int32, len(numbers)))
            if not goes_on:
                held.append(end_of_text)
            n_held += len(numbers) + 1
            if n_held >= _BATCH:
                yield np.concatenate(held)
                held, n_held = [], 0
        held.append(end_of_text)
    yield np.concatenate(held)


class _Runs:
    """Takes words, and leaves runs of pairs in a folder; a full buffer is sorted, added up and written."""

    def __init__(self, folder: Path, n_words: int, settings: Settings, room: int) -> None:
        self._folder, self._n_runs = folder, 0
        self._symmetric = settings.symmetric
        self._bits, self._shift = key_bits(n_words, settings.window)
        self._weights = weights(settings)
        self._make_table(n_words, min(room // 3, _TABLE) // 8)
        # What is left, without the room to write records in and for one batch.
        self._keys = np.empty(
            max(64 * settings.window, (room - self._table.nbytes) // 8 - 8 * _OUT), np.int64
        )
        self._n_keys = 0
        self._recent = np.empty(settings.window, np.int64)  # the last words of a text that goes on
        self._n_recent = 0

    def add(self, ids: NDArray[np.int32]) -> None:
        """Take up the pairs of these words, and with those before them in the same text."""
        from corefair.models.glove.pair_counting_compiled import gather

        recent = np.empty(len(ids) + len(self._recent), np.int64)
        recent[: self._n_recent] = self._recent[: self._n_recent]
        at, n_recent = 0, self._n_recent
        while at < len(ids):
            at, n_recent, self._n_keys = gather(
                ids, at, recent, n_recent, self._weights, self._limits, self._bases, self._table,
                self._keys, self._n_keys, self._bits, self._shift, self._symmetric,
            )  # fmt: skip
            if at < len(ids):
                self._spill()
        self._n_recent = min(n_recent, len(self._recent))
        self._recent[: self._n_recent] = recent[n_recent - self._n_recent : n_recent]

    def finish(self) -> None:
        """Write what is left."""
        self._spill()
        self._write(self._table_records())

    def _make_table(self, n_words: int, n_cells: int) -> None:
        """Room for the pairs whose places in the vocabulary have the smallest products (GloVe 1.2 does so).

        By Zipf's law these are the most frequent. Row `word` reaches from `first` to its limit.
        """
        places = np.arange(n_words, dtype=np.int64)
        self._first = places if self._symmetric else np.zeros_like(places)
        low, high = 0, n_words * n_words  # the largest product that has room
        while low < high:
            middle = (low + high + 1) // 2
            fits = np.maximum(self._reach(middle) - self._first, 0).sum() <= n_cells
            low, high = (middle, high) if fits else (low, middle - 1)
        self._limits = np.maximum(self._reach(low), self._first)
        widths = self._limits - self._first
        self._bases = np.cumsum(widths) - widths - self._first
        self._table = np.zeros(max(1, int(widths.sum())), np.int64)

    def _reach(self, product: int) -> NDArray[np.int64]:
        n_words = len(self._first)
        return np.minimum(n_words, product // (np.arange(n_words, dtype=np.int64) + 1))

    def _spill(self) -> None:
        if self._n_keys:
            keys = self._keys[: self._n_keys]
            keys.sort()
            self._write(self._added_up(keys))
            self._n_keys = 0

    def _added_up(self, keys: NDArray[np.int64]) -> Iterator[Records]:
        from corefair.models.glove.pair_counting_compiled import add_up

        out = np.empty((_OUT, 2), np.int64)
        at = 0
        while at < len(keys):
            at, n_out = add_up(keys, at, self._bits, self._shift, self._weights, self._symmetric, out)
            yield out[:n_out]

    def _table_records(self) -> Iterator[Records]:
        from corefair.models.glove.pair_counting_compiled import read_table

        out = np.empty((max(_OUT, len(self._limits)), 2), np.int64)
        row = 0
        while row < len(self._limits):
            row, n_out = read_table(
                self._table, self._first, self._limits, self._bases, row, self._bits, self._symmetric, out
            )
            yield out[:n_out]

    def _write(self, blocks: Iterator[Records]) -> None:
        write_run(self._folder / f"{self._n_runs:04d}", blocks)
        self._n_runs += 1


def weights(settings: Settings) -> NDArray[np.int64]:
    """[window + 1] by distance, as whole numbers, so that sums are exact and their order plays no part."""
    distances = range(1, settings.window + 1)
    unit = UNIT if settings.distance_weighting else 1
    return np.array(
        [0, *(round(unit / k) if settings.distance_weighting else 1 for k in distances)], np.int64
    )
