"""Tasks for engines, in a module that other processes can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from corefair.errors import DataError, UnknownName


def square(number: int) -> int:
    return number * number


def slow_square(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number * number


def noted_square(number: int, folder: Path, seconds: float) -> int:
    """Leaves a note that it was begun, and takes its time."""
    (folder / f"{number}").touch()
    return slow_square(number, seconds)


def what_is_in(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def broken(number: int) -> int:
    raise DataError("bad", path="a.txt", line=number)


def unnamed(number: int) -> int:
    raise UnknownName("thing", "x", ["y"])


def divided(number: int) -> float:
    return 1 / number


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


def network_threads() -> int:
    """How many threads a network would compute with; without PyTorch, how many it would be told."""
    try:
        import torch
    except ModuleNotFoundError:
        return int(os.environ["OMP_NUM_THREADS"])
    return torch.get_num_threads()
