"""The descent of Kumar et al. (2020, §3.3) for one word after another, compiled: import it where it is used.

A word's objective, of its new vector x, with S_r the neighbours it is to be driven from and g the gender
direction, is

    F(x) = λ1 · mean |cos(x, n)| over n in S_r  +  λ2 · |cos(x, w) − 1| / 2  +  λ3 · |cos(x, g)|.

Its gradient needs only the *signs* of the cosines: with r = λ1/|S_r| · Σ sign(x·n) n/|n|, all of the first
term is x·r / |x|. A sign cannot change before x has travelled as far as |x·n|/|n|, so each neighbour is
looked at again only when it may have changed sides: the same numbers as with every dot product at every
step, for a small part of the work. Numbers are float64, so that a kink is crossed at the same step whatever
the order of a sum.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import summing

Floats = NDArray[np.float64]


class Objective(NamedTuple):
    """What is minimised for each word, and how."""

    repulsion: float  # λ1
    attraction: float  # λ2
    neutralisation: float  # λ3
    dot: bool  # the third term is |x·g|, not |cos(x, g)|
    steps: int
    rate: float
    patience: int  # stop after so many steps without a better F, and take the best x; 0: never
    tolerance: float  # better by more than this
    guard: bool  # a word whose last F is above its first takes the best x it passed


@summing
def descend(
    vectors: NDArray[np.float32],  # [n, dim]
    direction: Floats,  # [dim], of unit length
    rows: NDArray[np.int64],  # [n_words] whose vectors are to be changed
    repelled: NDArray[np.int32],  # [n_words, most] the rows of their S_r; -1: no more
    objective: Objective,
    changed: NDArray[np.float32],  # out [n_words, dim], of unit length
    losses: Floats,  # out [n_words, 2]: F at the start and at the end
) -> None:
    """Write what each word's vector becomes; no word depends on another."""
    dim, most = vectors.shape[1], repelled.shape[1]
    # One by one: rows of one array cost the compiler its proof that they do not overlap, and threefold time.
    word, x, best, pull = np.empty(dim), np.empty(dim), np.empty(dim), np.empty(dim)
    slope, momentum, scale = np.empty(dim), np.empty(dim), np.empty(dim)
    lengths, reach, signs = np.empty(most), np.empty(most), np.empty(most)
    for i in range(len(rows)):
        length = np.sqrt(_dot(vectors[rows[i]], vectors[rows[i]]))
        if length == 0.0:  # a zero vector has no direction to be changed
            changed[i] = 0.0
            losses[i] = 0.0
            continue
        for j in range(dim):
            word[j] = vectors[rows[i], j] / length
        size = 0
        while size < most and repelled[i, size] >= 0:
            row = vectors[repelled[i, size]]
            lengths[size] = np.sqrt(_dot(row, row))
            size += 1
        x[:] = word
        first, last, least = _minimise(
            vectors, word, direction, repelled[i, :size], lengths, objective,
            x, best, pull, slope, momentum, scale, reach, signs,
        )  # fmt: skip
        if objective.patience > 0 or (objective.guard and last > first):
            x[:] = best
            last = least
        length = np.sqrt(_dot(x, x))
        for j in range(dim):
            changed[i, j] = x[j] / length
        losses[i, 0], losses[i, 1] = first, last


@summing
def _dot(a: NDArray[Any], b: NDArray[Any]) -> float:
    total = 0.0
    for j in range(len(a)):
        total += np.float64(a[j]) * np.float64(b[j])
    return total


@summing
def _minimise(
    vectors: NDArray[np.float32],
    word: Floats,  # [dim], of unit length
    direction: Floats,
    repelled: NDArray[np.int32],  # the rows of S_r
    lengths: Floats,  # of their vectors
    objective: Objective,
    x: Floats,  # in: where to start; out: where the last step ended
    best: Floats,  # out: the x with the least F
    pull: Floats,  # scratch: r above
    slope: Floats,  # scratch: the gradient
    momentum: Floats,  # scratch: its running mean
    scale: Floats,  # scratch: the running mean of its square
    reach: Floats,  # scratch: how far x may have travelled before a neighbour is looked at again
    signs: Floats,  # scratch
) -> tuple[float, float, float]:
    """F at the start, at the end and at its least, by Adam with the defaults of Kingma & Ba (2015)."""
    size = len(repelled)
    share = objective.repulsion / max(size, 1)
    signs[:size] = 0.0
    reach[:size] = 0.0  # none has been looked at
    pull[:] = 0.0
    momentum[:] = 0.0
    scale[:] = 0.0
    travelled, first, loss, least, waited = 0.0, 0.0, 0.0, np.inf, 0
    decay, decay_of_squares = 1.0, 1.0  # Adam's β1 and β2, to the power of the step
    for step in range(objective.steps + 1):
        for i in range(size):
            if travelled >= reach[i]:
                row = vectors[repelled[i]]
                side = _dot(row, x) / lengths[i]
                if np.sign(side) != signs[i]:
                    turn = share * (np.sign(side) - signs[i]) / lengths[i]
                    for j in range(len(x)):
                        pull[j] += turn * row[j]
                    signs[i] = np.sign(side)
                reach[i] = travelled + 0.999999 * abs(side)  # a hair early, for rounding

        xx = xw = xg = xr = 0.0
        for j in range(len(x)):
            xx += x[j] * x[j]
            xw += x[j] * word[j]
            xg += x[j] * direction[j]
            xr += x[j] * pull[j]
        length = np.sqrt(xx)
        away = xw / length - 1.0
        along = xg if objective.dot else xg / length
        loss = xr / length + 0.5 * objective.attraction * abs(away) + objective.neutralisation * abs(along)
        first = loss if step == 0 else first
        waited = 0 if loss < least - objective.tolerance else waited + 1
        if loss < least:
            least = loss
            best[:] = x
        # The paper's loop takes the x of its last step. Ours returns the best it passed as well: with `guard`
        # a word whose last F is above its first takes that (see Ran), and `guard=False` is the paper's loop.
        if step == objective.steps or (objective.patience > 0 and waited > objective.patience):
            break

        # The gradient is (v − (v·x̂) x̂) / |x|, v the sum of the three pulls; |x·g| is not divided by |x|.
        to_word = 0.5 * objective.attraction * np.sign(away)
        to_g = objective.neutralisation * np.sign(along)
        on_x = xr + to_word * xw
        if not objective.dot:
            on_x += to_g * xg
            to_g /= length
        by_length, by_x = 1.0 / length, on_x / (xx * length)
        to_word /= length
        decay *= 0.9
        decay_of_squares *= 0.999
        rate, unbias = objective.rate / (1.0 - decay), 1.0 / np.sqrt(1.0 - decay_of_squares)
        moved = 0.0
        # Two loops, for with all the arrays in one the compiler gives up on showing that they do not overlap.
        for j in range(len(x)):
            slope[j] = by_length * pull[j] + to_word * word[j] + to_g * direction[j] - by_x * x[j]
        for j in range(len(x)):
            momentum[j] = 0.9 * momentum[j] + 0.1 * slope[j]
            scale[j] = 0.999 * scale[j] + 0.001 * slope[j] * slope[j]
            stride = rate * momentum[j] / (np.sqrt(scale[j]) * unbias + 1e-8)
            x[j] -= stride
            moved += stride * stride
        travelled += np.sqrt(moved)
    return first, loss, least
