"""Pronouns alone are exchanged, by their grammar; nouns and names stay."""

from __future__ import annotations

from corefair.mitigators.text.swap_pronouns import SwapPronouns
from corefair.types import Document


def test_nouns_stay() -> None:
    words = ("The", "queen", "told", "her", "brother", "that", "he", "saw", "her", ".")
    tags = ("DT", "NN", "VBD", "PRP$", "NN", "IN", "PRP", "VBD", "PRP", ".")
    after = SwapPronouns()(Document("d", words, tags=tags))
    assert after.words == ("The", "queen", "told", "his", "brother", "that", "she", "saw", "him", ".")
