"""Counting on a real Dask cluster of two workers, and with one of them killed while it counts."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from corefair.io.corpora import Shard, shards
from corefair.models.glove import Means, Settings, corpus_parts
from corefair.models.glove.pair_counting import count_pairs
from corefair.models.glove.word_counting import count_words
from dask_cluster import PATIENCE, Worker, cluster, wait_for

pytest.importorskip("distributed", reason="pip install 'corefair[cluster]'")


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[tuple[str, list[Worker]]]:
    with cluster(tmp_path) as made:
        yield made


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Shard]:
    """Eight files of 50,000 words, each a task of its own."""
    monkeypatch.setattr(corpus_parts, "_SIZE", (1, 1))
    rng = np.random.default_rng(5)
    share = 1 / np.arange(1, 5001)
    for i in range(8):
        numbers = rng.choice(5000, size=(500, 100), p=share / share.sum())
        (tmp_path / f"{i}.txt").write_text("\n".join(" ".join(f"w{n}" for n in row) for row in numbers))
    return shards([tmp_path / f"{i}.txt" for i in range(8)])


def test_same_bytes_on_a_cluster_and_with_a_worker_killed(
    tmp_path: Path, corpus: list[Shard], dask: tuple[str, list[Worker]]
) -> None:
    address, workers = dask
    one, there = Means(engine="one"), Means(engine=f"dask={address}")
    words = count_words(corpus, Settings(), folder=tmp_path / "one", means=one)
    pairs = count_pairs(corpus, words, Settings(), folder=tmp_path / "one", means=one)
    expected = pairs.path.read_bytes()

    found = count_words(corpus, Settings(), folder=tmp_path / "dask", means=there)
    assert found.words == words.words
    pairs = count_pairs(corpus, words, Settings(), folder=tmp_path / "dask", means=there)
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
    pairs = count_pairs(corpus, words, Settings(), folder=tmp_path / "dask", means=there)
    killer.join()
    assert done_when_killed[0] < len(corpus)  # it was in the middle
    assert workers[0].wait(PATIENCE) == -signal.SIGKILL
    assert pairs.path.read_bytes() == expected
    assert sorted(path.name for path in (tmp_path / "dask").iterdir()) == ["pairs.bin", "pairs.json"]
