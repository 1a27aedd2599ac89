"""Clustering: do words that leaned to either gender still fall into two clusters?"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import MissingExtra
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.vectors.leaning_words import CITATION, caveats, leaning_words
from corefair.suites.vectors.vector_words import among, gendered
from corefair.types import Case, Coverage, Embeddings, Measure, Reading, Row, VectorSuite

PER_SIDE = 750  # 1,500 words in all, as Dawkins 2021 takes; Gonen & Goldberg 2019 take 500 and 500
STARTS = 10  # of k-means, of which the tightest clusters are kept


@suites.register("clustering", asks="vectors", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None, per_side: int = PER_SIDE) -> VectorSuite:
    """Do the words that leaned most to either gender originally still fall into two clusters?"""
    of_gender = gendered(data)
    return VectorSuite(
        name="clustering",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, exclude=of_gender.left_out, per_side=per_side),
        measures=(
            Measure("cluster accuracy", "cluster_accuracy", better="lower", role="headline"),
            Measure("V-measure", "v_measure", better="lower", role="headline"),
        ),
        citation=CITATION,
        licence="no data of its own",
        caveats=(
            *caveats(per_side),
            "k-means is run once with 10 seeded starts; intervals resample words within the clusters found, "
            "and do not tell how far other clusters would be.",
        ),
        data=of_gender.data,
    )


def answer(
    emb: Embeddings,
    original: Embeddings,
    *,
    exclude: frozenset[str],
    per_side: int = PER_SIDE,
    seed: int = 0,
) -> Reading:
    """For each word its label and the cluster it fell into."""
    leaning = leaning_words(emb, original, per_side=per_side, exclude=exclude)
    in_a = two_clusters(leaning.vectors, seed=seed)
    cases, rows = [], []
    for word, feminine, a in zip(leaning.words, leaning.feminine.tolist(), in_a.tolist(), strict=True):
        label = "feminine" if feminine else "masculine"
        name = among(word, leaning.n_neutral)
        cases.append(Case(name, (word,), label, {"label": label}, unit=word))
        cells = {
            f"{cluster}_{side}": int((cluster == "a") == a and side == label)
            for cluster in "ab"
            for side in ("feminine", "masculine")
        }
        rows.append(Row(name, "a" if a else "b", cells))
    return Reading(cases, rows, Coverage(len(cases), words=len(leaning.words)))


def two_clusters(vectors: NDArray[np.float64], *, seed: int) -> NDArray[np.bool_]:
    """Which of the vectors are in the first of two clusters by k-means; that of the first vector is first."""
    try:
        from sklearn.cluster import KMeans
        from threadpoolctl import threadpool_limits  # comes with it
    except ImportError:
        raise MissingExtra("scikit-learn", extra="vectors") from None
    if not (vectors - vectors[0]).any():  # all alike: one cluster
        return np.ones(len(vectors), dtype=np.bool_)
    with threadpool_limits(limits=1):  # so few words are quicker alone, and sums have one order
        labels = KMeans(n_clusters=2, n_init=STARTS, random_state=seed).fit_predict(vectors)
    return np.asarray(labels == labels[0])
