"""Who a pronoun could be: pronouns by the list, candidates as the document gives them or by a light rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from corefair import lists
from corefair.types import Cluster, Document, Mention, cluster_up

FORMS = ("nominative", "accusative", "determiner", "possessive", "reflexive")
_DETERMINERS = frozenset(("the", "a", "an"))
# What may begin a sentence in a capital without being a name, besides pronouns and determiners.
# fmt: off
_OPENERS = frozenset((
    "after", "although", "and", "as", "at", "because", "before", "but", "by", "during", "each", "every",
    "everyone", "for", "from", "here", "how", "i", "if", "in", "it", "its", "my", "no", "not", "nobody",
    "now", "of", "on", "once", "one", "or", "our", "since", "so", "some", "someone", "that", "then",
    "there", "these", "this", "those", "to", "today", "unless", "until", "we", "what", "when", "where",
    "whether", "which", "while", "who", "whose", "why", "with", "yes", "yet", "you", "your",
))
# fmt: on

Pick = Callable[[Document, Mention, list[Mention]], Mention | None]


def link_pronouns(doc: Document, pick: Pick) -> tuple[Cluster, ...]:
    """Clusters of each candidate with the pronouns that `pick` gives it; who gets none is in no cluster."""
    people = candidates(doc)
    linked: dict[Mention, list[Mention]] = {}
    for pronoun in pronouns(doc):
        possible = [each for each in people if not each.start <= pronoun.start < each.end]
        chosen = pick(doc, pronoun, possible) if possible else None
        if chosen is not None:
            linked.setdefault(chosen, [chosen]).append(pronoun)
    return cluster_up(linked.values())


def pronouns(doc: Document) -> list[Mention]:
    """Every third-person pronoun, in text order.

    A form that is an ordinary word too ("per", "co") counts only in a document without any other pronoun.

    >>> pronouns(Document("d", ("Ze", "earns", "9", "per", "day")))
    [Mention(start=0, end=1)]
    """
    found = [i for i, word in enumerate(doc.words) if word.lower() in groups()]
    sure = [i for i in found if doc.words[i].lower() not in _ordinary()]
    return [Mention(i, i + 1) for i in sure or found]


def candidates(doc: Document) -> list[Mention]:
    """The PERSON entities in the order the document gives them, pronouns left out; without any, by rule.

    The rule takes "the", "a" or "an" with what follows, up to the end of an occupation we know within four
    words, else of a run of capitals, else one word; and capitalised runs, at the start of a sentence too
    unless it is a word sentences often begin with. It knows no verbs and finds things as well as people, so
    a suite should name its candidates.

    >>> words = "The construction worker told Ann Lee a joke .".split()
    >>> [" ".join(words[start:end]) for start, end in candidates(Document("d", tuple(words)))]
    ['The construction worker', 'Ann Lee', 'a joke']
    """
    given = dict.fromkeys(Mention(start, end) for start, end, label in doc.entities if label == "PERSON")
    if given:
        return [each for each in given if each.end - each.start > 1 or not _is_pronoun(doc.words[each.start])]
    found = []
    for first, last in doc.sentence_spans() if doc.words else []:
        at = first
        while at < last:
            end = _end_of_phrase(doc.words[:last], at)
            if end > at:
                found.append(Mention(at, end))
            at = max(end, at + 1)
    return found


@cache
def groups() -> dict[str, str]:
    """Each form of each pronoun, in lower case, with its group: feminine, masculine, neutral or neo."""
    return {
        form: row["group"]
        for row in lists.read("pronouns")
        for form in [*(row[case] for case in FORMS), *row["also"].split()]
    }


@cache
def shares() -> dict[str, float]:
    """Each occupation in lower case with the share of women in it."""
    return {row["occupation"].lower(): float(row["percent_women"]) / 100 for row in lists.read("occupations")}


def share_of(words: tuple[str, ...]) -> float | None:
    """The share of women in the occupation these words end with, the longest we know, singular or plural.

    >>> share_of(("The", "tall", "nurses")) == shares()["nurse"]
    True
    """
    lowered = [word.lower() for word in words]
    for start in range(len(words)):
        name = " ".join(lowered[start:])
        for form in (name, name.removesuffix("s")):
            if form in shares():
                return shares()[form]
    return None


def _end_of_phrase(words: tuple[str, ...], at: int) -> int:
    """Where a phrase that begins at a word ends; the word itself if none begins there."""
    if words[at].lower() not in _DETERMINERS:
        return _end_of_capitals(words, at)
    stop = at + 1
    while stop < len(words) and stop <= at + 4 and _may_be_inside(words[stop]):
        stop += 1
    for end in range(stop, at + 1, -1):
        if share_of(words[at + 1 : end]) is not None:
            return end
    capitals = _end_of_capitals(words, at + 1) if at + 1 < len(words) else at
    return capitals if capitals > at + 1 else min(at + 2, stop) if stop > at + 1 else at


def _end_of_capitals(words: tuple[str, ...], at: int) -> int:
    end = at
    while end < len(words) and words[end][:1].isupper() and _may_be_inside(words[end]):
        end += 1
    return end


def _may_be_inside(word: str) -> bool:
    lowered = word.lower()
    return word[:1].isalpha() and lowered not in _DETERMINERS | _OPENERS and not _is_pronoun(word)


def _is_pronoun(word: str) -> bool:
    return word.lower() in groups() and word.lower() not in _ordinary()


@cache
def _ordinary() -> frozenset[str]:
    return frozenset(form for row in lists.read("pronouns") for form in row["ordinary"].split())
