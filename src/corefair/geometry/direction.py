"""The gender direction: what is common to the differences of definitional pairs (Bolukbasi 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import DataError, MissingWords
from corefair.types import Embeddings

Array = NDArray[np.float64]
_NOTHING = 1e-6  # of unit vectors: what single precision leaves of no difference
_AT_ONCE = 4096  # vectors made double at once


@dataclass(frozen=True, eq=False)
class Direction:
    """A direction, and what it rests on."""

    vector: Array  # [dim], unit length, feminine positive
    n_found: int  # pairs whose two words are here, and not zeros
    n_pairs: int
    explained: float  # the share of the variance of the centred pairs that lies along it

    def __str__(self) -> str:
        found = f"{self.n_found} of {self.n_pairs} pairs"
        return f"gender direction from {found}, which explains {100 * self.explained:.0f} % of their variance"


def gender_direction(emb: Embeddings, pairs: Sequence[tuple[str, str]] | None = None) -> Array:
    """The direction alone, as `found_direction` finds it."""
    return found_direction(emb, pairs).vector


def found_direction(emb: Embeddings, pairs: Sequence[tuple[str, str]] | None = None) -> Direction:
    """A unit vector [dim], feminine positive: the first principal component of the pairs, each centred.

    Pairs are (feminine, masculine), by default the ten of Bolukbasi et al.; one that lacks a word, or has
    one of zeros alone, is left out. Vectors are taken at unit length, as in the paper. Where the two words
    of every pair are the same there is no direction, and that is an error.

    >>> emb = Embeddings(("she", "he"), np.array([[1, 1], [-1, 1]], np.float32))
    >>> print(found_direction(emb))
    gender direction from 1 of 10 pairs, which explains 100 % of their variance
    """
    wanted = definitional_pairs() if pairs is None else list(pairs)
    here = [pair for pair in wanted if pair[0] in emb and pair[1] in emb]
    if not here:
        words = [word for pair in wanted for word in pair]
        raise MissingWords([word for word in words if word not in emb], of=len(words), name=emb.name)
    none = DataError(
        f"{emb.name}: there is no gender direction, for the two words of each of the {len(here)} pairs "
        "that are here have the same vector, or zeros"
    )
    some = [pair for pair in here if emb[pair[0]].any() and emb[pair[1]].any()]
    if not some:
        raise none
    feminine, masculine = (
        unit(np.stack([emb[pair[side]] for pair in some]).astype(np.float64)) for side in (0, 1)
    )
    middle = (feminine + masculine) / 2
    centred = np.vstack([feminine - middle, masculine - middle])
    _, sizes, components = np.linalg.svd(centred, full_matrices=False)
    if sizes[0] < _NOTHING:
        raise none
    direction: Array = components[0]
    # The sign of a component is arbitrary; feminine is positive so that numbers compare across files.
    vector = direction if ((feminine - masculine) @ direction).sum() >= 0 else -direction
    return Direction(vector, len(some), len(wanted), float(sizes[0] ** 2 / (sizes**2).sum()))


def definitional_pairs() -> list[tuple[str, str]]:
    """The ten (feminine, masculine) pairs that define the direction."""
    return [(row["feminine"], row["masculine"]) for row in lists.read("definitional_pairs")]


def unit(vectors: NDArray[np.floating]) -> NDArray[np.floating]:
    """Each vector at length one, in the precision it came in; one of length zero stays as it is."""
    long = lengths(vectors)[..., None]
    made: NDArray[np.floating] = np.empty(vectors.shape, vectors.dtype)
    np.divide(vectors, np.where(long > 0, long, 1), out=made, casting="same_kind")
    return made


def lengths(vectors: NDArray[np.floating]) -> Array:
    """How long each vector is, in double precision: the squares of single precision end at 1e-45 and 3e38.

    Made double some rows at a time: a copy of all would take twice the room of the vectors.

    >>> (lengths(np.array([[3, 4]], np.float32) * np.float32(2.0**100)) / 2.0**100).tolist()
    [5.0]
    """
    rows = vectors.reshape(-1, vectors.shape[-1])
    long = np.empty(len(rows))
    for start in range(0, len(rows), _AT_ONCE):
        block = rows[start : start + _AT_ONCE].astype(np.float64, copy=False)
        long[start : start + _AT_ONCE] = np.linalg.norm(block, axis=-1)
    return long.reshape(vectors.shape[:-1])
