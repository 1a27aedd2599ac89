"""The CoNLL average of MUC, B³ and CEAFe: the field's headline (Pradhan et al. 2012)."""

from __future__ import annotations

from corefair.metrics.coref.b_cubed import b_cubed
from corefair.metrics.coref.ceaf_e import ceaf_e
from corefair.metrics.coref.muc import muc
from corefair.metrics.ratio import Number, Prf
from corefair.registry import metrics


@metrics.register("conll", better="higher", kind="f1", unit="share")
def conll(
    muc_shared: Number,
    muc_key: Number,
    muc_response: Number,
    b_cubed_key: Number,
    mentions_key: Number,
    b_cubed_response: Number,
    mentions_response: Number,
    ceaf_e_shared: Number,
    clusters_key: Number,
    clusters_response: Number,
) -> Prf:
    """The mean of the three F1; recall and precision are the means of theirs."""
    three = (
        muc(muc_shared, muc_key, muc_response),
        b_cubed(b_cubed_key, mentions_key, b_cubed_response, mentions_response),
        ceaf_e(ceaf_e_shared, clusters_key, clusters_response),
    )
    return Prf(*(sum(parts) / 3 for parts in zip(*three, strict=True)))
