"""Where many independent tasks run: here, in processes of this machine, or on a Dask or Ray cluster.

`one` is this process alone, `processes=4` four processes (without a number, one a core), `dask=ADDRESS` and
`ray=ADDRESS` the workers of a cluster, which must see the same files by the same names.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from corefair.errors import CorefairError, DataError, MissingExtra

Result = TypeVar("Result")
_KINDS = "one, processes, processes=N, dask=ADDRESS, ray=ADDRESS"
_WAIT = 30  # seconds for a cluster to show a worker


@dataclass(frozen=True)
class Engine:
    """Something that runs tasks; `workers` is how many it can run at once."""

    workers: int
    local: bool = True  # whether the tasks share this machine
    streams: bool = True  # whether results come as they are done, or all at the end
    tries: int = 1  # how often all tasks are given out when workers are lost; more only without `streams`
    backend: dict[str, Any] = field(default_factory=lambda: {"backend": "loky"})

    def map(
        self, function: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], *, at_once: int | None = None
    ) -> Iterator[Result]:
        """What the function gives for each task, as they are done, in no order; at most `at_once` at a time.

        A task may be run again elsewhere when its worker dies, so it must do no harm to run it twice.
        """
        n_jobs = min(at_once or self.workers, self.workers, len(tasks))
        if self.local and n_jobs <= 1:
            for task in tasks:
                yield function(*task)
            return
        joblib = _package("joblib", extra="vectors")
        with joblib.parallel_config(**self.backend):
            parallel = joblib.Parallel(
                n_jobs=n_jobs if self.local else self.workers,
                batch_size=1,
                pre_dispatch="2*n_jobs" if self.local else "all",
                return_as="generator_unordered" if self.streams else "list",
            )
            try:
                for tries_left in reversed(range(self.tries)):
                    try:
                        yield from parallel(joblib.delayed(_told)(function, task) for task in tasks)
                        return
                    except _worker_errors() as error:
                        if not tries_left:
                            raise CorefairError(
                                f"a worker process was lost ({type(error).__name__}), perhaps for want of "
                                "memory: give the same command again, and what is done is not done twice"
                            ) from None
            finally:
                if self.local:
                    _end_processes()


@contextmanager
def started(engine: str = "processes") -> Iterator[Engine]:
    """The engine that the text names, ready for tasks; a connection to a cluster is closed at the end."""
    kind, equals, value = engine.partition("=")
    if kind == "one" and not equals:
        yield Engine(1)
    elif kind == "processes" and (not equals or (value.isdecimal() and int(value) > 0)):
        yield Engine(int(value) if equals else _n_cores())
    elif kind == "dask" and value:
        with _dask(value) as made:
            yield made
    elif kind == "ray" and value:
        with _ray(value) as made:
            yield made
    else:
        raise CorefairError(f"no engine is called {engine!r}; it is one of: {_KINDS}")


@contextmanager
def _dask(address: str) -> Iterator[Engine]:
    distributed = _package("distributed", extra="cluster")
    try:
        client = distributed.Client(address, timeout=_WAIT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CorefairError(f"no Dask scheduler answers at {address} ({error}): is it running?") from None
    try:
        workers = sum(client.ncores().values())
        if not workers:
            raise CorefairError(f"the Dask cluster at {address} has no workers: start some")
        yield Engine(workers, local=False, backend={"backend": _dask_backend(client)})
    finally:
        client.close()


def _dask_backend(client: Any) -> Any:
    """joblib's own, but for a task that Dask gives up (it killed too many workers): that waits for ever."""
    joblib_dask = _package("joblib._dask", extra="vectors")

    class Backend(joblib_dask.DaskDistributedBackend):  # type: ignore[misc, name-defined]
        def submit(self, func: Any, callback: Any = None) -> Any:
            future = super().submit(func, callback)
            future.add_done_callback(lambda done: callback(done.exception()) if done.exception() else None)
            return future

        def retrieve_result_callback(self, out: Any) -> Any:
            if isinstance(out, BaseException):
                raise out
            return super().retrieve_result_callback(out)

    return Backend(client=client)


@contextmanager
def _ray(address: str) -> Iterator[Engine]:
    try:
        ray = import_module("ray")
    except ModuleNotFoundError:
        raise CorefairError("this needs ray; install it with: pip install ray") from None
    import_module("ray.util.joblib").register_ray()
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, ValueError, RuntimeError) as error:
        raise CorefairError(f"no Ray cluster answers at {address} ({error}): is it running?") from None
    try:
        workers = int(ray.cluster_resources().get("CPU", 0))
        if not workers:
            raise CorefairError(f"the Ray cluster at {address} has no processors: start workers")
        # Ray does not give a lost worker's task to another, and tells of it on the standard output.
        with redirect_stdout(sys.stderr):
            yield Engine(workers, local=False, streams=False, tries=3, backend={"backend": "ray"})
    finally:
        ray.shutdown()


def _told(function: Callable[..., Result], task: tuple[Any, ...]) -> Result:
    """The function's result; its errors as such that survive the way from one process to another."""
    try:
        return function(*task)
    except DataError:
        raise
    except CorefairError as error:
        raise CorefairError(str(error)) from None


def _worker_errors() -> tuple[type[BaseException], ...]:
    """What joblib's engines raise when a worker was killed, of those that are installed."""
    names = [
        ("joblib.externals.loky.process_executor", "TerminatedWorkerError"),
        ("distributed", "KilledWorker"),
        ("ray.exceptions", "RayActorError"),
    ]
    found = []
    for package, name in names:
        try:
            found.append(getattr(import_module(package), name))
        except ModuleNotFoundError:
            continue
    return tuple(found)


def _end_processes() -> None:
    """Idle workers would go on holding memory."""
    import_module("joblib.externals.loky").get_reusable_executor(reuse=True).shutdown(
        wait=True, kill_workers=True
    )


def _n_cores() -> int:
    from corefair.geometry.threads import n_cores

    return n_cores()


def _package(name: str, *, extra: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise MissingExtra(name.partition(".")[0], extra=extra) from None
