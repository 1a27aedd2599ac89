"""Word forms: the parts of a compound, capitals carried over, and the article before a new word."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_PARTS = re.compile(r"([-–/])")  # mother-in-law, he/she
_ENDING = re.compile(r"(.+?)(['’](?:s|d|ll|re|ve|m)?)", re.IGNORECASE)  # she'll, woman's, ladies'
_LONGEST = 80  # characters of a word that is taken apart
_SOUNDS_LIKE_A_VOWEL = re.compile(r"[aeiou]|heir|hono|hour")
_SOUNDS_LIKE_A_CONSONANT = re.compile(r"ewe|eu|uni|one|once|use")


class Parts(NamedTuple):
    """A word taken apart: pieces and the marks between them in turn, and a contraction or genitive."""

    pieces: tuple[str, ...]  # mother - in - law: pieces at even places
    ending: str


@lru_cache(maxsize=65536)
def take_apart(word: str) -> Parts:
    """The parts of a word; a word of one piece without ending is its own only part.

    >>> take_apart("mother-in-law’s")
    Parts(pieces=('mother', '-', 'in', '-', 'law'), ending='’s')
    >>> take_apart("ma'am"), take_apart("she'll").ending
    (Parts(pieces=("ma'am",), ending=''), "'ll")
    """
    if len(word) > _LONGEST:
        return Parts((word,), "")  # an address or a line of dashes
    ending = _ENDING.fullmatch(word) if "'" in word or "’" in word else None
    stem = ending[1] if ending else word
    return Parts(tuple(_PARTS.split(stem)), ending[2] if ending else "")


def like(new: str, old: str) -> str:
    """The new word with the capitals of the old one.

    >>> like("she", "He"), like("mrs.", "MR."), like("Englishwoman", "Englishman"), like("queen", "king")
    ('She', 'MRS.', 'Englishwoman', 'queen')
    """
    if old.isupper() and len(old) > 1:
        return new.upper()
    if old[:1].isupper():
        return new[:1].upper() + new[1:]
    return new


def article(old: str, before: str, after: str) -> str:
    """*a* or *an* for the word that came after it: changed only if it fitted the word it stood before.

    >>> article("an", "uncle", "aunt"), article("An", "earl", "countess"), article("a", "heiress", "heir")
    ('an', 'A', 'a')
    """
    fits = "an" if sounds_open(before) else "a"
    if old.lower() != fits:
        return old
    return like("an" if sounds_open(after) else "a", old)


def sounds_open(word: str) -> bool:
    """Whether a word begins with the sound of a vowel.

    >>> sounds_open("heiress"), sounds_open("ewe"), sounds_open("Mrs.")
    (True, False, False)
    """
    word = word.lower()
    return bool(_SOUNDS_LIKE_A_VOWEL.match(word)) and not _SOUNDS_LIKE_A_CONSONANT.match(word)
