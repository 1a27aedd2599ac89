"""Tasks for engines, in a module that other processes can import."""

from __future__ import annotations

import os
import signal

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
