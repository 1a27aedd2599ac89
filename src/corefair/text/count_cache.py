"""Tables of counts once read, kept in a form that is mapped into memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from corefair.runs.cache import Unusable, cached, folder_of
from corefair.runs.content import content_of
from corefair.runs.mapped import Writer
from corefair.text.count_table import CountTable, read_table

_KIND = "gender-counts-2"  # of the layout and of the rules of reading: one more when either changes
_ARRAYS = ("keys", "checks", "kinds", "counts")


def cached_table(path: Path) -> CountTable:
    """The table in a file: what the cache has of it, or else read, and kept if there is a place for it."""

    def fill(writer: Writer) -> None:
        table = read_table(path)
        for name in _ARRAYS:
            writer.add(name, getattr(table, name))
        content.check_unchanged()

    try:
        content = content_of([path], notes=folder_of(_KIND) / "seen")
        arrays: dict[str, Any] = dict(cached(_KIND, content.sha256, fill).arrays)
    except Unusable:  # no room or no right to write: it is read anew next time
        return read_table(path)
    return CountTable(**arrays)
