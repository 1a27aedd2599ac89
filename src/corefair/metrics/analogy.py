"""Shares of analogy questions answered right, by the two ways to combine cosines (Levy & Goldberg 2014)."""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import divide
from corefair.registry import metrics


@metrics.register("analogy_add", better="higher")
def analogy_add(add_right: Any, asked: Any) -> Any:
    """The share of questions whose answer has the largest sum of cosines, 3CosAdd."""
    return divide(add_right, asked)


@metrics.register("analogy_mul", better="higher")
def analogy_mul(mul_right: Any, asked: Any) -> Any:
    """The share of questions whose answer has the largest product of cosines, 3CosMul."""
    return divide(mul_right, asked)
