"""Why INLP raises the association of adjectives with occupations on GloVe, where Dawkins 2021 has it lowered.

python results/sowinobias/inlp.py [--data DIR] [--vectors FILE]... [--iterations N]

writes inlp.json: after every iteration S_occ and S_def of Table 2, what the same numbers are where as many
directions are taken out by lot, what share of their length words keep, and how far they stand apart. The page
(README.md) reads it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.geometry.direction import gender_direction, unit
from corefair.io import datasets
from corefair.io.files import writing
from corefair.io.vectors import read_vectors
from corefair.mitigators.vectors.groups import groups
from corefair.mitigators.vectors.inlp import Inlp, chance, classify, extend, held_out
from corefair.suites.vectors.single_weat import Query, paper_queries
from corefair.suites.vectors.vector_words import look_up
from corefair.types import Embeddings

HERE = Path(__file__).parent
FILES = ("glove.6B.100d.50k.txt.gz",)
BY_LOT = 200  # sets of directions
REGROUPINGS = 10_000
Array = NDArray[np.float64]
Json = dict[str, Any]


@dataclass(frozen=True)
class Words:
    """The words of a query that the vectors have, as they are."""

    targets: Array
    feminine: Array
    masculine: Array

    @classmethod
    def of(cls, emb: Embeddings, query: Query) -> Words:
        """Looked up as the suite does."""
        return cls(*(np.array(look_up(emb, words).units, np.float64) for words in query[1:]))

    def without(self, basis: Array) -> Words:
        """With directions taken out."""
        return Words(*(each - (each @ basis) @ basis.T for each in self.all))

    @property
    def all(self) -> tuple[Array, Array, Array]:
        """The three sets."""
        return self.targets, self.feminine, self.masculine

    def nearness(self) -> tuple[Array, Array]:
        """Of each attribute word its mean cosine with the targets."""
        targets = unit(self.targets)
        return (unit(self.feminine) @ targets.T).mean(axis=1), (unit(self.masculine) @ targets.T).mean(axis=1)

    def association(self) -> float:
        """S: the difference of the means."""
        feminine, masculine = self.nearness()
        return float(feminine.mean() - masculine.mean())


def main() -> None:
    """Every file, then the JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--vectors", action="append", metavar="FILE", help=f"instead of {', '.join(FILES)}")
    parser.add_argument("--iterations", type=int, default=Inlp.iterations, help="of each file")
    given = parser.parse_args()
    out = HERE / "inlp.json"
    table: Json = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    for name in given.vectors or FILES:
        emb = read_vectors(datasets.find("vectors", name, data=given.data))
        table[name] = {"words": len(emb), "dim": emb.dim, "steps": list(steps(emb, given.iterations))}
        with writing(out) as file:
            file.write(json.dumps(table, indent=1) + "\n")


def steps(emb: Embeddings, iterations: int) -> Iterator[Json]:
    """Before the first iteration and after each; where the mitigator would have stopped is told."""
    method = Inlp()
    chosen = groups(emb, gender_direction(emb), method.n_words)
    vectors = unit(emb.vectors[np.concatenate(chosen)].astype(np.float64))
    told = np.repeat(np.arange(3), [len(group) for group in chosen])
    held = held_out(told, np.random.default_rng(method.seed))
    asked = {name: Words.of(emb, query) for name, query in paper_queries().items()}
    basis: Array = np.empty((emb.dim, 0))
    stopped = False
    for done in range(iterations + 1):
        left = vectors - (vectors @ basis) @ basis.T
        weights, accuracy = classify(left[~held], told[~held], left[held], told[held], seed=method.seed)
        stopped = stopped or accuracy <= chance(told[held])
        yield {
            "iterations": done,
            "directions": basis.shape[1],
            "accuracy on words held out": accuracy,
            "chance": chance(told[held]),
            "the mitigator has stopped": stopped,
            "share of squared length left": float((left**2).sum(axis=1).mean()),
            **{name: measured(words, basis) for name, words in asked.items()},
        }
        wider = extend(basis, weights)
        if wider.shape[1] in (basis.shape[1], emb.dim):
            return
        basis = np.asarray(wider, np.float64)


def measured(words: Words, basis: Array) -> Json:
    """S, its p, the spread of S over regroupings and over directions taken out by lot."""
    changed = words.without(basis)
    value = changed.association()
    feminine, masculine = changed.nearness()
    rng = np.random.default_rng(0)
    both = np.concatenate([feminine, masculine])
    drawn = np.array([_difference(rng.permutation(both), len(feminine)) for _ in range(REGROUPINGS)])
    targets, *attributes = (unit(each) for each in changed.all)
    lot = [words.without(_by_lot(basis.shape, rng)).association() for _ in range(BY_LOT)]
    return {
        "S": value,
        "p": float((1 + (drawn >= value - 1e-12).sum()) / (1 + REGROUPINGS)),
        "spread over regroupings": float(drawn.std()),
        "S over spread": float(value / drawn.std()),
        "mean cosine of targets and attributes": float((np.vstack(attributes) @ targets.T).mean()),
        "length left": float(np.mean([np.linalg.norm(each, axis=1).mean() for each in changed.all])),
        "S, as many directions by lot": {
            "mean": float(np.mean(lot)),
            "low": float(np.quantile(lot, 0.025)),
            "high": float(np.quantile(lot, 0.975)),
        },
    }


def _difference(values: Array, n: int) -> float:
    return float(values[:n].mean() - values[n:].mean())


def _by_lot(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    return np.asarray(np.linalg.qr(rng.normal(size=shape))[0], np.float64)


if __name__ == "__main__":
    main()
