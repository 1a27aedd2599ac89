"""The inner loop of the analogy solver, in compiled code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled

Doubles = NDArray[np.float64]
Rows = NDArray[np.int64]


@compiled
def update(
    shifted: Doubles,
    asked: Rows,
    excluded: Rows,
    start: int,
    epsilon: float,
    close: float,
    add_score: Doubles,
    add_row: Rows,
    mul_score: Doubles,
    mul_row: Rows,
) -> None:
    """The twin of `analogies.update_in_numpy`.

    To count the words that beat the best so far is a loop without branches (for which the quotient is written
    as a product), which the compiler turns into vector code; which word it is, is looked for only where there
    is one, which happens ever more seldom. Nor is any word tested for being the question's own: those cut the
    block into stretches.
    """
    width = shifted.shape[1]
    for question in range(len(asked)):
        begin = 0
        for cut in range(4):
            own = excluded[question, cut] - start if cut < 3 else width
            end = max(begin, min(own, width))
            from_a = shifted[asked[question, 0], begin:end]
            to_a = shifted[asked[question, 1], begin:end]
            from_b = shifted[asked[question, 2], begin:end]
            to_beat_add = add_score[question] + close
            to_beat_mul = mul_score[question] + close
            n_add = n_mul = 0
            for i in range(len(from_a)):
                n_add += to_a[i] + from_b[i] - from_a[i] > to_beat_add
                n_mul += to_a[i] * from_b[i] > to_beat_mul * (from_a[i] + epsilon)
            if n_add:
                for i in range(len(from_a)):
                    score = to_a[i] + from_b[i] - from_a[i]
                    if score > add_score[question] + close:
                        add_score[question], add_row[question] = score, start + begin + i
            if n_mul:
                for i in range(len(from_a)):
                    score = to_a[i] * from_b[i] / (from_a[i] + epsilon)
                    if score > mul_score[question] + close:
                        mul_score[question], mul_row[question] = score, start + begin + i
            begin = max(begin, own + 1)
