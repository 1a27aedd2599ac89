"""How far words reach along a direction, and what that adds to their nearness: means over words and pairs."""

from __future__ import annotations

from corefair.metrics.ratio import Quotient
from corefair.registry import metrics

metrics.register("direct_bias", better="lower", kind="projection", unit="number")(
    Quotient(
        "cosine_size",
        "words",
        "The mean of |cos(w, g)|^c over words, g the gender direction (Bolukbasi et al. 2016, section 5.2).",
    )
)
metrics.register("ripa", better="lower", kind="projection", unit="number")(
    Quotient(
        "ripa_size",
        "words",
        "The mean of |w · b| over words, b a unit relation vector (Ethayarajh et al. 2019).",
    )
)
metrics.register("indirect_bias", better="zero", kind="projection", unit="number")(
    Quotient(
        "gender_part",
        "nearness",
        "The share of the cosines of word pairs that is owed to gender: the mean of β, weighted by cosine.",
    )
)
