"""Vectors once read, kept in a form that is mapped into memory: instant to open, shared between processes.

An entry is one file, named after the SHA-256 of what it was made from and the format it was read as:

    vectors [n, dim] as 32-bit floats | words, one a line | footer in JSON | its SHA-256 | its length | magic

It is written under another name and renamed, so that it is whole or not there, and two processes that make
it at once do no harm. An entry of the wrong size, or with a damaged footer or words, is made again. So that
opening need not read the vectors, an entry is given a time stamp that its footer tells: one that was
written to later has another, and then the vectors are checked as well. Files in the folder `seen` remember
the SHA-256 of a path for as long as size, times and inode stay the same. Everything here may be deleted at
any time.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.io.files import writing
from corefair.io.vectors.counting import Blocks, VectorCounts, collect
from corefair.io.vectors.folder import cache_folder, remove_leftovers
from corefair.io.vectors.source import Source, digest

_VERSION = "vectors-1"  # of the layout and of the rules of reading: one more when either changes
_MAGIC = b"corefair"
_TAIL = 32 + 8 + len(_MAGIC)
_JUST_NOW = 2_000_000_000  # nanoseconds: the coarsest time stamps of file systems


class Unusable(Exception):
    """The cache cannot be written or found: the file has to be read without it."""


class Cached(NamedTuple):
    """What an entry holds."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]  # [n, dim], mapped
    counts: VectorCounts
    content: str  # the SHA-256 of what it was made from


def read(source: Source, blocks: Callable[[], Blocks]) -> Cached:
    """What the cache has for this content, made from `blocks()` if it has nothing sound."""
    folder = cache_folder()
    if folder is None:
        raise Unusable("there is no home folder to keep it in: set COREFAIR_CACHE")
    folder /= _VERSION
    facts, began = _facts(source), time.time_ns()
    content = _recalled(folder, source, facts)
    recalled = content is not None
    content = content or digest(source.files)
    entry = folder / f"{content}-{source.format}"
    found = open_entry(entry, content)
    if found is None:
        was_just_written = began - max(fact[1] for fact in facts) < _JUST_NOW

        def check_unchanged() -> None:
            same = _facts(source) == facts and (not was_just_written or digest(source.files) == content)
            if not same:
                raise DataError("changed while it was being read: try again", path=str(source.path))

        _make(entry, blocks(), source.path, check_unchanged)
        found = open_entry(entry, content)
        if found is None:
            raise Unusable(f"{entry}: what was written does not read back")
    if not recalled:
        _remember(folder, source, facts, content, began)
    return found


def open_entry(entry: Path, content: str) -> Cached | None:
    """The entry mapped into memory; None if it is not there, or not as it was written."""
    try:
        with entry.open("rb") as raw:
            size = raw.seek(0, os.SEEK_END)
            raw.seek(max(size - _TAIL, 0))
            tail = raw.read()
            length = int.from_bytes(tail[32:40], "little")
            if len(tail) != _TAIL or tail[40:] != _MAGIC or length > size - _TAIL:
                return None
            raw.seek(size - _TAIL - length)
            footer = raw.read(length)
            if hashlib.sha256(footer).digest() != tail[:32]:
                return None
            told = json.loads(footer)
            counts = VectorCounts(**told["counts"])
            n_bytes = 4 * counts.words * counts.dim
            if n_bytes + told["words_length"] + length + _TAIL != size:
                return None
            raw.seek(n_bytes)
            words = raw.read(told["words_length"])
            if hashlib.sha256(words).hexdigest() != told["words"]:
                return None
        vectors = np.memmap(entry, np.dtype("<f4"), "r", shape=(counts.words, counts.dim)).view(np.ndarray)
        if entry.stat().st_mtime_ns != told["stamp"]:
            if hashlib.sha256(vectors.data).hexdigest() != told["vectors"]:
                return None
            _stamp(entry, told["stamp"])
    except OSError:
        return None
    return Cached(tuple(words.decode().split("\n")), vectors, counts, content)


def _make(entry: Path, blocks: Blocks, path: Path, check_unchanged: Callable[[], None]) -> None:
    stamp = time.time_ns() // _JUST_NOW * _JUST_NOW  # such as every file system can store
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(entry.parent)
        with writing(entry) as text:
            out, of_vectors = text.buffer, hashlib.sha256()

            def put(vectors: NDArray[np.float32]) -> None:
                rows = np.ascontiguousarray(vectors, dtype="<f4").data
                of_vectors.update(rows)
                out.write(rows)

            kept, counts = collect(blocks, put, path=path)
            words = "\n".join(kept).encode()
            footer = json.dumps(
                {
                    "counts": asdict(counts),
                    "words_length": len(words),
                    "words": hashlib.sha256(words).hexdigest(),
                    "vectors": of_vectors.hexdigest(),
                    "stamp": stamp,
                }
            ).encode()
            out.write(words + footer + hashlib.sha256(footer).digest())
            out.write(len(footer).to_bytes(8, "little") + _MAGIC)
            check_unchanged()
    except OSError as error:
        raise Unusable(f"{error.filename or entry.parent}: {error.strerror or error}") from None
    except DataError as error:
        if error.path != str(entry):
            raise  # of the file that is read, not of the cache
        raise Unusable(str(error)) from None
    _stamp(entry, stamp)


def _stamp(entry: Path, stamp: int) -> None:
    with suppress(OSError):  # another user's: then its vectors are checked each time
        os.utime(entry, ns=(stamp, stamp))


def _facts(source: Source) -> list[list[int]]:
    """What changes when a file does: size, times and inode; ctime too, for mtime can be set at will."""
    try:
        found = [path.stat() for path in source.files]
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(source.path)) from None
    return [[s.st_size, max(s.st_mtime_ns, s.st_ctime_ns), s.st_mtime_ns, s.st_ino] for s in found]


def _seen(folder: Path, source: Source) -> Path:
    names = "\0".join([source.format, *(str(path.resolve()) for path in source.files)])
    return folder / "seen" / f"{hashlib.sha256(os.fsencode(names)).hexdigest()}.json"


def _recalled(folder: Path, source: Source, facts: list[list[int]]) -> str | None:
    try:
        told: Any = json.loads(_seen(folder, source).read_bytes())
        return str(told["content"]) if told["facts"] == facts else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _remember(folder: Path, source: Source, facts: list[list[int]], content: str, began: int) -> None:
    # A file that was written a moment ago could be written again within the same time stamp.
    if began - max(fact[1] for fact in facts) < _JUST_NOW:
        return
    with suppress(OSError, DataError):  # then the file is hashed again next time
        seen = _seen(folder, source)
        seen.parent.mkdir(exist_ok=True)
        with writing(seen) as out:
            json.dump({"content": content, "facts": facts}, out)
