"""Small span networks for tests: vectors drawn by lot for the words of a few documents, quick settings."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from corefair.systems.span.model import SpanModel
from corefair.systems.span.presets import C2FStatic
from corefair.types import Embeddings
from small_corpus import documents

QUICK = {
    "lstm": 16, "mention": 16, "span": 20, "pair": 16, "max_width": 8, "window": 60, "warm_up_steps": 5,
    "epochs": 3, "rate": 5e-3, "ratio": 0.4,
}  # fmt: skip


@cache
def vectors(dim: int = 12, seed: int = 0) -> Embeddings:
    """For every word of the documents but one-letter words, as GloVe's file of ours has them."""
    words = sorted({word.lower() for doc in documents() for word in doc.words if len(word) > 1})
    drawn = np.random.default_rng(seed).normal(size=(len(words), dim))
    return Embeddings(tuple(words), drawn.astype(np.float32), f"lot-{seed}")


@cache
def model() -> SpanModel:
    """Trained for a moment, so that its scores are not all alike."""
    return C2FStatic(**QUICK).train(documents(), vectors=vectors(), seed=1)  # type: ignore[arg-type]


def end_before(patch: pytest.MonkeyPatch, last: int) -> None:
    """Let trainings end before an epoch, as Ctrl-C ends them, until the patch is undone."""
    from corefair.systems.span.learning import Learner

    epoch = Learner.epoch

    def ended(self: Learner, number: int, tell: object) -> float:
        if number == last:
            raise KeyboardInterrupt
        return epoch(self, number, tell)  # type: ignore[arg-type]

    patch.setattr(Learner, "epoch", ended)
