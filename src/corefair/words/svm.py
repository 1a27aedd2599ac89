"""A linear classifier of vectors, from a seed list of gender-specific words (Bolukbasi 2016, appendix C)."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np

from corefair import lists
from corefair.errors import DataError, MissingExtra, MissingWords
from corefair.geometry.direction import unit
from corefair.io import datasets
from corefair.io.damaged import json_value
from corefair.types import Embeddings
from corefair.words.selection import Selection

_FEWEST = 10  # seed words below which there is nothing to learn from


def svm(
    emb: Embeddings,
    *,
    seeds: Collection[str] | None = None,
    cost: float = 1.0,
    even: bool = False,
    n_train: int = 50_000,
    unseen: Collection[str] = (),
) -> Selection:
    """Preserve the seed words, and the words on their side of a linear support vector machine.

    As in the paper, vectors are of unit length, C is 1, and every word among the first `n_train` that is no
    seed is a negative example, though some of them are gender-specific. With `even`, which the paper has not,
    the two kinds weigh the same however few the seeds are. Without `seeds` these are the paper's 218 where
    the published lists are on the machine, else ours. Words in `unseen` are not trained on at all and are
    judged by the machine alone: for testing.
    """
    try:
        from sklearn.svm import LinearSVC
    except ImportError:
        raise MissingExtra("scikit-learn", extra="vectors") from None

    given, whose = (frozenset(seeds), "given") if seeds is not None else seed_words()
    hidden = frozenset(unseen)
    vectors = unit(emb.vectors)
    rows = np.array(
        [row for row, word in enumerate(emb.words[:n_train]) if word not in hidden], dtype=np.int64
    )
    is_seed = np.array([emb.words[row] in given for row in rows], dtype=np.bool_)
    if is_seed.sum() < _FEWEST:
        lacking = sorted(given - {emb.words[row] for row in rows})
        raise MissingWords(lacking, of=len(given), name=f"{emb.name} (first {n_train:,} words)")
    if is_seed.all():
        raise DataError(
            f"{emb.name}: every word to train on is a seed word; there is nothing to tell it from"
        )
    # Liblinear in the primal draws no random numbers: the same vectors always give the same words.
    machine = LinearSVC(C=cost, dual=False, class_weight="balanced" if even else None).fit(
        vectors[rows], is_seed
    )
    scores = np.asarray(machine.decision_function(vectors), dtype=np.float64)
    reasons = tuple(
        "seed word" if word in given and word not in hidden else "like the seed words" if score > 0 else ""
        for word, score in zip(emb.words, scores.tolist(), strict=True)
    )
    n_seeds, n_others = int(is_seed.sum()), int((~is_seed).sum())
    note = f"trained on {n_seeds:,} of {len(given):,} seed words ({whose}) against {n_others:,} others"
    return Selection("svm", emb.words, reasons, scores, (note,))


def seed_words(*, data: Path | None = None) -> tuple[frozenset[str], str]:
    """The seed words of Bolukbasi et al. if they are here, else ours, and whose they are."""
    try:
        path = datasets.find("lists", "gender_specific_seed.json", data=data)
    except DataError:
        return frozenset(row["word"] for row in lists.read("gender_words")), "the shipped ones"
    words = json_value(path)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise DataError("expected a list of words", path=str(path))
    return frozenset(words), "Bolukbasi et al. 2016"
