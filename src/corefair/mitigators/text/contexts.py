"""Contexts in which a gendered word stays as it is: *sister company*, *mother tongue*, *guy wire*.

A phrase of `swap_contexts` is a row of words, each with its alternatives between bars, the protected one
between asterisks. A word with a capital fits only one with a capital; `!` means none of these, and `^` any
word with a capital. An apostrophe stands for all of its shapes, with the *s* after it or without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from corefair import lists


class Slot(NamedTuple):
    """What one word of a phrase may be."""

    words: frozenset[str]  # as they stand in the list
    negated: bool = False

    def fits(self, word: str) -> bool:
        """Whether a word of a text may stand here; nothing stands before the text and after it."""
        lowered = word.lower()
        inside = (
            word in self.words
            or (lowered in self.words)
            or (word.isupper() and lowered.capitalize() in self.words)
            or ("^" in self.words and word[:1].isupper())
        )
        return inside != self.negated and (bool(word) or self.negated)


class Phrase(NamedTuple):
    """A context: the slots before the protected word, nearest first, that word, and the slots after it."""

    before: tuple[Slot, ...]
    word: Slot
    after: tuple[Slot, ...]
    why: str


def reason(pieces: Sequence[str], at: int) -> str:
    """Why the piece at `at` must stay, in this row of words and marks; nothing if it need not.

    >>> reason("its sister company".split(), 1), reason("her sister came".split(), 1)
    ('not a person', '')
    """
    for phrase in phrases().get(pieces[at].lower(), ()):
        if (
            phrase.word.fits(pieces[at])
            and all(slot.fits(pieces[at - k] if k <= at else "") for k, slot in enumerate(phrase.before, 1))
            and all(
                slot.fits(pieces[at + k] if at + k < len(pieces) else "")
                for k, slot in enumerate(phrase.after, 1)
            )
        ):
            return phrase.why
    return ""


@cache
def phrases() -> Mapping[str, tuple[Phrase, ...]]:
    """The phrases that protect a word, by the word in lower case."""
    found: defaultdict[str, list[Phrase]] = defaultdict(list)
    for row in lists.read("swap_contexts"):
        if row["kind"] == "phrase":
            slots = row["phrase"].split(" ")
            at = next(i for i, slot in enumerate(slots) if slot[0] == "*")
            made = [_slot(slot.strip("*")) for slot in slots]
            phrase = Phrase(tuple(made[:at][::-1]), made[at], tuple(made[at + 1 :]), row["why"])
            for word in made[at].words:
                found[word.lower()].append(phrase)
    return {word: tuple(several) for word, several in found.items()}


@cache
def never() -> Mapping[str, str]:
    """Words that say a gender or a body and are never exchanged, with the reason.

    >>> never()["pregnant"]
    'of a body that can bear'
    """
    return {
        row["phrase"].strip("*"): row["why"] for row in lists.read("swap_contexts") if row["kind"] == "never"
    }


@cache
def things() -> frozenset[str]:
    """Nouns for what is no person, but called *she* or *he* at times: *ship*, *country*."""
    return frozenset(row["phrase"] for row in lists.read("swap_contexts") if row["kind"] == "thing")


def _slot(text: str) -> Slot:
    negated = text[0] == "!" and len(text) > 1
    return Slot(frozenset(text.removeprefix("!").split("|") if negated else text.split("|")), negated)


def spread(words: Sequence[str], i: int, reach: int = 4) -> tuple[list[str], int]:
    """The words around one, cut at hyphens and apostrophes as phrases are, and where it is among them.

    >>> spread(["the", "Queen", "’s", "man-made", "lake"], 1)
    (['the', 'Queen', "'", 's', 'man', '-', 'made', 'lake'], 1)
    """
    before = [piece for word in words[max(0, i - reach) : i] for piece in pieces_of(word)]
    after = [piece for word in words[i : i + reach + 1] for piece in pieces_of(word)]
    return before + after, len(before)


def pieces_of(word: str) -> list[str]:
    """A word as phrases have it: cut at hyphens, slashes and apostrophes."""
    if word.isalpha():
        return [word]
    made = word.replace("’", "'").replace("–", "-")
    for mark in "-'/":
        made = made.replace(mark, f" {mark} ")
    return made.split() or [word]
