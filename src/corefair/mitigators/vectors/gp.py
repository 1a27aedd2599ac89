"""gp: an encoder that leaves gender to gendered words and takes it from others (Kaneko & Bollegala 2019)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingExtra
from corefair.mitigators.vectors.changes import Array, facts_of, in_blocks, sealed
from corefair.mitigators.vectors.gp_words import Source, gp_words
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import mitigators, models
from corefair.types import Embeddings, Said

# Root mean square of an entry. The weights of the losses were published for vectors of about this size (0.53
# in GloVe 6B of 100 dimensions); at unit length the gender losses, of fourth order, would all but vanish.
SCALE = 0.4


@mitigators.register("gp", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Gp:
    """Encode all vectors anew so that only gendered words keep their gender (Kaneko and Bollegala 2019).

    An autoencoder learns to reconstruct the vectors while classifiers must find gender in the code of
    feminine and masculine words, and stereotype and neutral words must not lie along the encoded gender
    direction. All words move to the new space, so there is none to preserve.
    """

    word_lists: Source = "auto"  # the published ones if they are here, ours otherwise
    weight: float = 1e-4  # of each of the four losses beside reconstruction
    rate: float = 2e-4
    batch: int = 512
    dropout: float = 0.05
    epochs: int = 315  # at most
    patience: int = 5  # epochs without gain on words held out
    seed: int = 0
    data: Path | None = None  # the folder with published sets, before $COREFAIR_DATA
    progress: Said | None = field(default=None, compare=False, repr=False)

    def fit(self, emb: Embeddings) -> GpChange:
        """Train the network; needs torch."""
        if min(self.rate, self.batch, self.epochs, self.patience) <= 0 or not 0 <= self.dropout < 1:
            raise DataError("gp: rate, batch, epochs and patience must be above 0, dropout from 0 to below 1")
        words = gp_words(emb, self.word_lists, data=self.data)
        try:
            from corefair.models import gp
        except ImportError:
            raise MissingExtra("torch", extra="torch") from None
        nothing = np.zeros(len(emb), np.bool_)
        encoder = gp.train(
            in_blocks(emb, _scaled, nothing, dim=emb.dim),
            gp.Lists(*words.rows(emb)),
            gp.Settings(
                self.rate, self.batch, self.dropout, self.weight, self.epochs, self.patience, self.seed
            ),
            progress=self.progress,
        )
        facts = (*words.facts, f"weight={self.weight:g}", f"rate={self.rate:g}", f"seed={self.seed}")
        return GpChange(encoder.weights, encoder.shift, facts)


@models.register("gp")
@dataclass(frozen=True, eq=False)
class GpChange:
    """The encoder: one linear layer and tanh, for these vectors or others of the same space."""

    weights: NDArray[np.float32]  # [dim, dim]
    shift: NDArray[np.float32]  # [dim]
    facts: tuple[str, ...]

    def __call__(self, emb: Embeddings) -> Embeddings:
        """The code of every word."""

        def encode(vectors: Array) -> Array:
            code: Array = np.tanh(_scaled(vectors) @ self.weights.T + self.shift)
            return code

        vectors = in_blocks(emb, encode, np.zeros(len(emb), np.bool_), dim=len(self.shift))
        return emb.changed(sealed(vectors), f"gp({', '.join([*self.facts, 'unit length before'])})")

    def save(self, folder: Path) -> None:
        """Keep it in a folder; torch, which trained it, is not needed to use it again."""
        save_arrays(folder, Card("gp", {"facts": self.facts}), {"weights": self.weights, "shift": self.shift})

    @classmethod
    def load(cls, folder: Path) -> GpChange:
        """What `save` kept."""
        saved = read_model(folder, kind="gp")
        return cls(**saved.arrays(), facts=facts_of(saved.card))


def _scaled(vectors: Array) -> Array:
    scaled: Array = vectors * (SCALE * np.sqrt(vectors.shape[1]))
    return scaled
