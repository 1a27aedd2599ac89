"""How much of a known two-way labelling of words can be read off: by clusters, or by a classifier.

Every total counts words, so the measures of Gonen & Goldberg 2019 resample like any other. Clusters have no
names, so accuracy is that of the better of the two ways to name them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.metrics.ratio import Number, Quotient, divide
from corefair.registry import metrics


@metrics.register("cluster_accuracy", better="lower", kind="recovery", unit="share")
def cluster_accuracy(
    a_feminine: Number, a_masculine: Number, b_feminine: Number, b_masculine: Number
) -> Number:
    """The share of words in the cluster of their label, clusters a and b named to their best."""
    one, other = a_feminine + b_masculine, a_masculine + b_feminine
    larger: Number = np.maximum(one, other)
    return divide(larger, one + other)


@metrics.register("v_measure", better="lower", kind="recovery", unit="share")
def v_measure(a_feminine: Number, a_masculine: Number, b_feminine: Number, b_masculine: Number) -> Number:
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
    shared: NDArray[np.float64] = np.maximum(clusters + labels - _entropy(cells, words), 0.0)
    return divide(2 * shared, clusters + labels)


metrics.register("recovered_linear", better="lower", kind="recovery", unit="share")(
    Quotient("linear_right", "asked", "The share of held-out words whose label a linear classifier finds.")
)
metrics.register("recovered_rbf", better="lower", kind="recovery", unit="share")(
    Quotient(
        "rbf_right",
        "asked",
        "The share of held-out words whose label a classifier with a Gaussian kernel finds.",
    )
)


def _entropy(counts: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of counts [n_kinds, ...] that make up `words`, in nats."""
    shares = np.divide(counts, words, out=np.zeros(counts.shape), where=words > 0)
    logs = np.log(shares, out=np.zeros(counts.shape), where=shares > 0)
    return np.asarray(-(shares * logs).sum(axis=0))
