"""What the linear mitigators learn: small changes of every vector, made in blocks of rows, never in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.geometry.direction import unit
from corefair.mitigators.vectors.preserve import (
    Preserve,
    preserve_as_json,
    preserve_from_json,
    preserve_name,
    preserved_rows,
)
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.types import Embeddings, Json

Array = NDArray[np.floating]
_FIRST = "unit length before"  # not after: to stretch what is left again would undo what is proved of it
BLOCK = 1 << 14  # rows at a time: what is held beside input and output does not grow with the vocabulary


@dataclass(frozen=True, eq=False)
class Erase:
    """Takes a few directions out: x ← x − ((x − centre) · left) · rightᵀ, of x at unit length.

    An orthogonal projection has `left` equal to `right`. What is kept are two thin matrices, not dim × dim,
    so the change is cheap to hold and to apply, to these vectors or to any others of the same space.

    >>> emb = Embeddings(("she",), np.array([[3, 4]], np.float32))
    >>> axis = np.array([[1.0], [0.0]])
    >>> Erase("demo", (), axis, axis, np.zeros(2), preserve=())(emb).vectors
    array([[0. , 0.8]], dtype=float32)
    """

    method: str
    facts: tuple[str, ...]  # what it found, for the history
    left: Array  # [dim, k]
    right: Array  # [dim, k]
    centre: Array  # [dim]
    preserve: Preserve = ()

    def __call__(self, emb: Embeddings) -> Embeddings:
        """The vectors without those directions, otherwise at unit length; preserved words keep theirs."""
        kept = preserved_rows(emb, self.preserve)

        def erase(vectors: Array) -> Array:
            return vectors - ((vectors - self.centre) @ self.left) @ self.right.T

        vectors = in_blocks(emb, erase, kept, dim=len(self.centre))
        done = step(self.method, *self.facts, _FIRST, kept=kept, preserve=self.preserve)
        return emb.changed(sealed(vectors), done)

    def save(self, folder: Path) -> None:
        """Keep it in a folder, as the kind of model that its method is."""
        settings: dict[str, Json] = {"facts": self.facts, "preserve": preserve_as_json(self.preserve)}
        arrays = {"left": self.left, "right": self.right, "centre": self.centre}
        save_arrays(folder, Card(self.method, settings), arrays)

    @classmethod
    def load(cls, folder: Path) -> Erase:
        """What `save` kept."""
        saved = read_model(folder)
        kept = preserve_from_json(saved.card.settings.get("preserve"))
        return cls(saved.card.kind, facts_of(saved.card), **saved.arrays(), preserve=kept)


def in_blocks(
    emb: Embeddings, change: Callable[[Array], Array], kept: NDArray[np.bool_], *, dim: int
) -> NDArray[np.float32]:
    """Every vector taken at unit length and changed; the kept rows are only set to unit length."""
    if emb.dim != dim:
        raise DataError(f"{emb.name}: vectors of {emb.dim} numbers, but the change was learned on {dim}")
    changed = np.empty(emb.vectors.shape, np.float32)
    for start in range(0, len(emb), BLOCK):
        vectors = unit(emb.vectors[start : start + BLOCK].astype(np.float64))
        stays = kept[start : start + BLOCK, None]
        changed[start : start + BLOCK] = np.where(stays, vectors, change(vectors))
    return changed


def sealed(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same array, read-only, so that embeddings hold it without a copy."""
    vectors.setflags(write=False)
    return vectors


def step(method: str, *facts: str, kept: NDArray[np.bool_], preserve: Preserve) -> str:
    """One line of history: the method, which words it left alone, and what else there is to say.

    >>> step("hard", "3 pairs equalised", kept=np.array([True, False]), preserve=["she"])
    'hard(preserve=1 given words, 1 word kept, 3 pairs equalised)'
    """
    saved = [f"preserve={preserve_name(preserve)}", f"{counted(int(kept.sum()), 'word')} kept"]
    return f"{method}({', '.join([*(saved if kept.any() else ['no word kept']), *facts])})"


def emptied(before: Array, after: Array) -> tuple[str, ...]:
    """How many vectors a change has left nothing of but zeros, for the history; nothing to say if none.

    >>> emptied(np.eye(2), np.array([[0.0, 0.0], [0.0, 1.0]]))
    ('1 vector now nothing but zeros',)
    """
    n = int((before.any(axis=1) & ~after.any(axis=1)).sum())
    return (f"{counted(n, 'vector')} now nothing but zeros",) if n else ()


def facts_of(card: Card) -> tuple[str, ...]:
    """The facts for the history that a change was kept with."""
    facts = card.settings.get("facts")
    if not isinstance(facts, list) or not all(isinstance(fact, str) for fact in facts):
        raise DataError(f"the change {card.kind!r} was kept without its facts")
    return tuple(map(str, facts))


def counted(n: int, what: str) -> str:
    """A number and its noun: `1 pair`, `1,200 pairs`."""
    return f"{n:,} {what}" + "s" * (n != 1)
