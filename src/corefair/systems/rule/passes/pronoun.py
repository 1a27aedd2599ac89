"""Third-person pronouns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from corefair.systems.rule.order import before_pronoun
from corefair.systems.rule.text import Text
from corefair.text.phrases import PERSONAL
from corefair.text.pronouns import pronouns

# fmt: off
_TIMES = frozenset((
    "time", "times", "moment", "moments", "second", "minute", "minutes", "hour", "hours", "day", "days",
    "week", "weeks", "month", "months", "year", "years", "decade", "decades", "century", "centuries",
    "morning", "afternoon", "evening", "night", "today", "tomorrow", "yesterday", "age",
))
# fmt: on
_ANIMATE, _PLURAL = frozenset(("animate",)), frozenset(("plural",))


def find(text: Text) -> Iterator[tuple[int, int, str]]:
    """A third-person pronoun is the first phrase, in order and within three sentences, that agrees with it.

    Those that surely fit go first: for he, she and the like what is known to be animate, and for they,
    which may be one or several, what is known to be several.
    """
    for i, phrase in enumerate(text.phrases):
        if phrase.person == "third" and text.clusters.is_first(i):
            ranked = rank(text, i)
            for place, other in enumerate(ranked, 1):
                text.scores.append((phrase.span, text.phrases[other].span, 1 / place))
            if ranked:
                back = phrase.sentence - text.phrases[ranked[0]].sentence
                yield i, ranked[0], f"agrees, {_far(back)}"


def rank(text: Text, pronoun: int) -> list[int]:
    """What a pronoun may stand for, the likeliest first; of each cluster the phrase first in order."""
    clusters, tried, found = text.clusters, set[int](), list[int]()
    for other in before_pronoun(text, pronoun):
        root = clusters.root(other)
        if root not in tried and possible(text, pronoun, other):
            tried.add(root)
            if clusters.agree(pronoun, other):
                found.append(other)
    return sorted(found, key=lambda other: not _surely(text, pronoun, other))


def possible(text: Text, pronoun: int, other: int) -> bool:
    """Whether syntax and speech allow that a pronoun stands for an earlier phrase."""
    phrase, found = text.phrases[pronoun], text.phrases[other]
    if not text.may_link(pronoun, other) or found.word in _TIMES:
        return False
    if found.word.replace(",", "").isdecimal() and phrase.attributes.animacy == _ANIMATE:
        return False  # "In 2015 he left"
    if found.kind == "pronoun" and found.person != "third":
        return False  # I, you and we are told by who speaks
    if phrase.relation in ("obj", "iobj") and _is_subject_of(text, other, phrase.governor):
        # The object of a verb is its subject only as a reflexive: "saw himself", not "saw him".
        return phrase.word.endswith(("self", "selves"))
    speaker = text.speech.speaker(phrase.head)
    return speaker is None or not text.clusters.together(speaker, other)


def _is_subject_of(text: Text, phrase: int, verb: int) -> bool:
    found = text.phrases[phrase]
    return found.governor == verb >= 0 and found.relation.startswith("nsubj")


def _surely(text: Text, pronoun: int, other: int) -> bool:
    """Whether an antecedent is known to be what the pronoun asks for, where it may else be anything."""
    asked, known = text.phrases[pronoun].attributes, text.clusters.values_of(other)
    if asked.number > _PLURAL:
        heads = text.clusters.heads[text.clusters.root(other)]
        return known.number == _PLURAL or not _one_or_several().isdisjoint(heads)
    return asked.animacy != _ANIMATE or "animate" in known.animacy


@cache
def _one_or_several() -> frozenset[str]:
    """The forms of they: who has been called so may be called so again."""
    return frozenset(
        form for form, said in pronouns().items() if said.number > _PLURAL and said.type in PERSONAL
    )


def _far(sentences: int) -> str:
    return (
        ("same sentence", "the sentence before")[sentences]
        if sentences < 2
        else f"{sentences} sentences back"
    )
