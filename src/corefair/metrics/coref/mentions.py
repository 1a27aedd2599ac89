"""Mention detection: which spans were found, whatever they were linked to."""

from __future__ import annotations

from corefair.metrics.coref.overlap import Overlap, Tally
from corefair.metrics.ratio import Number, Prf, shared
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    return {
        "spans_shared": table.sum_pairs(table.n),
        "spans_key": table.key.spans,
        "spans_response": table.response.spans,
    }


@metrics.register("mentions", better="higher", kind="f1", unit="share", count=count)
def mentions(spans_shared: Number, spans_key: Number, spans_response: Number) -> Prf:
    """The share of key spans found, and of response spans that are right; a repeated span counts once."""
    return shared(spans_shared, spans_key, spans_response)
