"""Engines: what they are called, that they run every task, and what becomes of errors and lost workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from corefair.compute import engine as module
from corefair.compute import processes
from corefair.compute.engine import Engine, started
from corefair.errors import CorefairError, DataError
from engine_tasks import broken, deadly, deadly_once, divided, network_threads, slow_square, square, unnamed

ENGINES = ["one", "processes=2"]


@pytest.mark.parametrize("name", ENGINES)
def test_every_task_is_run(name: str) -> None:
    with started(name) as engine:
        # The first takes longest: in order it is first all the same.
        calls = [(number, 0.3 if number == 0 else 0.0) for number in range(9)]
        assert list(engine.map(slow_square, calls)) == [number * number for number in range(9)]
        assert sorted(engine.map(square, [(i,) for i in range(5)], ordered=False)) == [0, 1, 4, 9, 16]
        assert list(engine.map(square, [])) == list(engine.map(square, [], ordered=False)) == []
        tasks = [engine.submit(square, number) for number in range(5)]
        assert {task.result() for task in engine.as_completed(tasks)} == {0, 1, 4, 9, 16}
        assert [task.result() for task in tasks] == [0, 1, 4, 9, 16]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("ordered", [True, False])
def test_errors_come_back(name: str, ordered: bool) -> None:
    with started(name) as engine:
        with pytest.raises(DataError, match=r"^a\.txt:3: bad$"):
            list(engine.map(broken, [(3,), (3,)], ordered=ordered))
        with pytest.raises(CorefairError, match="no thing is called 'x'"):
            list(engine.map(unnamed, [(3,), (3,)], ordered=ordered))
        with pytest.raises(ZeroDivisionError):
            list(engine.map(divided, [(0,), (0,)], ordered=ordered))
        task = engine.submit(broken, 7)
        with pytest.raises(DataError, match=r"^a\.txt:7: bad$"):
            task.result()
        assert list(engine.map(square, [(2,), (3,)])) == [4, 9]  # and it goes on


@pytest.mark.parametrize("ordered", [True, False])
def test_calls_are_taken_only_a_little_ahead(ordered: bool) -> None:
    n_taken = 0

    def calls() -> Iterator[tuple[int]]:
        nonlocal n_taken
        for number in range(1000):
            n_taken += 1
            yield (number,)

    with started("processes=2") as engine:
        results = engine.map(square, calls(), ordered=ordered)
        for n_asked in range(1, 30):
            next(results)
            assert n_taken <= n_asked + engine.ahead
        results.close()  # type: ignore[attr-defined]
        assert n_taken < 60 and list(engine.map(square, [(2,), (3,)])) == [4, 9]


@pytest.mark.parametrize("ordered", [True, False])
def test_what_a_lost_worker_had_is_given_out_again(ordered: bool, tmp_path: Path) -> None:
    with started("processes=2") as engine:
        calls = [(number, tmp_path / "lost") for number in range(4)]
        assert sorted(engine.map(deadly_once, calls, ordered=ordered)) == [0, 1, 4, 9]
        assert engine.submit(deadly_once, 5, tmp_path / "lost again").result() == 25


def test_workers_that_are_lost_again_and_again_are_told() -> None:
    with started("processes=2") as engine:
        with pytest.raises(CorefairError, match=r"a worker process was lost \(TerminatedWorkerError\)"):
            list(engine.map(deadly, [(1,), (2,)]))
        assert sorted(engine.map(square, [(1,), (2,)])) == [1, 4]


def test_no_more_at_once_than_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with started("processes=8") as engine:
        assert engine.workers == 8
        monkeypatch.setattr(processes, "_loky", None)  # no other process is needed for one at a time
        assert list(engine.map(square, [(1,), (2,)], at_once=1)) == [1, 4]
        assert list(engine.map(square, [(3,)])) == [9]


def test_as_many_processes_as_can_work(tmp_path: Path) -> None:
    with started("processes=3") as engine:
        assert sorted(engine.map(square, iter([(1,), (2,), (3,)]), at_once=2)) == [1, 4, 9]
        assert len(engine._pool._processes) == 2  # type: ignore[attr-defined]


def test_what_is_under_way_is_not_lost_when_fewer_are_wanted() -> None:
    with started("processes=2") as engine:
        tasks = [engine.submit(slow_square, number, 0.2) for number in range(4)]
        assert list(engine.map(square, iter([(5,), (6,)]), at_once=1)) == [25, 36]
        half_asked = engine.map(slow_square, iter([(number, 0.05) for number in range(20)]))
        assert next(half_asked) == 0
        engine.prepare(1)
        assert list(half_asked) == [number * number for number in range(1, 20)]
        assert [task.result() for task in tasks] == [0, 1, 4, 9]


def test_as_many_processes_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "n_cores", lambda: 7)
    with started("processes") as engine:
        assert engine.workers == 7 and engine.local
    with started("one") as engine:
        assert type(engine) is Engine and engine.workers == 1


@pytest.mark.parametrize("name", ["", "two", "processes=0", "processes=x", "one=1", "dask", "dask=", "ray="])
def test_names_that_mean_nothing(name: str) -> None:
    with (
        pytest.raises(CorefairError, match=r"no engine is called .*; it is one of: one, processes"),
        started(name),
    ):
        pass


def test_each_process_computes_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    with started("processes=2") as engine:
        assert engine.submit(network_threads).result() == 1
    monkeypatch.setenv("OMP_NUM_THREADS", "2")  # unless it is said otherwise
    with started("processes=2") as engine:
        assert engine.submit(os.getenv, "OMP_NUM_THREADS").result() == "2"


@pytest.mark.parametrize("ordered", [True, False])
def test_processes_end_though_tasks_are_left(ordered: bool, capfd: pytest.CaptureFixture[str]) -> None:
    """As when somebody ends us in the middle: nothing hangs, nothing is printed, no process is left."""
    with started("processes=2") as engine:
        coming = engine.map(slow_square, [(number, 0.2) for number in range(12)], ordered=ordered)
        assert next(coming) in (0, 1)
        pids = list(engine._pool._processes)  # type: ignore[attr-defined]
        coming.close()  # type: ignore[attr-defined]
    assert capfd.readouterr().err == ""
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("begun", [0, 2], ids=["as they start", "at work"])
def test_processes_end_when_who_started_them_is_killed(tmp_path: Path, begun: int) -> None:
    """They finish what they are at, and do not wait for ever for more."""
    code = f"""
