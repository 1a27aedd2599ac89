"""A linear probe, trained afresh on some words of each group and asked of the others."""

from __future__ import annotations

import numpy as np

from corefair.mitigators.vectors.groups import Groups
from corefair.types import Embeddings


def probed(emb: Embeddings, groups: Groups, *, seed: int = 7) -> float:
    """Its accuracy on the words it has not seen: a linear SVM, half of the words each."""
    from sklearn.svm import LinearSVC

    rows = np.concatenate(groups)
    told = np.repeat(np.arange(3), [len(group) for group in groups])
    seen = np.random.default_rng(seed).random(len(rows)) < 0.5
    vectors = emb.vectors[rows].astype(np.float64)
    probe = LinearSVC(C=10, dual=False).fit(vectors[seen], told[seen])
    return float(probe.score(vectors[~seen], told[~seen]))
