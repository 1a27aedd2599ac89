"""A few directions taken out of an encoder's states, as a mitigator found them: kept, loaded, applied."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.models.card import Card
from corefair.models.encoders.caching import Half
from corefair.models.folder import loading, read_model, save_arrays
from corefair.registry import models
from corefair.types import Json

Array = NDArray[np.floating]
_BLOCK = 256  # words at a time
_KIND = "projection"


@models.register("projection")
@dataclass(frozen=True, eq=False)
class Projection:
    """Takes directions out of each state: x ← x − ((x − |x| · centre) · left) · rightᵀ.

    An orthogonal projection has `left` equal to `right` and no centre. Columns of zeros fill up where one
    state has fewer directions than another. The length |x| stands there for what was learned on unit vectors.
    """

    method: str  # hard, inlp, leace
    encoder: str  # SHA-256 of the one that it was learned on
    left: Array  # [n_states, dim, k]
    right: Array  # [n_states, dim, k]
    centre: Array  # [n_states, dim]
    preserve: frozenset[str] = frozenset()  # words that keep their states, in lower case
    history: tuple[str, ...] = ()  # how it was learned, in words

    def __call__(self, states: NDArray[np.floating], words: Sequence[str]) -> Half:
        """The states [n_words, n_states, dim] of these words without the directions, in float16.

        There may be fewer states than it was learned on, if fewer layers are run; not more.
        """
        n_states = states.shape[1]
        if states.shape[2] != self.left.shape[1] or n_states > len(self.left):
            learned = f"{len(self.left)} states of {self.left.shape[1]}"
            raise DataError(f"{n_states} states of {states.shape[2]} numbers; the projection has {learned}")
        changed = np.empty(states.shape, np.float16)
        left, right, centre = (np.float32(each[:n_states]) for each in (self.left, self.right, self.centre))
        for start in range(0, len(states), _BLOCK):
            x = states[start : start + _BLOCK].astype(np.float32)
            lengths = np.linalg.norm(x, axis=2, keepdims=True)
            parts = np.einsum("wsd,sdk->wsk", x - lengths * centre, left, optimize=True)
            changed[start : start + _BLOCK] = x - np.einsum("wsk,sdk->wsd", parts, right, optimize=True)
        stays = self.preserved(words)
        changed[stays] = states[stays]
        return changed

    def preserved(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Which words keep their states [n_words]."""
        return np.array([word.lower() in self.preserve for word in words], np.bool_)

    @cached_property
    def sha256(self) -> str:
        """Of all that it does."""
        arrays = [np.ascontiguousarray(each).tobytes() for each in (self.left, self.right, self.centre)]
        words = "\n".join(sorted(self.preserve)).encode()
        return hashlib.sha256(b"\0".join([*arrays, str(self.left.shape).encode(), words])).hexdigest()

    def arrays(self) -> dict[str, Array]:
        """Its numbers, by name."""
        return {"left": self.left, "right": self.right, "centre": self.centre}

    def facts(self) -> dict[str, Json]:
        """All of it that is no array; `projection_of` takes both."""
        return {
            "method": self.method,
            "encoder": self.encoder,
            "preserve": [*sorted(self.preserve)],
            "history": [*self.history],
        }

    def save(self, folder: Path) -> None:
        """Keep it in a folder."""
        settings: dict[str, Json] = {"method": self.method, "preserve": [*sorted(self.preserve)]}
        card = Card(_KIND, settings, data={"encoder": self.encoder}, history=self.history)
        save_arrays(folder, card, self.arrays())

    @classmethod
    def load(cls, folder: Path) -> Projection:
        """What `save` kept."""
        saved = read_model(folder, kind=_KIND)
        settings, words = saved.card.settings, saved.card.settings.get("preserve")
        if not isinstance(words, list) or "encoder" not in saved.card.data:
            raise DataError("lacks its encoder or its words: learn it again", path=str(folder))
        facts = {**settings, "encoder": saved.card.data["encoder"], "history": [*saved.card.history]}
        with loading(folder, _KIND):
            return projection_of(facts, saved.arrays())


def projection_of(facts: Mapping[str, Any], arrays: Mapping[str, Array]) -> Projection:
    """From what `facts` and `arrays` gave."""
    left, right, centre = (arrays[name] for name in ("left", "right", "centre"))
    if left.ndim != 3 or right.shape != left.shape or centre.shape != left.shape[:2]:
        raise ValueError(f"directions of {left.shape} and {right.shape}, centres of {centre.shape}")
    if not all(np.isfinite(each).all() for each in (left, right, centre)):
        raise ValueError("some of its numbers are not finite")
    return Projection(
        str(facts.get("method")),
        str(facts["encoder"]),
        left,
        right,
        centre,
        preserve=frozenset(map(str, facts["preserve"])),
        history=tuple(map(str, facts["history"])),
    )
