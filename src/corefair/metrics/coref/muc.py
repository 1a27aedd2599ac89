"""MUC: the fewest links that must be added to one side to get the other (Vilain et al. 1995)."""

from __future__ import annotations

from corefair.metrics.coref.overlap import Overlap, Tally
from corefair.metrics.ratio import Number, Prf, shared
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    # A cluster cut in p parts keeps |k| − p of its |k| − 1 links; a mention the other side lacks is a part of
    # its own. So what is kept is Σ (n − 1) over the parts, seen from either side.
    return {
        "muc_shared": table.sum_pairs(table.n - 1),
        "muc_key": table.key.per_doc(table.key.sizes - 1),
        "muc_response": table.response.per_doc(table.response.sizes - 1),
    }


@metrics.register("muc", better="higher", kind="f1", unit="share", count=count)
def muc(muc_shared: Number, muc_key: Number, muc_response: Number) -> Prf:
    """Links kept, of those in the key and of those in the response; singletons have none."""
    return shared(muc_shared, muc_key, muc_response)
