"""The gender direction: what is common to the differences of definitional pairs (Bolukbasi 2016)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import MissingWords
from corefair.types import Embeddings

Array = NDArray[np.float64]


def gender_direction(emb: Embeddings, pairs: Sequence[tuple[str, str]] | None = None) -> Array:
    """A unit vector [dim], feminine positive: the first principal component of the pairs, each centred.

    Pairs are (feminine, masculine), by default the ten of Bolukbasi et al.; one that lacks a word is left
    out. Vectors are taken at unit length, as in the paper.
    """
    wanted = definitional_pairs() if pairs is None else list(pairs)
    here = [pair for pair in wanted if pair[0] in emb and pair[1] in emb]
    if not here:
        words = [word for pair in wanted for word in pair]
        raise MissingWords([word for word in words if word not in emb], of=len(words), name=emb.name)
    feminine, masculine = (
        unit(np.stack([emb[pair[side]] for pair in here]).astype(np.float64)) for side in (0, 1)
    )
    middle = (feminine + masculine) / 2
    direction: Array = np.linalg.svd(np.vstack([feminine - middle, masculine - middle]), full_matrices=False)[
        2
    ][0]
    # The sign of a component is arbitrary; feminine is positive so that numbers compare across files.
    return direction if ((feminine - masculine) @ direction).sum() >= 0 else -direction


def definitional_pairs() -> list[tuple[str, str]]:
    """The ten (feminine, masculine) pairs that define the direction."""
    return [(row["feminine"], row["masculine"]) for row in lists.read("definitional_pairs")]


def unit(vectors: NDArray[np.floating]) -> NDArray[np.floating]:
    """Each vector at length one; one of length zero stays as it is."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)
