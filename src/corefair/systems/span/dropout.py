"""Dropout from a pool: masks are cut out of numbers that are drawn once an epoch, not for every mask."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from torch import Tensor

_POOL = 1 << 22


class Dropout:
    """Sets a share of numbers to zero while training; all that is random comes from `begin`."""

    def __init__(self) -> None:
        self.rng: np.random.Generator | None = None
        self._pools: dict[float, Tensor] = {}

    def begin(self, rng: np.random.Generator | None) -> None:
        """Drop from now on, where masks are cut by lot; with None drop nothing."""
        self.rng = rng
        if rng is not None:
            drawn = rng.random(_POOL, dtype=np.float32)
            self._pools = {
                share: torch.from_numpy((drawn >= share).astype(np.float32) / (1 - share))
                for share in self._pools
            }
            self._drawn = drawn

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Drop nothing meanwhile; lots go on afterwards as if nothing had been asked."""
        rng, self.rng = self.rng, None
        try:
            yield
        finally:
            self.rng = rng

    def __call__(self, values: Tensor, share: float) -> Tensor:
        if self.rng is None or share == 0:
            return values
        if share not in self._pools:
            self._pools[share] = torch.from_numpy((self._drawn >= share).astype(np.float32) / (1 - share))
        return values * self._mask(values.numel(), self._pools[share]).view(values.shape)

    def _mask(self, n: int, pool: Tensor) -> Tensor:
        """So many numbers of the pool from a place by lot on; of more than it has, several cuts."""
        assert self.rng is not None
        cuts = []
        for begin in range(0, max(n, 1), _POOL):
            size = min(n - begin, _POOL)
            at = int(self.rng.integers(_POOL - size + 1))
            cuts.append(pool[at : at + size])
        return cuts[0] if len(cuts) == 1 else torch.cat(cuts)
