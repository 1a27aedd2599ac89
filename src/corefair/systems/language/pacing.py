"""How many requests are on their way at once: fewer when that is too much; none once it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from corefair.errors import DataError


class Stopped(DataError):
    """Nobody waits for the answer any more."""

    def __init__(self) -> None:
        super().__init__("not asked: it was stopped")


class Pace:
    """Starts at `limit`, halves when told to slow down, and grows by one for each round that went well.

    It grows to twice the number it started with; one stays one. A pause that the endpoint asks for is
    kept by all.
    """

    def __init__(self, limit: int) -> None:
        self.limit, self.most = float(limit), 2 * limit if limit > 1 else 1
        self.under_way = 0
        self._until = 0.0
        self._stopped = False
        self._turn = threading.Condition()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a turn, and take it; Stopped if there will be none."""
        with self._turn:
            while (left := self._until - time.monotonic()) > 0 or self.under_way >= max(int(self.limit), 1):
                self._check()
                self._turn.wait(left if left > 0 else None)
            self._check()
            self.under_way += 1
        try:
            yield
        finally:
            with self._turn:
                self.under_way -= 1
                self._turn.notify_all()

    def pause(self, seconds: float) -> None:
        """Wait for so long, or until it is stopped."""
        until = time.monotonic() + seconds
        with self._turn:
            while (left := until - time.monotonic()) > 0:
                self._check()
                self._turn.wait(left)

    def stop(self) -> None:
        """No more turns: whoever waits for one is told so at once."""
        with self._turn:
            self._stopped = True
            self._turn.notify_all()

    def resume(self) -> None:
        """Turns again; nobody may be waiting."""
        with self._turn:
            self._stopped = False

    def went_well(self) -> None:
        """A response came."""
        with self._turn:
            self.limit = min(self.limit + 1 / self.limit, self.most)

    def slow_down(self, seconds: float) -> None:
        """It was too much: half as many, and none for so long."""
        with self._turn:
            self.limit = max(self.limit / 2, 1.0)
            self._until = max(self._until, time.monotonic() + seconds)

    def _check(self) -> None:
        if self._stopped:
            raise Stopped
