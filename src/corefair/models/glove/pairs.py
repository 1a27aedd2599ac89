"""How often two words stand near each other: a file of records, sorted by word and context."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError

PAIR = np.dtype([("word", "<i4"), ("context", "<i4"), ("count", "<f4")])
Records = NDArray[Any]  # of PAIR


@dataclass(frozen=True)
class Pairs:
    """Co-occurrences on disk, each pair of words once; word and context are places in the vocabulary."""

    path: Path

    def __len__(self) -> int:
        try:
            n_bytes = self.path.stat().st_size
        except OSError as error:
            raise DataError(f"cannot be read: {error.strerror or error}", path=str(self.path)) from None
        if n_bytes % PAIR.itemsize:
            message = f"{n_bytes:,} bytes are not whole records of {PAIR.itemsize}: count the pairs again"
            raise DataError(message, path=str(self.path))
        return n_bytes // PAIR.itemsize

    @property
    def records(self) -> Records:
        """All of them, mapped into memory and read-only."""
        if len(self) == 0:  # nothing can be mapped
            return np.empty(0, PAIR)
        return np.memmap(self.path, PAIR, mode="r")

    def blocks(self, size: int = 1 << 20) -> Iterator[Records]:
        """The records in order, at most `size` at a time, which is all that memory holds."""
        for start in range(0, len(self), size):
            yield np.fromfile(self.path, PAIR, count=size, offset=start * PAIR.itemsize)
