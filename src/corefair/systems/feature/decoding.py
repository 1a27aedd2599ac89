"""From scores to clusters, and to the probability that two candidates are one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.systems.feature.mentions import COLUMN, Mentions
from corefair.systems.feature.ranker import Pairs, Scores
from corefair.types import Cluster, Mention, cluster_up


def clusters_of(
    mentions: Mentions, pairs: Pairs, scores: Scores, *, singletons: bool = False
) -> tuple[Cluster, ...]:
    """Every candidate with its best antecedent, if that is better than NEW; single mentions on demand."""
    best = antecedents_of(pairs, scores)
    root = list(range(len(mentions)))
    for i, j in enumerate(best):
        if j >= 0:
            root[i] = root[j]
    members: dict[int, list[int]] = {}
    for i, first in enumerate(root):
        members.setdefault(first, []).append(i)
    spans = mentions.codes[:, [COLUMN["start"], COLUMN["end"]]].tolist()
    kept = (each for each in members.values() if len(each) > 1 or (singletons and scores.real[each[0]] > 0))
    return cluster_up({Mention(*spans[i]) for i in each} for each in kept)


def antecedents_of(pairs: Pairs, scores: Scores) -> list[int]:
    """The best antecedent of each candidate; -1 where NEW is at least as good."""
    at, found = pairs.at.tolist(), pairs.found
    best = []
    for i, new in enumerate(scores.new.tolist()):
        here = scores.pairs[at[i] : at[i + 1]]
        top = int(here.argmax()) if len(here) else -1
        best.append(int(found[at[i] + top]) if top >= 0 and here[top] > new else -1)
    return best


def probabilities(pairs: Pairs, scores: Scores, i: int) -> tuple[NDArray[np.float64], float]:
    """Of each antecedent of a candidate, in their order, and of NEW."""
    here = scores.pairs[pairs.at[i] : pairs.at[i + 1]]
    highest = max(float(here.max(initial=-np.inf)), float(scores.new[i]))
    odds, new = np.exp(here - highest), float(np.exp(scores.new[i] - highest))
    total = odds.sum() + new
    return odds / total, new / total


def together(pairs: Pairs, scores: Scores, last: int) -> NDArray[np.float64]:
    """The probability that two candidates end in one cluster, for all up to the last: [last + 1, last + 1].

    Each candidate chooses its antecedent independently of the others, so that it is exact: two are one if the
    later chooses the earlier, or someone who is one with it.
    """
    same = np.eye(last + 1)
    for i in range(1, last + 1):
        chances, _ = probabilities(pairs, scores, i)
        found = pairs.found[pairs.at[i] : pairs.at[i + 1]]
        same[i, :i] = same[:i, i] = chances @ same[found, :i]
    return same
