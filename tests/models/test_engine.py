"""Engines: what they are called, that they run every task, and what becomes of errors and lost workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corefair.errors import CorefairError, DataError, MissingExtra
from corefair.models import engine as module
from corefair.models.engine import Engine, started
from engine_tasks import broken, deadly, deadly_once, square, unnamed


@pytest.mark.parametrize("name", ["one", "processes=2"])
def test_every_task_is_run(name: str) -> None:
    with started(name) as engine:
        assert sorted(engine.map(square, [(i,) for i in range(5)])) == [0, 1, 4, 9, 16]
        assert list(engine.map(square, [])) == []
        with pytest.raises(DataError, match=r"^a\.txt:3: bad$"):
            list(engine.map(broken, [(3,), (3,)]))
        with pytest.raises(CorefairError, match="no thing is called 'x'"):
            list(engine.map(unnamed, [(3,), (3,)]))


def test_a_lost_worker_is_told() -> None:
    with started("processes=2") as engine, pytest.raises(CorefairError, match="a worker process was lost"):
        list(engine.map(deadly, [(1,), (2,)]))
    with started("processes=2") as engine:
        assert sorted(engine.map(square, [(1,), (2,)])) == [1, 4]


def test_what_a_lost_worker_had_is_given_out_again(tmp_path: Path) -> None:
    engine = Engine(2, streams=False, tries=2)
    tasks = [(number, tmp_path / "lost") for number in range(4)]
    assert sorted(engine.map(deadly_once, tasks)) == [0, 1, 4, 9]
    with pytest.raises(CorefairError, match="a worker process was lost"):
        list(engine.map(deadly, [(1,), (2,)]))


def test_no_more_at_once_than_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with started("processes=8") as engine:
        assert engine.workers == 8
        monkeypatch.setattr(module, "_package", None)  # no other process is needed for one at a time
        assert list(engine.map(square, [(1,), (2,)], at_once=1)) == [1, 4]


def test_as_many_processes_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corefair.geometry.threads.n_cores", lambda: 7)
    with started("processes") as engine:
        assert engine.workers == 7


@pytest.mark.parametrize("name", ["", "two", "processes=0", "processes=x", "one=1", "dask", "dask=", "ray="])
def test_names_that_mean_nothing(name: str) -> None:
    with (
        pytest.raises(CorefairError, match=r"no engine is called .*; it is one of: one, processes"),
        started(name),
    ):
        pass


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
