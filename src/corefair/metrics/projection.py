"""How far words reach along a direction, and what that adds to their nearness: means over words and pairs."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("direct_bias", better="lower")
def direct_bias(cosine_size: Any, words: Any) -> Any:
    """The mean of |cos(w, g)|^c over words, g the gender direction (Bolukbasi et al. 2016, section 5.2)."""
    return divide(cosine_size, words)


@metrics.register("ripa", better="lower")
def ripa(ripa_size: Any, words: Any) -> Any:
    """The mean of |w · b| over words, b a unit relation vector (Ethayarajh et al. 2019)."""
    return divide(ripa_size, words)


@metrics.register("indirect_bias", better="zero")
def indirect_bias(gender_part: Any, nearness: Any) -> Any:
    """The share of the cosines of word pairs that is owed to gender: the mean of β, weighted by cosine."""
    return divide(gender_part, nearness)
