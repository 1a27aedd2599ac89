"""The second-nearest candidate: Dist-2 of Kocijan et al. (2021)."""

from __future__ import annotations

from corefair.registry import systems
from corefair.systems.nearest import Nearest


@systems.register("second")
class Second(Nearest):
    """Links each pronoun to the second-nearest candidate (Dist-2); with fewer than 2 there is no link."""

    k = 2
    self_tested = False  # the self-test has one candidate a sentence, where this rule rightly links nothing
