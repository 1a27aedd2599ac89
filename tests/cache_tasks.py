"""What is kept in the cache by its tests, in a module that other processes can import."""

from __future__ import annotations

import numpy as np

from corefair.runs.cache import cached
from corefair.runs.mapped import Writer

BIG = np.arange(3000, dtype=np.float32).reshape(1000, 3)


def fill(writer: Writer) -> None:
    for start in range(0, 1000, 300):
        writer.add("big", BIG[start : start + 300])
    writer.add("words", np.frombuffer(b"she he", np.uint8))
    writer.facts["n"] = 1000


def filled(_: int) -> float:
    return float(np.asarray(cached("kind-1", "abc", fill).arrays["big"], np.float64).sum())
