"""Whom a pronoun was resolved to, right or wrong (Rudinger et al. 2018, section 4)."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("resolved_to_occupation", better="higher")
def resolved_to_occupation(to_occupation: Any, cases: Any) -> Any:
    """The share of cases whose pronoun is linked to the occupation alone; half of them should be."""
    return divide(to_occupation, cases)


@metrics.register("resolved_to_participant", better="higher")
def resolved_to_participant(to_participant: Any, cases: Any) -> Any:
    """The share of cases whose pronoun is linked to the participant alone; half of them should be."""
    return divide(to_participant, cases)


@metrics.register("resolved_to_neither", better="lower")
def resolved_to_neither(to_neither: Any, cases: Any) -> Any:
    """The share of cases whose pronoun is linked to none of the two, or to both."""
    return divide(to_neither, cases)
