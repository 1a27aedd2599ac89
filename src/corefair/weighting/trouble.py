"""When weights cannot balance a test: which sets lose all weight, why nothing is left, and what to do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.weighting.cells import Cells

Array = NDArray[Any]
_SHOWN = 5


def empty_sets(cells: Cells) -> tuple[Array, list[str]]:
    """Which cells may have weight at all, and a sentence for each set that may not.

    A set that some group has none of must weigh nothing in the others; that may empty further sets.
    """
    alive = np.ones(len(cells.size), dtype=bool)
    said: list[str] = []
    inside = np.equal.outer(np.arange(len(cells.groups)), cells.group)  # [n_groups, n_cells]
    done = np.zeros(len(cells.sets), dtype=bool)
    while True:
        held = cells.member @ (inside * (cells.size * alive)).T  # [n_sets, n_groups]
        lost = np.flatnonzero((held == 0).any(axis=1) & ~done)
        if not len(lost):
            return alive, said
        done[lost] = True
        for i in lost:
            name, label = cells.sets[i]
            without = [group for group, n in zip(cells.groups, held[i], strict=True) if n == 0]
            n = int(held[i].sum())
            if n:
                what = "example gets" if n == 1 else "examples get"
                said.append(f"{name} {label}: none in {' and '.join(without)}, so {n} {what} no weight")
        alive &= np.asarray(cells.member[lost].sum(axis=0)).reshape(-1) == 0


def advice(cells: Cells, alive: Array, zero: list[str]) -> str:
    """Why no weights balance these sets, and what to merge, trim or leave out."""
    lines = ["no weights balance these properties"]
    if zero:
        more = f" (and {len(zero) - _SHOWN} more sets)" if len(zero) > _SHOWN else ""
        lines.append("; ".join(zero[:_SHOWN]) + more)
    empty = [name for i, name in enumerate(cells.groups) if not alive[cells.of_group(i)].any()]
    if empty:
        lines.append(f"then nothing is left of {' and '.join(empty)}")
    names = list(dict.fromkeys(name for name, _ in cells.sets))
    enough = [name for name in names if len(names) > 1 and _feasible(cells, leaving_out=name)]
    lines.append(
        f"it can be done without {' or without '.join(enough)}: leave it out, merge its values into wider "
        "bins, or trim to values that every group has"
        if enough
        else "merge values into wider bins, or trim to values that every group has"
    )
    return "; ".join(lines)


def _feasible(cells: Cells, *, leaving_out: str) -> bool:
    """Whether some weights balance the other properties."""
    from scipy.optimize import linprog
    from scipy.sparse import vstack

    rows = cells.rows(np.arange(len(cells.size)))
    kept = np.tile([name != leaving_out for name, _ in cells.sets], len(cells.groups) - 1)
    totals = np.equal.outer(np.arange(len(cells.groups)), cells.group) * cells.size
    target = np.concatenate([np.zeros(kept.sum()), np.ones(len(cells.groups))])
    solved = linprog(
        np.zeros(len(cells.size)), A_eq=vstack([rows[kept], totals]), b_eq=target, method="highs"
    )
    return bool(solved.status == 0)
