"""soft: the linear map that keeps inner products and shrinks gender, at once (Bolukbasi 2016, §6)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from corefair.errors import CorefairError, DataError
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors.changes import Array, counted, facts_of, in_blocks, sealed
from corefair.mitigators.vectors.groups import moments
from corefair.mitigators.vectors.preserve import Preserve, preserve_name, preserved_rows
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import mitigators, models
from corefair.types import Embeddings


@mitigators.register("soft", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Soft:
    """Keep all inner products and shrink the gender of neutral words, by one linear map (Bolukbasi 2016).

    T minimises ‖(TW)ᵀ(TW) − WᵀW‖² + λ‖(TN)ᵀ(TB)‖² for all words W, the words N that are not preserved and the
    gender direction B. The first term grows with the square of the vocabulary, the second with its size, so
    the paper's λ does less the more words there are: `terms="means"` divides each by its number of entries,
    and then λ means the same for every vocabulary.
    """

    strength: float = 0.2  # λ
    terms: Literal["sums", "means"] = "sums"  # the paper: sums
    preserve: Preserve = "kbc"

    def fit(self, emb: Embeddings) -> SoftChange:
        """The map: one pass over the words, then d × d algebra."""
        if self.strength < 0:
            raise DataError(f"soft: strength is {self.strength}, and must not be negative")
        if self.terms not in ("sums", "means"):
            raise DataError(f"soft: terms is {self.terms!r}, and must be sums or means")
        direction = gender_direction(emb)
        kept = preserved_rows(emb, self.preserve)
        everything, preserved = moments(emb), moments(emb, kept)
        neutral = everything.gram - preserved.gram
        scale = everything.n**2 / max(everything.n - preserved.n, 1) if self.terms == "means" else 1.0
        inner = optimal_inner_product(everything.gram, neutral, direction, strength=self.strength * scale)
        values, axes = np.linalg.eigh(inner)
        before, after = direction @ neutral @ direction, direction @ inner @ neutral @ inner @ direction
        shrunk = float(np.sqrt(abs(after) / before)) if before > 0 else 1.0
        facts = (
            f"strength={self.strength:g}",
            f"terms={self.terms}",
            f"preserve={preserve_name(self.preserve)}",
            f"gender of {counted(everything.n - preserved.n, 'other word')} times {shrunk:.4f}",
            "unit length",
        )
        return SoftChange((axes * np.sqrt(np.maximum(values, 0))) @ axes.T, facts)


@models.register("soft")
@dataclass(frozen=True, eq=False)
class SoftChange:
    """Multiplies every vector by one symmetric matrix; it is the same for all words, preserved or not."""

    matrix: Array  # [dim, dim], T
    facts: tuple[str, ...]

    def __call__(self, emb: Embeddings) -> Embeddings:
        """The mapped vectors, at unit length."""
        nothing = np.zeros(len(emb), np.bool_)
        vectors = in_blocks(emb, lambda block: unit(block @ self.matrix), nothing, dim=len(self.matrix))
        return emb.changed(sealed(vectors), f"soft({', '.join(self.facts)})")

    def save(self, folder: Path) -> None:
        """Keep it in a folder."""
        save_arrays(folder, Card("soft", {"facts": self.facts}), {"matrix": self.matrix})

    @classmethod
    def load(cls, folder: Path) -> SoftChange:
        """What `save` kept."""
        saved = read_model(folder, kind="soft")
        return cls(saved.arrays()["matrix"], facts_of(saved.card))


def optimal_inner_product(
    everything: Array,  # [dim, dim], C = W Wᵀ
    neutral: Array,  # [dim, dim], M = N Nᵀ
    direction: Array,  # [dim], b
    *,
    strength: float,
) -> Array:
    """X = TᵀT ⪰ 0 that minimises tr(C(X−I)C(X−I)) + λ bᵀXMXb: the objective, whose n × n part is d × d.

    With C = A², A its symmetric root, take Z = AXA, c = A⁻¹b and K = A⁻¹MA⁻¹: minimise ‖Z − C‖² + λ cᵀZKZc
    over Z ⪰ 0. Without the cone the gradient is zero at Z = C − λ/2 (qcᵀ + cqᵀ) with q = KZc, which is one
    d × d linear system for q. Where that Z is in the cone it is the answer; otherwise we descend from there.
    Cost: d³, beside the n d² of C and M.
    """
    values, axes = np.linalg.eigh(everything)
    # Outside the span of the words no word has a part, and the map is the identity.
    here = values > values[-1] * len(values) * np.finfo(np.float64).eps
    roots, axes = np.sqrt(values[here]), axes[:, here]
    aim = np.diag(values[here])  # C in its own axes; [rank, rank] from here on
    c = (axes.T @ direction) / roots
    pull = (axes.T @ neutral @ axes) / np.outer(roots, roots)
    system = np.eye(len(c)) + strength / 2 * pull @ (c @ c * np.eye(len(c)) + np.outer(c, c))
    q = np.linalg.solve(system, pull @ aim @ c)
    best: Array = aim - strength / 2 * (np.outer(q, c) + np.outer(c, q))
    if np.linalg.eigvalsh(best)[0] < 0:
        best = _descend(_in_cone(best), aim, pull, c, strength)
    changed = best / np.outer(roots, roots) - np.eye(len(c))
    inner: Array = np.eye(len(direction)) + axes @ changed @ axes.T
    return inner


def _descend(start: Array, aim: Array, pull: Array, c: Array, strength: float) -> Array:
    """Accelerated projected gradient; curvature lies between 2 and `steepest`, so it converges linearly."""
    steepest = 2 + 2 * strength * (c @ c) * np.linalg.eigvalsh(pull)[-1]
    ratio = np.sqrt(2 / steepest)
    momentum = (1 - ratio) / (1 + ratio)
    at = ahead = start
    for _ in range(20_000):
        q = pull @ ahead @ c
        gradient = 2 * (ahead - aim) + strength * (np.outer(q, c) + np.outer(c, q))
        previous, at = at, _in_cone(ahead - gradient / steepest)
        if np.linalg.norm(at - previous) <= 1e-12 * np.linalg.norm(at):
            return at
        ahead = at + momentum * (at - previous)
    raise CorefairError("soft: no optimum was reached in 20,000 steps; take a smaller strength")


def _in_cone(matrix: Array) -> Array:
    """The nearest matrix without negative eigenvalues."""
    values, axes = np.linalg.eigh(matrix)
    nearest: Array = (axes * np.maximum(values, 0)) @ axes.T
    return nearest
