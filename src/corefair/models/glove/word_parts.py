"""How often each word occurs: counted in parts, which are sorted on disk and merged."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from corefair.io.corpora import Shard, read_pieces, splitter
from corefair.models.glove.settings import Settings
from corefair.runs.stages import in_place

WORD = 200  # bytes of a word and its count in a dictionary
_OPEN = 256  # files that are merged at once


def count_part(parts: Sequence[Shard], target: Path, settings: Settings, room: int) -> None:
    """Leave the words of these shards and their counts in a folder, as files sorted by the word."""

    def make(folder: Path) -> None:
        n_files = 0
        split = splitter(settings.tokens, lower=settings.lower)
        counts: Counter[str] = Counter()
        for shard in parts:
            for words, _ in read_pieces(shard, split):
                counts.update(words)
                if WORD * len(counts) > room:
                    _write(_sorted(counts), folder / f"{n_files:04d}")
                    counts, n_files = Counter(), n_files + 1
        _write(_sorted(counts), folder / f"{n_files:04d}")

    in_place(target, make)


def merged_words(files: Sequence[Path], folder: Path) -> Iterator[tuple[str, int]]:
    """Each word once with its count, in the order of the words."""
    while len(files) > _OPEN:
        folder = folder / "merged"
        folder.mkdir()
        groups = [files[i : i + _OPEN] for i in range(0, len(files), _OPEN)]
        files = [_write(_summed(group), folder / f"{i:04d}") for i, group in enumerate(groups)]
    return _summed(files)


def _summed(files: Sequence[Path]) -> Iterator[tuple[str, int]]:
    rows = heapq.merge(*map(_read, files)) if len(files) > 1 else _read(files[0])
    for word, same in groupby(rows, itemgetter(0)):
        yield word, sum(count for _, count in same)


def _sorted(counts: Counter[str]) -> Iterator[tuple[str, int]]:
    return ((word, counts[word]) for word in sorted(counts))


def _write(counts: Iterable[tuple[str, int]], path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{word} {count}\n" for word, count in counts)
    return path


def _read(path: Path) -> Iterator[tuple[str, int]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            word, _, count = line.rpartition(" ")
            yield word, int(count)
