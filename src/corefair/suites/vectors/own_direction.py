"""The direction vectors are measured along, named by its pairs, and whether the original's is theirs too."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.direction import definitional_pairs, gender_direction, unit
from corefair.types import Embeddings

# A mitigation leaves most words near where they were (of those that come with corefair `inlp` moves them
# furthest, to a median cosine of .8); in another space, or one that was turned, cosines lie around 0.
SAME_SPACE = 0.5
MOST = 20_000  # words whose cosine is taken

Pair = tuple[str, str]


class OwnDirection(NamedTuple):
    """The gender direction of vectors, and what tells it from that of all pairs."""

    vector: NDArray[np.float64]  # [dim], of unit length, feminine positive
    pairs: tuple[Pair, ...]  # it rests on these
    basis: str  # these, in a few words: `without gal–guy`, `from she–he`; empty where it rests on all ten

    @property
    def name(self) -> str:
        """`own`, or `own without gal–guy`: a case along other pairs is another case, and is not compared."""
        return named("own", self.basis)


def own_direction(emb: Embeddings, original: Embeddings) -> OwnDirection:
    """From the pairs that the original has too, so that where it can, it rests on what that one's does."""
    pairs = tuple(pair for pair in definitional_pairs() if all(word in emb for word in pair))
    shared = tuple(pair for pair in pairs if all(word in original for word in pair)) or pairs
    return OwnDirection(gender_direction(emb, shared or None), shared, basis_of(shared))


def basis_of(pairs: Collection[Pair]) -> str:
    """Which of the definitional pairs these are: by those that are not among them, or by themselves if few.

    >>> basis_of([("she", "he")]), basis_of(definitional_pairs()), basis_of(definitional_pairs()[1:])
    ('from she–he', '', 'without woman–man')
    """
    lacking = [pair for pair in definitional_pairs() if pair not in pairs]
    few, word = (lacking, "without") if len(lacking) < len(pairs) else (list(pairs), "from")
    return f"{word} {', '.join(map(pair_name, few))}" if lacking else ""


def named(name: str, basis: str) -> str:
    """`own`, `own without gal–guy`: told from the same on other pairs."""
    return f"{name} {basis}" if basis else name


def pair_name(pair: Pair) -> str:
    """As it is shown: she–he."""
    return "–".join(pair)


def median_cosine(emb: Embeddings, original: Embeddings) -> tuple[float, int] | None:
    """Of the words that both have, with their vectors in the original, and of how many words that is.

    None where there is nothing to compare: other dimensions, or no word in common that has a direction.
    """
    if emb.dim != original.dim:
        return None
    words = list(islice((word for word in emb.words if word in original), MOST))
    ours, theirs = (unit(each.vectors[[each.row_of[word] for word in words]]) for each in (emb, original))
    both = ours.any(axis=1) & theirs.any(axis=1)
    cosines = (ours[both] * theirs[both]).sum(axis=1, dtype=np.float64)
    return (float(np.median(cosines)), len(cosines)) if len(cosines) else None
