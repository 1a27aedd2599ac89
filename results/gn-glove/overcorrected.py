"""Why a probe that learned gender from seed words does no better than chance, or worse, on GN-GloVe(w_a).

python results/gn-glove/overcorrected.py --work DIR [--data DIR] [--dim N]... [--seed N]... [--kind NAME]...

trains GloVe and GN-GloVe, whole and without one of its two terms, on the same text as make.py, and writes
overcorrected.json: how far the way in which neutral words lean is found from directions that seed words give.
Counts and vectors are kept in the work folder. results/sowinobias/README.md reads it.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from probes import FEW, labelled, seed_probe

from corefair.geometry.direction import unit
from corefair.io import datasets
from corefair.io.files import writing
from corefair.io.vectors import read_vectors, write_vectors
from corefair.models.glove import GenderTerms, Settings, train_counted, without_gender
from corefair.models.glove.gender import seed_pairs
from corefair.types import Embeddings

HERE = Path(__file__).parent
TEXT = "wikipedia-2021-part.txt.gz"
SETTINGS = Settings(min_count=5, window=10, epochs=15, rate=0.05, x_max=10.0, alpha=0.75)
KINDS = {
    "GloVe": None,
    "GN-GloVe": GenderTerms(),
    "seed pairs set apart only": GenderTerms(weight_neutral=0.0),
    "neutral words turned away only": GenderTerms(weight_apart=0.0),
}
RESAMPLES = 2000
Array = NDArray[np.float64]
Json = dict[str, Any]


def main() -> None:
    """Every kind, number of dimensions and seed; what is done is not done again."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--work", type=Path, required=True, help="keep counts and vectors here")
    parser.add_argument("--dim", type=int, action="append", help="numbers of a vector; by default 50")
    parser.add_argument("--seed", type=int, action="append", help="by default 0")
    parser.add_argument("--kind", action="append", choices=KINDS, help="by default all")
    given = parser.parse_args()
    out = HERE / "overcorrected.json"
    table: Json = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    for dim in given.dim or [50]:
        for seed in given.seed or [0]:
            for kind in given.kind or KINDS:
                name = f"{kind}, {dim} dimensions, seed {seed}"
                if name in table:
                    continue
                print(name, file=sys.stderr, flush=True)
                emb = _trained(kind, dim, seed, given.work, given.data)
                table[name] = {"kind": kind, "dim": dim, "seed": seed, **measured(emb, given.data)}
                with writing(out) as file:
                    file.write(json.dumps(table, indent=1) + "\n")


def _trained(kind: str, dim: int, seed: int, work: Path, data: Path | None) -> Embeddings:
    """The vectors, for GN-GloVe without the last number."""
    path = work / f"{list(KINDS).index(kind)}-{dim}-{seed}.safetensors"
    if not path.exists():
        work.mkdir(parents=True, exist_ok=True)
        settings = replace(SETTINGS, dim=dim, seed=seed, gender=KINDS[kind])
        made = train_counted(datasets.find("corpus", TEXT, data=data), settings, run=work / "run")
        for state in (work / "run").glob("*.state"):
            state.unlink()
        write_vectors(made.embeddings, path)
    emb = read_vectors(path, cache=False)
    return emb if KINDS[kind] is None else without_gender(emb)


def measured(emb: Embeddings, data: Path | None) -> Json:
    """What is found from the direction that training empties, from the probe's, and what each seed pair says.

    Neutral words are the probe's: those that lean most in GloVe of six billion words, frequency held equal.
    """
    asked = labelled(emb.words, data, per_band=FEW)
    words = unit(np.array([emb[word] for word in asked.words], np.float64))
    words = words - words.mean(axis=0)
    pairs = [pair for pair in seed_pairs() if all(word in emb for word in pair)]
    apart = np.array([unit(emb[f].astype(float)) - unit(emb[m].astype(float)) for f, m in pairs])
    mean = apart.mean(axis=0)
    along = words @ (mean / np.linalg.norm(mean))
    by_pair = [_auc(words @ each, asked.feminine) for each in apart]
    halves = _halves(apart, words, asked.feminine)
    return {
        "probe": seed_probe(emb, data, resamples=RESAMPLES),
        "order along the mean difference": {
            "auc": _auc(along, asked.feminine),
            **_interval(along, asked.feminine),
        },
        "spread along the mean difference, of that along a direction by lot": float(
            along.std() / _by_lot(words)
        ),
        "length of the mean difference, of the mean length of a pair's": float(
            np.linalg.norm(mean) / np.linalg.norm(apart, axis=1).mean()
        ),
        "order along single pairs": {
            "mean auc": float(np.mean(by_pair)),
            "below one half": int(sum(each < 0.5 for each in by_pair)),
            "pairs": len(by_pair),
        },
        "order along halves of the pairs": halves,
        "words": len(asked.words),
    }


def _halves(apart: Array, words: Array, feminine: NDArray[np.bool_], *, n: int = 500) -> Json:
    """The mean difference of a random half of the pairs: how far it hangs on which pairs one has."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(n):
        half = rng.permutation(len(apart))[: len(apart) // 2]
        found.append(_auc(words @ apart[half].mean(axis=0), feminine))
    return {
        "mean auc": float(np.mean(found)),
        "low": float(np.quantile(found, 0.025)),
        "high": float(np.quantile(found, 0.975)),
    }


def _by_lot(words: Array, *, n: int = 200) -> float:
    rng = np.random.default_rng(0)
    axes = unit(rng.normal(size=(n, words.shape[1])))
    return float((words @ axes.T).std(axis=0).mean())


def _auc(values: Array, feminine: NDArray[np.bool_]) -> float:
    """The share of pairs of a feminine and a masculine word in which the feminine one stands further."""
    ranks = np.argsort(np.argsort(values)) + 1.0
    n = int(feminine.sum())
    return float((ranks[feminine].sum() - n * (n + 1) / 2) / (n * (len(ranks) - n)))


def _interval(values: Array, feminine: NDArray[np.bool_]) -> Json:
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(RESAMPLES):
        rows = rng.integers(len(values), size=len(values))
        drawn.append(_auc(values[rows], feminine[rows]))
    return {"low": float(np.quantile(drawn, 0.025)), "high": float(np.quantile(drawn, 0.975))}


if __name__ == "__main__":
    main()
