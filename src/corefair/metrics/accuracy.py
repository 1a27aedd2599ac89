"""Shares of cases: how often a pronoun was linked, and how often to the right one."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("link_accuracy", better="higher")
def link_accuracy(right: Any, asked: Any) -> Any:
    """The share of cases whose pronoun is linked to the right candidate and to no other."""
    return divide(right, asked)


@metrics.register("link_rate", better="higher")
def link_rate(linked: Any, cases: Any) -> Any:
    """The share of cases whose pronoun is linked to any candidate at all."""
    return divide(linked, cases)
