"""Tasks on all cores, each with what it changes to itself, and each product on one core."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from itertools import islice
from threading import Condition
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Space = TypeVar("Space")


CORES = "COREFAIR_CORES"  # how many cores a process is to use, where others are at work beside it


def n_cores() -> int:
    """How many cores this process may use."""
    told = os.environ.get(CORES, "")
    if told.isdecimal() and int(told):
        return int(told)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def n_threads(wanted: int | None = None) -> int:
    """As many threads as are wanted, or one a core."""
    return n_cores() if wanted is None else max(1, wanted)


def one_blas_thread() -> AbstractContextManager[Any]:
    """Within it a matrix product uses one core, since other threads are at work on the others."""
    try:
        control = import_module("threadpoolctl")
    except ModuleNotFoundError:  # it comes with scikit-learn; without it threads get in each other's way
        return nullcontext()
    limits: AbstractContextManager[Any] = control.threadpool_limits(1, user_api="blas")
    return limits


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """Within it PyTorch sums in one order, on any machine; texts are too small to be shared by threads."""
    torch = import_module("torch")
    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(n_threads)


def run(
    tasks: Iterable[Task],
    work: Callable[[Task, Space], None],
    *,
    needs: Callable[[Task], Set[Hashable]],  # what the task changes
    space: Callable[[], Space],  # what a thread works in
    threads: int,
    done: Callable[[Task], None],  # called after each, one at a time
) -> None:
    """Do all tasks, in any order; no two at once that need the same thing. The first error ends it."""
    queue = _Queue(tasks, needs, ahead=8 * threads)

    def labour() -> None:
        mine = space()
        try:
            while (task := queue.take()) is not None:
                work(task, mine)
                queue.give_back(task, done)
        finally:
            queue.close()  # after an error; else there is nothing left to hand out

    if threads == 1:
        labour()
        return
    with ThreadPoolExecutor(threads) as pool:
        labourers = [pool.submit(labour) for _ in range(threads)]
        try:
            for labourer in labourers:
                labourer.result()
        finally:
            queue.close()  # when interrupted from the keyboard


class _Queue(Generic[Task]):
    """Tasks in order, but one whose needs are taken is passed over for the time being."""

    def __init__(self, tasks: Iterable[Task], needs: Callable[[Task], Set[Hashable]], *, ahead: int) -> None:
        self._coming, self._needs, self._ahead = iter(tasks), needs, ahead
        self._waiting: list[Task] = []
        self._taken: set[Hashable] = set()
        self._changed = Condition()
        self._closed = False

    def take(self) -> Task | None:
        """The next that can be done, or None when there are no more."""
        with self._changed:
            while not self._closed:
                self._waiting += islice(self._coming, self._ahead - len(self._waiting))
                if not self._waiting:
                    return None
                for place, task in enumerate(self._waiting):
                    if self._taken.isdisjoint(self._needs(task)):
                        self._taken |= self._needs(task)
                        del self._waiting[place]
                        return task
                self._changed.wait()
            return None

    def give_back(self, task: Task, done: Callable[[Task], None]) -> None:
        """Free what it needed."""
        with self._changed:
            self._taken -= self._needs(task)
            self._changed.notify_all()
            done(task)

    def close(self) -> None:
        """Hand out no more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
