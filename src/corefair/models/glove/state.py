"""What training changes, in memory and in the file that a run killed anywhere goes on from."""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.runs.writing import write_errors, writing_bytes

Floats = NDArray[np.float32]
SIDES = ("word", "context")
_LINE = 64  # bytes that a processor fetches at once
_LANES = 8  # numbers it computes with at once, and more: rows are padded to a multiple


def width_of(dim: int) -> int:
    """How many numbers stand in the first half of a row: the vector, two biases, zeros.

    >>> width_of(50), width_of(300)
    (56, 304)
    """
    return -(-(dim + 2) // _LANES) * _LANES


def bytes_of(n_words: int, dim: int, n_blocks: int) -> int:
    """How much memory the numbers that are trained take."""
    return 2 * n_blocks * -(-n_words // n_blocks) * 2 * width_of(dim) * 4


@dataclass
class State:
    """Rows as in `training_compiled.py`, block by block as in `tiles.py`, and how far training is."""

    rows: Floats  # [2, n_blocks, n_rows, 2 * width]: words, contexts
    direction: Floats  # [dim - 1] of gender, for GN-GloVe
    losses: list[float] = field(default_factory=list)  # of each epoch done, the mean of f(x) · error²

    @property
    def epoch(self) -> int:
        """How many epochs are done."""
        return len(self.losses)

    @property
    def dim(self) -> int:
        """How many numbers a vector has."""
        return len(self.direction) + 1

    def vectors(self, side: str, n_words: int) -> Floats:
        """The vectors of the words in their order [n_words, dim], or of the contexts; a copy."""
        blocks = self.rows[SIDES.index(side), :, :, : self.dim]
        return blocks.transpose(1, 0, 2).reshape(-1, self.dim)[:n_words]


def start(n_words: int, dim: int, n_blocks: int, *, rate: float, seed: int) -> State:
    """Small random numbers, uniform in ±0.5 / (dim + 1) as in GloVe 1.2, each with G = 1."""
    width, n_rows = width_of(dim), -(-n_words // n_blocks)
    state = _empty(dim, n_blocks, n_rows)
    state.rows[...] = 0.0
    rng = np.random.default_rng([seed, 0])
    for side, blocks in enumerate(state.rows):
        bias, one = dim + side, dim + 1 - side
        for block in blocks:  # one by one: what is drawn for all of them would not fit in memory
            drawn = (rng.random((n_rows, dim + 1), np.float32) - np.float32(0.5)) / np.float32(dim + 1)
            block[:, :dim], block[:, bias] = drawn[:, :dim], drawn[:, dim]
            block[:, one] = 1.0
            block[:, width : width + dim], block[:, width + bias] = 1.0, 1.0 / rate
    return state


def _empty(dim: int, n_blocks: int, n_rows: int) -> State:
    """Rows without numbers, each at the beginning of a line of memory."""
    shape = (2, n_blocks, n_rows, 2 * width_of(dim))
    raw = np.empty(4 * int(np.prod(shape)) + _LINE, np.uint8)
    first = -raw.ctypes.data % _LINE
    rows = raw[first : first + 4 * int(np.prod(shape))].view(np.float32).reshape(shape)
    return State(rows, np.zeros(dim - 1, np.float32))


class Saved:
    """The state of a run after its last epoch, in one file.

    The file is forced to the disk while the next epoch runs, and takes its name when that is done.
    """

    def __init__(self, path: Path, *, key: str) -> None:
        self.path, self.key = path, key
        self._pool = ThreadPoolExecutor(1)
        self._pending: Future[None] | None = None

    def load(self, dim: int, n_blocks: int, n_rows: int) -> State | None:
        """What was saved under this key, or None."""
        try:
            with self.path.open("rb") as file:
                note = json.loads(file.readline())
                if note["key"] != self.key:
                    return None
                state = _empty(dim, n_blocks, n_rows)
                n_read = file.readinto(state.rows.data.cast("B"))
                state.direction[:] = note["direction"]
                state.losses = note["losses"]
        except (FileNotFoundError, ValueError, KeyError, TypeError, RecursionError):
            return None  # none, or not one of ours: it is made again
        except OSError as error:
            raise DataError(f"cannot be read: {error.strerror or error}", path=str(self.path)) from None
        return state if n_read == state.rows.nbytes else None

    def save(self, state: State) -> None:
        """Write the state as it is now; wait for the one before to be on the disk."""
        self.wait()
        note = {"key": self.key, "losses": state.losses, "direction": state.direction.tolist()}
        with ExitStack() as file:
            out = file.enter_context(writing_bytes(self.path, sync=True))
            out.write(json.dumps(note).encode() + b"\n")
            out.write(state.rows.data.cast("B"))
            with write_errors(self.path):
                out.flush()
            self._pending = self._pool.submit(file.pop_all().close)

    def wait(self) -> None:
        """Until what was saved last has its name."""
        if self._pending is not None:
            self._pending.result()
            self._pending = None

    def close(self) -> None:
        """The same, and no more is saved."""
        try:
            self.wait()
        finally:
            self._pool.shutdown()
