"""The search for neighbours on all cores: tiles of products by BLAS, each handed to compiled selection.

Every thread multiplies its own tiles with one BLAS thread and selects from them while they are in its cache,
so no core waits for another. Of two queries that are candidates of each other the product is taken once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from corefair.compute.threads import one_blas_thread, run
from corefair.geometry.cosine import slack
from corefair.geometry.ranking_compiled import Rows, Singles
from corefair.geometry.topk_compiled import finish, hold, offer

TILE = 512, 1024  # 2 MB of products, where memory allows
BLOCK = 2048
LEAST = 64  # of everything, however short memory is


class Plan(NamedTuple):
    """How the work is cut for the memory there is."""

    threads: int
    queries: int  # searched for together
    block: int  # queries, and candidates, of one task
    tile: tuple[int, int]  # products worked on at once
    room: int  # candidates a query can hold


def plan(n_queries: int, dim: int, k: int, *, memory: int, threads: int) -> Plan:
    """As many queries together as memory allows: those that are each other's candidates save products."""
    of_thread = 4 * (TILE[0] * TILE[1] + 2 * BLOCK * dim)  # bytes: a tile, and two blocks of vectors
    share = min(1.0, memory / 2 / (threads * of_thread))
    room = k + max(64, k // 2)
    of_query = 8 * room + 8 + 8 * k
    together = max(LEAST, int((memory - share * threads * of_thread) / of_query))
    together = -(-n_queries // -(-n_queries // together)) if n_queries else 1  # all about as many
    # Small enough that threads seldom wait for each other's queries.
    block = min(int(share * BLOCK), -(-together // (2 * threads)))
    tile = max(LEAST, int(share * TILE[0])), max(LEAST, int(share * TILE[1]))
    return Plan(threads, together, max(LEAST, block), tile, room)


class Task(NamedTuple):
    """Queries of some slots against candidates of the pool; mirrored, these are queries in turn."""

    slots: range
    pool: range
    mirrored: bool


def search(
    vectors: Singles,  # read-only
    queries: Rows,  # each once
    candidates: Rows,  # rising
    k: int,  # no more than each query has candidates
    *,
    how: Plan,
    report: Callable[[float], None],  # the share done
) -> tuple[Rows, Singles]:
    """The nearest candidates of each query: rows [n, k] and cosines [n, k]."""
    is_candidate = np.isin(queries, candidates)
    n_shared = int(is_candidate.sum())
    order = np.argsort(~is_candidate, kind="stable")  # those that are candidates too come first
    slots = queries[order]
    pool = np.concatenate([slots[:n_shared], np.setdiff1d(candidates, queries)])
    held = hold(len(slots), how.room)
    settings = k, slack(vectors.shape[1]), vectors
    nearest = np.empty((len(slots), k), np.int32)
    cosines = np.empty((len(slots), k), np.float32)

    def multiply(task: Task, space: Singles) -> None:
        ours, theirs = slots[task.slots.start : task.slots.stop], pool[task.pool.start : task.pool.stop]
        left, right = _take(vectors, ours), _take(vectors, theirs)
        for down, across in product(_cut(0, len(ours), how.tile[0]), _cut(0, len(theirs), how.tile[1])):
            rows, columns = slice(down.start, down.stop), slice(across.start, across.stop)
            tile = space[: len(down) * len(across)].reshape(len(down), len(across))
            np.matmul(left[rows], right[columns].T, out=tile)
            mirror = task.pool.start + across.start if task.mirrored else -1
            offer(tile, ours[rows], theirs[columns], task.slots.start + down.start, mirror, *held, *settings)

    def write(task: Task, space: Singles) -> None:
        where = slice(task.slots.start, task.slots.stop)
        found = np.empty((len(task.slots), k), np.int32), np.empty((len(task.slots), k), np.float32)
        finish(slots[where], task.slots.start, *held, *settings, *found)
        nearest[order[where]], cosines[order[where]] = found

    n_pairs = sum(
        len(task.slots) * len(task.pool) for task in _tasks(n_shared, len(slots), len(pool), how.block)
    )
    n_done = 0

    def tell(task: Task) -> None:
        nonlocal n_done
        n_done += len(task.slots) * len(task.pool)
        report(n_done / n_pairs)

    with one_blas_thread():
        for tasks, work in (
            (_tasks(n_shared, len(slots), len(pool), how.block), multiply),
            ((Task(part, range(0), False) for part in _cut(0, len(slots), how.block)), write),
        ):
            run(
                tasks,
                work,
                needs=_needs,
                space=lambda: np.empty(how.tile[0] * how.tile[1], np.float32),
                threads=how.threads,
                done=tell,
            )
    return nearest, cosines


def _tasks(n_shared: int, n_slots: int, n_pool: int, block: int) -> Iterator[Task]:
    """All pairs of queries and candidates; tasks that follow each other seldom need the same queries."""
    shared = list(_cut(0, n_shared, block))
    for total in range(len(shared)):
        for one in range(len(shared)):
            other = (total - one) % len(shared)
            if one <= other:
                yield Task(shared[one], shared[other], one != other)
    alone = list(_cut(n_shared, n_slots, block))
    for part in shared:
        yield from (Task(slots, part, False) for slots in alone)
    for part in _cut(n_shared, n_pool, block):
        yield from (Task(slots, part, False) for slots in shared + alone)


def _needs(task: Task) -> set[int]:
    """The blocks of queries whose held candidates change: no other task may change them meanwhile."""
    return {task.slots.start, task.pool.start} if task.mirrored else {task.slots.start}


def _cut(start: int, stop: int, step: int) -> Iterator[range]:
    return (range(first, min(first + step, stop)) for first in range(start, stop, step))


def _take(vectors: Singles, rows: Rows) -> Singles:
    """These rows: a view where they follow each other."""
    if len(rows) and rows[-1] - rows[0] == len(rows) - 1 and (np.diff(rows) == 1).all():
        return vectors[rows[0] : rows[-1] + 1]
    return np.asarray(vectors[rows])
