"""Nearness owed to gender, over words: GIPE and the mean of η (Kumar 2020, §3.2 and §3.4)."""

from __future__ import annotations

from corefair.metrics.ratio import Quotient
from corefair.registry import metrics

# η of a word is the share of its neighbours whose indirect bias β is above a threshold θ; γ, from 1 to 2, is
# its weight. GIPE is Σ γη / Σ γ (Definition 3). The totals are sums over words, one set for each of the
# paper's thresholds .03, .05 and .07.
metrics.register("gipe_03", better="lower", kind="proximity", unit="number")(
    Quotient("gamma_eta_03", "gamma_03", "The gender-based illicit proximity estimate, θ = .03.")
)
metrics.register("gipe_05", better="lower", kind="proximity", unit="number")(
    Quotient("gamma_eta_05", "gamma_05", "The gender-based illicit proximity estimate, θ = .05.")
)
metrics.register("gipe_07", better="lower", kind="proximity", unit="number")(
    Quotient("gamma_eta_07", "gamma_07", "The gender-based illicit proximity estimate, θ = .07.")
)
metrics.register("mean_eta_03", better="lower", kind="proximity", unit="number")(
    Quotient(
        "eta_03", "words", "The mean share of neighbours near because of gender, θ = .03, every word alike."
    )
)
