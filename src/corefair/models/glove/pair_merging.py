"""Sorted runs of pairs on disk: written, merged as they are read, turned round; in bounded memory."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.runs.writing import replacing

Records = NDArray[np.int64]  # [n, 2] key and sum, as pair_counting_compiled.py says
Merge = tuple[list[Path], Path, int]  # of these runs, into this one, in so much memory
RECORD = 16  # bytes
OPEN = 64  # runs that are merged at once, and one more
_OUT = 1 << 16  # records handed on at a time
_TURNED = 1 << 22  # records turned round at once: more would be slower, being new memory
_BLOCK = (1 << 10, 1 << 16)  # records of a run held in memory, at the least and at the most


def write_run(path: Path, blocks: Iterable[Records]) -> Path:
    """A run of these records."""
    with path.open("wb") as out:
        for block in blocks:
            block.tofile(out)
    return path


def read_run(path: Path, size: int = _OUT) -> Iterator[Records]:
    """The records of a run, at most `size` at a time."""
    with path.open("rb") as file:
        while len(block := np.fromfile(file, np.int64, 2 * size)):
            yield block.reshape(-1, 2)


def fewer(
    runs: Sequence[Path], *, folder: Path, memory: int, at_once: Callable[[list[Merge]], object] | None = None
) -> list[Path]:
    """The same records in at most `OPEN` runs; groups of runs are merged by `at_once`, or one by one."""
    level = 0
    while len(runs) > OPEN:
        level += 1
        groups = [list(runs[i : i + OPEN]) for i in range(0, len(runs), OPEN)]
        wanted = [folder / f"merged-{level}-{i:04d}" for i in range(len(groups))]
        tasks = [(group, path, memory) for group, path in zip(groups, wanted, strict=True)]
        if at_once:
            at_once(tasks)
        else:
            for task in tasks:
                merge_into(*task)
        runs = wanted
    return list(runs)


def merge_into(runs: Sequence[Path], path: Path, memory: int) -> None:
    """Merge runs into one that takes its name when it is whole; one that is there is not made again."""
    if not path.exists():
        with replacing(path) as out:
            for block in merged(runs, memory=memory):
                out.write(block.data)


def merged(runs: Sequence[Path], *, memory: int) -> Iterator[Records]:
    """The records of all runs in order, each key once with the sum of its sums; for some `OPEN` runs.

    What is given holds until the next is asked for.
    """
    from corefair.models.glove.pair_counting_compiled import merge

    least, most = _BLOCK
    size = max(least, min(most, memory // (2 * RECORD * max(1, len(runs)))))
    readers = [read_run(run, size) for run in runs]
    blocks = np.empty((len(runs), size, 2), np.int64)
    at, ends = np.zeros(len(runs), np.int64), np.zeros(len(runs), np.int64)

    def refill(run: int) -> bool:
        block = next(readers[run], None)
        if block is None:
            return False
        blocks[run, : len(block)] = block
        at[run], ends[run] = 0, len(block)
        return True

    filled = [run for run in range(len(runs)) if refill(run)]
    heap = np.array(sorted(filled, key=lambda run: blocks[run, 0, 0]), np.int64)  # sorted, so it is a heap
    n_heap, n_out = len(heap), 0
    out = np.empty((_OUT, 2), np.int64)
    while n_heap:
        n_out, used_up = merge(blocks, at, ends, heap, n_heap, out, n_out)
        if used_up:
            if not refill(int(heap[0])):
                n_heap -= 1
                heap[0] = heap[n_heap]
        else:
            yield _checked(out[:-1])
            out[0], n_out = out[-1], 1  # more of the last key may come
    if n_out:
        yield _checked(out[:n_out])


def _checked(records: Records) -> Records:
    if len(records) and records[:, 1].min() < 0:
        raise DataError("a pair of words occurs too often to be counted in 63 bits: count parts of the text")
    return records


def halves(upper: Iterable[Records], *, bits: int, n_words: int, folder: Path, memory: int) -> list[Path]:
    """Runs that together have each pair both ways, from records that have it one way, word ≤ context.

    The folder is made anew: what a killed run left there may have been cut otherwise.
    """
    from corefair.models.glove.pair_counting_compiled import transpose

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    size = max(_OUT, min(_TURNED, memory // (3 * RECORD)))
    held = np.empty((size, 2), np.int64)
    n_held = 0
    turned: list[Path] = []

    def turn() -> None:
        out = np.empty((n_held, 2), np.int64)
        n_out = transpose(held[:n_held], bits, np.zeros(n_words + 1, np.int64), out)
        turned.append(write_run(folder / f"turned-{len(turned):04d}", [out[:n_out]]))

    with (folder / "upper").open("wb") as file:
        for block in upper:
            if n_held + len(block) > size:
                turn()
                n_held = 0
            held[n_held : n_held + len(block)] = block
            n_held += len(block)
            block.tofile(file)
    turn()
    return [folder / "upper", *fewer(turned, folder=folder, memory=memory)]
