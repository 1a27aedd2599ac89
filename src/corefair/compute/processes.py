"""Tasks in processes of this machine, started when the first is handed out."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any
from weakref import WeakSet

from corefair.compute.engine import Engine, Failure, Result, guarded
from corefair.compute.threads import CORES
from corefair.errors import MissingExtra

_GLANCE = 1.0  # seconds between two glances at who started us
_AT_WORK = threading.Lock()  # held while a process is at a task
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", CORES)  # the first by libraries


class Processes(Engine):
    """So many processes, by loky: it needs no `if __name__ == "__main__"` in the script that uses it."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._pool: Any = None
        self._size = workers
        self._under_way: WeakSet[Future[Any]] = WeakSet()

    def prepare(self, n_workers: int) -> None:
        """Have so many processes and no more, for idle ones hold memory; waits for what is under way."""
        if n_workers != self._size:
            wait(self._under_way)
            self.close()
            self._size = n_workers

    def send(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result | Failure]:
        """Have a call done by one of the processes; if they are lost, by new ones."""
        while True:
            if self._pool is None:
                self._pool = _loky().ProcessPoolExecutor(
                    max_workers=self._size, env=_one_core(), initializer=_end_with, initargs=(os.getpid(),)
                )
            try:
                future: Future[Result | Failure] = self._pool.submit(_task, function, args)
            except BrokenExecutor:
                self.close()
                continue
            self._under_way.add(future)
            return future

    def forget(self, future: Future[Result | Failure]) -> None:
        """Leave it: when loky is to end, it stumbles over one that was cancelled, and its workers live on."""

    def close(self) -> None:
        """End the processes, whatever they are at."""
        if self._pool is not None:
            _take_back(self._pool)
            self._pool.shutdown(wait=True, kill_workers=True)
            self._pool = None


def _task(function: Callable[..., Result], args: tuple[object, ...]) -> Result | Failure:
    with _AT_WORK:
        return guarded(function, args)


def _end_with(starter: int) -> None:
    """Have this process end when the one that started it was killed, and could not end it: after its task."""
    if os.name == "nt":  # where a process goes by the same parent when that is no more
        return

    def watch() -> None:
        while os.getppid() == starter:
            time.sleep(_GLANCE)
        with _AT_WORK:
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _take_back(pool: Any) -> None:
    """Take from loky the tasks that no process has yet.

    When it is to kill its workers it forgets these first, then looks one up, and its thread dies of that.
    """
    waiting: SimpleQueue[int] = getattr(pool, "_work_ids", None) or SimpleQueue()
    with suppress(Empty):
        while True:
            waiting.get(block=False)


def _one_core() -> dict[str, str]:
    """What would use all cores in every process is told of one, where nothing else is set."""
    return {name: os.environ.get(name, "1") for name in _THREADS}


def _loky() -> Any:
    try:
        return import_module("joblib.externals.loky")
    except ModuleNotFoundError:
        raise MissingExtra("joblib", extra="vectors") from None
