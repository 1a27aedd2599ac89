"""The coreference metrics straight from their definitions, in sets and loops: slow, plain, nothing of ours.

The tests hold corefair against it and `bench_scorer.py` times corefair against it. Clusters are disjoint.
Each metric gives what recall and precision divide, as (part, whole).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

Clusters = Sequence[Sequence[Hashable]]
Fraction = tuple[float, float]  # part, whole
Links = set[frozenset[Hashable]]


class Counts(NamedTuple):
    """What recall and precision divide."""

    recall: Fraction
    precision: Fraction


def muc(key: Clusters, response: Clusters) -> Fraction:
    """Links left of each key entity when the response cuts it in parts; a missing mention is a part."""
    part = whole = 0
    for cluster in map(set, key):
        pieces = [cluster & set(other) for other in response if cluster & set(other)]
        n_parts = len(pieces) + len(cluster.difference(*pieces))
        part += len(cluster) - n_parts
        whole += len(cluster) - 1
    return part, whole


def b_cubed(key: Clusters, response: Clusters) -> Fraction:
    """For each key mention, the share of its entity that the response has beside it."""
    part = 0.0
    for cluster in key:
        for mention in cluster:
            beside = [set(cluster) & set(other) for other in response if mention in other]
            part += sum(map(len, beside)) / len(cluster)
    return part, sum(map(len, key))


def ceaf_m(key: Clusters, response: Clusters) -> Fraction:
    """Mentions in common under the best one-to-one pairing of entities."""
    return _best(key, response, lambda a, b: len(a & b)), sum(map(len, key))


def ceaf_e(key: Clusters, response: Clusters) -> Fraction:
    """Likeness under the best one-to-one pairing of entities."""
    return _best(key, response, lambda a, b: 2 * len(a & b) / (len(a) + len(b))), len(key)


def lea(key: Clusters, response: Clusters) -> Fraction:
    """The share of each key entity's links that the response has, weighted by its mentions."""
    theirs = {link for cluster in response for link in _links_or_itself(cluster)}
    part = 0.0
    for cluster in key:
        links = _links_or_itself(cluster)
        part += len(cluster) * len(links & theirs) / len(links)
    return part, sum(map(len, key))


def mentions(key: Clusters, response: Clusters) -> Fraction:
    """Key mentions that the response has."""
    ours, theirs = ({mention for cluster in side for mention in cluster} for side in (key, response))
    return len(ours & theirs), len(ours)


def blanc(key: Clusters, response: Clusters) -> tuple[Counts, Counts]:
    """Links within entities that key and response share, and links between entities."""
    inside = _shared(_inside(key), _inside(response))
    return inside, _shared(_between(key), _between(response))


def _both_ways(metric: Callable[[Clusters, Clusters], Fraction]) -> Callable[[Clusters, Clusters], Counts]:
    return lambda key, response: Counts(metric(key, response), metric(response, key))


# All but BLANC are recall from the key's side, and precision is the same with the sides exchanged.
PLAIN = {each.__name__: _both_ways(each) for each in (muc, b_cubed, ceaf_m, ceaf_e, lea, mentions)}


def _best(
    key: Clusters, response: Clusters, likeness: Callable[[set[Hashable], set[Hashable]], float]
) -> float:
    table = np.zeros((len(key), len(response)))
    for i, cluster in enumerate(map(set, key)):
        for j, other in enumerate(map(set, response)):
            table[i, j] = likeness(cluster, other)
    return float(table[linear_sum_assignment(table, maximize=True)].sum())


def _links_or_itself(cluster: Sequence[Hashable]) -> Links:
    """An entity of one mention is linked to itself."""
    return set(map(frozenset, combinations(cluster, 2))) or {frozenset(cluster)}


def _inside(clusters: Clusters) -> Links:
    return {frozenset(link) for cluster in clusters for link in combinations(cluster, 2)}


def _between(clusters: Clusters) -> Links:
    return {frozenset((a, b)) for one, other in combinations(clusters, 2) for a in one for b in other}


def _shared(ours: Links, theirs: Links) -> Counts:
    n_shared = len(ours & theirs)
    return Counts((n_shared, len(ours)), (n_shared, len(theirs)))
