"""Arithmetic on totals: every metric is a function of named additive counts, registered under its name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any

from corefair.registry import metrics


@cache
def totals_of(name: str) -> tuple[str, ...]:
    """The names of the totals a metric is a function of, in order.

    >>> totals_of("ceaf_e")
    ('ceaf_e_shared', 'clusters_key', 'clusters_response')
    """
    return tuple(inspect.signature(metrics[name]).parameters)


def evaluate(name: str, totals: Mapping[str, Any]) -> Any:
    """The metric of these totals, numbers or arrays of one shape; totals it does not use are ignored.

    >>> evaluate("mentions", {"spans_shared": 3, "spans_key": 4, "spans_response": 6}).precision
    0.5
    """
    return metrics[name](*(totals[each] for each in totals_of(name)))
