"""Functions made fast by Numba where it is installed, and the threads to run them in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function as machine code that leaves other threads running; None without Numba."""
    try:
        import numba
    except ImportError:
        return None
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        made: Callable[..., Any] = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder to keep the machine code in: made anew in each process
        made = numba.njit(**options)(function)
    return made


def n_threads() -> int:
    """How many threads to work in: as many as Numba would, so that NUMBA_NUM_THREADS holds here too."""
    from numba import config

    threads: Any = vars(config)["NUMBA_NUM_THREADS"]
    return int(threads)
