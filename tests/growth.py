"""Whether time grows with the size of what is given, as far as a machine that is slow at times can tell."""

from __future__ import annotations

import gc
from collections.abc import Callable


def in_proportion(seconds: Callable[[int], float], small: int, large: int) -> bool:
    """Whether once in five tries the larger took far less than the square of the ratio times as long.

    Python's collector is off meanwhile: its sweeps grow with all that the other tests have left in the
    process, and not with what is given here.
    """
    most = (large / small) ** 1.6
    gc.collect()
    gc.disable()
    try:
        return any(seconds(large) < most * seconds(small) for _ in range(5))
    finally:
        gc.enable()
