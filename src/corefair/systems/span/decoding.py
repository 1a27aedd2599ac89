"""From scores to clusters, to probabilities, and to the probability that two spans are one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.systems.span.linking import Linked
from corefair.types import Cluster, cluster_up


def clusters_of(found: Linked, *, singletons: NDArray[np.float32] | None = None) -> tuple[Cluster, ...]:
    """Every span with its best antecedent, if that is better than NEW; with logits also single mentions."""
    root = list(range(len(found.spans)))
    for i, j in enumerate(antecedents_of(found)):
        if j >= 0:
            root[i] = root[j]
    members: dict[int, list[int]] = {}
    for i, first in enumerate(root):
        members.setdefault(first, []).append(i)
    kept = (
        each
        for each in members.values()
        if len(each) > 1 or (singletons is not None and singletons[each[0]] > 0)
    )
    return cluster_up([found.spans[i] for i in each] for each in kept)


def antecedents_of(found: Linked) -> list[int]:
    """The best antecedent of each span; -1 where NEW is at least as good."""
    if not found.scores.size:
        return [-1] * len(found.spans)
    top = found.scores.argmax(axis=1)
    rows = np.arange(len(top))
    best = np.where(found.scores[rows, top] > 0, found.candidates[rows, top], -1)
    return [int(each) for each in best]


def probabilities(found: Linked, i: int) -> tuple[NDArray[np.int64], NDArray[np.float64], float]:
    """The candidates of a span, the probability of each, and of NEW."""
    real = found.candidates[i] >= 0
    scores = found.scores[i][real]
    highest = max(float(scores.max(initial=0.0)), 0.0)
    odds, new = np.exp(scores - highest), float(np.exp(-highest))
    total = odds.sum() + new
    return found.candidates[i][real], odds / total, new / total


def together(found: Linked, last: int, *, first: int = 0) -> NDArray[np.float64]:
    """The probability that two spans end in one cluster, for all from the first to the last.

    Each span chooses its antecedent independently of the others, so that it is exact where all that come
    before are among them: two are one if the later chooses the earlier, or someone who is one with it.
    """
    n = last + 1 - first
    same = np.eye(n)
    for i in range(1, n):
        candidates, chances, _ = probabilities(found, first + i)
        inside = candidates >= first
        same[i, :i] = same[:i, i] = chances[inside] @ same[candidates[inside] - first, :i]
    return same
