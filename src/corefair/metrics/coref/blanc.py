"""BLANC: links within and between entities count alike (Recasens and Hovy 2011; Luo et al. 2014)."""

from __future__ import annotations

import numpy as np

from corefair.metrics.coref.overlap import Overlap, Tally, n_links
from corefair.metrics.ratio import Number, Prf, shared
from corefair.registry import metrics


def count(table: Overlap) -> Tally:
    # Links are counted from cluster sizes, never listed: a document of m mentions has m²/2 of them.
    key, response = table.key, table.response
    inside_key, inside_response = key.per_doc(n_links(key.sizes)), response.per_doc(n_links(response.sizes))
    both = table.sum_pairs(table.n)
    inside_both = table.sum_pairs(n_links(table.n))
    # Of the pairs of mentions found on both sides: all, less those one side links, plus those both link.
    linked_in_key = key.per_doc(n_links(np.bincount(table.k, table.n, len(key.sizes))))
    linked_in_response = response.per_doc(n_links(np.bincount(table.r, table.n, len(response.sizes))))
    return {
        "links_shared": inside_both,
        "links_key": inside_key,
        "links_response": inside_response,
        "breaks_shared": n_links(both) - linked_in_key - linked_in_response + inside_both,
        "breaks_key": n_links(key.per_doc(key.sizes)) - inside_key,
        "breaks_response": n_links(response.per_doc(response.sizes)) - inside_response,
        "spans_shared": both,
        "spans_key": key.spans,
        "spans_response": response.spans,
    }


@metrics.register("blanc", better="higher", kind="f1", unit="share", count=count)
def blanc(
    links_shared: Number,
    links_key: Number,
    links_response: Number,
    breaks_shared: Number,
    breaks_key: Number,
    breaks_response: Number,
    spans_shared: Number,
    spans_key: Number,
    spans_response: Number,
) -> Prf:
    """The mean of two scores, one of links inside entities, one of links between them.

    A kind of link that the key lacks is left out (so key and response do not always change places), and with
    no link in the key at all, mention detection decides.
    """
    links = shared(links_shared, links_key, links_response)
    breaks = shared(breaks_shared, breaks_key, breaks_response)
    spans = shared(spans_shared, spans_key, spans_response)
    has_links, has_breaks = np.asarray(links_key) > 0, np.asarray(breaks_key) > 0

    def mean(at: int) -> Number:
        value = np.select(
            [has_links & has_breaks, has_links, has_breaks],
            [(np.asarray(links[at]) + breaks[at]) / 2, links[at], breaks[at]],
            default=spans[at],
        )
        return float(value) if value.ndim == 0 else value

    return Prf(mean(0), mean(1), mean(2))