import os, signal, time
from pathlib import Path
from corefair.compute.engine import started
from engine_tasks import noted_square

folder = Path({str(tmp_path)!r})
with started("processes=2") as engine:
    tasks = [engine.submit(noted_square, number, folder, 1.0) for number in range(8)]
    while len(list(folder.iterdir())) < {begun}:
        time.sleep(0.05)
    (folder / "pids").write_text(" ".join(map(str, engine._pool._processes)))
    os.kill(os.getpid(), signal.SIGKILL)
"""
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    env = {**os.environ, "PYTHONPATH": path}
    ended = subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=env,
        check=False,
    )
    left = set(map(int, (tmp_path / "pids").read_text().split()))
    assert ended.returncode == -signal.SIGKILL and len(left) == 2
    patient_until = time.monotonic() + 30
    while left and time.monotonic() < patient_until:
        time.sleep(0.1)
        left = {pid for pid in left if _is_running(pid)}
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")  # one that nobody waits for has ended, though it is listed
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_tasks_that_no_process_has_yet_are_no_trouble_at_the_end() -> None:
    """A thread that dies of an error fails the test; more tasks than loky gives out at once are left."""
    for _ in range(5):
        with started("processes=2") as engine:
            tasks = [engine.submit(square, number) for number in range(40)]
            assert tasks[3].result() == 9
