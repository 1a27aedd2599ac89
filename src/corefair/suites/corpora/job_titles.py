"""Where job titles stand in a document, by a list of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from corefair import lists
from corefair.types import Document, Mention


def title_spans(doc: Document) -> list[Mention]:
    """Where job titles stand, the longest at each place; adjectives such as *general* are none.

    >>> title_spans(Document("d", ("two", "Vice", "Presidents"), tags=("CD", "NNP", "NNPS")))
    [Mention(start=1, end=3)]
    """
    lowered = [word.lower() for word in doc.words]
    found: list[Mention] = []
    at = 0
    while at < len(lowered):
        size = next((n for n in titles().get(lowered[at], ()) if _is_title(lowered[at : at + n])), 0)
        if size and (doc.tags is None or doc.tags[at + size - 1].startswith("NN")):
            found.append(Mention(at, at + size))
        at += size or 1
    return found


@cache
def titles() -> Mapping[str, tuple[int, ...]]:
    """First word of a title -> how many words titles have that begin so, the longest first."""
    sizes: dict[str, set[int]] = {}
    for title in _titles():
        sizes.setdefault(title[0], set()).add(len(title))
    return {first: tuple(sorted(several, reverse=True)) for first, several in sizes.items()}


@cache
def _titles() -> frozenset[tuple[str, ...]]:
    """Every title as words in lower case, singular and plural."""
    found: set[tuple[str, ...]] = set()
    for row in lists.read("job_titles"):
        *before, last = row["title"].lower().split(" ")
        found.update(((*before, last), (*before, _plural(last))))
    return frozenset(found)


def _is_title(words: Sequence[str]) -> bool:
    return tuple(words) in _titles()


def _plural(noun: str) -> str:
    if noun.endswith("man"):
        return noun[:-2] + "en"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")
