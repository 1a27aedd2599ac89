"""CEAF by mentions: clusters paired one to one so that most mentions agree (Luo 2005, φ3)."""

from __future__ import annotations

from corefair.metrics.coref.assignment import best_pairs
from corefair.metrics.coref.overlap import Overlap, Tally
from corefair.metrics.ratio import Number, Prf, shared
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    chosen = best_pairs(table.k, table.r, table.n)
    return {
        "ceaf_m_shared": table.sum_pairs(table.n * chosen),
        "mentions_key": table.key.per_doc(table.key.sizes),
        "mentions_response": table.response.per_doc(table.response.sizes),
    }


@metrics.register("ceaf_m", better="higher", kind="f1", unit="share", count=count)
def ceaf_m(ceaf_m_shared: Number, mentions_key: Number, mentions_response: Number) -> Prf:
    """Mentions in paired clusters, of those in the key and of those in the response."""
    return shared(ceaf_m_shared, mentions_key, mentions_response)
