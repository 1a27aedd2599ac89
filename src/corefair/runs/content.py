"""What files hold, as a SHA-256 that is remembered for as long as they stay as they are."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from corefair.errors import DataError
from corefair.runs.writing import json_object, write_json

JUST_NOW = 2_000_000_000  # nanoseconds: the coarsest time stamps of file systems
_PIECE = 1 << 20  # bytes read at once
Facts = list[list[int]]


def digest(files: Sequence[Path]) -> str:
    """SHA-256 of the bytes of the files, one after the other, as they are on disk."""
    sha256 = hashlib.sha256()
    for path in files:
        try:
            with path.open("rb") as raw:
                while piece := raw.read(_PIECE):
                    sha256.update(piece)
        except OSError as error:
            raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    return sha256.hexdigest()


@dataclass(frozen=True)
class Content:
    """The bytes that some files had at one moment."""

    sha256: str
    files: tuple[Path, ...]
    facts: Facts  # of each file, what changes when it does
    began: int  # nanoseconds: when they were looked at

    def check_unchanged(self) -> None:
        """Raise a DataError if the files hold something else now."""
        same = _facts(self.files) == self.facts
        if not same or (_is_fresh(self.facts, self.began) and digest(self.files) != self.sha256):
            raise DataError("changed while it was being read: try again", path=str(self.files[0]))


def content_of(files: Sequence[Path], *, notes: Path | None = None, name: str = "") -> Content:
    """What the files hold now; with a folder for `notes`, what is noted there is not hashed again.

    Notes are believed for as long as size, times and inode of every file stay the same.
    """
    files = tuple(files)
    facts, began = _facts(files), time.time_ns()
    note = notes / f"{_named(files, name)}.json" if notes else None
    known = json_object(note) if note else None
    if known and known.get("facts") == facts and isinstance(known.get("content"), str):
        return Content(str(known["content"]), files, facts, began)
    sha256 = digest(files)
    # A file that was written a moment ago could be written again within the same time stamp.
    if note and not _is_fresh(facts, began) and _facts(files) == facts:
        with suppress(OSError, DataError):  # then the files are hashed again next time
            note.parent.mkdir(parents=True, exist_ok=True)
            write_json(note, {"content": sha256, "facts": [[*fact] for fact in facts]})
    return Content(sha256, files, facts, began)


def _facts(files: Sequence[Path]) -> Facts:
    """What changes when a file does: size, times and inode; ctime too, for mtime can be set at will."""
    try:
        stats = [path.stat() for path in files]
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(files[0])) from None
    return [[s.st_size, max(s.st_mtime_ns, s.st_ctime_ns), s.st_mtime_ns, s.st_ino] for s in stats]


def _is_fresh(facts: Facts, began: int) -> bool:
    return began - max(fact[1] for fact in facts) < JUST_NOW


def _named(files: Sequence[Path], name: str) -> str:
    names = "\0".join([name, *(str(path.resolve()) for path in files)])
    return hashlib.sha256(os.fsencode(names)).hexdigest()
