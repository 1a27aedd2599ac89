"""The one loop, with a learner that only counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.runs.run import Run
from corefair.systems.training.loop import learn, taken_back


class Counting:
    """Adds the number of each epoch."""

    def __init__(self, *, fails_at: int = -1) -> None:
        self.total, self.fails_at = 0, fails_at
        self.seen: list[int] = []

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
        if number == self.fails_at:
            raise KeyboardInterrupt
        tell(1, 2)
        tell(2, 2)
        self.total = self.total * 10 + number
        self.seen.append(number)
        return 1.0 / (number + 1)

    def state(self) -> Mapping[str, NDArray[Any]]:
        return {"total": np.array(self.total)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.total = int(state["total"])


def run(folder: Path) -> Run:
    return Run(folder, key="k", about="counting")


def test_going_on(tmp_path: Path) -> None:
    first = Counting(fails_at=2)
    with run(tmp_path / "r") as going, pytest.raises(KeyboardInterrupt):
        learn(first, epochs=4, run=going)
    second = Counting()
    with run(tmp_path / "r") as going:
        history = learn(second, epochs=4, run=going)
    assert second.seen == [2, 3] and second.total == 123
    assert [epoch.number for epoch in history] == [1, 2, 3, 4]
    assert [epoch.loss for epoch in history] == [1, 1 / 2, 1 / 3, 1 / 4]
    third = Counting()
    with run(tmp_path / "r") as going:
        assert learn(third, epochs=4, run=going) == history
    assert third.seen == [] and third.total == 123


class Renamed(Counting):
    """One whose state goes by another name, as after a change of the code."""

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.total = int(state["sum"])


def test_what_another_version_began_is_refused(tmp_path: Path) -> None:
    with run(tmp_path / "r") as going:
        learn(Counting(), epochs=1, run=going)
    with run(tmp_path / "r") as going, pytest.raises(DataError, match="r: what was begun here does not fit"):
        learn(Renamed(), epochs=2, run=going)


def test_patience(tmp_path: Path) -> None:
    scores = iter([0.1, 0.5, 0.3, 0.4, 0.2])
    learner = Counting()
    with run(tmp_path / "r") as going:
        history = learn(learner, epochs=9, run=going, score=lambda: next(scores), patience=2)
    assert len(history) == 4 and taken_back(history, 2) == ("taken back to epoch 2",)
    assert learner.total == 1  # as after the second epoch, 0 and 1
    assert taken_back(history, 0) == taken_back(history[:2], 2) == ()


def test_progress_counts_through_all_epochs(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with run(tmp_path / "r") as going:
        learn(Counting(), epochs=2, run=going, progress=lambda what, done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("loss", [math.nan, math.inf])
def test_what_grew_beyond_all_numbers_is_refused_and_not_kept(tmp_path: Path, loss: float) -> None:
    class Growing(Counting):
        def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
            return loss if number else super().epoch(number, tell)

    with run(tmp_path / "r") as going:
        with pytest.raises(DataError, match="in epoch 2 what is learned grew beyond all numbers"):
            learn(Growing(), epochs=4, run=going)
        assert [epoch.loss for epoch in learn(Counting(), epochs=2, run=going)] == [1, 1 / 2]


def test_weights_beyond_all_numbers_are_refused_though_the_loss_is_one(tmp_path: Path) -> None:
    class Growing(Counting):
        def state(self) -> Mapping[str, NDArray[Any]]:
            return {"total": np.array(np.inf)}

    with run(tmp_path / "r") as going, pytest.raises(DataError, match="smaller rates"):
        learn(Growing(), epochs=4, run=going)
