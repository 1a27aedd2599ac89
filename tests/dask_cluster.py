"""A real Dask cluster on the loopback, for tests: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 120.0  # seconds
Worker = subprocess.Popen[bytes]


@contextmanager
def cluster(folder: Path, n_workers: int = 2, **settings: str) -> Iterator[tuple[str, list[Worker]]]:
    """Address and workers, which are started in this folder; settings are Dask's, as in the environment."""
    card = folder / "scheduler.json"
    with ExitStack() as stack:

        def start(*arguments: str) -> Worker:
            return stack.enter_context(
                _process(*arguments, "--no-dashboard", folder=folder, settings=settings)
            )

        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(card))
        wait_for(card.exists)
        workers = [
            start("worker", "--scheduler-file", str(card), "--nthreads", "1", "--no-nanny")
            for _ in range(n_workers)
        ]
        address = json.loads(card.read_text())["address"]
        wait_for(lambda: _n_workers(address) == n_workers)
        yield address, workers


def wait_for(what: Callable[[], bool]) -> None:
    """Until it is so."""
    end = monotonic() + PATIENCE
    while not what():
        assert monotonic() < end, "it did not come"
        sleep(0.05)


@contextmanager
def _process(*arguments: str, folder: Path, settings: dict[str, str]) -> Iterator[Worker]:
    """One process of the cluster, ended by its number; what it says is not for the test."""
    command = [sys.executable, "-m", "dask", *arguments]
    tests = os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": tests} | settings
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as running:
        try:
            yield running
        finally:
            running.terminate()
            running.wait(PATIENCE)


def _n_workers(address: str) -> int:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        return len(client.ncores())
