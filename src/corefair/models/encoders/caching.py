"""What was computed of a text, kept in the cache under a hash of the encoder and the words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from corefair.runs.cache import Unusable, cached
from corefair.runs.mapped import Writer

_KIND = "encoder-1"  # of the layout and of the way to compute: one more when either changes
_SMALL = 1 << 22  # bytes: a smaller text is copied to memory, for each that is mapped holds a file open
Half = NDArray[np.float16]
Rows = Iterator[Mapping[str, Half]]  # some rows of each array, or none, in order; the largest array first


class Compute(Protocol):
    """What computes the arrays of a text if they are not kept yet, a part at a time."""

    def __call__(self) -> Rows: ...


def kept(encoder: Mapping[str, str | int], words: Sequence[str], compute: Compute) -> dict[str, Half]:
    """The arrays of a text, from the cache if it has them, else computed and put there.

    `encoder` is all that they depend on beside the words. Killed on the way, a text that was finished is
    there next time. Where there is no cache they are computed each time.
    """
    content = hashlib.sha256(json.dumps([encoder, list(words)], sort_keys=True).encode()).hexdigest()

    def fill(writer: Writer) -> None:
        later: dict[str, list[Half]] = {}
        for part in compute():
            (first, rows), *others = part.items()
            writer.add(first, rows)  # as it comes: a long text is never in memory whole
            for name, array in others:
                later.setdefault(name, []).append(array)
        for name, arrays in later.items():
            writer.add(name, np.concatenate(arrays))

    try:
        # Folders by the first two digits: the cache looks through a folder whenever it writes to it.
        arrays = cached(f"{_KIND}/{content[:2]}", content, fill).arrays
    except Unusable:
        return _columns(compute())
    return {name: _held(array) for name, array in arrays.items()}


def _columns(rows: Rows) -> dict[str, Half]:
    parts: dict[str, list[Half]] = {}
    for part in rows:
        for name, array in part.items():
            parts.setdefault(name, []).append(array)
    return {name: np.concatenate(arrays) for name, arrays in parts.items()}


def _held(array: NDArray[np.generic]) -> Half:
    """In memory if it is small, else as it is mapped."""
    half: Half = array.astype(np.float16) if array.nbytes < _SMALL else array.view(np.float16)
    return half
