"""inlp: learn to tell gender, project what was learned away, until nothing linear is left (Ravfogel 2020)."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import MissingExtra
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.changes import Array, Erase, counted
from corefair.mitigators.vectors.groups import groups
from corefair.mitigators.vectors.preserve import Preserve
from corefair.registry import mitigators, models
from corefair.types import Embeddings, Said

HELD_OUT = 0.3  # of each group, to see whether the classifier knows more than which group is largest
Labels = NDArray[np.int64]


models.register("inlp")(Erase)


@mitigators.register("inlp", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Inlp:
    """Iterated null-space projection: nothing linear tells gender from what is left (Ravfogel et al. 2020).

    A linear SVM learns to tell the most feminine, the most masculine and neutral words apart; the vectors are
    projected on the null space of its weights; and again, until it is no better than the largest group on
    words held out, or `iterations` are done.
    """

    iterations: int = 35  # the paper's, for 300-dimensional GloVe
    n_words: int = 7500  # in each of the three groups; a third of a smaller vocabulary
    preserve: Preserve = ()  # the paper changes everything
    seed: int = 0
    progress: Said | None = field(default=None, repr=False, compare=False)

    def fit(self, emb: Embeddings) -> Erase:
        """The directions to take out, as an orthonormal basis."""
        chosen = groups(emb, gender_direction(emb), self.n_words)
        vectors = unit(emb.vectors[np.concatenate(chosen)].astype(np.float64))
        told = np.repeat(np.arange(3), [len(group) for group in chosen])
        rng = np.random.default_rng(self.seed)
        held = held_out(told, rng)
        basis: Array = np.empty((emb.dim, 0))
        for done in range(self.iterations):
            if self.progress:
                self.progress("iterations", done, self.iterations)
            left = vectors - (vectors @ basis) @ basis.T
            weights, accuracy = classify(left[~held], told[~held], left[held], told[held], seed=self.seed)
            if accuracy <= chance(told[held]):
                break
            wider = extend(basis, weights)
            if wider.shape[1] in (basis.shape[1], emb.dim):  # nothing new, or nothing would be left
                break
            basis = wider
        facts = (
            f"{counted(len(chosen.neutral), 'word')} a group",
            counted(basis.shape[1], "direction"),
            f"seed={self.seed}",
        )
        return Erase("inlp", facts, basis, basis, np.zeros(emb.dim), self.preserve)


def held_out(told: Labels, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which words are kept from the classifier: the same share of every group, at least one."""
    held = np.zeros(len(told), np.bool_)
    for group in np.unique(told):
        rows = np.flatnonzero(told == group)
        held[rng.permutation(rows)[: max(1, round(HELD_OUT * len(rows)))]] = True
    return held


def classify(vectors: Array, told: Labels, new: Array, new_told: Labels, *, seed: int) -> tuple[Array, float]:
    """The weights [n_classes, dim] of a linear SVM, and its accuracy on new words."""
    svm = _svm(seed)
    with warnings.catch_warnings():
        # Near the end nothing can be told apart, and the solver says that it did not settle.
        warnings.filterwarnings("ignore", module="sklearn")
        svm.fit(vectors, told)
    return np.asarray(svm.coef_, np.float64), float(svm.score(new, new_told))


def _svm(seed: int) -> Any:
    try:
        from sklearn.svm import LinearSVC
    except ImportError:
        raise MissingExtra("scikit-learn", extra="vectors") from None
    return LinearSVC(dual=False, random_state=seed)


def chance(told: Labels) -> float:
    """The accuracy of who always says the largest group."""
    return float(np.bincount(told).max() / len(told))


def extend(basis: Array, weights: Array) -> Array:
    """The basis [dim, k] with what the weights add to it, orthonormal.

    It spans the same space as P_R(Σ P_R(wᵢ)) of Ben-Israel, which the paper takes for its numerical
    stability: each set of weights is reduced to its own row space before it is added, and what is already
    spanned is taken out twice, for rounding.
    """
    _, sizes, rows = np.linalg.svd(weights, full_matrices=False)
    new = rows[sizes > sizes[0] * 1e-6].T if sizes[0] > 0 else rows[:0].T
    for _ in range(2):
        new = new - basis @ (basis.T @ new)
    axes, lengths, _ = np.linalg.svd(new, full_matrices=False)
    return np.hstack([basis, axes[:, lengths > 1e-6]])
