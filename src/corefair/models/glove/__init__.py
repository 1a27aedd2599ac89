"""GloVe and GN-GloVe: word vectors trained from text, from files to Embeddings by one function.

Whatever takes long is kept in a folder while it runs, so that a run killed anywhere goes on where it was:

    run.json                  what is counted here, so that counts of another text are never taken for it
    vocabulary.*  pairs.*     the words, and how often two of them stand near each other
    tiles.*                   the pairs, shuffled
    training-….state          for each setting of the training, where its last epoch left it
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from corefair.errors import CorefairError, UnknownName
from corefair.types import Embeddings

if TYPE_CHECKING:
    from corefair.models.glove.gender import GenderTerms

METHODS = ("glove", "gn-glove")
OUTPUTS = ("sum", "word", "context")


@dataclass(frozen=True)
class Trained:
    """Vectors, and what was counted to make them."""

    embeddings: Embeddings
    n_files: int
    n_tokens: int  # words of the text, each time they occur
    n_pairs: int  # different ones
    seconds: Mapping[str, float]  # by stage; next to none for one that was done already


def train(corpus: Path | str | Sequence[Path | str], **options: Any) -> Embeddings:
    """Vectors for the words of some files or folders of text; the options are those of `train_counted`."""
    return train_counted(corpus, **options).embeddings


def train_counted(
    corpus: Path | str | Sequence[Path | str],
    *,
    method: Literal["glove", "gn-glove"] = "glove",
    format: str = "auto",
    tokens: Literal["ours", "spaces"] = "ours",
    lower: bool = True,
    min_count: int = 5,
    max_words: int | None = None,
    window: int = 15,
    symmetric: bool = True,
    distance_weighting: bool = True,
    dim: int = 50,
    epochs: int = 25,
    rate: float = 0.05,
    x_max: float = 100.0,
    alpha: float = 0.75,
    output: Literal["sum", "word", "context"] = "sum",
    gender: GenderTerms | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int = 4_000_000_000,
    engine: str = "processes",
    run: Path | str | None = None,
    progress: Callable[[str, int, int], None] = lambda what, done, of: None,
) -> Trained:
    """Count words, count pairs, train; what is finished in the folder `run` is not done again.

    Without `run` the work is done in a temporary folder. `gender` holds the options of gn-glove.
    """
    from corefair.io.corpora import shards
    from corefair.models.glove.counting import count_pairs
    from corefair.models.glove.counting_words import count_words
    from corefair.models.glove.gender import GenderTerms, find_seeds
    from corefair.models.glove.runs import held
    from corefair.models.glove.stages import key_of
    from corefair.models.glove.training import _check as check_options
    from corefair.models.glove.training import fit

    if method not in METHODS:
        raise UnknownName("method of training", method, METHODS)
    if gender and method != "gn-glove":
        raise CorefairError(f"{method} has no gender terms: choose gn-glove")
    terms = (gender or GenderTerms()) if method == "gn-glove" else None
    check_options(dim, epochs, rate, x_max, alpha, output, terms)  # before hours of counting
    given = [corpus] if isinstance(corpus, (Path, str)) else corpus
    parts = shards([Path(path) for path in given], format=format)
    n_files = len({part.path for part in parts})
    reading: dict[str, Any] = {"tokens": tokens, "lower": lower}
    words: dict[str, Any] = {"min_count": min_count, "max_words": max_words}
    near: dict[str, Any] = {
        "window": window,
        "symmetric": symmetric,
        "distance_weighting": distance_weighting,
    }
    about = f"{n_files:,} file{'s' * (n_files > 1)}, {_listed(reading | words | near)}"
    seconds: dict[str, float] = {}
    with _folder(run) as folder, held(folder, key=key_of(parts, **reading, **words, **near), about=about):
        where: dict[str, Any] = {"folder": folder, "memory": memory, "progress": progress}
        with _timed(seconds, "counting words"):
            vocabulary = count_words(parts, engine=engine, **words, **reading, **where)
        if terms is not None:
            find_seeds(terms, vocabulary)  # raises MissingWords, before pairs are counted in vain
        with _timed(seconds, "counting pairs"):
            pairs = count_pairs(parts, vocabulary, engine=engine, **near, **reading, **where)
        with _timed(seconds, "training"):
            emb = fit(
                pairs,
                vocabulary,
                dim=dim,
                epochs=epochs,
                rate=rate,
                x_max=x_max,
                alpha=alpha,
                output=output,
                gender=terms,
                threads=threads,
                seed=seed,
                **where,
            )
        n_pairs = len(pairs)
    n_tokens = int(vocabulary.counts.sum()) + vocabulary.left_out
    counted = f"counted({n_tokens:,} words in {about})"
    emb = replace(emb, history=(counted, *emb.history))
    return Trained(emb, n_files, n_tokens, n_pairs, seconds)


def _listed(options: Mapping[str, Any]) -> str:
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
def _folder(run: Path | str | None) -> Iterator[Path]:
    if run is not None:
        yield Path(run)
        return
    with TemporaryDirectory(prefix="corefair-glove-") as made:
        yield Path(made)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    seconds[stage] = time.monotonic() - began
