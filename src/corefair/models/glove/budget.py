"""How much memory a stage may use, shared out among the processes that work for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from corefair.compute.engine import Engine
from corefair.errors import CorefairError

INTERPRETER = 200_000_000  # bytes of a Python process with NumPy and Numba at work, measured: 170 to 190 MB
_LEAST, _GOOD = 32_000_000, 96_000_000  # bytes to work in: below it none can, and worth one more process
_SMALL = 24_000_000  # bytes for what is small and not counted one by one


class Plan(NamedTuple):
    """How many tasks to run at once, and the bytes that each may fill."""

    at_once: int
    room: int


def plan(memory: int, *, engine: Engine | None = None, each: int = 0) -> Plan:
    """As many tasks at once as the memory has room for; each needs `each` bytes before it can begin.

    What this process holds already is counted, and an interpreter for every further process. On a cluster
    the memory is what each worker may use. Without an engine, this process is to do it alone.
    """
    each += _SMALL
    if engine is not None and not engine.local:
        return Plan(engine.workers, _enough(memory, INTERPRETER + each))
    here = max(resident(), INTERPRETER)
    for n in range(engine.workers if engine else 1, 1, -1):
        room = (memory - here) // n - INTERPRETER - each
        if room >= _GOOD:
            return Plan(n, room)
    return Plan(1, _enough(memory, here + each))


def _enough(memory: int, taken: int) -> int:
    """What is left of the memory, if that is enough to work in."""
    if memory - taken < _LEAST:
        least = -(-(taken + _LEAST) // 1_000_000)
        raise CorefairError(
            f"{memory / 1e6:,.0f} MB of memory are too little: give at least {least:,} MB, or fewer words"
        )
    return memory - taken


def resident() -> int:
    """Bytes of memory that this process holds now, or where that is not told, at the most so far."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * 4096
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return INTERPRETER
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
