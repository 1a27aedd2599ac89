"""Constructions that say outright that two phrases are one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from corefair import lists
from corefair.systems.rule.text import Text

_ROLES = ("nmod:desc", "compound")  # what a title before a name hangs by
_CLIMB = 4  # verbs between a relative pronoun and the clause it opens


def find(text: Text) -> Iterator[tuple[int, int, str]]:
    """An apposition, predicate nominative, role, relative pronoun, acronym or demonym makes two phrases one.

    Of an apposition inside its phrase, a predicate, a role and a relative pronoun only what they say is
    taken over: they are no mentions of their own (Lee 2013, 3.4).
    """
    predicates = _predicates(text)
    for i, phrase in enumerate(text.phrases):
        if phrase.kind == "list":
            continue
        governor = text.at_head.get(phrase.governor, -1)
        if phrase.head in predicates:
            yield from _joined(text, i, text.at_head.get(predicates[phrase.head], -1), "predicate of")
        elif phrase.relation == "appos":
            yield from _joined(text, i, governor, "apposition of")
        elif phrase.relation in _ROLES and phrase.kind == "nominal":
            if governor >= 0 and text.phrases[governor].kind == "name":
                yield from _joined(text, i, governor, "role of")
        elif phrase.kind == "pronoun" and text.tags[phrase.head][:1] == "W":
            text.hidden.add(i)
            noun = text.at_head.get(_modified(text, phrase.head), -1)
            if noun >= 0 and noun != i:
                yield i, noun, "relative pronoun of"
    yield from _acronyms(text)
    yield from _demonyms(text)


def _joined(text: Text, mention: int, antecedent: int, why: str) -> Iterator[tuple[int, int, str]]:
    """Link what stands for the same, if it agrees; inside its phrase or as a predicate it is not shown."""
    if antecedent < 0 or antecedent == mention:
        return
    one, other = text.phrases[mention], text.phrases[antecedent]
    both_names = one.kind == other.kind == "name"
    place = "place" in one.attributes.label | other.attributes.label
    if why == "apposition of" and (both_names or place):
        return
    if not text.clusters.agree(mention, antecedent) or not text.clusters.may_join(mention, antecedent):
        return
    if why == "predicate of" or text.nested(mention, antecedent):
        text.hidden.add(mention)
    yield mention, antecedent, why


def _predicates(text: Text) -> dict[int, int]:
    """Each noun that is a predicate with be, and the subject it is said of; not if it is denied."""
    copulas = {text.heads[i] for i, relation in enumerate(text.relations) if relation == "cop"}
    words = text.doc.words
    denied = {text.heads[i] for i, word in enumerate(words) if word.lower() in ("not", "n't", "n’t", "never")}
    return {
        text.heads[i]: i
        for i, relation in enumerate(text.relations)
        if relation == "nsubj" and text.heads[i] in copulas - denied
    }


def _modified(text: Text, word: int) -> int:
    """The noun whose relative clause a pronoun is in."""
    for _ in range(_CLIMB):
        if word < 0:
            break
        relation, word = text.relations[word], text.heads[word]
        if relation in ("acl:relcl", "acl"):
            return word
    return -1


def _acronyms(text: Text) -> Iterator[tuple[int, int, str]]:
    """A short name in capitals is the initials of a longer one, which does not hold it."""
    words = text.doc.words
    long: dict[str, int] = {}
    short: dict[str, int] = {}
    for i, phrase in enumerate(text.phrases):
        if phrase.kind != "name":
            continue
        start, end = phrase.span
        said = words[start : min(end, start + 10)]
        bare = phrase.word.replace(".", "")
        initials = "".join(word[0] for word in said if word[:1].isupper()).lower()
        if len(phrase.words) == 1 and len(bare) > 1 and words[phrase.head].replace(".", "").isupper():
            if (other := long.get(bare)) is not None and text.may_link(i, other):
                yield i, other, "initials of"
            short[bare] = i
        elif len(initials) > 1 and len(phrase.words) > 1:
            if (other := short.get(initials)) is not None and text.may_link(i, other):
                yield i, other, "initials are"
            long[initials] = i


def _demonyms(text: Text) -> Iterator[tuple[int, int, str]]:
    """A place by another of its names: a state by its abbreviation, a country by its people."""
    last: dict[str, int] = {}
    for i, phrase in enumerate(text.phrases):
        if phrase.kind == "name" and (place := _places().get(" ".join(sorted(phrase.words)))):
            before = last.get(place)
            if before is not None and text.may_link(i, before):
                yield i, before, f"both are {place}"
            last[place] = i


@cache
def _places() -> dict[str, str]:
    """Every name of a place, its words sorted, to the place."""
    return {
        " ".join(sorted(name.lower().split())): row["place"]
        for row in lists.read("places")
        for name in (row["place"], *filter(None, row["also"].split("|")))
    }
