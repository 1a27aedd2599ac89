"""Phrases that refer to nothing: taken out before any pass (Lee 2013, 3.1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from corefair.text.phrases import Phrase
from corefair.types import Document, Mention

# fmt: off
_NO_ONE = frozenset((  # first words of a phrase that speaks of all or none, not of one
    "not", "every", "any", "none", "everything", "anything", "nothing", "all", "enough", "no", "nobody",
    "anyone", "anybody", "everyone", "everybody", "each", "noone", "whatever", "whoever", "neither", "either",
))
_NO_HEAD = frozenset((
    "mm", "hmm", "ahem", "um", "uh", "%", "percent", "etc", "etc.", "ltd.", "there", "other", "others",
    "lot", "lots", "kind", "sort", "bit", "here",
))
_AMOUNTS = frozenset((
    "number", "half", "group", "bunch", "pair", "couple", "dozen", "dozens", "hundreds", "thousands",
    "millions", "majority", "minority", "rest", "part", "piece", "handful", "total", "all", "some", "most",
    "many", "several", "one", "two", "three", "four", "five", "none", "each", "both", "few",
))
_CALLED = frozenset((  # what someone is called by, without an article, as by a name
    "mother", "father", "mom", "mum", "dad", "mama", "mamma", "papa", "mommy", "mummy", "daddy", "uncle",
    "aunt", "auntie", "sister", "brother", "grandmother", "grandfather", "grandma", "grandpa", "granny",
))
_YEAR = re.compile("1[0-9]{3}|20[0-9]{2}")
_SEEMING = frozenset(("seem", "appear", "mean", "follow", "turn", "happen"))
# fmt: on


def keep(doc: Document, phrases: Sequence[Phrase]) -> list[Phrase]:
    """Those that may refer to something."""
    tags, heads = doc.tags or (), doc.heads or ()
    clausal = {
        heads[word] for word, relation in enumerate(doc.relations or ()) if relation in ("ccomp", "csubj")
    }
    lemmas = doc.layers.get("lemma", doc.words)
    names = {Mention(start, end) for start, end, _ in doc.entities}
    said = Counter(each.text for each in phrases if each.kind == "nominal" and each.text)
    kept = []
    for each in phrases:
        why = _refers_to_nothing(doc, each, tags, lemmas, clausal, names)
        if not why or (why == "of its kind" and said[each.text] > 1 and _may_return(each)):
            kept.append(each)
    return kept


def _may_return(phrase: Phrase) -> bool:
    """Whether a number or a bare noun that is said again in the same words is taken for the same thing.

    On OntoGUM's training documents that finds more mentions and costs no precision, but for a single noun
    only where it is a subject.
    """
    is_number = not phrase.word[:1].isalpha()
    return is_number or phrase.span.end - phrase.span.start > 1 or phrase.relation.startswith("nsubj")


def _refers_to_nothing(
    doc: Document,
    phrase: Phrase,
    tags: Sequence[str],
    lemmas: Sequence[str],
    clausal: set[int],
    names: set[Mention],
) -> str:
    """Why it stands for nothing, or for no single thing: "of its kind"; empty if it may refer."""
    start, end = phrase.span
    first, head = doc.words[start].lower(), phrase.head
    if phrase.kind == "pronoun":
        if phrase.relation == "expl":
            return "expletive"
        # "it seems that …"
        seems = phrase.governor in clausal and lemmas[phrase.governor].lower() in _SEEMING
        return "expletive" if phrase.word == "it" and seems else ""
    if first in _NO_ONE or phrase.word in _NO_HEAD:
        return "all or none"
    if not phrase.word[:1].isalpha() and phrase.kind != "name":
        # "5.3" stands for nothing; "in 1968" for a year that may be spoken of again.
        is_year = _YEAR.fullmatch(phrase.word) and phrase.relation.startswith("obl")
        return "" if is_year else "of its kind"
    if phrase.kind == "name":
        # A name inside a name, "Union" of the Soviet Union; but not one that is known by itself.
        inside = phrase.relation == "compound" and tags[phrase.governor][:3] == "NNP"
        return "inside" if inside and phrase.span not in names else ""
    if phrase.kind == "nominal":
        amount = start > 1 and doc.words[start - 1].lower() == "of" and lemmas[start - 2].lower() in _AMOUNTS
        if amount and not phrase.definite:
            return "inside"  # "a number of people" is one, and not "people"; "one of the people" is two
        bare = end - start == 1 or tags[start][:2] == "JJ"
        called = phrase.relation in ("nmod:desc", "vocative") or phrase.word in _CALLED
        if bare and tags[head] == "NN" and not called:
            return "of its kind"  # "water", "early life"
    return ""
