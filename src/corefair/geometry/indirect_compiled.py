"""Indirect bias β of a word with many, in compiled code: dot product and formula in one pass."""

from __future__ import annotations

import numpy as np

from corefair.compute.compiled import compiled
from corefair.geometry.indirect import SMALLEST
from corefair.geometry.ranking_compiled import Doubles, Rows, Singles, cosine


@compiled
def fill(
    vectors: Singles, along: Doubles, across: Doubles, rows: Rows, neighbour_rows: Rows, out: Singles
) -> None:
    """`indirect.plain` for a block of rows [m] with their neighbours [m, k], written to `out` [m, k]."""
    spare = np.empty(vectors.shape[1])
    for i in range(len(rows)):
        one = rows[i]
        for j in range(neighbour_rows.shape[1]):
            other = neighbour_rows[i, j]
            near = cosine(vectors, one, other, spare)
            if min(across[one], across[other]) > SMALLEST and abs(near) > SMALLEST:
                rest = (near - along[one] * along[other]) / np.sqrt(across[one] * across[other])
                out[i, j] = 1 - rest / near
