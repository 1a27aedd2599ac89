"""Memory shared out: never more than was given, and refused where nothing could be done with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.compute.engine import Engine
from corefair.errors import CorefairError
from corefair.models.glove import budget
from corefair.models.glove.budget import INTERPRETER, plan


@given(st.integers(300_000_000, 10**11), st.integers(1, 64), st.integers(0, 10**8))
def test_all_together_stay_within_the_memory(memory: int, workers: int, each: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "resident", lambda: 150_000_000)
        try:
            share = plan(memory, engine=Engine(workers), each=each)
        except CorefairError:
            assert memory < INTERPRETER + each + 60_000_000
            return
    others = share.at_once if share.at_once > 1 else 0
    assert INTERPRETER + others * INTERPRETER + share.at_once * (each + share.room) <= memory
    assert 1 <= share.at_once <= workers


def test_fewer_workers_where_memory_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "resident", lambda: 0)
    found = [plan(memory, engine=Engine(8)).at_once for memory in (400_000_000, 10**9, 2 * 10**9, 10**10)]
    assert found == [1, 2, 5, 8]


def test_on_a_cluster_the_memory_is_each_workers() -> None:
    assert plan(10**9, engine=Engine(50, local=False)).at_once == 50


def test_the_least_that_would_do_is_named_and_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "resident", lambda: 150_000_000)
    with pytest.raises(CorefairError, match="100 MB of memory are too little: give at least 266 MB"):
        plan(100_000_000, each=10_000_000)
    assert plan(266_000_000, each=10_000_000).room >= 32_000_000


def test_resident_memory_is_measured() -> None:
    before = budget.resident()
    held = bytearray(b"x") * 50_000_000
    assert budget.resident() - before > 40_000_000 or before > 10**9
    assert held
