"""Phrases that refer to nothing: taken out before any pass (Lee 2013, 3.1)."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.systems.rule.phrases import Phrase
from corefair.types import Document

# fmt: off
_NO_ONE = frozenset((  # first words of a phrase that speaks of all or none, not of one
    "not", "every", "any", "none", "everything", "anything", "nothing", "all", "enough", "no", "nobody",
    "anyone", "anybody", "everyone", "everybody", "each", "noone", "whatever", "whoever", "neither", "either",
))
_NO_HEAD = frozenset((
    "mm", "hmm", "ahem", "um", "uh", "%", "percent", "etc", "etc.", "ltd.", "there", "other", "others",
    "lot", "lots", "kind", "sort", "bit",
))
_AMOUNTS = frozenset((
    "number", "half", "group", "bunch", "pair", "couple", "dozen", "dozens", "hundreds", "thousands",
    "millions", "majority", "minority", "rest", "part", "piece", "handful", "total", "all", "some", "most",
    "many", "several", "one", "two", "three", "four", "five", "none", "each", "both", "few",
))
_SEEMING = frozenset(("seem", "appear", "mean", "follow", "turn", "happen"))
# fmt: on


def keep(doc: Document, phrases: Sequence[Phrase]) -> list[Phrase]:
    """Those that may refer to something."""
    tags, heads = doc.tags or (), doc.heads or ()
    clausal = {
        heads[word] for word, relation in enumerate(doc.relations or ()) if relation in ("ccomp", "csubj")
    }
    lemmas = doc.layers.get("lemma", doc.words)
    return [each for each in phrases if not _refers_to_nothing(doc, each, tags, lemmas, clausal)]


def _refers_to_nothing(
    doc: Document, phrase: Phrase, tags: Sequence[str], lemmas: Sequence[str], clausal: set[int]
) -> bool:
    start, end = phrase.span
    first, head = doc.words[start].lower(), phrase.head
    if phrase.kind == "pronoun":
        if phrase.relation == "expl":
            return True
        # "it seems that …"
        seems = phrase.governor in clausal and lemmas[phrase.governor].lower() in _SEEMING
        return phrase.word == "it" and seems
    if (
        first in _NO_ONE
        or phrase.word in _NO_HEAD
        or (not phrase.word[:1].isalpha() and phrase.kind != "name")
    ):
        return True
    if phrase.kind == "name":
        # A name inside a name: "Union" of the Soviet Union.
        return phrase.relation == "compound" and tags[phrase.governor][:3] == "NNP"
    if phrase.kind == "nominal":
        if start > 1 and doc.words[start - 1].lower() == "of" and lemmas[start - 2].lower() in _AMOUNTS:
            return True  # "a number of people" is one phrase, and not "people"
        bare = end - start == 1 or tags[start][:2] == "JJ"
        if bare and tags[head] == "NN" and phrase.relation != "nmod:desc":
            return True  # "water", "early life": of its kind, no single thing
    return False
