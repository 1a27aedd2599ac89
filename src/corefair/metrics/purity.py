"""How pure clusters are: the share of words that belong to the category most frequent in their cluster."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("purity", better="higher")
def purity(in_majority: Any, clustered: Any) -> Any:
    """The share of words whose category is the most frequent one of their cluster."""
    return divide(in_majority, clustered)
