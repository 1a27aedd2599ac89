"""Clusters: tasks on real workers of Dask and Ray, some of them killed, and clusters that are not there."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from corefair.compute import clusters as module
from corefair.compute.engine import Failure, started
from corefair.errors import CorefairError, DataError, MissingExtra
from dask_cluster import PATIENCE, cluster, wait_for
from engine_tasks import broken, deadly, deadly_once, divided, noted_square, square, unnamed, what_is_in


def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="pip install 'corefair[cluster]'")
    begun = tmp_path / "begun"
    begun.mkdir()
    with cluster(tmp_path) as (address, workers), started(f"dask={address}") as engine:
        assert engine.workers == 2 and not engine.local

        def kill_one() -> None:
            wait_for(lambda: len(list(begun.iterdir())) >= 2)
            os.kill(workers[0].pid, signal.SIGKILL)

        killer = Thread(target=kill_one)
        killer.start()
        calls = [(number, begun, 0.2) for number in range(8)]
        assert list(engine.map(noted_square, calls)) == [number * number for number in range(8)]
        killer.join()
        assert workers[0].wait(PATIENCE) == -signal.SIGKILL

        tasks = [engine.submit(square, number) for number in range(3)]
        assert {task.result() for task in engine.as_completed(tasks)} == {0, 1, 4}
        assert sorted(engine.map(square, [(2,), (3,)], ordered=False)) == [4, 9]
        with pytest.raises(DataError, match=r"^a\.txt:3: bad$"):
            list(engine.map(broken, [(3,)]))
        with pytest.raises(CorefairError, match="no thing is called 'x'"):
            list(engine.map(unnamed, [(3,)]))
        with pytest.raises(ZeroDivisionError):
            engine.submit(divided, 0).result()


def test_a_task_that_kills_its_workers_is_told(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="pip install 'corefair[cluster]'")
    setting = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with (
        cluster(tmp_path, 1, **setting) as (address, _),
        started(f"dask={address}") as engine,
        pytest.raises(CorefairError, match=r"a worker process was lost \(KilledWorker\)"),
    ):
        engine.submit(deadly, 1).result()


def test_paths_are_meant_from_where_one_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="pip install 'corefair[cluster]'")
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "text").write_text(name, encoding="utf-8")
    with cluster(tmp_path, 1) as (address, _), started(f"dask={address}") as engine:
        for name in ("one", "other"):
            monkeypatch.chdir(tmp_path / name)
            assert engine.submit(what_is_in, "text").result() == name


def test_a_worker_that_cannot_be_where_one_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path)
    place, nowhere = module.Place(), str(tmp_path / "nowhere")
    failed = place.guarded(nowhere, square, (3,))
    assert isinstance(failed, Failure) and f"cannot enter {nowhere} (No such file" in str(failed.error)

    def meanwhile(name: str) -> object:
        return place.guarded(str(tmp_path / name), square, (3,))

    assert place.guarded(str(tmp_path), meanwhile, ("",)) == 9  # in the same folder
    busy = place.guarded(str(tmp_path), meanwhile, ("there",))
    assert isinstance(busy, Failure) and "at work for another command, and cannot be in" in str(busy.error)
    assert place.guarded(str(tmp_path / "there"), square, (3,)) == 9


def test_ray_does_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="pip install ray")
    with started("ray=local") as engine:
        assert not engine.local and engine.workers >= 1
        assert list(engine.map(square, [(number,) for number in range(8)])) == [n * n for n in range(8)]
        assert sorted(engine.map(square, [(2,), (3,)], ordered=False)) == [4, 9]
        calls = [(number, tmp_path / "lost") for number in range(4)]
        assert list(engine.map(deadly_once, calls)) == [0, 1, 4, 9]
        with pytest.raises(DataError, match=r"^a\.txt:3: bad$"):
            engine.submit(broken, 3).result()
        with pytest.raises(ZeroDivisionError):
            engine.submit(divided, 0).result()
        with pytest.raises(CorefairError, match="a worker process was lost"):
            engine.submit(deadly, 1).result()


@pytest.mark.parametrize(
    ("name", "package", "message"),
    [
        ("dask=tcp://127.0.0.1:1", "distributed", r"this needs distributed; .* 'corefair\[cluster\]'"),
        ("ray=127.0.0.1:1", "ray", "this needs ray; install it with: pip install ray"),
    ],
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, package: str, message: str
) -> None:
    def absent(wanted: str, *rest: Any) -> Any:
        raise ModuleNotFoundError(name=wanted)

    monkeypatch.setattr(module, "import_module", absent)
    with pytest.raises(CorefairError, match=message) as caught, started(name):
        pass
    assert isinstance(caught.value, MissingExtra) == (package == "distributed")


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="pip install 'corefair[cluster]'")
    monkeypatch.setattr(module, "_WAIT", 1)
    message = r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"
    with pytest.raises(CorefairError, match=message), started("dask=tcp://127.0.0.1:1"):
        pass
