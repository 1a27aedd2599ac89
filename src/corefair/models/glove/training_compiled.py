"""The inner loops of GloVe's training, compiled: import it where it is used.

A word's row holds its vector, its bias and a one, padded with zeros, and then as many *factors*; a context's
row holds its vector, a one and its bias. So the product of two rows is w·c + b + b̃, and the biases are
learned with the same loop as the vectors. The factor of a number is AdaGrad's 1/√G, with
G = 1 + Σ (rate · gradient)², and zero for what never changes. Biases have rate 1, as in GloVe's program since
it cuts gradients: their factor is 1/√G over the rate of the vectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import summing

Floats = NDArray[np.float32]
# With |rate · f(x) · error| below this, (rate · gradient)² is lost in rounding when it is added to G ≥ 1 in
# float32, for every component below 0.48. So G is let alone but for biases, which saves half of the writing;
# six in ten pairs of a text are such.
_SLIGHT = np.float32(0.0005)


@summing
def descend(
    words: Floats,  # [n_rows, 2 * width] of the tile's words; changed
    contexts: Floats,  # [n_rows, 2 * width] of its contexts; changed
    pairs: NDArray[Any],  # of tiles.TRAINED
    rate: np.float32,
    dim: int,
) -> float:
    """One step of AdaGrad for each pair, in order; the sum of f(x) · error² before each step.

    Pennington et al. (2014, eq. 8 and 9): error = w·c + b + b̃ − log x; as in GloVe 1.2 the rate is inside G.
    That program divides by √G as it was before the pair, so that a step has no bound (it cuts gradients at
    100, and goes on). We divide by √G with the pair in it, as AdaGrad has it: no step is longer than 1.
    """
    width = words.shape[1] // 2
    word_bias, context_bias = width + dim, width + dim + 1
    loss = 0.0
    for i in range(len(pairs)):
        pair = pairs[i]
        w, c = words[pair.word], contexts[pair.context]
        product = np.float32(0.0)
        for k in range(width):
            product += w[k] * c[k]
        error = product - pair.log
        pull = pair.weight * error
        loss += np.float64(pull) * np.float64(error)
        pull *= rate
        if abs(pull) < _SLIGHT:
            w_step, c_step = pull * w[word_bias], pull * c[context_bias]
            w[word_bias] /= np.sqrt(np.float32(1.0) + w_step * w_step)
            c[context_bias] /= np.sqrt(np.float32(1.0) + c_step * c_step)
            for k in range(width):
                w_k, c_k = w[k], c[k]
                w[k] = w_k - pull * c_k * w[width + k]
                c[k] = c_k - pull * w_k * c[width + k]
        else:
            for k in range(width):
                w_k, c_k = w[k], c[k]
                w_factor, c_factor = w[width + k], c[width + k]
                w_step, c_step = pull * c_k * w_factor, pull * w_k * c_factor
                # 1/√(G + t²) = (1/√G) / √(1 + t²/G), and t/√G is the step if G were let alone.
                w_less = np.float32(1.0) / np.sqrt(np.float32(1.0) + w_step * w_step)
                c_less = np.float32(1.0) / np.sqrt(np.float32(1.0) + c_step * c_step)
                w[k], c[k] = w_k - w_step * w_less, c_k - c_step * c_less
                w[width + k], c[width + k] = w_factor * w_less, c_factor * c_less
    return loss


@summing
def confine(
    rows: Floats,  # [n_rows, 2 * width] of a block; changed
    places: NDArray[np.uint16],  # for each pair of the tile, which of the rows it has
    gender: NDArray[np.int8],  # [n_rows]: 1 for a feminine seed word, -1 for a masculine one, 0 for any other
    direction: Floats,  # [dim - 1] of gender; of length one, or zero
    keep_along: float,  # the share of a neutral word's projection that one pair leaves
    keep_off: float,  # the share of a seed word's distance from ±1 that one pair leaves
) -> None:
    """The steps of GN-GloVe's two terms: for each row, as many at once as it has pairs in the tile."""
    dim = len(direction) + 1
    seen = np.zeros(len(rows), np.int64)
    for i in range(len(places)):
        seen[places[i]] += 1
    for i in range(len(rows)):
        row = rows[i]
        if seen[i] == 0:
            continue
        if gender[i] == 0:
            along = np.float32(0.0)
            for k in range(dim - 1):
                along += row[k] * direction[k]
            along *= np.float32(1.0 - keep_along ** seen[i])
            for k in range(dim - 1):
                row[k] -= along * direction[k]
        else:
            row[dim - 1] += (gender[i] - row[dim - 1]) * np.float32(1.0 - keep_off ** seen[i])


@summing
def descend_as_authors(
    words: Floats,  # [n_rows, 2 * width] of the tile's words; changed
    contexts: Floats,  # [n_rows, 2 * width] of its contexts; changed
    pairs: NDArray[Any],  # of tiles.TRAINED
    rate: np.float32,
    word_gender: NDArray[np.int8],  # [n_rows] as for `confine`
    context_gender: NDArray[np.int8],
    direction: Floats,  # [dim - 1] of gender, as long as it came out
    push: np.float32,  # rate · λ_d
    pull: np.float32,  # 2 · rate · λ_e
) -> float:
    """GN-GloVe as the released program trains: plain gradient steps, components cut at ±1 after each pair."""
    dim = len(direction) + 1
    loss = 0.0
    for i in range(len(pairs)):
        pair = pairs[i]
        w, c = words[pair.word], contexts[pair.context]
        product = np.float32(0.0)
        for k in range(dim + 2):
            product += w[k] * c[k]
        error = product - pair.log
        step = pair.weight * error
        loss += np.float64(step) * np.float64(error)
        step *= rate
        for k in range(dim + 2):
            w_k, c_k = w[k], c[k]
            w[k] = w_k - step * c_k if k != dim + 1 else w_k  # the ones beside the biases stay
            c[k] = c_k - step * w_k if k != dim else c_k
        _push_and_cut(w, word_gender[pair.word], direction, push, pull)
        _push_and_cut(c, context_gender[pair.context], direction, push, pull)
    return loss


@summing
def _push_and_cut(
    row: Floats, gender: np.int8, direction: Floats, push: np.float32, pull: np.float32
) -> None:
    dim = len(direction) + 1
    if gender == 0:
        along = np.float32(0.0)
        for k in range(dim - 1):
            along += row[k] * direction[k]
        along *= pull
        for k in range(dim - 1):
            row[k] -= along * direction[k]
    else:
        row[dim - 1] += gender * push
    for k in range(dim):
        row[k] = min(max(row[k], np.float32(-1.0)), np.float32(1.0))
