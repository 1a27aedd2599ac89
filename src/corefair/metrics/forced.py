"""Shares of cases when a system must choose (Dawkins 2021): the choice is linked, or else scored higher."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("forced_accuracy", better="higher")
def forced_accuracy(forced_right: Any, asked: Any) -> Any:
    """The share of cases whose forced choice is right; one that could not be forced is wrong."""
    return divide(forced_right, asked)


@metrics.register("unforced", better="lower")
def unforced(not_forced: Any, cases: Any) -> Any:
    """The share of cases with no choice to take: one candidate was not linked alone, nor scored higher."""
    return divide(not_forced, cases)
