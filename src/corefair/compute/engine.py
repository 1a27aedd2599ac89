"""Where many independent tasks run: here, in processes of this machine, or on a Dask or Ray cluster.

`one` is this process alone, `processes=4` four processes (without a number, one a core), `dask=ADDRESS` and
`ray=ADDRESS` the workers of a cluster, which must see the same files by the same names. A task that was lost
with its worker is given to another, so it must do no harm to run it twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from corefair.compute.threads import n_cores
from corefair.errors import CorefairError, DataError

Result = TypeVar("Result")
Item = TypeVar("Item")
TRIES = 3  # how often a task is given out whose workers are lost
_KINDS = "one, processes, processes=N, dask=ADDRESS, ray=ADDRESS"


@dataclass(eq=False)
class Task(Generic[Result]):
    """A call that was handed to an engine."""

    engine: Engine
    function: Callable[..., Result]
    args: tuple[object, ...]
    future: Future[Result | Failure]
    tries_left: int = TRIES - 1

    def result(self) -> Result:
        """What the function gave, when it is done; or the error that it raised."""
        while self.was_lost():
            self.send_again()
        error = self._error()
        if error is not None:
            raise self.engine.in_words(error)
        value = self.future.result()
        if isinstance(value, Failure):
            raise value.error
        return value

    def was_lost(self) -> bool:
        """Whether it ended with its worker, and may be given to another; waits for its end."""
        return isinstance(self._error(), BrokenExecutor) and self.tries_left > 0

    def _error(self) -> BaseException | None:
        try:
            return self.future.exception()
        except CancelledError as error:
            return error

    def send_again(self) -> None:
        """Give it to another worker."""
        self.tries_left -= 1
        self.future = self.engine.send(self.function, self.args)


@dataclass(frozen=True)
class Failure:
    """An error of ours, as a value: as one it would not survive the way from one process to another."""

    error: CorefairError


class Engine:
    """Runs tasks in this process, as soon as they are handed to it; other engines elsewhere, many at once."""

    def __init__(self, workers: int = 1, *, local: bool = True) -> None:
        self.workers = workers  # how many tasks run at once
        self.local = local  # whether they share this machine

    @property
    def alone(self) -> bool:
        """Whether this process does all of it, one task after the other."""
        return self.local and self.workers <= 1

    def submit(self, function: Callable[..., Result], *args: object) -> Task[Result]:
        """Hand a call to the engine; functions and arguments go to other processes, so they must be plain."""
        return Task(self, function, args, self.send(function, args))

    def forget(self, future: Future[Result | Failure]) -> None:
        """Its result is not waited for any more: it need not be begun."""
        future.cancel()

    def as_completed(
        self, tasks: Iterable[Task[Result]], *, ahead: int | None = None
    ) -> Iterator[Task[Result]]:
        """The tasks as they are done, in no order; with `ahead` no more than so many are taken at a time."""
        coming = iter(tasks)
        waiting = {task.future: task for task in islice(coming, ahead)}
        try:
            while waiting:
                yield _next_done(waiting)
                waiting |= {task.future: task for task in islice(coming, 1)}
        finally:
            for future in waiting:
                self.forget(future)

    def map(
        self,
        function: Callable[..., Result],
        calls: Iterable[tuple[object, ...]],
        *,
        at_once: int | None = None,
        ordered: bool = True,
    ) -> Iterator[Result]:
        """What the function gives for each set of arguments, in order, or else as they are done.

        No more than `at_once` run at a time on this machine, and calls are taken only a little ahead of what
        is asked for: neither they nor the results are ever all in memory.
        """
        n_workers = min(at_once or self.workers, self.workers) if self.local else self.workers
        if isinstance(calls, Sized):
            n_workers = min(n_workers, len(calls))
        if self.local and n_workers <= 1:
            for args in calls:
                yield function(*args)
            return
        self.prepare(n_workers)
        coming = (self.submit(function, *args) for args in calls)
        if ordered:
            yield from _in_order(coming, self.ahead)
        else:
            yield from (task.result() for task in self.as_completed(coming, ahead=self.ahead))

    @property
    def ahead(self) -> int:
        """How many calls are under way or waiting to be asked for; on a cluster workers may join."""
        return 4 * self.workers if self.local else max(256, 4 * self.workers)

    def prepare(self, n_workers: int) -> None:
        """Make ready to run so many at once."""

    def send(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result | Failure]:
        """Have a call done."""
        future: Future[Result | Failure] = Future()
        future.set_result(guarded(function, args))
        return future

    def in_words(self, error: BaseException) -> BaseException:
        """An error of the engine, if it is one, as a sentence; those of the function as they are."""
        return lost_worker(error) if isinstance(error, BrokenExecutor) else error

    def close(self) -> None:
        """End what was started."""


def guarded(function: Callable[..., Result], args: tuple[object, ...]) -> Result | Failure:
    """The function's result; its errors of ours as such that survive the way from one process to another."""
    try:
        return function(*args)
    except DataError as error:
        return Failure(error)
    except CorefairError as error:
        return Failure(CorefairError(str(error)))


def lost_worker(error: BaseException) -> CorefairError:
    """What to say when the workers of a task were lost again and again."""
    return CorefairError(
        f"a worker process was lost ({type(error).__name__}), perhaps for want of memory: give the same "
        "command again, and what is done is not done twice"
    )


@contextmanager
def started(engine: str = "processes") -> Iterator[Engine]:
    """The engine that the text names, ready for tasks; what was started for it is ended."""
    made = _made(engine)
    try:
        yield made
    finally:
        made.close()


def _made(engine: str) -> Engine:
    kind, equals, value = engine.partition("=")
    if kind == "one" and not equals:
        return Engine()
    if kind == "processes" and (not equals or (value.isdecimal() and int(value) > 0)):
        from corefair.compute.processes import Processes

        return Processes(int(value) if equals else n_cores())
    if kind == "dask" and value:
        from corefair.compute.clusters import Dask

        return Dask(value)
    if kind == "ray" and value:
        from corefair.compute.clusters import Ray

        return Ray(value)
    raise CorefairError(f"no engine is called {engine!r}; it is one of: {_KINDS}")


def in_shares(items: Iterable[Item], size: Callable[[Item], int], least: int) -> Iterator[list[Item]]:
    """The items in lists, each of which is of this size together, or a little more.

    >>> list(in_shares(["a", "bcd", "e", "f"], len, 3))
    [['a', 'bcd'], ['e', 'f']]
    """
    held: list[Item] = []
    together = 0
    for item in items:
        held.append(item)
        together += size(item)
        if together >= least:
            yield held
            held, together = [], 0
    if held:
        yield held


def _in_order(coming: Iterator[Task[Result]], ahead: int) -> Iterator[Result]:
    under_way = deque(islice(coming, ahead))
    try:
        while under_way:
            yield under_way[0].result()
            under_way.popleft()
            under_way.extend(islice(coming, 1))
    finally:
        for task in under_way:
            task.engine.forget(task.future)


def _next_done(waiting: dict[Future[Result | Failure], Task[Result]]) -> Task[Result]:
    """Take out a task that is done; one that was lost with its worker is sent again instead."""
    while True:
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        task = waiting.pop(done.pop())
        if not task.was_lost():
            return task
        task.send_again()
        waiting[task.future] = task
