"""Counting the words of a corpus, in bounded memory: what becomes the vocabulary of GloVe."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from corefair.compute.engine import started
from corefair.errors import CorefairError, DataError
from corefair.io.corpora import Shard, held_by
from corefair.models.glove.budget import plan
from corefair.models.glove.corpus_parts import grouped, key_of
from corefair.models.glove.settings import Means, Settings
from corefair.models.glove.vocabulary import Vocabulary
from corefair.models.glove.word_parts import WORD, count_part, merged_words
from corefair.runs.stages import Stage


def count_words(
    shards: Sequence[Shard], settings: Settings, *, folder: Path, means: Means | None = None
) -> Vocabulary:
    """The words that occur at least `min_count` times; of more than `max_words`, the most frequent.

    Of equally frequent words the first by their letters stay (GloVe 1.2 leaves it to chance). The result is
    kept in the folder as `vocabulary.txt`, and found there when the same is asked again.
    """
    means = means or Means()
    names = ("min_count", "max_words", "tokens", "lower")
    key = key_of(shards, **{name: settings.counted[name] for name in names})
    stage = Stage(folder, "vocabulary", key)
    result = folder / "vocabulary.txt"
    note = stage.done(result)
    if note and isinstance(left_out := note.get("left_out"), int):
        return Vocabulary.load(result, left_out=left_out)
    with stage.working():
        tasks = grouped(shards)
        targets = [stage.work / f"{i:05d}" for i in range(len(tasks))]
        with started(means.engine) as engine:
            share = plan(means.memory, engine=engine, each=held_by(settings.tokens))
            calls = [(*both, settings, share.room) for both in zip(tasks, targets, strict=True)]
            done = engine.map(count_part, calls, at_once=share.at_once, ordered=False)
            for n_done, _ in enumerate(done, 1):
                means.progress("parts of the text searched for words", n_done, len(calls))
        rows = merged_words([file for target in targets for file in sorted(target.iterdir())], stage.work)
        vocabulary = _most_frequent(rows, settings, room=plan(means.memory).room)
        vocabulary.save(result)
        stage.finish(result, left_out=vocabulary.left_out)
    return vocabulary


def _most_frequent(rows: Iterable[tuple[str, int]], settings: Settings, *, room: int) -> Vocabulary:
    min_count, max_words = settings.min_count, settings.max_words
    total, best = 0, ("", 0)

    def frequent() -> Iterator[tuple[int, str]]:
        nonlocal total, best
        n_kept = 0
        for word, count in rows:
            total += count
            if count > best[1]:
                best = word, count
            if count >= min_count:
                n_kept += 1
                if min(n_kept, max_words or n_kept) * WORD > room:
                    raise CorefairError(
                        f"at least {n_kept:,} words occur {min_count:,} times or more, for which there is "
                        "too little memory: raise the least count, limit the number of words, or give more"
                    )
                yield -count, word

    kept = heapq.nsmallest(max_words, frequent()) if max_words else sorted(frequent())
    if not total:
        raise DataError("there is no word in the text")
    if len(kept) < 2:
        most = f"the most frequent one, {best[0]!r}, occurs {best[1]:,} times"
        found = (
            f"only one word occurs at least {min_count:,} times"
            if kept
            else f"no word occurs {min_count:,} times"
        )
        raise DataError(f"{found} ({most}): vectors take two words or more; lower the least count")
    counts = np.array([-negative for negative, _ in kept], np.int64)
    return Vocabulary(tuple(word for _, word in kept), counts, left_out=total - int(counts.sum()))
