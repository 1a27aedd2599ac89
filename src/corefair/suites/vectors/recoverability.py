"""Recoverability: can a classifier still tell which gender words leaned to?"""

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

PER_SIDE = 2500  # 5,000 words in all
TRAINED_ON = 0.2  # of either side: 1,000 words to learn from and 4,000 to be asked, as in the authors' code
KERNELS = ("linear", "rbf")


@suites.register("recoverability", asks="vectors", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None, per_side: int = PER_SIDE) -> VectorSuite:
    """Can a classifier tell, from the changed vectors, which gender words leaned to originally?"""
    of_gender = gendered(data)
    return VectorSuite(
        name="recoverability",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, exclude=of_gender.left_out, per_side=per_side),
        measures=(
            Measure("recovered, linear SVM", "recovered_linear", better="lower", role="headline"),
            Measure("recovered, RBF SVM", "recovered_rbf", better="lower", role="headline"),
        ),
        citation=CITATION,
        licence="no data of its own",
        caveats=(
            *caveats(per_side),
            "One word in five, drawn by the seed, is learned from and the others are asked; the interval is "
            "of other words asked, with the classifier held fixed.",
            "Support vector machines with C = 1 on vectors of length one, and for the Gaussian kernel "
            "γ = 1 / (dimensions × variance); another classifier may find more.",
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
    """For each word that was not learned from, whether either classifier found its label."""
    leaning = leaning_words(emb, original, per_side=per_side, exclude=exclude)
    train = training_words(leaning.feminine, seed=seed)
    test = ~train
    right = {
        kernel: classify(
            leaning.vectors[train], leaning.feminine[train], leaning.vectors[test], kernel=kernel
        )
        == leaning.feminine[test]
        for kernel in KERNELS
    }
    cases, rows = [], []
    for number, place in enumerate(np.flatnonzero(test).tolist()):
        word, label = leaning.words[place], "feminine" if leaning.feminine[place] else "masculine"
        name = among(word, leaning.n_neutral)
        cases.append(Case(name, (word,), label, {"label": label}, unit=word))
        counts = {f"{kernel}_right": int(right[kernel][number]) for kernel in KERNELS}
        rows.append(Row(name, counts["linear_right"], {**counts, "asked": 1}))
    return Reading(cases, rows, Coverage(len(cases), words=len(leaning.words)))


def training_words(feminine: NDArray[np.bool_], *, seed: int) -> NDArray[np.bool_]:
    """A fifth of the words of either label, drawn by the seed."""
    rng = np.random.default_rng(seed)
    train = np.zeros(len(feminine), dtype=np.bool_)
    for label in (True, False):
        places = np.flatnonzero(feminine == label)
        train[rng.permutation(places)[: round(TRAINED_ON * len(places))]] = True
    return train


def classify(
    known: NDArray[np.float64], labels: NDArray[np.bool_], asked: NDArray[np.float64], *, kernel: str
) -> NDArray[np.bool_]:
    """The labels a support vector machine gives to vectors it has not seen."""
    try:
        from sklearn.svm import SVC
    except ImportError:
        raise MissingExtra("scikit-learn", extra="vectors") from None
    if not (known - known[0]).any():  # all alike: nothing to learn, and no variance to scale by
        return np.zeros(len(asked), dtype=np.bool_)
    return np.asarray(
        SVC(kernel=kernel, C=1.0, gamma="scale").fit(known, labels).predict(asked), dtype=np.bool_
    )
