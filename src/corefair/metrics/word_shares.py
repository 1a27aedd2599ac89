"""Shares of questions about words: analogies, SemBias, and words in the cluster of their category."""

from __future__ import annotations

from corefair.metrics.ratio import Quotient
from corefair.registry import metrics

# The two ways to combine cosines (Levy & Goldberg 2014).
metrics.register("analogy_add", better="higher", kind="accuracy", unit="share")(
    Quotient(
        "add_right", "asked", "The share of questions whose answer has the largest sum of cosines, 3CosAdd."
    )
)
metrics.register("analogy_mul", better="higher", kind="accuracy", unit="share")(
    Quotient(
        "mul_right",
        "asked",
        "The share of questions whose answer has the largest product of cosines, 3CosMul.",
    )
)

# Which pair is most like he and she (Zhao et al. 2018, section 4.1).
metrics.register("sembias_definition", better="higher", kind="share", unit="share")(
    Quotient(
        "definition",
        "asked",
        "The share of questions where the pair that differs in gender by definition is chosen.",
    )
)
metrics.register("sembias_stereotype", better="lower", kind="share", unit="share")(
    Quotient(
        "stereotype",
        "asked",
        "The share of questions where the pair that differs in gender by stereotype is chosen.",
    )
)
metrics.register("sembias_none", better="lower", kind="share", unit="share")(
    Quotient("none", "asked", "The share of questions where a pair that does not differ in gender is chosen.")
)

metrics.register("purity", better="higher", kind="share", unit="share")(
    Quotient(
        "in_majority",
        "clustered",
        "The share of words whose category is the most frequent one of their cluster.",
    )
)
