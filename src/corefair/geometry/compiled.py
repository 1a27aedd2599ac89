"""Functions compiled to machine code by Numba; to be imported inside the functions that need it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from corefair.errors import MissingExtra

try:
    import numba
except ModuleNotFoundError:
    raise MissingExtra("numba", extra="vectors") from None

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function compiled when first called, to run without the interpreter's lock.

    The machine code is kept for later runs, beside the source or in the user's cache folder; where nothing
    can be written it is made anew each time.
    """
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


def _compiled(function: Function, **options: Any) -> Function:
    njit: Any = numba.njit
    try:
        made: Function = njit(nogil=True, cache=True, **options)(function)
    except RuntimeError:  # there is no place for a cache
        made = njit(nogil=True, **options)(function)
    return made
