"""How far a word lies along the relation vector of gender pairs, against a threshold (Ethayarajh 2019)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import definitional_pairs
from corefair.types import Embeddings
from corefair.words.selection import Selection

Array = NDArray[np.float64]


def ripa(
    emb: Embeddings,
    *,
    pairs: Sequence[tuple[str, str]] | None = None,
    threshold: float | None = None,
) -> Selection:
    """Preserve words with |w · b| at or above the threshold, b the relation vector of the pairs.

    The authors give no threshold, and the measure was not made to sort words. Without one, it is the value
    that splits the vocabulary's |w · b| into two groups of least variance (Otsu 1979): no labels are used.
    Vectors keep the length they have, as in the paper. A pair that lacks a word is left out.
    """
    relation = relation_vector(emb, pairs)
    scores = np.abs(emb.vectors.astype(np.float64) @ relation)
    bound = two_groups(scores) if threshold is None else threshold
    how = "splits the words into two groups of least variance" if threshold is None else "was given"
    reasons = tuple("far along the gender relation" if each >= bound else "" for each in scores.tolist())
    return Selection("ripa", emb.words, reasons, scores, (f"threshold {bound:.4g}, which {how}",))


def relation_vector(emb: Embeddings, pairs: Sequence[tuple[str, str]] | None = None) -> Array:
    """A unit vector [dim], feminine positive: the first principal component of the pairs' differences.

    Of one pair it is their difference at unit length. Differences are not centred: they all point one way.
    """
    wanted = definitional_pairs() if pairs is None else list(pairs)
    here = [pair for pair in wanted if pair[0] in emb and pair[1] in emb]
    if not here:
        words = [word for pair in wanted for word in pair]
        raise MissingWords([word for word in words if word not in emb], of=len(words), name=emb.name)
    differences = np.stack([emb[a].astype(np.float64) - emb[b] for a, b in here])  # [n_pairs, dim]
    if not differences.any():
        raise DataError(f"{emb.name}: the words of each pair have the same vector")
    relation: Array = np.linalg.svd(differences, full_matrices=False)[2][0]
    return relation if (differences @ relation).sum() >= 0 else -relation


def two_groups(values: Array) -> float:
    """The least value of the upper of two groups, split where their variance within is least (Otsu 1979).

    >>> two_groups(np.array([1.0, 2.0, 10.0, 12.0]))
    10.0
    """
    ordered = np.sort(values)
    if len(ordered) < 2 or ordered[0] == ordered[-1]:
        raise DataError("two groups need at least two different values")
    below = np.cumsum(ordered)[:-1]
    n_below = np.arange(1, len(ordered))
    n_above = len(ordered) - n_below
    gap = (ordered.sum() - below) / n_above - below / n_below  # between the means of the two groups
    between = n_below * n_above * gap**2
    between[ordered[1:] == ordered[:-1]] = -1.0  # equal values are never parted
    return float(ordered[int(np.argmax(between)) + 1])
