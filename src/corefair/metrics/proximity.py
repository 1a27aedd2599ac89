"""Nearness owed to gender, over words: GIPE and the mean of η (Kumar 2020, §3.2 and §3.4)."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics

# η of a word is the share of its neighbours whose indirect bias β is above a threshold θ; γ, from 1 to 2, is
# its weight. The totals are sums over words, one set for each of the paper's thresholds .03, .05 and .07.


def gipe(gamma_eta: Any, gamma: Any) -> Any:
    """Σ γη / Σ γ (Kumar 2020, Definition 3).

    >>> gipe(1 * 0.5 + 2 * 0.2, 1 + 2) == 0.9 / 3
    True
    """
    return divide(gamma_eta, gamma)


@metrics.register("gipe_03", better="lower")
def gipe_03(gamma_eta_03: Any, gamma_03: Any) -> Any:
    """The gender-based illicit proximity estimate, θ = .03."""
    return gipe(gamma_eta_03, gamma_03)


@metrics.register("gipe_05", better="lower")
def gipe_05(gamma_eta_05: Any, gamma_05: Any) -> Any:
    """The gender-based illicit proximity estimate, θ = .05."""
    return gipe(gamma_eta_05, gamma_05)


@metrics.register("gipe_07", better="lower")
def gipe_07(gamma_eta_07: Any, gamma_07: Any) -> Any:
    """The gender-based illicit proximity estimate, θ = .07."""
    return gipe(gamma_eta_07, gamma_07)


@metrics.register("mean_eta_03", better="lower")
def mean_eta_03(eta_03: Any, words: Any) -> Any:
    """The mean share of neighbours near because of gender, θ = .03, every word alike."""
    return divide(eta_03, words)
