"""LEA: the share of each entity's links that are there, weighted by its size (Moosavi and Strube 2016)."""

from __future__ import annotations

import numpy as np

from corefair.metrics.coref.overlap import Array, Overlap, Side, Tally, n_links
from corefair.metrics.ratio import Number, Prf, divide, prf
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    def resolved(at: Array, side: Side, other_at: Array, other: Side) -> Array:
        size = side.sizes[at]
        links = np.maximum(n_links(size), 1)
        # A singleton's only link is to itself, and only another singleton keeps it.
        kept = np.where(size > 1, n_links(table.n), other.sizes[other_at] == 1)
        return table.sum_pairs(size * kept / links)

    return {
        "lea_key": resolved(table.k, table.key, table.r, table.response),
        "lea_response": resolved(table.r, table.response, table.k, table.key),
        "mentions_key": table.key.per_doc(table.key.sizes),
        "mentions_response": table.response.per_doc(table.response.sizes),
    }


@metrics.register("lea", better="higher", kind="f1", unit="share", count=count)
def lea(lea_key: Number, mentions_key: Number, lea_response: Number, mentions_response: Number) -> Prf:
    """Links resolved per entity, weighted by the entity's mentions."""
    return prf(divide(lea_key, mentions_key), divide(lea_response, mentions_response))
