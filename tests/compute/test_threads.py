"""Tasks on threads: all are done once, never two at once that need the same, and an error ends them."""

from __future__ import annotations

from threading import Lock
from time import sleep

import pytest

from corefair.compute.threads import n_cores, run


@pytest.mark.parametrize("threads", [1, 4])
def test_no_two_tasks_with_the_same_need_at_once(threads: int) -> None:
    tasks = [(one, other) for one in range(6) for other in range(one, 6)]
    lock, at_work, most = Lock(), set[int](), 0
    finished: list[tuple[int, int]] = []

    def work(task: tuple[int, int], space: list[int]) -> None:
        nonlocal most
        with lock:
            assert at_work.isdisjoint(task)
            at_work.update(task)
            most = max(most, len(at_work))
        sleep(0.001)
        with lock:
            at_work.difference_update(task)

    run(tasks, work, needs=set, space=list, threads=threads, done=finished.append)
    assert sorted(finished) == tasks
    assert most > 2 or threads == 1, "others go on meanwhile"


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_ends_it(threads: int) -> None:
    n_done = 0

    def work(task: int, space: None) -> None:
        nonlocal n_done
        n_done += 1
        if task == 5:
            raise ValueError("task 5")

    with pytest.raises(ValueError, match="task 5"):
        run(
            range(10_000),
            work,
            needs=lambda task: {0},
            space=lambda: None,
            threads=threads,
            done=lambda _: None,
        )
    assert n_done < 10_000


def test_there_is_a_core() -> None:
    assert n_cores() >= 1
