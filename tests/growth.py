"""Whether time grows with the size of what is given, as far as a machine that is slow at times can tell."""

from __future__ import annotations

from collections.abc import Callable


def in_proportion(seconds: Callable[[int], float], small: int, large: int) -> bool:
    """Whether once in five tries the larger took far less than the square of the ratio times as long."""
    most = (large / small) ** 1.6
    return any(seconds(large) < most * seconds(small) for _ in range(5))
