"""Which pair is most like he and she: shares of SemBias questions (Zhao et al. 2018, section 4.1)."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("sembias_definition", better="higher")
def sembias_definition(definition: Any, asked: Any) -> Any:
    """The share of questions where the pair that differs in gender by definition is chosen."""
    return divide(definition, asked)


@metrics.register("sembias_stereotype", better="lower")
def sembias_stereotype(stereotype: Any, asked: Any) -> Any:
    """The share of questions where the pair that differs in gender by stereotype is chosen."""
    return divide(stereotype, asked)


@metrics.register("sembias_none", better="lower")
def sembias_none(none: Any, asked: Any) -> Any:
    """The share of questions where a pair that does not differ in gender is chosen."""
    return divide(none, asked)
