"""The third-nearest candidate: Dist-3 of Kocijan et al. (2021)."""

from __future__ import annotations

from corefair.registry import systems
from corefair.systems.nearest import Nearest


@systems.register("third")
class Third(Nearest):
    """Links each pronoun to the third-nearest candidate (Dist-3); with fewer than 3 there is no link."""

    k = 3
    self_tested = False  # the self-test has one candidate a sentence, where this rule rightly links nothing
