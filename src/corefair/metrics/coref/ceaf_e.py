"""CEAF by entities: clusters paired one to one for the greatest sum of likenesses (Luo 2005, φ4)."""

from __future__ import annotations

from corefair.metrics.coref.assignment import best_pairs
from corefair.metrics.coref.overlap import Overlap, Tally
from corefair.metrics.ratio import Number, Prf, shared
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    likeness = 2 * table.n / (table.key.sizes[table.k] + table.response.sizes[table.r])
    chosen = best_pairs(table.k, table.r, likeness)
    return {
        "ceaf_e_shared": table.sum_pairs(likeness * chosen),
        "clusters_key": table.key.per_doc(1),
        "clusters_response": table.response.per_doc(1),
    }


@metrics.register("ceaf_e", better="higher", kind="f1", unit="share", count=count)
def ceaf_e(ceaf_e_shared: Number, clusters_key: Number, clusters_response: Number) -> Prf:
    """Likeness of paired clusters, over the clusters of the key and over those of the response."""
    return shared(ceaf_e_shared, clusters_key, clusters_response)
