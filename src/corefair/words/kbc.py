"""The knowledge-based classifier: words that dictionaries call gender-specific (Kumar 2020, Algorithm 1)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Literal

import numpy as np

from corefair import lists
from corefair.errors import DataError
from corefair.io.dictionaries import Dictionary
from corefair.words.forms import singulars
from corefair.words.selection import Selection

Senses = Literal["first", "all"]
Absent = Literal["against", "abstains"]
DEFINED_BY = "defined by: "


def kbc(
    words: Sequence[str],
    *,
    dictionaries: Sequence[Dictionary] = (),
    names: Collection[str] | None = None,
    seed: Collection[str] | None = None,
    references: Collection[str] | None = None,
    senses: Senses = "first",
    absent: Absent = "against",
) -> Selection:
    """Algorithm 1 of Kumar et al.; without dictionaries, the shipped list of words that it found.

    Stage 1 preserves stop words and what is not made of letters alone, stage 2 names and seed words, stage 3
    words that more than half of the dictionaries define by a reference (*man*, *mother* …) as a whole word.
    A word is looked up in lower case, and if a dictionary lacks it, as the plural it may be.

    Algorithm 1 seeks the seed itself in definitions. Of our seed it seeks the 38 references only: what is
    defined by a king, as a throne is, has no gender. For the letter of it give one set as both.
    The paper leaves open which senses are read: "first" is the first of each part of speech, "all" every one;
    it wants *nurse* and *vest* changed, which only the first senses do. That a dictionary lacks the word
    counts "against" it, as Algorithm 1 is written, or the dictionary "abstains".

    >>> tiny = Dictionary("tiny", {"suitor": (("a man who courts a woman",),), "human": (("a person",),)})
    >>> kbc(["suitors", "human", "42"], dictionaries=[tiny]).why
    {'suitors': 'defined by: man', '42': 'not letters'}
    """
    if absent not in ("against", "abstains"):
        raise DataError(f"absent is 'against' or 'abstains', not {absent!r}")
    sets = [
        (stop_words(), "stop word"),
        (first_names() if names is None else frozenset(map(str.lower, names)), "name"),
        (gender_words() if seed is None else frozenset(map(str.lower, seed)), "seed word"),
    ]
    sought = gender_references() if references is None else frozenset(map(str.lower, references))
    found = [mentions(dictionary, sought, senses=senses) for dictionary in dictionaries]
    shipped = {} if dictionaries else shipped_definitions()

    reasons: list[str] = []
    scores = np.ones(len(words))
    for at, word in enumerate(words):
        low = word.lower()
        reason = next((reason for members, reason in sets if low in members), "")
        if not reason and not word.isalpha():
            reason = "not letters"
        if not reason and dictionaries:
            reason, scores[at] = _vote(low, dictionaries, found, absent)
        elif not reason:
            reason = shipped.get(low, "")
            scores[at] = bool(reason)
        reasons.append(reason)
    notes = (_note(dictionaries, names, senses, absent),)
    return Selection("kbc", tuple(words), tuple(reasons), scores, notes)


def mentions(
    dictionary: Dictionary, references: Iterable[str], *, senses: Senses = "first"
) -> dict[str, str]:
    """The words that the dictionary defines by one of the references, and by which: whole words only.

    Neither *human* nor *man-made* mentions a man; *a man's coat* does.
    """
    if senses not in ("first", "all"):
        raise DataError(f"senses are 'first' or 'all', not {senses!r}")
    wanted = frozenset(references)
    found: dict[str, str] = {}
    for word, entries in dictionary.entries.items():
        for entry in entries:
            tokens = _TOKEN.findall("\n".join(entry[:1] if senses == "first" else entry).lower())
            if not wanted.isdisjoint(tokens):
                found.setdefault(word, next(token for token in tokens if token in wanted))
    return found


_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")  # hyphens join; an apostrophe ends the word


def _vote(
    word: str, dictionaries: Sequence[Dictionary], found: Sequence[dict[str, str]], absent: Absent
) -> tuple[str, float]:
    """Why the dictionaries preserve the word, if they do, and the share of those that count who would."""
    hits: list[str] = []
    n_known = 0
    for dictionary, mentioned in zip(dictionaries, found, strict=True):
        form = next((each for each in (word, *singulars(word)) if each in dictionary), None)
        if form is not None:
            n_known += 1
            if form in mentioned:
                hits.append(mentioned[form])
    n_voters = len(dictionaries) if absent == "against" else n_known
    share = len(hits) / n_voters if n_voters else 0.0
    return (DEFINED_BY + ", ".join(dict.fromkeys(hits)) if share > 0.5 else ""), share


def _note(
    dictionaries: Sequence[Dictionary], names: Collection[str] | None, senses: Senses, absent: Absent
) -> str:
    whose = "the shipped first names" if names is None else f"{len(names):,} given names"
    if not dictionaries:
        return f"no dictionary was given: the shipped list, made from WordNet and GCIDE; {whose}"
    using = " and ".join(f"{each.name} ({len(each):,} words)" for each in dictionaries)
    return f"{using}; {senses} senses; a dictionary that lacks a word: {absent}; {whose}"


@cache
def gender_words() -> frozenset[str]:
    """The seed of Algorithm 1: words for women and men, their kin, titles and trades."""
    return frozenset(row["word"] for row in lists.read("gender_words"))


@cache
def gender_references() -> frozenset[str]:
    """The words of the seed that definitions are searched for."""
    return frozenset(row["word"] for row in lists.read("gender_words") if row["reference"] == "yes")


@cache
def first_names() -> frozenset[str]:
    """Given names that nearly always go with one gender, in lower case."""
    return frozenset(row["name"] for row in lists.read("first_names"))


@cache
def stop_words() -> frozenset[str]:
    """Function words, and the pronouns of every set but those forms that are ordinary words."""
    pronouns: set[str] = set()
    for row in lists.read("pronouns"):
        forms = [row[case] for case in ("nominative", "accusative", "determiner", "possessive", "reflexive")]
        pronouns |= {*forms, *row["also"].split()} - set(row["ordinary"].split())
    return frozenset(pronouns | {row["word"] for row in lists.read("stop_words")})


@cache
def shipped_definitions() -> dict[str, str]:
    """The words of the shipped list that dictionaries put there, and by what they are defined."""
    rows = lists.read("preserve")
    return {row["word"]: row["why"] for row in rows if row["why"].startswith(DEFINED_BY)}
