"""A system on an engine answers as it does alone: in two processes, on a cluster, when a worker is lost."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from corefair.auditing.run import audit
from corefair.compute.engine import Engine, started
from corefair.systems.ask import ask, ask_choices
from corefair.systems.make import anywhere, make
from corefair.systems.on_engine import Choosing, Resolving, on_engine
from corefair.systems.resolving import resolve
from corefair.types import Document, Mention, Question

DOCS = [
    Document(f"d{i}", tuple(f"The nurse saw the guard {i} times before she left .".split()))
    for i in range(600)
]


def on(spec: str, engine: Engine) -> Any:
    return on_engine(spec, make(spec)[1], engine)


def test_answers_and_choices_are_the_same() -> None:
    alone = make("random:seed=3")[1]
    questions = [Question(doc, Mention(8, 9), (Mention(0, 2), Mention(3, 5))) for doc in DOCS]
    with started("processes=2") as engine:
        spread = on("random:seed=3", engine)
        assert isinstance(spread, Resolving)
        assert list(ask(spread, DOCS)) == list(ask(alone, DOCS))
        chooser = on("c2f-static", engine) if _has_torch() else None
        if chooser is not None:
            assert isinstance(chooser, Choosing)
            few = questions[:200]  # more than a share
            assert list(ask_choices(chooser, few)) == list(ask_choices(make("c2f-static")[1], few))
    assert [doc.clusters for doc in resolve(DOCS, "nearest", engine="processes=2")] == [
        doc.clusters for doc in resolve(DOCS, "nearest")
    ]


def _has_torch() -> bool:
    try:
        import torch  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def test_what_can_only_be_asked_here_is_as_it_was(tmp_path: Path) -> None:
    two = Engine(workers=2)
    for spec in ("oracle", "module:experiment_toys:Slow", "command:true"):
        system = make(spec)[1]
        assert on_engine(spec, system, two) is system
    nearest = make("nearest")[1]
    assert on_engine("nearest", nearest, Engine()) is nearest  # one process
    folder = tmp_path / "model"
    folder.mkdir()
    assert anywhere(f"mine={folder}:vectors=x.txt") == f"{folder.resolve()}:vectors=x.txt"


def test_an_audit_on_a_cluster_that_loses_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs the extra cluster")
    import dask_cluster

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, sys.path)))
    alone = audit("stereotype:strength=0.3", ["occupations"], store=tmp_path / "alone", resamples=100)
    with dask_cluster.cluster(tmp_path) as (address, workers):

        def kill(what: str, done: int, of: int) -> None:
            if done > of // 4 and workers[0].poll() is None:
                workers[0].kill()

        found = audit(
            "stereotype:strength=0.3",
            ["occupations"],
            store=tmp_path / "far",
            resamples=100,
            engine=f"dask={address}",
            progress=kill,
        )
        assert workers[0].poll() is not None
    assert found.results == alone.results
    (one,) = (tmp_path / "alone").glob("*.jsonl")
    assert (tmp_path / "far" / one.name).read_bytes() == one.read_bytes()
