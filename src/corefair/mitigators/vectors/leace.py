"""leace: the smallest affine change after which no linear model tells gender from a vector (Belrose 2023)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from corefair.errors import DataError
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.changes import Array, Erase, counted
from corefair.mitigators.vectors.groups import groups, moments
from corefair.mitigators.vectors.preserve import Preserve
from corefair.registry import mitigators, models
from corefair.types import Embeddings

models.register("leace")(Erase)


@mitigators.register("leace", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Leace:
    """Erase gender in closed form: the least change that leaves no linear trace (Belrose et al. 2023).

    The concept is which of three groups a word is in (most feminine, most masculine, neutral, as for `inlp`),
    or with concept="projection" each word's cosine with the gender direction, over the whole vocabulary.
    """

    concept: Literal["groups", "projection"] = "groups"
    n_words: int = 7500  # in each group
    preserve: Preserve = ()  # the paper changes everything

    def fit(self, emb: Embeddings) -> Erase:
        """What to erase: as many directions as the concept has degrees of freedom, 2 or 1."""
        direction = gender_direction(emb)
        if self.concept == "groups":
            chosen = groups(emb, direction, self.n_words)
            vectors = unit(emb.vectors[np.concatenate(chosen)].astype(np.float64))
            told = np.repeat(np.eye(3), [len(group) for group in chosen], axis=0)  # [n, 3], one-hot
            centre = vectors.mean(axis=0)
            covariance = (vectors - centre).T @ (vectors - centre) / len(vectors)
            crossed = (vectors - centre).T @ (told - told.mean(axis=0)) / len(vectors)
            facts: tuple[str, ...] = ("concept=groups", f"{counted(len(chosen.neutral), 'word')} a group")
        elif self.concept == "projection":
            n, total, gram = moments(emb)
            centre = total / n
            covariance = gram / n - np.outer(centre, centre)
            crossed = (covariance @ direction)[:, None]  # what is told is x · g, linear in x
            facts = ("concept=projection",)
        else:
            raise DataError(f"leace: concept is {self.concept!r}, and must be groups or projection")
        left, right = eraser(covariance, crossed)
        facts = (*facts, counted(left.shape[1], "direction"))
        return Erase("leace", facts, left, right, centre, self.preserve)


def eraser(covariance: Array, crossed: Array) -> tuple[Array, Array]:
    """left, right [dim, rank] with x ← x − ((x − E x) · left) rightᵀ: W⁺PW of the paper, in thin factors.

    W whitens the vectors, whose `covariance` is [dim, dim]; P projects on the whitened cross-covariance with
    the concept, `crossed` [dim, k].
    """
    values, axes = np.linalg.eigh(covariance)
    here = values > values[-1] * len(values) * np.finfo(np.float64).eps
    roots, axes = np.sqrt(values[here]), axes[:, here]
    found, sizes, _ = np.linalg.svd((axes.T @ crossed) / roots[:, None], full_matrices=False)
    # A concept of k columns that sum to one has k − 1 directions; one the vectors do not know has none.
    found = found[:, sizes > max(1e-12, 1e-8 * sizes[0])]
    return axes @ (found / roots[:, None]), axes @ (found * roots[:, None])
