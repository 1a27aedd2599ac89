"""Functions compiled to machine code by Numba, to run without the interpreter's lock.

The machine code is kept for later runs, beside the source or in the user's cache folder; where nothing can be
written it is made anew each time. Modules that compile when they are imported are to be imported inside the
functions that need them: without Numba they raise `MissingExtra`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from corefair.errors import MissingExtra

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function compiled when first called."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """The same, copied into compiled functions that call it: for small ones called very often."""
    return _compiled(function, forceinline=True)


def summing(function: Function) -> Function:
    """The same, with sums in whatever order is fast, copied whole into what calls it.

    Were it called, the order of a sum would depend on whether the machine code was made now or kept from an
    earlier run; as one piece it is the same code for ever.
    """
    fast = {"reassoc", "contract", "arcp", "nsz"}
    return _compiled(function, error_model="numpy", fastmath=fast, inline="always")


@cache
def if_possible(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function compiled, for those that run without it too; None where there is no Numba."""
    try:
        return _compiled(function, error_model="numpy")
    except MissingExtra:
        return None


def n_numba_threads() -> int:
    """How many threads to run compiled code in: as Numba would, so that NUMBA_NUM_THREADS holds here too."""
    return int(import_module("numba.core.config").NUMBA_NUM_THREADS)


def _compiled(function: Function, **options: Any) -> Function:
    try:
        njit: Any = import_module("numba").njit
    except ModuleNotFoundError:
        raise MissingExtra("numba", extra="vectors") from None
    try:
        made: Function = njit(nogil=True, cache=True, **options)(function)
    except RuntimeError:  # there is no place for a cache
        made = njit(nogil=True, **options)(function)
    return made
