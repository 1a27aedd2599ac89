"""Tasks on the workers of a Dask or Ray cluster; both give a lost worker's task to another by themselves."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import redirect_stdout
from importlib import import_module
from threading import Lock
from typing import Any

from corefair.compute.engine import TRIES, Engine, Failure, Result, guarded, lost_worker
from corefair.errors import CorefairError, MissingExtra

_WAIT = 30  # seconds for a cluster to show a worker


class Place:
    """The current folder of a worker, which is that of whoever asked: there the paths of a task are meant."""

    def __init__(self) -> None:
        self._lock = Lock()  # a worker of Dask may have several threads, and a process has one folder
        self._at_work = 0

    def guarded(
        self, folder: str, function: Callable[..., Result], args: tuple[object, ...]
    ) -> Result | Failure:
        """`guarded`, in this folder; a failure if the worker has no such folder, or is at work in another."""
        with self._lock:
            problem = self._enter(folder)
            if problem:
                return Failure(CorefairError(problem))
            self._at_work += 1
        try:
            return guarded(function, args)
        finally:
            with self._lock:
                self._at_work -= 1

    def _enter(self, folder: str) -> str:
        try:
            if _here() == folder:
                return ""
            if self._at_work:
                return (
                    f"a worker of the cluster is at work for another command, and cannot be in {folder} too: "
                    "give the command again when that is done, or start workers with one thread each"
                )
            os.chdir(folder)
        except OSError as error:
            return (
                f"a worker of the cluster cannot enter {folder} ({error.strerror}): workers must see "
                "the same files by the same names"
            )
        return ""


_PLACE = Place()


def guarded_in(folder: str, function: Callable[..., Result], args: tuple[object, ...]) -> Result | Failure:
    """A task on a worker, wherever that was started."""
    return _PLACE.guarded(folder, function, args)


def _here() -> str:
    return os.path.realpath(os.curdir)


class Dask(Engine):
    """The workers of a Dask cluster; its `retries` are for errors that may pass, as those of a network."""

    def __init__(self, address: str) -> None:
        try:
            distributed = import_module("distributed")
        except ModuleNotFoundError:
            raise MissingExtra("distributed", extra="cluster") from None
        try:
            self._client: Any = distributed.Client(address, timeout=_WAIT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CorefairError(f"no Dask scheduler answers at {address} ({error}): is it running?") from None
        self._killed = distributed.KilledWorker
        super().__init__(sum(self._client.ncores().values()), local=False)
        if not self.workers:
            self._client.close()
            raise CorefairError(f"the Dask cluster at {address} has no workers: start some")
        self._executor = self._client.get_executor(pure=False, retries=TRIES - 1)

    def send(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result | Failure]:
        """Have a call done by one of the workers."""
        future: Future[Result | Failure] = self._executor.submit(guarded_in, _here(), function, args)
        return future

    def in_words(self, error: BaseException) -> BaseException:
        """A lost worker, or a lost cluster, as a sentence."""
        if isinstance(error, self._killed):
            return lost_worker(error)
        if isinstance(error, CancelledError):
            return CorefairError("the Dask cluster was lost: start it, and give the same command again")
        return error

    def close(self) -> None:
        """Leave the cluster; what it has not done is not done."""
        self._executor.shutdown(wait=False)
        self._client.close()


class Ray(Engine):
    """The workers of a Ray cluster."""

    def __init__(self, address: str) -> None:
        try:
            ray = import_module("ray")
        except ModuleNotFoundError:
            raise CorefairError("this needs ray; install it with: pip install ray") from None
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, OSError, ValueError, RuntimeError) as error:
            raise CorefairError(f"no Ray cluster answers at {address} ({error}): is it running?") from None
        self._ray = ray
        super().__init__(int(ray.cluster_resources().get("CPU", 0)), local=False)
        if not self.workers:
            ray.shutdown()
            raise CorefairError(f"the Ray cluster at {address} has no processors: start workers")
        self._guarded = ray.remote(max_retries=TRIES - 1)(guarded_in)
        self._quiet = redirect_stdout(sys.stderr)  # where Ray tells of lost workers
        self._quiet.__enter__()

    def send(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result | Failure]:
        """Have a call done by one of the workers."""
        future: Future[Result | Failure] = self._guarded.remote(_here(), function, args).future()
        return future

    def in_words(self, error: BaseException) -> BaseException:
        """A lost worker as a sentence; errors of the function as they are."""
        errors = self._ray.exceptions
        if isinstance(error, errors.RayError) and not isinstance(error, errors.RayTaskError):
            return lost_worker(error)
        return error

    def close(self) -> None:
        """Leave the cluster."""
        self._quiet.__exit__(None, None, None)
        self._ray.shutdown()
