"""What can be told of a span from its words alone: its head, its kind, who it could be, what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from corefair.text.pronouns import pronouns

CLASSES = (
    "i", "we", "you", "he", "she", "it", "they", "demonstrative", "relative", "other-pronoun",
    "name", "definite", "possessive", "indefinite", "number", "bare",
)  # fmt: skip
CLASS = {name: number for number, name in enumerate(CLASSES)}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DEFINITE = _words("the this that these those such both")
_INDEFINITE = _words(
    "a an some any no every each another other many much more most few several all one two three either "
    "neither"
)
_CUT_BEFORE = _words(
    "of in on at by for with from to about as into like through after over between against during without "
    "before under around among near who whom which that where when whose , ; : ( [ – — - -- and or but "
    "including is are was were"
)
BARRED_AT_END = _words(
    ", . ; : ( [ { “ ‘ – — -- … ! the a an of and or but to in on at by for with from as is are was were"
)
_FUNCTION = _words(
    "the a an this that these those of in on at by for with from to and or but as is are was were be been "
    "'s ’s n't not no my your his her its our their"
)


def function_word(word: str) -> bool:
    """Whether a word in lower case, or a sign, says nothing of who is meant."""
    return word in _FUNCTION or word in pronouns() or not any(letter.isalnum() for letter in word)


@cache
def stem(word: str) -> str:
    """A noun in lower case without the ending of its plural, roughly.

    >>> [stem(word) for word in ("armies", "army", "nurses", "boss", "bus")]
    ['army', 'army', 'nurse', 'boss', 'bus']
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def head_at(lower: Sequence[str], start: int, end: int) -> int:
    """Where the head of a span seems to be: the last word before what follows a noun in English.

    >>> words = "the mayor of the old town".split()
    >>> words[head_at(words, 0, 6)], words[head_at(words, 3, 6)]
    ('mayor', 'town')
    """
    last = end
    for at in range(start + 1, end):
        if lower[at] in _CUT_BEFORE:
            last = at
            break
    while last - 1 > start and (lower[last - 1] in ("'s", "’s") or not lower[last - 1][-1].isalnum()):
        last -= 1
    return last - 1


@cache
def pronoun_class(word: str) -> int:
    """The class of a pronoun in lower case; -1 for all other words.

    >>> [CLASSES[pronoun_class(word)] for word in ("my", "herself", "them", "hir", "those", "who")]
    ['i', 'she', 'they', 'they', 'demonstrative', 'relative']
    """
    said = pronouns().get(word)
    if said is None:
        return -1
    if said.type in ("demonstrative", "relative"):
        return CLASS[said.type]
    if said.type not in ("personal", "reflexive"):
        return CLASS["other-pronoun"]
    if "1" in said.person:
        return CLASS["we" if "plural" in said.number and "singular" not in said.number else "i"]
    if "2" in said.person:
        return CLASS["you"]
    for gender, name in (("masculine", "he"), ("feminine", "she"), ("neutral", "it")):
        if said.gender == {gender}:
            return CLASS[name]
    return CLASS["they"]


def class_of(words: Sequence[str], lower: Sequence[str], start: int, end: int, head: int) -> int:
    """What kind of mention a span would be."""
    if end - start == 1 and (found := pronoun_class(lower[start])) >= 0:
        return found
    first, word = lower[start], words[head]
    if word[0].isupper() and (head > start or end - start == 1):
        return CLASS["name"]
    if first in _DEFINITE:
        return CLASS["definite"]
    if first in pronouns() or (end - start > 2 and lower[end - 2] in ("'s", "’s")):
        return CLASS["possessive"]
    if first in _INDEFINITE:
        return CLASS["indefinite"]
    return CLASS["number" if word[0].isdigit() else "bare"]


PERSON = tuple(
    1 if name in ("i", "we") else 2 if name == "you" else 0 for name in CLASSES
)  # of whom a class speaks: 0 the third
