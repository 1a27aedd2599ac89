"""How much of a known two-way labelling of words can be read off: by clusters, or by a classifier.

Every total counts words, so the measures of Gonen & Goldberg 2019 resample like any other. Clusters have no
names, so accuracy is that of the better of the two ways to name them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("cluster_accuracy", better="lower")
def cluster_accuracy(a_feminine: Any, a_masculine: Any, b_feminine: Any, b_masculine: Any) -> Any:
    """The share of words in the cluster of their label, clusters a and b named to their best."""
    one, other = a_feminine + b_masculine, a_masculine + b_feminine
    return divide(np.maximum(one, other), one + other)


@metrics.register("v_measure", better="lower")
def v_measure(a_feminine: Any, a_masculine: Any, b_feminine: Any, b_masculine: Any) -> Any:
    """The harmonic mean of homogeneity and completeness of two clusters (Rosenberg & Hirschberg 2007).

    With both weighted alike that is 2 I / (H(labels) + H(clusters)), I their mutual information. Where all
    words have one label and one cluster there is nothing to recover, and it is 0.
    """
    cells = np.stack(
        np.broadcast_arrays(*map(np.asarray, (a_feminine, a_masculine, b_feminine, b_masculine)))
    ).astype(np.float64)
    a, b = cells[0] + cells[1], cells[2] + cells[3]
    feminine, masculine = cells[0] + cells[2], cells[1] + cells[3]
    words = a + b
    clusters = _entropy(np.stack([a, b]), words)
    labels = _entropy(np.stack([feminine, masculine]), words)
    shared = np.maximum(clusters + labels - _entropy(cells, words), 0.0)
    return divide(2 * shared, clusters + labels)


@metrics.register("recovered_linear", better="lower")
def recovered_linear(linear_right: Any, asked: Any) -> Any:
    """The share of unseen words whose label a linear classifier finds."""
    return divide(linear_right, asked)


@metrics.register("recovered_rbf", better="lower")
def recovered_rbf(rbf_right: Any, asked: Any) -> Any:
    """The share of unseen words whose label a classifier with a Gaussian kernel finds."""
    return divide(rbf_right, asked)


def _entropy(counts: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of counts [n_kinds, ...] that make up `words`, in nats."""
    shares = np.divide(counts, words, out=np.zeros(counts.shape), where=words > 0)
    logs = np.log(shares, out=np.zeros(counts.shape), where=shares > 0)
    return np.asarray(-(shares * logs).sum(axis=0))
