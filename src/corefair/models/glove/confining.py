"""How GN-GloVe confines gender to the last component of a vector (Zhao et al. 2018b, §3).

With w = [w_a; w_g], w_g the last component, GloVe's loss gets two terms, λ_d · J_D + λ_e · J_E:

    J_D = Σ (1 − w_g)² over feminine seed words + Σ (−1 − w_g)² over masculine ones (the paper's L2 form)
    J_E = Σ (v · w_a)² over all other words, v the mean of w_a(feminine) − w_a(masculine) over the seed pairs

The released program takes v anew before each epoch; we do before each round, for it turns fast at first. The
program steps along both terms at every pair that a word is in; so do we, but for all the pairs of a tile at
once, and by implicit steps: those of J_E multiply v·w_a by 1 / (1 + 2 · rate · λ_e) for each pair, those of
J_D the distance from ±1 by 1 / (1 + 2 · rate · λ_d). A factor between 0 and 1 cannot overshoot, however many
pairs there are; so GloVe's AdaGrad stays on and nothing need be cut off. Two things that the paper does not
say keep frequency out of the last component:

- v is of vectors at length one, and is itself. Masculine words are the more frequent ones, and frequent words
  have long vectors: v would be the direction of frequency, which, forbidden in w_a, is then learned in w_g.
- The first epoch is GloVe's, with last components of zero, in which nothing is learned. With seed words at ±1
  from the start, beside components of 0.01, all words would first of all learn their frequency from them. And
  with last components as GloVe makes them, neutral words go on learning from each other there, by chance
  frequency; from zero on, they learn it from the seed words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.direction import unit
from corefair.models.glove.gender import GenderTerms, Seeds
from corefair.models.glove.settings import Settings
from corefair.models.glove.state import SIDES, State
from corefair.models.glove.tiles import Tiles


class Steps(NamedTuple):
    """What an epoch is made of."""

    train: Callable[[int, int], float]  # trains on tile (i, j) and tells its loss
    turn: Callable[[], None] = lambda: None  # before each round


def plain_steps(state: State, tiles: Tiles, *, rate: float) -> Steps:
    """GloVe's own steps."""
    from corefair.models.glove.training_compiled import descend

    words, contexts = state.rows

    def train(i: int, j: int) -> float:
        return descend(words[i], contexts[j], tiles.read(i, j), np.float32(rate), state.dim)

    return Steps(train)


def confining_steps(state: State, tiles: Tiles, settings: Settings, seeds: Seeds) -> Steps:
    """The steps of the next epoch."""
    rate, terms = settings.rate, settings.gender or GenderTerms()
    if terms.variant == "authors":
        return _as_authors(state, tiles, rate, terms, seeds)
    plain = plain_steps(state, tiles, rate=rate)
    if state.epoch == 0:
        if terms.weight_apart:  # else no seed word would ever leave zero, and no word learn anything there
            state.rows[..., state.dim - 1] = 0.0
        return plain
    from corefair.models.glove.training_compiled import confine

    words, contexts = state.rows
    gender = seeds.blocks(tiles.n_blocks)
    keep_along, keep_off = (
        1 / (1 + 2 * rate * weight) for weight in (terms.weight_neutral, terms.weight_apart)
    )

    def train(i: int, j: int) -> float:
        loss = plain.train(i, j)
        pairs = tiles.read(i, j)
        confine(words[i], pairs["word"], gender[i], state.direction, keep_along, keep_off)
        confine(contexts[j], pairs["context"], gender[j], state.direction, keep_along, keep_off)
        return loss

    def turn() -> None:
        state.direction[:] = direction(state, seeds, output=settings.output)

    return Steps(train, turn)


def direction(state: State, seeds: Seeds, *, output: str) -> NDArray[np.float32]:
    """v of the vectors as they would now be given out, so that it is these that have no projection on it."""
    sides = SIDES if output == "sum" else (output,)
    feminine, masculine = (
        unit(np.asarray(sum(_rows(state, words, side) for side in sides), np.float64))
        for words in (seeds.feminine, seeds.masculine)
    )
    return unit((feminine - masculine).mean(axis=0)).astype(np.float32)


def _rows(state: State, words: NDArray[np.int64], side: str) -> NDArray[np.float32]:
    """The vectors of some words without their last component: [n_words, dim - 1]."""
    rows = state.rows[SIDES.index(side)]
    return np.asarray(rows[words % len(rows), words // len(rows), : state.dim - 1])


def _as_authors(state: State, tiles: Tiles, rate: float, terms: GenderTerms, seeds: Seeds) -> Steps:
    """The released program's, with feminine words at +1 where it has them at −1."""
    from corefair.models.glove.training_compiled import descend_as_authors

    words, contexts = state.rows
    gender = seeds.blocks(tiles.n_blocks)
    if state.epoch == 0:
        words[..., state.dim - 1] = np.where(gender, gender, words[..., state.dim - 1])
    feminine, masculine = (_rows(state, of, "word") for of in (seeds.feminine, seeds.masculine))
    state.direction += (feminine - masculine).sum(axis=0)
    state.direction /= seeds.n_listed
    push, pull = np.float32(rate * terms.weight_apart), np.float32(2 * rate * terms.weight_neutral)

    def train(i: int, j: int) -> float:
        return descend_as_authors(
            words[i], contexts[j], tiles.read(i, j), np.float32(rate),
            gender[i], gender[j], state.direction, push, pull,
        )  # fmt: skip

    return Steps(train)
