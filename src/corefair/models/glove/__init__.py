"""GloVe and GN-GloVe: word vectors trained from text, from files to Embeddings by one function.

Whatever takes long is kept in a folder while it runs, so that a run killed anywhere goes on where it was:

    run.json                  what is counted here, so that counts of another text are never taken for it
    vocabulary.*  pairs.*     the words, and how often two of them stand near each other
    tiles.*                   the pairs, shuffled
    training-….state          for each setting of the training, where its last epoch left it
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from corefair.models.glove.gender import GenderTerms, without_gender
from corefair.models.glove.settings import METHODS, OUTPUTS, Means, Settings, parse_options
from corefair.types import Embeddings

__all__ = [
    "METHODS",
    "OUTPUTS",
    "GenderTerms",
    "Means",
    "Settings",
    "Trained",
    "train",
    "train_counted",
    "without_gender",
]


@dataclass(frozen=True)
class Trained:
    """Vectors, and what was counted to make them."""

    embeddings: Embeddings
    n_files: int
    n_tokens: int  # words of the text, each time they occur
    n_pairs: int  # different ones
    seconds: Mapping[str, float]  # by stage; next to none for one that was done already


def train(
    corpus: Path | str | Sequence[Path | str],
    *,
    method: str = "glove",
    run: Path | str | None = None,
    **options: Any,
) -> Embeddings:
    """Vectors for the words of files or folders of text; the options are those of `Settings` and `Means`."""
    settings, means = parse_options(method, options)
    return train_counted(corpus, settings, run=run, means=means).embeddings


def train_counted(
    corpus: Path | str | Sequence[Path | str],
    settings: Settings,
    *,
    run: Path | str | None = None,
    means: Means | None = None,
) -> Trained:
    """Count words, count pairs, train; what is finished in the folder `run` is not done again.

    Without `run` the work is done in a temporary folder.
    """
    from corefair.io.corpora import shards
    from corefair.models.glove.corpus_parts import key_of
    from corefair.models.glove.gender import find_seeds
    from corefair.models.glove.pair_counting import count_pairs
    from corefair.models.glove.training import fit
    from corefair.models.glove.word_counting import count_words
    from corefair.runs.run import Run

    means = means or Means()
    given = [corpus] if isinstance(corpus, (Path, str)) else corpus
    parts = shards([Path(path) for path in given], format=settings.format)
    n_files = len({part.path for part in parts})
    about = f"{n_files:,} file{'s' * (n_files > 1)}, {_listed(settings.counted)}"
    seconds: dict[str, float] = {}
    with Run(run, key=key_of(parts, **settings.counted), about=about) as kept:
        folder = kept.folder
        with _timed(seconds, "counting words"):
            vocabulary = count_words(parts, settings, folder=folder, means=means)
        if settings.gender is not None:
            find_seeds(settings.gender, vocabulary)  # raises MissingWords, before pairs are counted in vain
        with _timed(seconds, "counting pairs"):
            pairs = count_pairs(parts, vocabulary, settings, folder=folder, means=means)
        with _timed(seconds, "training"):
            emb = fit(pairs, vocabulary, settings, folder=folder, means=means)
        n_pairs = len(pairs)
    n_tokens = int(vocabulary.counts.sum()) + vocabulary.left_out
    counted = f"counted({n_tokens:,} words in {about})"
    emb = replace(emb, history=(counted, *emb.history))
    return Trained(emb, n_files, n_tokens, n_pairs, seconds)


def _listed(options: Mapping[str, str | int | None]) -> str:
    """Options as the history has them.

    >>> _listed({"window": 15, "lower": True, "max_words": None})
    'window=15, lower=yes, max_words=all'
    """
    names = {True: "yes", False: "no", None: "all"}
    return ", ".join(
        f"{name}={names[value] if value is None or isinstance(value, bool) else value}"
        for name, value in options.items()
    )


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    seconds[stage] = time.monotonic() - began
