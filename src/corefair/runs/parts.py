"""Parts left by writers that were killed: found by their names, told from those still written, removed."""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

_NAME = re.compile(r"\..{0,40}\.[0-9a-f]{32}\.part", re.DOTALL)  # as `writing.beside` makes them
_YOUNG = 60.0  # seconds: whoever made it may be about to say that it is in use
_looked_into: set[Path] = set()


def in_use(handle: int) -> None:
    """Say that this part is being written, as long as the handle is open or the process lives."""
    with suppress(OSError, ModuleNotFoundError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def clear_parts(folder: Path) -> None:
    """Remove the parts in a folder that nobody writes any more; each folder is looked into once.

    Where the system has no such locks nobody can tell, and they stay.
    """
    if folder in _looked_into:
        return
    _looked_into.add(folder)
    with suppress(OSError):
        for path in [Path(each.path) for each in os.scandir(folder) if _NAME.fullmatch(each.name)]:
            if _is_left(path):
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _is_left(path: Path) -> bool:
    try:
        import fcntl

        handle = os.open(path, os.O_RDONLY)
    except (OSError, ModuleNotFoundError):
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return time.time() - os.fstat(handle).st_mtime > _YOUNG
    except OSError:  # in use, or a file system without locks
        return False
    finally:
        os.close(handle)
