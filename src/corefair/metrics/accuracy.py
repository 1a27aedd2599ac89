"""Shares of pronoun questions: right, linked at all, right when forced to choose, and to whom."""

from __future__ import annotations

from corefair.metrics.ratio import Quotient
from corefair.registry import metrics

metrics.register("link_accuracy", better="higher", kind="accuracy", unit="share")(
    Quotient(
        "right", "asked", "The share of cases whose pronoun is linked to the right candidate and to no other."
    )
)
metrics.register("link_rate", better="higher", kind="link_rate", unit="share")(
    Quotient("linked", "cases", "The share of cases whose pronoun is linked to any candidate at all.")
)

# When a system must choose (Dawkins 2021), its choice is the candidate it linked, or else scored higher.
metrics.register("forced_accuracy", better="higher", kind="accuracy", unit="share")(
    Quotient(
        "forced_right",
        "asked",
        "The share of cases whose forced choice is right; one that could not be forced is wrong.",
    )
)
metrics.register("unforced", better="lower", kind="share", unit="share")(
    Quotient(
        "not_forced",
        "cases",
        "The share of cases with no choice to take: one candidate was not linked alone, nor scored higher.",
    )
)

# Whom a pronoun was resolved to, right or wrong (Rudinger et al. 2018, section 4).
metrics.register("resolved_to_occupation", better="higher", kind="share", unit="share")(
    Quotient(
        "to_occupation",
        "cases",
        "The share of cases whose pronoun is linked to the occupation alone; half of them should be.",
    )
)
metrics.register("resolved_to_participant", better="higher", kind="share", unit="share")(
    Quotient(
        "to_participant",
        "cases",
        "The share of cases whose pronoun is linked to the participant alone; half of them should be.",
    )
)
metrics.register("resolved_to_neither", better="lower", kind="share", unit="share")(
    Quotient(
        "to_neither", "cases", "The share of cases whose pronoun is linked to none of the two, or to both."
    )
)
