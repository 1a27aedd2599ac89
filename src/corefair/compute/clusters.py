"""Tasks on the workers of a Dask or Ray cluster; both give a lost worker's task to another by themselves."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

from corefair.compute.engine import TRIES, Engine, Failure, Result, guarded, lost_worker
from corefair.errors import CorefairError, MissingExtra

_WAIT = 30  # seconds for a cluster to show a worker


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
        future: Future[Result | Failure] = self._executor.submit(guarded, function, args)
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
        self._guarded = ray.remote(max_retries=TRIES - 1)(guarded)
        self._quiet = redirect_stdout(sys.stderr)  # where Ray tells of lost workers
        self._quiet.__enter__()

    def send(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result | Failure]:
        """Have a call done by one of the workers."""
        future: Future[Result | Failure] = self._guarded.remote(function, args).future()
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
