"""hard: no gender left in neutral words, aunt and uncle alike in all else (Bolukbasi 2016, §6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from corefair import lists
from corefair.errors import DataError
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.changes import Array, counted, emptied, in_blocks, sealed, step
from corefair.mitigators.vectors.preserve import (
    Preserve,
    preserve_as_json,
    preserve_from_json,
    preserved_rows,
)
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import mitigators, models
from corefair.types import Embeddings, Json

Pairs = Sequence[tuple[str, str]]
_NOTHING = 1e-6  # of a unit vector: what is left of one that was all gender, and rounding


@mitigators.register("hard", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Hard:
    """Neutralise every word that is not preserved, and equalise pairs (Bolukbasi et al. 2016).

    Afterwards a neutral word has no projection on the gender direction and is equally far from both words of
    every equalised pair.
    """

    preserve: Preserve = "kbc"  # words left as they are; kbc: the shipped list, and what is not letters alone
    pairs: Pairs | None = None  # (feminine, masculine) to equalise; by default the shipped list

    def fit(self, emb: Embeddings) -> HardChange:
        """The gender direction of these vectors, and what is to be done along it."""
        pairs = equalise_pairs() if self.pairs is None else tuple(self.pairs)
        return HardChange(gender_direction(emb), pairs, self.preserve)


@models.register("hard")
@dataclass(frozen=True, eq=False)
class HardChange:
    """Neutralises and equalises along one direction."""

    direction: Array  # [dim], unit length, feminine positive
    pairs: Pairs
    preserve: Preserve

    def __call__(self, emb: Embeddings) -> Embeddings:
        """The vectors at unit length, neutral words and pairs changed."""
        kept = preserved_rows(emb, self.preserve)
        vectors = in_blocks(emb, self.neutralise, kept, dim=len(self.direction))
        feminine, masculine = self._rows(emb)
        old = [unit(emb.vectors[rows].astype(np.float64)) for rows in (feminine, masculine)]
        vectors[feminine], vectors[masculine] = self._equalise(*old)
        facts = (f"{counted(len(feminine), 'pair')} equalised", "unit length", *emptied(emb.vectors, vectors))
        return emb.changed(sealed(vectors), step("hard", *facts, kept=kept, preserve=self.preserve))

    def save(self, folder: Path) -> None:
        """Keep it in a folder."""
        save_arrays(folder, Card("hard", self.settings()), {"direction": self.direction})

    @classmethod
    def load(cls, folder: Path) -> HardChange:
        """What `save` kept."""
        saved = read_model(folder, kind="hard")
        return cls.of(saved.arrays()["direction"], saved.card.settings)

    def settings(self) -> dict[str, Json]:
        """All but the direction, for a card."""
        return {"pairs": [list(pair) for pair in self.pairs], "preserve": preserve_as_json(self.preserve)}

    @classmethod
    def of(cls, direction: Array, settings: Mapping[str, Json]) -> HardChange:
        """A direction, and what `settings` gave."""
        pairs = settings.get("pairs")
        whole = (
            [pair for pair in pairs if isinstance(pair, list) and len(pair) == 2]
            if isinstance(pairs, list)
            else []
        )
        if whole != pairs:
            raise DataError("'pairs' must be a list of pairs of words")
        kept = preserve_from_json(settings.get("preserve"))
        return cls(direction, [(str(feminine), str(masculine)) for feminine, masculine in whole], kept)

    def neutralise(self, vectors: Array) -> Array:
        """Without their part along the direction, at unit length again; what was all gender becomes zero."""
        left = vectors - np.outer(vectors @ self.direction, self.direction)
        left[np.linalg.norm(left, axis=1) < _NOTHING] = 0
        return unit(left)

    def _equalise(self, feminine: Array, masculine: Array) -> tuple[Array, Array]:
        """Both words of each pair [n_pairs, dim] at the same place but for the direction (§6).

        The authors' script works on the neutralised vectors; the paper, and we, on the original ones: of two
        neutralised words nothing would say which is which.
        """
        middle = (feminine + masculine) / 2
        shared = middle - np.outer(middle @ self.direction, self.direction)
        # Two unit vectors have a mean no longer than one; rounding may make it so, and its root not a number.
        apart = np.sqrt(np.maximum(0, 1 - (shared**2).sum(axis=1)))
        sign = np.where((feminine - masculine) @ self.direction < 0, -1.0, 1.0)
        offset = np.outer(sign * apart, self.direction)
        return shared + offset, shared - offset

    def _rows(self, emb: Embeddings) -> tuple[list[int], list[int]]:
        """The rows of the pairs that are here in whole; a word is equalised once, with its first partner."""
        taken: dict[str, str] = {}
        for pair in self.pairs:
            for feminine, masculine in forms(*pair):
                words = {feminine, masculine}
                if len(words) == 2 and words <= emb.row_of.keys() and not words & taken.keys():
                    taken |= {feminine: masculine, masculine: ""}
        whole = [(feminine, masculine) for feminine, masculine in taken.items() if masculine]
        return [emb.row_of[word] for word, _ in whole], [emb.row_of[word] for _, word in whole]


def equalise_pairs() -> tuple[tuple[str, str], ...]:
    """The shipped (feminine, masculine) pairs."""
    return tuple((row["feminine"], row["masculine"]) for row in lists.read("equalise_pairs"))


def forms(feminine: str, masculine: str) -> Iterator[tuple[str, str]]:
    """A pair as written, and in lower, Title and UPPER case.

    >>> list(forms("she", "he"))
    [('she', 'he'), ('She', 'He'), ('SHE', 'HE')]
    """
    cases = (str, str.lower, str.title, str.upper)
    yield from dict.fromkeys((case(feminine), case(masculine)) for case in cases)
