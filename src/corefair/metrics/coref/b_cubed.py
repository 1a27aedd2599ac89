"""B³: for each mention, how much of its cluster is right (Bagga and Baldwin 1998)."""

from __future__ import annotations

from corefair.metrics.coref.overlap import Overlap, Tally
from corefair.metrics.ratio import Number, Prf, divide, prf
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    # Each of the n mentions that clusters k and r share scores n / |k| for recall and n / |r| for precision.
    return {
        "b_cubed_key": table.sum_pairs(table.n**2 / table.key.sizes[table.k]),
        "b_cubed_response": table.sum_pairs(table.n**2 / table.response.sizes[table.r]),
        "mentions_key": table.key.per_doc(table.key.sizes),
        "mentions_response": table.response.per_doc(table.response.sizes),
    }


@metrics.register("b_cubed", better="higher", kind="f1", unit="share", count=count)
def b_cubed(
    b_cubed_key: Number, mentions_key: Number, b_cubed_response: Number, mentions_response: Number
) -> Prf:
    """The mean over key mentions (recall) and over response mentions (precision)."""
    return prf(divide(b_cubed_key, mentions_key), divide(b_cubed_response, mentions_response))
