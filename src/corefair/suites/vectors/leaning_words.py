"""The words that leaned most to either gender in the original vectors, with that as their label.

Clusters and classifiers are then asked to tell the labels from the changed vectors (Gonen & Goldberg 2019).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.direction import gender_direction, unit
from corefair.suites.vectors.vector_words import TooFewWords, cosines_with, neutral_rows
from corefair.types import Embeddings

VOCABULARY = 50_000  # words are taken from so many of the most frequent, as the paper does
LARGEST_SHARE = 6  # at most one word in six on either side: of few words the labels still mean something
FEWEST = 100  # on either side
CITATION = (
    "Gonen & Goldberg 2019, Lipstick on a Pig, NAACL, https://aclanthology.org/N19-1061; Dawkins 2021, "
    "section 5.2, https://aclanthology.org/2021.gebnlp-1.12"
)


def caveats(per_side: int) -> tuple[str, ...]:
    """What holds of every test on such words."""
    return (
        "An accuracy of one half is chance; labels are balanced.",
        "Labels come from the original vectors (--against): measured alone, vectors label themselves.",
        "Words: of the 50,000 most frequent, in lower-case letters and not gendered by a list, the "
        f"{per_side} furthest to either side; from few words, at most one in six on either side. Names that "
        "the lists do not know are among them.",
        "Among fewer words other words are chosen, which lean less: vectors are compared only where as many "
        "words could be chosen.",
    )


class Leaning(NamedTuple):
    """Words, how far each leaned, and their changed vectors; as many of either label, sorted by word."""

    words: tuple[str, ...]
    lean: NDArray[np.float64]  # cos(w, g) in the original vectors; feminine is positive
    feminine: NDArray[np.bool_]  # the label
    vectors: NDArray[np.float64]  # [n_words, dim], of length one
    n_neutral: int  # words they were chosen among: of fewer, less leaning ones are chosen


def leaning_words(
    emb: Embeddings, original: Embeddings, *, per_side: int, exclude: frozenset[str]
) -> Leaning:
    """The `per_side` words furthest along g and the `per_side` furthest against it, in the original vectors.

    Words are those of `neutral_rows` that the changed vectors have too. From few words fewer are taken: one
    in six on either side; TooFewWords if that is less than 100.
    """
    rows = [
        row
        for row in neutral_rows(original, exclude, limit=VOCABULARY)
        if original.words[row] in emb and emb[original.words[row]].any()
    ]
    n = min(per_side, len(rows) // LARGEST_SHARE)
    if n < FEWEST:
        raise TooFewWords(
            f"{emb.name} has {len(rows)} neutral words in lower-case letters, and {FEWEST * LARGEST_SHARE} "
            "are needed to find those that lean most to either gender"
        )
    cosines = cosines_with(original, gender_direction(original), rows)
    order = np.lexsort((np.array(original.words)[rows], cosines))  # ties by word, not by place in the file
    taken = sorted([*order[:n], *order[len(order) - n :]], key=lambda place: original.words[rows[place]])
    words = tuple(original.words[rows[place]] for place in taken)
    lean = cosines[taken]
    middle = cosines[order[n - 1]]
    vectors = unit(emb.vectors[[emb.row_of[word] for word in words]].astype(np.float64))
    return Leaning(words, lean, lean > middle, np.asarray(vectors), len(rows))
