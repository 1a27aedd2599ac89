"""Shares of the people a corpus speaks of: by the gender of their pronouns, and with a job title."""

from __future__ import annotations

from corefair.metrics.ratio import Quotient
from corefair.registry import metrics

# WinoBias section 3.1: entities with a mention headed by a gendered pronoun.
metrics.register("masculine_entities", better="half", kind="share", unit="share")(
    Quotient(
        "masculine",
        "gendered",
        "The share of masculine entities among those with a gendered pronoun.",
        needs_some=True,
    )
)
metrics.register("neutral_entities", better="higher", kind="share", unit="share")(
    Quotient(
        "neutral",
        "entities",
        "The share of entities with neutral pronouns among those with any personal one.",
        needs_some=True,
    )
)
metrics.register("masculine_pronouns", better="half", kind="share", unit="share")(
    Quotient(
        "masculine_words",
        "gendered_words",
        "The share of masculine words among gendered pronouns.",
        needs_some=True,
    )
)
metrics.register("titled_phrases", better="zero", kind="share", unit="share")(
    Quotient(
        "titled",
        "phrases",
        "The share of mentions that are no pronouns and contain a job title.",
        needs_some=True,
    )
)
metrics.register("titled_mentions", better="zero", kind="share", unit="share")(
    Quotient("titled", "mentions", "The share of all mentions that contain a job title.", needs_some=True)
)
