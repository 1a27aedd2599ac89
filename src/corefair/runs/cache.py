"""What was once made from files, kept on this machine under the SHA-256 of what it was made from.

Entries are files of arrays (`mapped.py`), whole or not there: two processes that fill one at once do no harm,
and one that is damaged is made again. Everything here may be deleted at any time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from corefair.errors import DataError
from corefair.runs.mapped import Mapped, Writer, open_mapped, writing_mapped
from corefair.runs.writing import remaining_parts

_DAY = 86_400  # seconds


class Unusable(Exception):
    """The cache cannot be found or written: what is wanted has to be made without it."""


def cached(kind: str, content: str, fill: Callable[[Writer], None]) -> Mapped:
    """What the cache has of a kind under a name, filled by `fill` if it has nothing sound.

    `kind` names the layout and its version; `content` stands for all that the entry depends on. Raises
    `Unusable` where there is no cache; what `fill` raises passes through.
    """
    entry = folder_of(kind) / content
    kept = open_mapped(entry)
    if kept is not None:
        return kept
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(entry.parent)
        with writing_mapped(entry) as writer:
            fill(writer)
    except OSError as error:
        raise Unusable(f"{error.filename or entry.parent}: {error.strerror or error}") from None
    except DataError as error:
        if error.path != str(entry):
            raise  # of what is read, not of the cache
        raise Unusable(str(error)) from None
    kept = open_mapped(entry)
    if kept is None:
        raise Unusable(f"{entry}: what was written does not read back")
    return kept


def folder_of(kind: str) -> Path:
    """Where entries of a kind are kept."""
    folder = cache_folder()
    if folder is None:
        raise Unusable("there is no home folder to keep it in: set COREFAIR_CACHE")
    return folder / kind


def cache_folder() -> Path | None:
    """`$COREFAIR_CACHE`, else this platform's folder for caches; None where there is no home folder."""
    named = os.environ.get("COREFAIR_CACHE")
    platform: str = sys.platform  # so annotated, mypy checks all three branches
    try:
        if named:
            return Path(named).expanduser()
        if platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return (Path(local) if local else Path.home() / "AppData" / "Local") / "corefair" / "cache"
        if platform == "darwin":
            return Path.home() / "Library" / "Caches" / "corefair"
        share = Path(os.environ.get("XDG_CACHE_HOME", ""))
        # The XDG specification says to ignore a relative path.
        return (share if share.is_absolute() else Path.home() / ".cache") / "corefair"
    except RuntimeError:
        return None


def remove_leftovers(folder: Path) -> None:
    """Delete what writers that were killed left behind, a day after they last wrote to it."""
    for part in remaining_parts(folder):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _DAY:
                part.unlink()
