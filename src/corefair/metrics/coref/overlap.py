"""Who shares mentions with whom: all that the metrics need to know of two clusterings of many documents.

Three rules are settled here, before any metric. Which spans match: the same words (`exact`), the same head
word (`head`), or any word in common (`overlap`); one mention matches one other at most, the same words first,
then the most alike. Whether clusters of one mention count (`singletons`). And what becomes of a span that one
side writes more than once (`duplicates`):

- `error`: nothing is scored;
- `first`: on both sides it stays in the first cluster that has it, in text order;
- `reference`: as the CoNLL reference scorer has it. In the response it stays in the first cluster if the key
  has that span, and everywhere if not; in the key it stays everywhere, and the last cluster's is matched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.metrics.coref.matching import match_spans
from corefair.types import Cluster, Document, Mention

Array = NDArray[Any]
Tally = Mapping[str, Array]  # name of a total -> its value in each document
Singletons = Literal["keep", "drop"]
Match = Literal["exact", "head", "overlap"]
Duplicates = Literal["reference", "first", "error"]


@dataclass(frozen=True)
class Side:
    """The clusters of the key, or of the response, of all documents one after the other."""

    sizes: Array  # [n_clusters] mentions
    doc: Array  # [n_clusters] which document
    spans: Array  # [n_docs] mentions, repeated ones counted once

    def per_doc(self, values: Array | int) -> Array:
        """One value a cluster, summed for each document."""
        weights = np.broadcast_to(values, self.doc.shape)
        return np.bincount(self.doc, weights, minlength=len(self.spans))


@dataclass(frozen=True)
class Overlap:
    """The pairs of clusters with mentions in common: key cluster `k` and response cluster `r` share `n`."""

    key: Side
    response: Side
    k: Array
    r: Array
    n: Array

    def sum_pairs(self, values: Array) -> Array:
        """One value a pair, summed for each document."""
        return np.bincount(self.key.doc[self.k], values, minlength=len(self.key.spans))


def overlap(
    pairs: Iterable[tuple[Document, Document]],
    *,
    singletons: Singletons = "keep",
    match: Match = "exact",
    duplicates: Duplicates = "reference",
) -> Overlap:
    """The table for pairs of key and response documents."""
    keys, responses = _Gather(), _Gather()
    matched: list[tuple[int, int]] = []  # for each pair of matching mentions, their clusters
    for key, response in pairs:
        key_clusters, response_clusters = _without_repeats(key, response, duplicates)
        if singletons == "drop":
            key_clusters = [cluster for cluster in key_clusters if len(cluster) > 1]
            response_clusters = [cluster for cluster in response_clusters if len(cluster) > 1]
        key_of = _cluster_of(key_clusters, len(keys.sizes))
        response_of = _cluster_of(response_clusters, len(responses.sizes))
        keys.add(key_clusters, len(key_of))
        responses.add(response_clusters, len(response_of))
        if match == "exact":
            matched += [(key_of[span], number) for span, number in response_of.items() if span in key_of]
        else:
            twins = match_spans(list(key_of), list(response_of), key, by=match)
            matched += [(key_of[span], response_of[other]) for span, other in twins]
    key_side, response_side = keys.side(), responses.side()
    both = np.array(matched, dtype=np.int64).reshape(-1, 2)
    width = max(len(response_side.sizes), 1)
    code, n = np.unique(both[:, 0] * width + both[:, 1], return_counts=True)
    return Overlap(key_side, response_side, code // width, code % width, n)


def n_links(size: Array) -> Array:
    """The pairs among so many mentions."""
    return np.asarray(size * (size - 1) / 2)


class _Gather:
    """The clusters of one side, document after document."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.doc: list[int] = []
        self.spans: list[int] = []

    def add(self, clusters: Sequence[Cluster], n_spans: int) -> None:
        self.sizes += map(len, clusters)
        self.doc += [len(self.spans)] * len(clusters)
        self.spans.append(n_spans)

    def side(self) -> Side:
        return Side(*(np.array(each, dtype=np.int64) for each in (self.sizes, self.doc, self.spans)))


def _cluster_of(clusters: Sequence[Cluster], first: int) -> dict[Mention, int]:
    return {span: number for number, cluster in enumerate(clusters, first) for span in cluster}


def _without_repeats(
    key: Document, response: Document, duplicates: Duplicates
) -> tuple[Sequence[Cluster], Sequence[Cluster]]:
    repeated_key, repeated_response = _has_repeats(key), _has_repeats(response)
    if not (repeated_key or repeated_response):
        return key.clusters, response.clusters
    if duplicates == "error":
        side, doc = ("key", key) if repeated_key else ("response", response)
        span = _first_repeat(doc)
        raise DataError(
            f"document {doc.id!r}: the {side} has the mention {span.start}:{span.end} more than once; "
            "remove it, or choose a rule (--duplicates first or reference)"
        )
    if duplicates == "first":
        return _keep_first(key.clusters), _keep_first(response.clusters)
    in_key = {span for cluster in key.clusters for span in cluster}
    return key.clusters, _keep_first(response.clusters, only=in_key)


def _has_repeats(doc: Document) -> bool:
    return len({span for cluster in doc.clusters for span in cluster}) < doc.n_mentions


def _first_repeat(doc: Document) -> Mention:
    spans = sorted(span for cluster in doc.clusters for span in cluster)
    return next(span for span, after in pairwise(spans) if span == after)


def _keep_first(clusters: Sequence[Cluster], *, only: set[Mention] | None = None) -> list[Cluster]:
    """Each span (of `only`, if given) in the first cluster that has it."""
    seen: set[Mention] = set()
    kept: list[Cluster] = []
    for cluster in clusters:
        left: list[Mention] = []
        for span in cluster:
            if span not in seen:
                left.append(span)
                if only is None or span in only:
                    seen.add(span)
        if left:
            kept.append(tuple(left))
    return kept
