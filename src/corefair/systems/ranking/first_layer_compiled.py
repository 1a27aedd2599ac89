"""The first layer over pairs in machine code: the sum of what two candidates and their pair put in.

To be imported inside the functions that need it. What a candidate puts in is a row of `this` or of `that`,
made once for all its pairs; what is said of the pair is one row of `table` for each template.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Values = NDArray[np.int16]
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_A, _B, _C, _BYTE, _EIGHT = (np.uint64(n) for n in (30, 27, 31, 255, 8))


@compiled
def forward(
    this: Floats, that: Floats, table: Floats, of: Ints, found: Ints, values: Values, drop: int, seed: int
) -> Floats:
    """ReLU of the sum, [n_pairs, width]; of 256 units `drop` are dropped, by a lot that hangs on the seed."""
    width = this.shape[1]
    out = np.empty((len(of), width), dtype=np.float32)
    scale = np.float32(256.0 / (256.0 - drop))
    state = np.uint64(seed)
    limit = np.uint64(drop)
    for p in range(len(of)):
        a, b, row = this[of[p]], that[found[p]], out[p]
        for h in range(width):
            row[h] = a[h] + b[h]
        for t in range(values.shape[1]):
            said = table[values[p, t]]
            for h in range(width):
                row[h] += said[h]
        for h in range(width):
            row[h] = max(row[h], np.float32(0.0))
        if drop:
            for first in range(0, width, 8):
                state += _GOLDEN
                bits = state
                bits = (bits ^ (bits >> _A)) * _MIX_1
                bits = (bits ^ (bits >> _B)) * _MIX_2
                bits ^= bits >> _C
                for h in range(first, min(first + 8, width)):
                    row[h] = np.float32(0.0) if (bits & _BYTE) < limit else row[h] * scale
                    bits >>= _EIGHT
    return out


@compiled
def backward(
    gradient: Floats,
    out: Floats,
    n: int,
    n_values: int,
    of: Ints,
    found: Ints,
    values: Values,
    drop: int,
) -> tuple[Floats, Floats, Floats]:
    """The gradients of `this`, `that` and `table`."""
    width = out.shape[1]
    this = np.zeros((n, width), dtype=np.float32)
    that = np.zeros((n, width), dtype=np.float32)
    table = np.zeros((n_values, width), dtype=np.float32)
    scale = np.float32(256.0 / (256.0 - drop))
    back = np.empty(width, dtype=np.float32)
    for p in range(len(of)):
        for h in range(width):
            back[h] = gradient[p, h] * scale if out[p, h] > 0 else np.float32(0.0)
        a, b = this[of[p]], that[found[p]]
        for h in range(width):
            a[h] += back[h]
        for h in range(width):
            b[h] += back[h]
        for t in range(values.shape[1]):
            said = table[values[p, t]]
            for h in range(width):
                said[h] += back[h]
    return this, that, table


@compiled
def wide_forward(table: Floats, kinds: Ints, values: Values) -> Floats:
    """For each pair the sum of one number a template, from the row of its kind: [n_pairs]."""
    out = np.zeros(len(kinds), dtype=np.float32)
    for p in range(len(kinds)):
        row = table[kinds[p]]
        for t in range(values.shape[1]):
            out[p] += row[values[p, t]]
    return out


@compiled
def wide_backward(gradient: Floats, n_kinds: int, n_values: int, kinds: Ints, values: Values) -> Floats:
    """The gradient of `table`."""
    table = np.zeros((n_kinds, n_values), dtype=np.float32)
    for p in range(len(kinds)):
        row = table[kinds[p]]
        for t in range(values.shape[1]):
            row[values[p, t]] += gradient[p]
    return table
