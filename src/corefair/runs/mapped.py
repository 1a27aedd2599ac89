"""Arrays in one file that is mapped into memory: instant to open, shared between processes, checked.

    array | array | … | footer in JSON: type, shape, place and SHA-256 of each | its SHA-256 | length | magic

So that opening need not read large arrays, the file is given a time stamp that its footer tells: one that was
written to later has another, and then these are checked as well; small ones and the footer always are.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from corefair.runs.content import JUST_NOW
from corefair.runs.writing import writing_bytes
from corefair.types import Json

_MAGIC = b"corefair"
_TAIL = 32 + 8 + len(_MAGIC)
_SMALL = 1 << 24  # bytes of an array that is always checked, which takes a hundredth of a second
_LINE = 64  # bytes: arrays begin at a multiple of it, which compiled code likes


@dataclass(frozen=True)
class Mapped:
    """What a file holds: arrays by name, read-only, and facts about them."""

    arrays: Mapping[str, NDArray[np.generic]]
    facts: Mapping[str, Json]


@dataclass(frozen=True)
class _Place:
    """Where an array is in the file."""

    name: str
    type: str
    shape: tuple[int, ...]
    at: int
    sha256: str

    @property
    def end(self) -> int:
        return self.at + math.prod(self.shape) * np.dtype(self.type).itemsize


class Writer:
    """Takes arrays one after the other, each in as many pieces as it comes in."""

    def __init__(self, out: IO[bytes]) -> None:
        self.facts: dict[str, Json] = {}
        self.places: list[_Place] = []
        self._out, self._at = out, 0
        self._sha256 = hashlib.sha256()

    def add(self, name: str, array: NDArray[np.generic]) -> None:
        """An array, or further rows of the one that was added last."""
        rows = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        if not self.places or self.places[-1].name != name:
            padding = -self._at % _LINE
            self._out.write(bytes(padding))
            self._at += padding
            self._sha256 = hashlib.sha256()
            self.places.append(_Place(name, rows.dtype.str, (0, *rows.shape[1:]), self._at, ""))
        last = self.places[-1]
        self._sha256.update(rows.data)
        self._out.write(rows.data)
        self._at += rows.nbytes
        shape = (last.shape[0] + len(rows), *last.shape[1:])
        self.places[-1] = _Place(name, last.type, shape, last.at, self._sha256.hexdigest())


@contextmanager
def writing_mapped(path: Path) -> Iterator[Writer]:
    """A file of arrays to write; it takes its name when all of it is there."""
    stamp = time.time_ns() // JUST_NOW * JUST_NOW  # such as every file system can store
    with writing_bytes(path) as out:
        writer = Writer(out)
        yield writer
        arrays = [asdict(place) for place in writer.places]
        footer = json.dumps({"arrays": arrays, "facts": writer.facts, "stamp": stamp}).encode()
        out.write(footer + hashlib.sha256(footer).digest() + len(footer).to_bytes(8, "little") + _MAGIC)
    _stamp(path, stamp)


def open_mapped(path: Path) -> Mapped | None:
    """The arrays of a file, mapped into memory; None if it is not there, or not as it was written."""
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            touched = os.fstat(file.fileno()).st_mtime_ns
    except (OSError, ValueError):  # ValueError: an empty file cannot be mapped
        return None
    length = int.from_bytes(data[-16:-8], "little")
    end = len(data) - _TAIL - length  # of the arrays
    if len(data) < _TAIL or data[-8:] != _MAGIC or end < 0:
        return None
    footer = data[end : end + length]
    if hashlib.sha256(footer).digest() != data[end + length : end + length + 32]:
        return None
    noted = json.loads(footer)
    places = [_Place(**(place | {"shape": tuple(place["shape"])})) for place in noted["arrays"]]
    if max((place.end for place in places), default=0) != end:
        return None
    is_touched = touched != noted["stamp"]
    whole = memoryview(data)
    checked = [place for place in places if is_touched or place.end - place.at <= _SMALL]
    if any(hashlib.sha256(whole[place.at : place.end]).hexdigest() != place.sha256 for place in checked):
        return None
    if is_touched:
        _stamp(path, noted["stamp"])
    return Mapped({place.name: _array(data, place) for place in places}, noted["facts"])


def _array(data: mmap.mmap, place: _Place) -> NDArray[np.generic]:
    flat = np.frombuffer(data, place.type, count=math.prod(place.shape), offset=place.at)
    return flat.reshape(place.shape)


def _stamp(path: Path, stamp: int) -> None:
    with suppress(OSError):  # another user's: then its arrays are checked each time
        os.utime(path, ns=(stamp, stamp))
