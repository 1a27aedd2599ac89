"""Counting which words stand near each other, in bounded memory, here or on many machines.

Sums are of whole numbers, so that the result does not depend on how the corpus is cut, on how much memory
there is, or on how many workers count, and where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

import numpy as np

from corefair.errors import CorefairError, DataError
from corefair.io.corpora import Shard, Tokens, held_by, splitter
from corefair.models.engine import Engine, started
from corefair.models.glove.budget import plan
from corefair.models.glove.merging import Records, fewer, halves, merge_into, merged
from corefair.models.glove.pair_runs import UNIT, Settings, count_part, forget, key_bits
from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.stages import Progress, Stage, grouped, key_of, watched
from corefair.models.glove.vocabulary import Vocabulary

_WIDEST = 100_000  # window: as many distances are kept in arrays
_WORD = 300  # bytes of a word where its number is looked up, with the arrays that have a place for each


def count_pairs(
    shards: Sequence[Shard],
    vocabulary: Vocabulary,
    *,
    folder: Path,
    window: int = 15,
    symmetric: bool = True,
    distance_weighting: bool = True,
    tokens: Tokens = "ours",
    lower: bool = True,
    engine: str = "processes",
    memory: int = 4_000_000_000,
    progress: Progress | None = None,
) -> Pairs:
    """How often two words of the vocabulary are at most `window` words apart in a text, each time 1/distance.

    As in GloVe 1.2: words that are not in the vocabulary take no place in the window; without `symmetric` the
    word of a pair is the earlier one, its context the later; a word near itself counts from both sides.
    The result is kept in the folder as `pairs.bin`, and found there when the same is asked again.
    """
    settings = Settings(window, symmetric, distance_weighting, tokens, lower)
    _check(settings, len(vocabulary))
    stage = Stage(folder, "pairs", key_of(shards, words=vocabulary.digest(), settings=settings))
    pairs = Pairs(folder / "pairs.bin")
    if stage.done(pairs.path):
        return pairs
    with stage.working():
        with started(engine) as runner:
            runs = _runs(shards, vocabulary, settings, stage.work, runner, memory, progress)
        forget()
        room = plan(memory).room
        records = merged(runs, memory=room // 4)
        if symmetric:
            bits, _ = key_bits(len(vocabulary), window)
            folder = stage.work / "both-ways"
            both = halves(records, bits=bits, n_words=len(vocabulary), folder=folder, memory=room // 2)
            records = merged(both, memory=room // 4)
        _write(records, pairs.path, len(vocabulary), settings, progress)
        stage.finish(pairs.path)
    return pairs


def _check(settings: Settings, n_words: int) -> None:
    splitter(settings.tokens, lower=settings.lower)  # complains of a name that it does not know
    if settings.window < 1:
        raise CorefairError(f"a window of {settings.window} words: it takes one or more")
    bits, shift = key_bits(n_words, settings.window)
    if 2 * bits + shift > 63 or settings.window > _WIDEST:
        raise CorefairError(
            f"{n_words:,} words with a window of {settings.window:,}: too many; narrow the window"
        )


def _runs(
    shards: Sequence[Shard],
    vocabulary: Vocabulary,
    settings: Settings,
    work: Path,
    runner: Engine,
    memory: int,
    progress: Progress | None,
) -> list[Path]:
    """Count each part of the corpus, unless that was done already; sorted runs of pairs."""
    share = plan(memory, engine=runner, each=held_by(settings.tokens) + _WORD * len(vocabulary))
    words = work / "words.txt"
    if not words.exists():
        vocabulary.save(words)
    tasks = grouped(shards)
    targets = [work / f"{i:05d}" for i in range(len(tasks))]
    todo = [(*both, words, settings, share.room) for both in zip(tasks, targets, strict=True)]
    total = int(vocabulary.counts.sum())
    with watched(work, "words counted with their neighbours", total, progress):
        for _ in runner.map(count_part, todo, at_once=share.at_once):
            pass
    runs = [run for target in targets for run in sorted(target.iterdir())]

    def merge_at_once(merges: list[tuple[list[Path], Path, int]]) -> None:
        for _ in runner.map(merge_into, merges, at_once=share.at_once):
            pass

    return fewer(runs, folder=work, memory=share.room, at_once=merge_at_once)


def _write(
    records: Iterator[Records], path: Path, n_words: int, settings: Settings, progress: Progress | None
) -> None:
    """The pairs with their counts as numbers, in a file that takes its name when all of it is there."""
    bits, _ = key_bits(n_words, settings.window)
    unit = UNIT if settings.distance_weighting else 1
    part = path.with_name(f".{path.name}.{uuid4().hex}.part")
    n_pairs = 0
    try:
        with part.open("wb") as out:
            for block in records:
                pairs = np.empty(len(block), PAIR)
                pairs["word"] = word = block[:, 0] >> bits
                pairs["context"] = block[:, 0] & ((1 << bits) - 1)
                pairs["count"] = block[:, 1] / unit
                pairs.tofile(out)
                n_pairs += len(block)
                if progress:
                    progress("words whose pairs are merged", int(word[-1]) + 1, n_words)
        if not n_pairs:
            raise DataError("no two words of the vocabulary are in one text: is each word a text of its own?")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
