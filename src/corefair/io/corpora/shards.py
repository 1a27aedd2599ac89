"""A corpus cut into parts that can be read one by one, in any order, wherever the files can be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from corefair.errors import DataError, UnknownName
from corefair.io.corpora.formats import FORMATS, detect, head_of
from corefair.io.corpora.reading import Shard, is_packed

_STEP = 1 << 16  # bytes read at once in search of a place to cut
_HIDDEN = (".", "_")  # how names begin of what other programs leave beside data, such as _SUCCESS


def shards(paths: Sequence[Path], *, format: str = "auto", size: int = 16_000_000) -> list[Shard]:
    """The files, and every file below the folders, in parts of about `size` bytes.

    With "auto" each file's name and first bytes tell its format. A file that is empty or not text is an
    error: nothing is passed over but, in a folder, names that begin with a dot or an underscore.
    """
    if format != "auto" and format not in FORMATS:
        raise UnknownName("corpus format", format, ["auto", *FORMATS])
    found: list[Shard] = []
    for file in (file for path in paths for file in _files(Path(path))):
        head = head_of(file)
        found += _parts(file, detect(file, head) if format == "auto" else format, size)
    if not found:
        raise DataError("no text to read: name a file or a folder")
    return found


def described(parts: Sequence[Shard]) -> list[str]:
    """What was found, for a person to check: one line a format.

    >>> described([Shard("a.txt", "lines", 0, 9), Shard("a.txt", "lines", 9, None)])
    ['lines (each line is a text): a.txt']
    """
    files: dict[str, dict[str, None]] = {}  # names of files by format, in order
    for shard in parts:
        files.setdefault(shard.format, {})[shard.path] = None
    return [
        f"{name} ({FORMATS[name].what}): {Path(next(iter(paths))).name}"
        + (f" and {len(paths) - 1:,} more" if len(paths) > 1 else "")
        for name, paths in files.items()
    ]


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    below = sorted(file for file in path.rglob("*") if file.is_file())
    shown = [file for file in below if not _is_hidden(file.relative_to(path))]
    if not shown:
        raise DataError("no file to read below this folder: name one with text in it", path=str(path))
    yield from shown


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(_HIDDEN) for part in path.parts)


def _parts(path: Path, format: str, size: int) -> Iterator[Shard]:
    boundary = FORMATS[format].boundary
    start: int | None = 0
    while start is not None:
        end = None if boundary is None or is_packed(path) else _cut(path, start + size, boundary)
        yield Shard(str(path), format, start, end)
        start = end


def _cut(path: Path, at: int, boundary: re.Pattern[bytes]) -> int | None:
    """Where the first boundary at or after `at` ends; None if the file ends before, or there."""
    with path.open("rb") as file:
        file.seek(at)
        held = b""
        while data := file.read(_STEP):
            held += data
            if match := boundary.search(held):
                return at + match.end() if held[match.end() :].strip() or file.read(1) else None
            at += max(len(held) - _STEP, 0)
            held = held[-_STEP:]  # a boundary may reach from one into the next
    return None
