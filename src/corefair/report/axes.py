"""Axes: where they begin and end, which round numbers they are marked with, and how those are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor, log10

Span = tuple[float, float]
N_COLOURS = 8  # of the page; after as many subjects they come again


def nice_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """At most `most` round numbers from low to high.

    >>> nice_ticks(-0.2, 0.2), nice_ticks(0, 70000)
    ([-0.2, -0.1, 0.0, 0.1, 0.2], [0.0, 20000.0, 40000.0, 60000.0])
    """
    for step in _steps(high - low):
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
        if last - first + 1 <= most:
            return [round(step * i, 12) for i in range(first, last + 1)]
    return [low, high]


def nice_span(values: Iterable[float], *, least: float) -> Span:
    """A span about 0 that holds the values, as wide on both sides, at least ±`least`.

    >>> nice_span([-0.13, 0.04], least=0.1), nice_span([37.0], least=0.1)
    ((-0.2, 0.2), (-40.0, 40.0))
    """
    reach = max([least, *map(abs, values)])
    step = next(step for step in _steps(reach) if reach <= 2 * step)
    return -round(step * ceil(reach / step - 1e-9), 12), round(step * ceil(reach / step - 1e-9), 12)


def _steps(size: float) -> Iterator[float]:
    """Round numbers from a hundredth of a size on."""
    lowest = floor(log10(size)) - 2 if size > 0 else 0
    return (base * 10.0**power for power in range(lowest, lowest + 5) for base in (1, 2, 2.5, 5))


def number(value: float) -> str:
    """A tick's number, without zeros behind the point.

    >>> number(-2.5), number(20000.0)
    ('−2.5', '20,000')
    """
    return f"{round(value, 6):,g}".replace("-", "−") if abs(value) < 1e6 else f"{value:.0e}"
