"""Tasks for engines, in a module that other processes can import."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from corefair.errors import DataError, UnknownName


def square(number: int) -> int:
    return number * number


def broken(number: int) -> int:
    raise DataError("bad", path="a.txt", line=number)


def unnamed(number: int) -> int:
    raise UnknownName("thing", "x", ["y"])


def deadly(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def deadly_once(number: int, marker: Path) -> int:
    """As if the process had been killed, but only the first time."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return square(number)
    os.kill(os.getpid(), signal.SIGKILL)
    return 0
