"""Counting which words stand near each other, in bounded memory, here or on many machines.

Sums are of whole numbers, so that the result does not depend on how the corpus is cut, on how much memory
there is, or on how many workers count, and where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from corefair.compute.engine import Engine, started
from corefair.errors import CorefairError, DataError
from corefair.io.corpora import Shard, held_by
from corefair.models.glove.budget import plan
from corefair.models.glove.corpus_parts import grouped, key_of, watched
from corefair.models.glove.pair_merging import Merge, Records, fewer, halves, merge_into, merged
from corefair.models.glove.pair_parts import UNIT, count_part, forget, key_bits
from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.settings import Means, Settings
from corefair.models.glove.vocabulary import Vocabulary
from corefair.runs.stages import Stage
from corefair.runs.writing import writing_bytes
from corefair.types import Said

_WIDEST = 100_000  # window: as many distances are kept in arrays
_WORD = 300  # bytes of a word where its number is looked up, with the arrays that have a place for each


def count_pairs(
    shards: Sequence[Shard],
    vocabulary: Vocabulary,
    settings: Settings,
    *,
    folder: Path,
    means: Means | None = None,
) -> Pairs:
    """How often two words of the vocabulary are at most `window` words apart in a text, each time 1/distance.

    As in GloVe 1.2: words that are not in the vocabulary take no place in the window; without `symmetric` the
    word of a pair is the earlier one, its context the later; a word near itself counts from both sides.
    The result is kept in the folder as `pairs.bin`, and found there when the same is asked again.
    """
    means = means or Means()
    _check_width(settings, len(vocabulary))
    names = ("window", "symmetric", "distance_weighting", "tokens", "lower")
    near = [settings.counted[name] for name in names]
    stage = Stage(folder, "pairs", key_of(shards, words=vocabulary.digest(), settings=[*near]))
    pairs = Pairs(folder / "pairs.bin")
    if stage.done(pairs.path):
        return pairs
    with stage.working():
        with started(means.engine) as engine:
            runs = _runs(shards, vocabulary, settings, stage.work, engine, means)
        forget()
        room = plan(means.memory).room
        records = merged(runs, memory=room // 4)
        if settings.symmetric:
            bits, _ = key_bits(len(vocabulary), settings.window)
            both = halves(
                records, bits=bits, n_words=len(vocabulary), folder=stage.work / "both-ways", memory=room // 2
            )
            records = merged(both, memory=room // 4)
        _write(records, pairs.path, len(vocabulary), settings, means.progress)
        stage.finish(pairs.path)
    return pairs


def _check_width(settings: Settings, n_words: int) -> None:
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
    engine: Engine,
    means: Means,
) -> list[Path]:
    """Count each part of the corpus, unless that was done already; sorted runs of pairs."""
    each = held_by(settings.tokens) + _WORD * len(vocabulary)
    share = plan(means.memory, engine=engine, each=each)
    words = work / "words.txt"
    if not words.exists():
        vocabulary.save(words)
    tasks = grouped(shards)
    targets = [work / f"{i:05d}" for i in range(len(tasks))]
    calls = [(*both, words, settings, share.room) for both in zip(tasks, targets, strict=True)]
    total = int(vocabulary.counts.sum())
    with watched(work, "words counted with their neighbours", total, means.progress):
        _do_all(engine.map(count_part, calls, at_once=share.at_once, ordered=False))
    runs = [run for target in targets for run in sorted(target.iterdir())]

    def merge_at_once(merges: list[Merge]) -> None:
        _do_all(engine.map(merge_into, merges, at_once=share.at_once, ordered=False))

    return fewer(runs, folder=work, memory=share.room, at_once=merge_at_once)


def _do_all(results: Iterator[None]) -> None:
    for _ in results:
        pass


def _write(records: Iterator[Records], path: Path, n_words: int, settings: Settings, progress: Said) -> None:
    """The pairs with their counts as numbers, in a file that takes its name when all of it is there."""
    bits, _ = key_bits(n_words, settings.window)
    unit = UNIT if settings.distance_weighting else 1
    n_pairs = 0
    with writing_bytes(path) as out:
        for block in records:
            pairs = np.empty(len(block), PAIR)
            pairs["word"] = word = block[:, 0] >> bits
            pairs["context"] = block[:, 0] & ((1 << bits) - 1)
            pairs["count"] = block[:, 1] / unit
            out.write(pairs.data)
            n_pairs += len(block)
            progress("words whose pairs are merged", int(word[-1]) + 1, n_words)
        if not n_pairs:
            raise DataError("no two words of the vocabulary are in one text: is each word a text of its own?")
