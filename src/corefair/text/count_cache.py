"""Tables of counts once read, kept in a form that is mapped into memory.

An entry is one file, named after the SHA-256 of the file it was made from:

    keys | kinds | checks | counts | footer in JSON | its length | magic

It is written under another name and renamed, so that it is whole or not there. The footer has the SHA-256 of
what is before it: an entry that is damaged is made again. Everything here may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from pathlib import Path

import numpy as np

from corefair.errors import DataError
from corefair.io.files import writing
from corefair.io.vectors.folder import cache_folder, remove_leftovers
from corefair.io.vectors.source import digest
from corefair.text.count_table import CountTable, read_table

_VERSION = "gender-counts-1"  # of the layout and of the rules of reading: one more when either changes
_MAGIC = b"corefair"
_LAYOUT = {"keys": "<u8", "kinds": "<u4", "checks": "<u4", "counts": "<u4"}


def cached_table(path: Path) -> CountTable:
    """The table in a file: what the cache has of it, or else read, and kept if there is a place for it."""
    folder = cache_folder()
    content = digest([path])
    if folder is None:
        return read_table(path)
    entry = folder / _VERSION / content
    found = open_entry(entry)
    if found is not None:
        return found
    table = read_table(path)
    try:
        _write(entry, table)
    except (OSError, DataError):  # no room or no right to write: it is read anew next time
        return table
    return open_entry(entry) or table


def open_entry(entry: Path) -> CountTable | None:
    """The entry mapped into memory; None if it is not there, or not as it was written."""
    try:
        with entry.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # ValueError: an empty file cannot be mapped
        return None
    length = int.from_bytes(data[-16:-8], "little")
    end = len(data) - 16 - length  # of the arrays
    if len(data) < 16 or data[-8:] != _MAGIC or end < 0:
        return None
    try:
        footer = json.loads(bytes(data[end:-16]))
        sizes, digest = footer["sizes"], footer["sha256"]
    except (ValueError, KeyError, TypeError):
        return None
    if hashlib.sha256(data[:end]).hexdigest() != digest:
        return None
    arrays, at = {}, 0
    for name, kind in _LAYOUT.items():
        arrays[name] = np.frombuffer(data, dtype=kind, count=sizes[name], offset=at)
        at += arrays[name].nbytes
    return CountTable(arrays["keys"], arrays["checks"], arrays["kinds"], arrays["counts"].reshape(-1, 4))


def _write(entry: Path, table: CountTable) -> None:
    entry.parent.mkdir(parents=True, exist_ok=True)
    remove_leftovers(entry.parent)
    digest = hashlib.sha256()
    with writing(entry) as text:
        for name, kind in _LAYOUT.items():
            part = np.ascontiguousarray(getattr(table, name), dtype=kind).data
            digest.update(part)
            text.buffer.write(part)
        sizes = {name: getattr(table, name).size for name in _LAYOUT}
        footer = json.dumps({"sizes": sizes, "sha256": digest.hexdigest()}).encode()
        text.buffer.write(footer + len(footer).to_bytes(8, "little") + _MAGIC)
