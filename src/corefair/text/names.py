"""Names of people: their titles, given names and family names, and what these say about gender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from corefair import lists
from corefair.text.tags import coarse_tags
from corefair.types import Document, Mention

_SURE = 0.9  # a first name says a gender from this share of births on
_FAMILIAR = 5_000  # births from which a word with a capital is taken for a first name when it stands alone
_SUFFIXES = frozenset(
    {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "esq", "esq.", "phd", "ph.d.", "md", "m.d."}
)


class FirstName(NamedTuple):
    """How common a first name is, and how it is shared between girls and boys."""

    births: int
    share_feminine: float


class Name(NamedTuple):
    """The parts of a person's name; a part it does not have is empty."""

    titles: tuple[str, ...]
    given: tuple[str, ...]  # first and middle names and initials
    family: str
    suffix: str


@cache
def titles() -> Mapping[str, str]:
    """Each title in lower case, with the group it says, if any.

    >>> titles()["mrs."], titles()["dr."]
    ('feminine', '')
    """
    return {row["title"]: row["group"] for row in lists.read("titles")}


@cache
def first_names() -> Mapping[str, FirstName]:
    """First names in lower case: those of 500 births or more.

    >>> first_names()["leslie"]
    FirstName(births=378414, share_feminine=0.702)
    """
    return {
        row["name"]: FirstName(int(row["births"]), float(row["share_feminine"]))
        for row in lists.read("first_name_shares")
    }


def parts_of_name(words: Sequence[str]) -> Name:
    """A name taken apart. One word is a family name, unless it is known as a first name and not as another.

    >>> parts_of_name("Prof. Ada M. Lovelace Jr.".split())
    Name(titles=('Prof.',), given=('Ada', 'M.'), family='Lovelace', suffix='Jr.')
    >>> parts_of_name(["Mrs.", "Ada"]).family, parts_of_name(["Ada"]).given, parts_of_name(["Turing"]).family
    ('Ada', ('Ada',), 'Turing')
    """
    start, end = 0, len(words)
    while start < end - 1 and words[start].lower() in titles():
        start += 1
    if end - start > 1 and words[end - 1].lower() in _SUFFIXES:
        end -= 1
    called, rest = tuple(words[:start]), tuple(words[start:end])
    suffix = words[end] if end < len(words) else ""
    if len(rest) == 1:
        word = rest[0].lower()
        known = first_names().get(word)
        if called or known is None or known.births < _FAMILIAR or word in _doubles():
            return Name(called, (), rest[0], suffix)
        return Name(called, rest, "", suffix)
    return Name(called, rest[:-1], rest[-1] if rest else "", suffix)


def gender_of_name(words: Sequence[str]) -> str:
    """What a name says: by its title, or else by the first name that nine births in ten share.

    >>> [gender_of_name(name.split()) for name in ("Mrs. John Dashwood", "Dr. Ada Byron", "Leslie Jones")]
    ['feminine', 'feminine', '']
    """
    name = parts_of_name(words)
    for title in reversed(name.titles):  # the one next to the name: *Mr. President* X, *Professor Mrs.* Y
        if titles()[title.lower()]:
            return titles()[title.lower()]
    for given in name.given:  # the first that is known: initials say nothing
        known = first_names().get(given.lower())
        if known is not None:
            share = known.share_feminine
            return "feminine" if share >= _SURE else "masculine" if share <= 1 - _SURE else ""
    return ""


def is_known_person(words: Sequence[str]) -> bool:
    """Whether a name shows that it is a person's: by a title, or a first name that is nothing else as well.

    >>> [is_known_person(name.split()) for name in ("Dr. Xu", "Ada", "Paris", "Paris Hilton", "April 12th")]
    [True, True, False, True, False]
    """
    name = parts_of_name(words)
    if name.titles or not name.given:
        return bool(name.titles)
    first = name.given[0].lower()
    return first in first_names() and _doubles().get(first) not in ("time", "word")


def capitalised_runs(doc: Document) -> list[Mention]:
    """Runs of proper nouns, and of words with a capital that do not begin a sentence.

    >>> doc = Document("d", ("The", "old", "Ada", "Lovelace", "left"), tags=("DT", "JJ", "NNP", "NNP", "VBD"))
    >>> capitalised_runs(doc)
    [Mention(start=2, end=4)]
    """
    if not doc.words:
        return []
    tags, begins = coarse_tags(doc), frozenset(doc.sentences)
    found: list[Mention] = []
    start = -1  # of the run we are in
    for i, word in enumerate(doc.words):
        named = word[:1].isupper() and (tags[i] == "PROPN" or (i not in begins and tags[i] in ("NOUN", "X")))
        if start >= 0 and (not named or i in begins):
            found.append(Mention(start, i))
            start = -1
        if named and start < 0:
            start = i
    return found if start < 0 else [*found, Mention(start, len(doc.words))]


@cache
def _doubles() -> Mapping[str, str]:
    """First names that are as often something else: family names, places, days and months, common nouns."""
    return {row["name"]: row["also"] for row in lists.read("first_name_doubles")}
