"""Training GloVe and GN-GloVe on counted pairs: all cores, the same result with any number of them."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path

import numpy as np

from corefair.compute import threads as cores
from corefair.errors import CorefairError
from corefair.models.glove import state as states
from corefair.models.glove.budget import resident
from corefair.models.glove.confining import Steps, confining_steps, plain_steps
from corefair.models.glove.gender import Seeds, find_seeds
from corefair.models.glove.pairs import Pairs
from corefair.models.glove.settings import Means, Settings
from corefair.models.glove.shuffling import shuffle
from corefair.models.glove.state import Saved, State
from corefair.models.glove.tiles import TRAINED, Tiles
from corefair.models.glove.vocabulary import Vocabulary
from corefair.types import Embeddings, Said

_VERSION = 2  # raised when the same options come to train otherwise: no run goes on half and half


def fit(
    pairs: Pairs, vocabulary: Vocabulary, settings: Settings, *, folder: Path, means: Means | None = None
) -> Embeddings:
    """Vectors of the words of a vocabulary from how often they stand near each other.

    Word and context vectors are given out summed, as by GloVe 1.2, or one of them; biases are left out. The
    state after each epoch is kept in the folder. The same call goes on from it, also with more epochs, and
    comes to the same vectors as without the stop, bit for bit, with any number of threads.
    """
    means = means or Means()
    seeds = None if settings.gender is None else find_seeds(settings.gender, vocabulary)
    tiles = shuffle(pairs, len(vocabulary), settings, folder=folder, means=means)
    state = _trained(vocabulary, tiles, settings, seeds, folder, means)
    output = settings.output
    vectors = state.vectors("word" if output == "sum" else output, len(vocabulary))
    if output == "sum":
        vectors += state.vectors("context", len(vocabulary))
    if not np.isfinite(vectors).all():
        raise _diverged(settings.epochs, settings.rate)
    vectors.setflags(write=False)
    name = "glove" if seeds is None else "gn-glove"
    return Embeddings(vocabulary.words, vectors, name, _history(settings, seeds, len(pairs)))


def _history(settings: Settings, seeds: Seeds | None, n_pairs: int) -> tuple[str, ...]:
    story = f"glove(dim={settings.dim}, epochs={settings.epochs}, rate={settings.rate:g}, "
    story += f"x_max={settings.x_max:g}, alpha={settings.alpha:g}, output={settings.output}, "
    story += f"seed={settings.seed}, {n_pairs:,} pairs)"
    gender = settings.gender
    if gender is None or seeds is None:
        return (story,)
    terms = f"gn-glove(variant={gender.variant}, apart={gender.weight_apart:g}, "
    terms += f"neutral={gender.weight_neutral:g}, {len(seeds.feminine)} of {seeds.n_listed} seed pairs, "
    terms += f"{len(seeds.missing)} seed words missing)"
    return story, terms


def _trained(
    vocabulary: Vocabulary,
    tiles: Tiles,
    settings: Settings,
    seeds: Seeds | None,
    folder: Path,
    means: Means,
) -> State:
    """The state after the last epoch, from the one that is kept or from the start."""
    threads = _affordable(cores.n_threads(means.threads), len(vocabulary), settings.dim, tiles, means.memory)
    key = _key(vocabulary, tiles, settings)
    saved = Saved(folder / f"training-{key[:12]}.state", key=key)
    dim, rate, epochs = settings.dim, settings.rate, settings.epochs
    try:
        n_rows = -(-len(vocabulary) // tiles.n_blocks)
        state = saved.load(dim, tiles.n_blocks, n_rows)
        if state is None:
            state = states.start(len(vocabulary), dim, tiles.n_blocks, rate=rate, seed=settings.seed)
        if state.epoch > epochs:
            raise CorefairError(
                f"{saved.path} holds {state.epoch} epochs, more than the {epochs} asked for: delete it, "
                "or name another folder"
            )
        while state.epoch < epochs:
            if seeds is None:
                steps = plain_steps(state, tiles, rate=rate)
            else:
                steps = confining_steps(state, tiles, settings, seeds)
            state.losses.append(_epoch(state, tiles, steps, settings, threads, means.progress))
            saved.save(state)
    finally:
        saved.close()
    return state


def _key(vocabulary: Vocabulary, tiles: Tiles, settings: Settings) -> str:
    """What stands for all that a state depends on."""
    options: list[object] = [_VERSION, tiles.key, vocabulary.digest()]
    options += [settings.dim, settings.rate, settings.seed]
    gender = settings.gender
    if gender is not None:  # which output it is for makes a difference to the direction of gender
        options += [list(gender.pairs), gender.weight_apart, gender.weight_neutral, gender.variant]
        options += [settings.output]
    return hashlib.sha256(json.dumps(options).encode()).hexdigest()


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
    state: State, tiles: Tiles, steps: Steps, settings: Settings, threads: int, progress: Said
) -> float:
    """Train on every tile once; the mean loss of a pair."""
    losses: dict[tuple[int, int], float] = {}
    before = f", loss {state.losses[-1]:.4f}" if state.losses else ""
    what = f"pairs, epoch {state.epoch + 1} of {settings.epochs}{before}"
    n_done = 0

    def work(tile: tuple[int, int], _: None) -> None:
        losses[tile] = steps.train(*tile)
        if not math.isfinite(losses[tile]):
            raise _diverged(state.epoch + 1, settings.rate)

    def done(tile: tuple[int, int]) -> None:
        nonlocal n_done
        n_done += tiles.size(tile[0] * tiles.n_blocks + tile[1])
        progress(what, n_done, len(tiles))

    for together in tiles.rounds(seed=settings.seed, epoch=state.epoch):
        steps.turn()
        cores.run(together, work, needs=lambda tile: set(), space=lambda: None, threads=threads, done=done)
    return math.fsum(losses.values()) / len(tiles)


def _diverged(epoch: int, rate: float) -> CorefairError:
    return CorefairError(
        f"training went off in epoch {epoch}: numbers grew beyond bounds; take a lower rate than {rate:g}"
    )
