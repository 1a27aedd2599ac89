"""The folder of a run: whose work it holds, and that nobody else works in it at the same time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corefair.errors import DataError
from corefair.io import files

_CARD = "run.json"
_LOCK = "run.lock"


@contextmanager
def held(folder: Path, *, key: str, about: str) -> Iterator[None]:
    """Within it the folder is for what the key stands for, and for this process alone.

    A folder that holds something else is refused: it is neither used nor lost. Where files cannot be locked
    (Windows), that two runs share a folder is not noticed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / _LOCK).open("a")
    except OSError as error:
        raise DataError(f"cannot hold a run: {error.strerror or error}", path=str(folder)) from None
    with lock:
        if not _locked(lock.fileno()):
            raise DataError("another run is at work in it: wait for its end, or name another folder",
                            path=str(folder))  # fmt: skip
        _claim(folder, key, about)
        yield


def _claim(folder: Path, key: str, about: str) -> None:
    card = folder / _CARD
    if not card.exists():
        others = sorted(path.name for path in folder.iterdir() if path.name != _LOCK)
        if others:
            raise DataError(f"holds {others[0]} but no {_CARD}: not the folder of a run", path=str(folder))
        with files.writing(card) as out:
            json.dump({"key": key, "about": about}, out, indent=1, ensure_ascii=False)
        return
    try:
        found = json.loads(card.read_text(encoding="utf-8"))
        same, what = found["key"] == key, found["about"]
    except (OSError, ValueError, KeyError, TypeError):
        same, what = False, "its run.json cannot be read"
    if not same:
        message = f"holds another run ({what}): name another folder, or delete this one"
        raise DataError(message, path=str(folder))


def _locked(file: int) -> bool:
    """Whether the lock is ours now; the system gives it back when the process ends, however it ends."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
