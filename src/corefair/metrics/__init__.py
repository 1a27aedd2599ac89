"""Arithmetic on totals: every metric is a function of named additive counts, registered under its name.

What is registered with it: `better`, which way is better; `kind` and `unit`, what a Score of it is and how it
is shown; `weighted`, that its totals are. The many that are one total over another are `ratio.Quotient`s.
"""

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
    >>> totals_of("gipe_05")
    ('gamma_eta_05', 'gamma_05')
    """
    return tuple(inspect.signature(metrics[name]).parameters)


def evaluate(name: str, totals: Mapping[str, Any]) -> Any:
    """The metric of these totals, numbers or arrays of one shape; totals it does not use are ignored.

    >>> evaluate("mentions", {"spans_shared": 3, "spans_key": 4, "spans_response": 6}).precision
    0.5
    """
    return metrics[name](*(totals[total] for total in totals_of(name)))
