"""Training GloVe and GN-GloVe on counted pairs: all cores, the same result with any number of them."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Literal

import numpy as np

from corefair.errors import CorefairError, UnknownName
from corefair.geometry import threads as cores
from corefair.models.glove import state as states
from corefair.models.glove.budget import resident
from corefair.models.glove.confining import Steps, confining_steps, plain_steps
from corefair.models.glove.gender import GenderTerms, find_seeds
from corefair.models.glove.pairs import Pairs
from corefair.models.glove.shuffling import shuffle
from corefair.models.glove.stages import Progress
from corefair.models.glove.state import Saved, State
from corefair.models.glove.tiles import TRAINED, Tiles
from corefair.models.glove.vocabulary import Vocabulary
from corefair.types import Embeddings

OUTPUTS = ("sum", "word", "context")
_VERSION = 2  # raised when the same options come to train otherwise: no run goes on half and half


def fit(
    pairs: Pairs,
    vocabulary: Vocabulary,
    *,
    folder: Path,
    dim: int = 50,
    epochs: int = 25,
    rate: float = 0.05,
    x_max: float = 100.0,
    alpha: float = 0.75,
    output: Literal["sum", "word", "context"] = "sum",
    threads: int | None = None,
    seed: int = 0,
    memory: int = 4_000_000_000,
    gender: GenderTerms | None = None,
    progress: Progress = lambda what, done, of: None,
) -> Embeddings:
    """Vectors of the words of a vocabulary from how often they stand near each other.

    Word and context vectors are given out summed, as by GloVe 1.2, or one of them; biases are left out. The
    state after each epoch is kept in the folder. The same call goes on from it, also with more epochs, and
    comes to the same vectors as without the stop, bit for bit, with any number of threads.
    """
    _check(dim, epochs, rate, x_max, alpha, output, gender)
    seeds = None if gender is None else find_seeds(gender, vocabulary)
    threads = cores.n_cores() if threads is None else max(1, threads)
    tiles = shuffle(
        pairs, len(vocabulary), folder=folder, x_max=x_max, alpha=alpha,
        seed=seed, threads=threads, memory=memory, progress=progress,
    )  # fmt: skip
    threads = _affordable(threads, len(vocabulary), dim, tiles, memory)
    options = [_VERSION, tiles.key, vocabulary.digest(), dim, rate, seed]
    if gender is not None:  # which output it is for makes a difference to the direction of gender
        options += [list(gender.pairs), gender.weight_apart, gender.weight_neutral, gender.variant, output]
    key = hashlib.sha256(json.dumps(options).encode()).hexdigest()
    saved = Saved(folder / f"training-{key[:12]}.state", key=key)
    try:
        n_rows = -(-len(vocabulary) // tiles.n_blocks)
        state = saved.load(dim, tiles.n_blocks, n_rows)
        if state is None:
            state = states.start(len(vocabulary), dim, tiles.n_blocks, rate=rate, seed=seed)
        if state.epoch > epochs:
            raise CorefairError(
                f"{saved.path} holds {state.epoch} epochs, more than the {epochs} asked for: delete it, "
                "or name another folder"
            )
        while state.epoch < epochs:
            if gender is None or seeds is None:
                steps = plain_steps(state, tiles, rate=rate)
            else:
                steps = confining_steps(state, tiles, rate=rate, terms=gender, seeds=seeds, output=output)
            state.losses.append(_epoch(state, tiles, steps, epochs, rate, threads, seed, progress))
            saved.save(state)
    finally:
        saved.close()
    vectors = state.vectors("word" if output == "sum" else output, len(vocabulary))
    if output == "sum":
        vectors += state.vectors("context", len(vocabulary))
    if not np.isfinite(vectors).all():
        raise _diverged(epochs, rate)
    vectors.setflags(write=False)
    story = f"glove(dim={dim}, epochs={epochs}, rate={rate:g}, x_max={x_max:g}, alpha={alpha:g}, "
    story += f"output={output}, seed={seed}, {len(pairs):,} pairs)"
    if gender is None or seeds is None:
        return Embeddings(vocabulary.words, vectors, "glove", (story,))
    terms = f"gn-glove(variant={gender.variant}, apart={gender.weight_apart:g}, "
    terms += f"neutral={gender.weight_neutral:g}, {len(seeds.feminine)} of {seeds.n_listed} seed pairs, "
    terms += f"{len(seeds.missing)} seed words missing)"
    return Embeddings(vocabulary.words, vectors, "gn-glove", (story, terms))


def _check(
    dim: int, epochs: int, rate: float, x_max: float, alpha: float, output: str, gender: GenderTerms | None
) -> None:
    if output not in OUTPUTS:
        raise UnknownName("output", output, OUTPUTS)
    least = 1 if gender is None else 2  # one component for gender, and the first epoch is GloVe's
    if dim < least:
        raise CorefairError(f"{dim} dimensions: it takes {least} or more")
    if epochs < least:
        raise CorefairError(f"{epochs} epochs: it takes {least} or more")
    for name, value in (("rate", rate), ("x_max", x_max)):
        if not 0 < value < math.inf:
            raise CorefairError(f"{name} is {value}: it must be above 0")
    if not 0 <= alpha < math.inf:
        raise CorefairError(f"alpha is {alpha}: it must be 0 or above")


def _affordable(threads: int, n_words: int, dim: int, tiles: Tiles, memory: int) -> int:
    """As many of the threads as the memory has room for, which makes no difference to what they train."""
    rows, output = states.bytes_of(n_words, dim, tiles.n_blocks), 2 * 4 * n_words * dim
    each = tiles.largest * TRAINED.itemsize
    used = resident()
    needed = rows + max(output, each)
    if used + needed > memory:
        raise CorefairError(
            f"training {n_words:,} words in {dim} dimensions needs {needed / 1e6:,.0f} MB beside the "
            f"{used / 1e6:,.0f} MB in use, and {memory / 1e6:,.0f} MB are allowed: allow more, or take "
            "fewer words or dimensions"
        )
    return min(threads, (memory - used - rows) // each)


def _epoch(
    state: State,
    tiles: Tiles,
    steps: Steps,
    epochs: int,
    rate: float,
    threads: int,
    seed: int,
    progress: Progress,
) -> float:
    """Train on every tile once; the mean loss of a pair."""
    losses: dict[tuple[int, int], float] = {}
    before = f", loss {state.losses[-1]:.4f}" if state.losses else ""
    what = f"pairs, epoch {state.epoch + 1} of {epochs}{before}"
    n_done = 0

    def work(tile: tuple[int, int], _: None) -> None:
        losses[tile] = steps.train(*tile)
        if not math.isfinite(losses[tile]):
            raise _diverged(state.epoch + 1, rate)

    def done(tile: tuple[int, int]) -> None:
        nonlocal n_done
        n_done += tiles.size(tile[0] * tiles.n_blocks + tile[1])
        progress(what, n_done, len(tiles))

    for together in tiles.rounds(seed=seed, epoch=state.epoch):
        steps.turn()
        cores.run(together, work, needs=lambda tile: set(), space=lambda: None, threads=threads, done=done)
    return math.fsum(losses.values()) / len(tiles)


def _diverged(epoch: int, rate: float) -> CorefairError:
    return CorefairError(
        f"training went off in epoch {epoch}: numbers grew beyond bounds; take a lower rate than {rate:g}"
    )
