"""Counting the words of a corpus, in bounded memory: what becomes the vocabulary of GloVe."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from corefair.errors import CorefairError, DataError
from corefair.io.corpora import Shard, Tokens, held_by, splitter
from corefair.models.engine import started
from corefair.models.glove.budget import plan
from corefair.models.glove.stages import Progress, Stage, grouped, key_of
from corefair.models.glove.vocabulary import Vocabulary
from corefair.models.glove.word_runs import WORD, count_part, merged_words


def count_words(
    shards: Sequence[Shard],
    *,
    folder: Path,
    min_count: int = 5,
    max_words: int | None = None,
    tokens: Tokens = "ours",
    lower: bool = True,
    engine: str = "processes",
    memory: int = 4_000_000_000,
    progress: Progress | None = None,
) -> Vocabulary:
    """The words that occur at least `min_count` times; of more than `max_words`, the most frequent.

    Of equally frequent words the first by their letters stay (GloVe 1.2 leaves it to chance). The result is
    kept in the folder as `vocabulary.txt`, and found there when the same is asked again.
    """
    splitter(tokens, lower=lower)  # complains of a name that it does not know
    key = key_of(shards, min_count=min_count, max_words=max_words, tokens=tokens, lower=lower)
    stage = Stage(folder, "vocabulary", key)
    result = folder / "vocabulary.txt"
    if note := stage.done(result):
        return Vocabulary.load(result, left_out=note["left_out"])
    with stage.working():
        tasks = grouped(shards)
        targets = [stage.work / f"{i:05d}" for i in range(len(tasks))]
        with started(engine) as runner:
            share = plan(memory, engine=runner, each=held_by(tokens))
            todo = [(*both, tokens, lower, share.room) for both in zip(tasks, targets, strict=True)]
            for n_done, _ in enumerate(runner.map(count_part, todo, at_once=share.at_once), 1):
                if progress:
                    progress("parts of the text searched for words", n_done, len(todo))
        rows = merged_words([file for target in targets for file in sorted(target.iterdir())], stage.work)
        vocabulary = _most_frequent(rows, min_count, max_words, room=plan(memory).room)
        vocabulary.save(result)
        stage.finish(result, left_out=vocabulary.left_out)
    return vocabulary


def _most_frequent(
    rows: Iterable[tuple[str, int]], min_count: int, max_words: int | None, *, room: int
) -> Vocabulary:
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
