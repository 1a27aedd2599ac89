"""CEAF by entities: clusters paired one to one for the greatest sum of likenesses (Luo 2005, φ4)."""

from __future__ import annotations

from typing import Any

from corefair.metrics.coref.assignment import best_pairs
from corefair.metrics.coref.overlap import Overlap, Tally
from corefair.metrics.ratio import Prf, shared
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    likeness = 2 * table.n / (table.key.sizes[table.k] + table.response.sizes[table.r])
    chosen = best_pairs(table.k, table.r, likeness)
    return {
        "ceaf_e_shared": table.sum_pairs(likeness * chosen),
        "clusters_key": table.key.per_doc(1),
        "clusters_response": table.response.per_doc(1),
    }


@metrics.register("ceaf_e", better="higher", count=count)
def ceaf_e(ceaf_e_shared: Any, clusters_key: Any, clusters_response: Any) -> Prf:
    """Likeness of paired clusters, over the clusters of the key and over those of the response."""
    return shared(ceaf_e_shared, clusters_key, clusters_response)
