"""Where gender is: what a classifier tells of words from some components, with frequency held equal.

How a word leans goes with how frequent it is, and so does the last component of GN-GloVe. So words are taken
from bands of frequency, as many of either side from each, and what frequency alone would tell is shown too.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair import lists, stats
from corefair.geometry.direction import gender_direction, unit
from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.models.glove.gender import seed_pairs
from corefair.suites.vectors import sembias
from corefair.suites.vectors.recoverability import classify, training_words
from corefair.suites.vectors.vector_words import cosines_with, gendered, neutral_rows
from corefair.types import Embeddings

REFERENCE = "glove.6B.100d.50k.txt.gz"  # labels come from other vectors, of a far larger text
BANDS = 20  # of frequency
PER_BAND = 100  # words on either side
FEW = 15  # the same, for words that lean more clearly
Json = dict[str, Any]


class Labelled(NamedTuple):
    """Neutral words, as many of either side in every band of frequency."""

    words: tuple[str, ...]
    feminine: NDArray[np.bool_]


@cache
def labelled(words: tuple[str, ...], data: Path | None, *, per_band: int = PER_BAND) -> Labelled:
    """Of these words, most frequent first, the neutral ones that lean most to either side in their band."""
    reference = read_vectors(datasets.find("vectors", REFERENCE, data=data))
    place = {word: number for number, word in enumerate(words)}
    rows = [row for row in neutral_rows(reference, gendered(data).left_out) if reference.words[row] in place]
    lean = cosines_with(reference, gender_direction(reference), rows)
    order = np.argsort([place[reference.words[row]] for row in rows])
    found: dict[str, bool] = {}
    for band in np.array_split(order, BANDS):
        by_lean = band[np.argsort(lean[band], kind="stable")]
        n = min(per_band, len(by_lean) // 4)
        found |= {reference.words[rows[at]]: False for at in by_lean[:n]}
        found |= {reference.words[rows[at]]: True for at in by_lean[len(by_lean) - n :]}
    return Labelled(tuple(found), np.array(list(found.values())))


def neutral_probe(emb: Embeddings, data: Path | None, *, resamples: int, seed: int = 0) -> Json:
    """The share of labels that a linear classifier finds, of words that it did not learn from."""
    asked = labelled(emb.words, data)
    vectors = _scaled(emb, asked.words)
    train = training_words(asked.feminine, seed=seed)
    said = classify(vectors[train], asked.feminine[train], vectors[~train], kernel="linear")
    return _share_right(said == asked.feminine[~train], resamples, seed)


def seed_probe(emb: Embeddings, data: Path | None, *, resamples: int, seed: int = 0) -> Json:
    """The same of the neutral words that lean most, by a classifier that learned from the seed words.

    So it knows gender as the seed words have it, and no other way in which these words differ. Each side of
    both is balanced in number, and each is centred: it is not asked about a shift between the two.
    """
    asked = labelled(emb.words, data, per_band=FEW)
    pairs = [pair for pair in seed_pairs() if all(word in emb for word in pair)]
    learned = np.array([True, False] * len(pairs))
    known = _scaled(emb, tuple(word for pair in pairs for word in pair))
    said = classify(known, learned, _scaled(emb, asked.words), kernel="linear")
    return _share_right(said == asked.feminine, resamples, seed)


def _scaled(emb: Embeddings, words: tuple[str, ...]) -> NDArray[np.float64]:
    """Their vectors at length one, centred; a single component at unit variance."""
    vectors = np.array([emb[word] for word in words], np.float64)
    scaled = vectors / vectors.std(axis=0) if emb.dim == 1 else unit(vectors)
    return np.asarray(scaled - scaled.mean(axis=0))


def _share_right(right: NDArray[np.bool_], resamples: int, seed: int) -> Json:
    totals = np.stack([right, np.ones_like(right)], axis=1).astype(float)
    found = stats.bootstrap(totals, lambda t: t[..., 0] / t[..., 1], resamples=resamples, seed=seed)
    return {"value": found.value, "low": found.low, "high": found.high, "n": len(right)}


def by_frequency(emb: Embeddings) -> Embeddings:
    """Vectors that hold nothing but how frequent a word is."""
    return emb.changed(np.log(np.arange(1, len(emb) + 1, dtype=np.float32))[:, None], "log of the rank")


def held_out(emb: Embeddings, *, resamples: int = 10_000, seed: int = 0) -> Json:
    """Does the last component tell the gender of gendered words that training was not told of?

    The share of pairs of a feminine and a masculine word in which the feminine one has the larger last one
    (half is chance), with the p of as large a distance from half when genders are given out by lot.
    """
    seeds = {word for pair in seed_pairs() for word in pair}
    words = {row["word"]: row["group"] for row in lists.read("gender_words") if row["word"] not in seeds}
    here = [word for word in words if word in emb]
    feminine = np.array([words[word] == "feminine" for word in here])
    ranks = np.argsort(np.argsort([emb[word][-1] for word in here])) + 1.0
    rng = np.random.default_rng(seed)
    drawn = np.array([_share(ranks, rng.permutation(feminine)) for _ in range(resamples)])
    value = _share(ranks, feminine)
    p = (1 + int((np.abs(drawn - 0.5) >= abs(value - 0.5) - 1e-9).sum())) / (1 + resamples)
    return {"value": value, "p": p, "n": len(here), "listed": len(words)}


def _share(ranks: NDArray[np.floating], feminine: NDArray[np.bool_]) -> float:
    n = int(feminine.sum())
    return float((ranks[feminine].sum() - n * (n + 1) / 2) / (n * (len(ranks) - n)))


def unseeded(emb: Embeddings, data: Path | None) -> Json:
    """SemBias asked only about definitional pairs that are no seeds; how often each kind is chosen."""
    told = set(seed_pairs())
    every = sembias.load_questions(datasets.find("sembias", "sembias.tsv", data=data))
    questions = [each for each in every if each.pairs[0][::-1] not in told]  # masculine first
    rows = sembias.answer(emb, emb, questions=questions).rows
    kinds = ("definition", "stereotype", "none")
    return {
        **{kind: sum(row.counts[kind] for row in rows) / len(rows) for kind in kinds},
        "n": len(rows),
        "pairs": len({each.pairs[0] for each in questions}),
        "of": len({each.pairs[0] for each in every}),
    }


def with_frequency(emb: Embeddings) -> float:
    """The rank correlation of the last component with how frequent words are."""
    found: Any = stats.spearman(emb.vectors[:, -1], -np.arange(len(emb)), resamples=100)
    return float(found.value)
