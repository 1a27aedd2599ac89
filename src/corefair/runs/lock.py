"""One process at a time: a lock that the system gives back when its holder ends, however it ends."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import FileIO
from pathlib import Path

from corefair.errors import DataError

_AGAIN = 0.05  # seconds between two looks at a lock that is taken
_FAR = 1 << 30  # the byte that is locked on Windows, where nobody could read the note otherwise


class InUse(DataError):
    """Another process is at work there."""


@contextmanager
def locked(path: Path, *, patience: float = 0.0) -> Iterator[None]:
    """Within it this process alone holds the lock file, which goes at the end.

    A second one waits `patience` seconds, and is then told who has it. A lock whose holder was killed is
    free. Where a file system has no locks, two holders are not noticed.
    """
    file = _taken(path, until=time.monotonic() + patience)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows deletes no open file: there it stays, and does no harm
            path.unlink()
        file.close()


def _taken(path: Path, *, until: float) -> FileIO:
    """The lock file, open and locked, with a note of who we are in it."""
    while True:
        try:
            file = path.open("a+b", buffering=0)
        except OSError as error:
            message = f"cannot be locked: {error.strerror or error}"
            raise DataError(message, path=str(path.parent)) from None
        if not _lock(file.fileno()):
            file.close()
            if time.monotonic() >= until:
                raise InUse(
                    f"{_holder(path)}: wait for its end, or name another folder", path=str(path.parent)
                )
            time.sleep(_AGAIN)
        elif _is_at(file.fileno(), path):
            with suppress(OSError):  # the note is for people: a disk that is full keeps nobody from the lock
                file.truncate(0)
                file.write(json.dumps(_note()).encode())
            return file
        else:
            file.close()  # its holder deleted it when it was done, just before we had it


def _lock(handle: int) -> bool:
    """Whether the lock is ours now."""
    try:
        import fcntl
    except ModuleNotFoundError:
        return _lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _lock_on_windows(handle: int) -> bool:
    msvcrt = import_module("msvcrt")
    os.lseek(handle, _FAR, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(handle, 0, os.SEEK_SET)
    return True


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _note() -> dict[str, str | int]:
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]) if sys.argv else ""
    return {"process": os.getpid(), "machine": platform.node(), "since": since, "command": command[:200]}


def _holder(path: Path) -> str:
    """Who holds the lock, in words."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        who = f"process {note['process']} on {note['machine']} since {note['since']}, {note['command']}"
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # it is just being written
        return "another run is at work in it"
    return f"another run is at work in it ({who.rstrip(', ')})"
