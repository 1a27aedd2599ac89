"""Counting on a real Dask cluster of two workers, and with one of them killed while it counts."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import numpy as np
import pytest

from corefair.io.corpora import Shard, shards
from corefair.models.glove import stages
from corefair.models.glove.counting import count_pairs
from corefair.models.glove.counting_words import count_words

pytest.importorskip("distributed", reason="pip install 'corefair[cluster]'")
PATIENCE = 120.0  # seconds


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """One process of the cluster, ended by its number; what it says is not for the test."""
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            yield running
        finally:
            running.terminate()
            running.wait(PATIENCE)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Address and workers of a cluster on the loopback."""
    card = tmp_path / "scheduler.json"
    with ExitStack() as stack:
        stack.enter_context(
            process("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(card))
        )
        wait_for(card.exists)
        workers = [
            stack.enter_context(
                process("worker", "--scheduler-file", str(card), "--nthreads", "1", "--no-nanny")
            )
            for _ in range(2)
        ]
        address = json.loads(card.read_text())["address"]
        wait_for(lambda: n_workers(address) == 2)
        yield address, workers


def n_workers(address: str) -> int:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        return len(client.ncores())


def wait_for(what: object) -> None:
    end = monotonic() + PATIENCE
    while not what():  # type: ignore[operator]
        assert monotonic() < end, "the cluster did not start"
        sleep(0.05)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Shard]:
    """Eight files of 50,000 words, each a task of its own."""
    monkeypatch.setattr(stages, "_SIZE", (1, 1))
    rng = np.random.default_rng(5)
    share = 1 / np.arange(1, 5001)
    for i in range(8):
        numbers = rng.choice(5000, size=(500, 100), p=share / share.sum())
        (tmp_path / f"{i}.txt").write_text("\n".join(" ".join(f"w{n}" for n in row) for row in numbers))
    return shards([tmp_path / f"{i}.txt" for i in range(8)])


def test_same_bytes_on_a_cluster_and_with_a_worker_killed(
    tmp_path: Path, corpus: list[Shard], cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    words = count_words(corpus, folder=tmp_path / "one", engine="one")
    expected = count_pairs(corpus, words, folder=tmp_path / "one", engine="one").path.read_bytes()

    found = count_words(corpus, folder=tmp_path / "dask", engine=f"dask={address}")
    assert found.words == words.words
    pairs = count_pairs(corpus, words, folder=tmp_path / "dask", engine=f"dask={address}")
    assert pairs.path.read_bytes() == expected

    shutil.rmtree(tmp_path / "dask")
    done_when_killed: list[int] = []

    def kill_one() -> None:
        """As soon as both are counting."""
        wait_for(lambda: len(list((tmp_path / "dask").glob("pairs-*/*.part"))) == 2)
        os.kill(workers[0].pid, signal.SIGKILL)
        done_when_killed.append(len(list((tmp_path / "dask").glob("pairs-*/0000?"))))

    killer = Thread(target=kill_one)
    killer.start()
    pairs = count_pairs(corpus, words, folder=tmp_path / "dask", engine=f"dask={address}")
    killer.join()
    assert done_when_killed[0] < len(corpus)  # it was in the middle
    assert workers[0].wait(PATIENCE) == -signal.SIGKILL
    assert pairs.path.read_bytes() == expected
    assert sorted(path.name for path in (tmp_path / "dask").iterdir()) == ["pairs.bin", "pairs.json"]
