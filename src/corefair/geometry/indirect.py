"""Indirect bias β: how much of two words' nearness is owed to gender (Bolukbasi 2016; Kumar 2020, §3.2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from corefair.compute.threads import n_cores, run
from corefair.errors import DataError, MissingExtra
from corefair.geometry.cosine import cosines

BLOCK = 256  # words of one task
AT_ONCE = 4096  # vectors made double at once
SMALLEST = 1e-6  # of |w⊥|² and |w·v|: below it there is only rounding

Singles = NDArray[np.float32]
Doubles = NDArray[np.float64]


def indirect_bias(
    vectors: Singles,  # [n, dim], of unit length, or zero
    direction: NDArray[np.floating],  # [dim], of unit length
    rows: NDArray[np.integer],  # [m]
    neighbour_rows: NDArray[np.integer],  # [m, k]
    *,
    threads: int | None = None,
) -> Singles:
    """β(w, v) = (w·v − cos(w⊥, v⊥)) / w·v of each row with each of its neighbours: [m, k].

    ⊥ takes the part along the direction away. Since cos(w⊥, v⊥) = (w·v − (w·g)(v·g)) / (|w⊥| |v⊥|) three
    products tell all. Where β is not defined it is 0, no share owed to gender: w·v = 0 is no nearness that
    could be owed to anything, and a vector along the direction (w⊥ = 0) leaves none to compare with.

    >>> vectors = np.array([[0.6, 0.8], [0.8, 0.6], [1.0, 0.0]], np.float32)
    >>> gender = np.array([1.0, 0.0])
    >>> betas = indirect_bias(vectors, gender, np.array([0]), np.array([[1, 2]]))
    >>> [round(float(beta), 4) for beta in betas[0]]  # 1 − 1 / 0.96; not defined
    [-0.0417, 0.0]
    """
    rows, neighbour_rows = np.asarray(rows, np.int32), np.asarray(neighbour_rows, np.int32)
    if neighbour_rows.shape[:1] != rows.shape or neighbour_rows.ndim != 2:
        raise DataError(f"{len(rows)} rows with neighbours of shape {neighbour_rows.shape}: one row for each")
    vectors = np.ascontiguousarray(vectors, dtype=np.float32).view()
    vectors.setflags(write=False)
    pieces = [vectors[start : start + AT_ONCE] for start in range(0, len(vectors), AT_ONCE)]
    parts = [_parts(piece.astype(np.float64), direction) for piece in pieces]
    along, across = (np.concatenate(sides) for sides in zip(*parts, strict=True))  # [n], [n]
    out = np.zeros(neighbour_rows.shape, np.float32)
    fill = _fill()

    def work(start: int, _: None) -> None:
        part = slice(start, start + BLOCK)
        fill(vectors, along, across, rows[part], neighbour_rows[part], out[part])

    run(
        range(0, len(rows), BLOCK),
        work,
        needs=lambda start: {start},
        space=lambda: None,
        threads=threads or n_cores(),
        done=lambda start: None,
    )
    return out


def _parts(vectors: Doubles, direction: NDArray[np.floating]) -> tuple[Doubles, Doubles]:
    """w·g and |w⊥|² of each."""
    along = vectors @ direction
    return along, np.asarray((vectors**2).sum(axis=1) - along**2)


def _fill() -> Callable[..., None]:
    try:
        from corefair.geometry.indirect_compiled import fill
    except MissingExtra:
        return plain
    return fill


def plain(
    vectors: Singles,
    along: Doubles,  # [n] w·g
    across: Doubles,  # [n] |w⊥|²
    rows: NDArray[np.int32],
    neighbour_rows: NDArray[np.int32],
    out: Singles,
) -> None:
    """β of a block of rows with their neighbours, written to `out`: in NumPy, where there is no Numba."""
    for row, others, line in zip(rows, neighbour_rows, out, strict=True):
        near = cosines(vectors[row], vectors[others])
        defined = (np.minimum(across[row], across[others]) > SMALLEST) & (np.abs(near) > SMALLEST)
        with np.errstate(divide="ignore", invalid="ignore"):
            rest = (near - along[row] * along[others]) / np.sqrt(across[row] * across[others])
            line[:] = np.where(defined, 1 - rest / near, 0.0)
