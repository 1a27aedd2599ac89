"""The places in which an entry of the dictionary holds: before a name, before an office, as a noun."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from corefair import lists
from corefair.mitigators.text.dictionary import Entry
from corefair.mitigators.text.view import View

_MARKS = frozenset(".,;:!?…'\"”’)—–-")
_VERBS = ("VB", "MD", "UH", "RB")
_ALSO_VERBS = frozenset({"master", "man", "host", "groom", "ram", "sow"})
_PARTICLES = frozenset({"d", "da", "de", "del", "della", "der", "di", "du", "la", "le", "van", "von"})
_ROW = 3  # words from a title to a name with particles: *Lady de la Mer*


def holds(view: View, i: int, entry: Entry) -> bool:
    """Whether a word stands where the entry is meant."""
    where, word = entry.where, view.words[i]
    if where == "":
        return True
    if where in ("noun", "head"):
        is_verb = view.tags[i].startswith(_VERBS) or _is_infinitive(view, i)
        return not is_verb and (where == "noun" or not (_modifies(view, i) or has_capital(view, i)))
    if where == "lower":  # *Carmen* and *Wayman* may begin a sentence
        return not has_capital(view, i) and not (word[:1].isupper() and _is_proper(view, i))
    if where == "rank":
        return _is_rank(view, i)
    if where == "name" and word.islower() and view.before(i) == "," and view.after(i)[:1] in _MARKS:
        return True  # *Yes, miss.*
    if not word[:1].isupper() or (word.isupper() and len(word) < 4 and not view.is_shouted(i)):
        return False  # all other places ask for a capital; MA, MS and MR are something else
    if where == "capital":
        return True
    if where == "office":
        return view.after(i).lower() in words_of("office") and view.after(i)[:1].isupper()
    if where == "title":
        return leads(view, i) and view.before(i) != "First"  # *First Lady* Anna Ray is no *Lady Anna*
    if where == "name":
        return not leads(view, i) and view.tags[i].startswith(("NN", "UH"))
    raise ValueError(f"the dictionary knows no place called {where!r}")


def leads(view: View, i: int) -> bool:
    """Whether a name follows, so that the word is a title."""
    if view.tags[i].startswith("VB"):
        return False
    k, end = i + 1, min(view.sentence(i)[1], i + 1 + _ROW)
    while k < end and view.words[k] in _PARTICLES:
        k += 1
    if k < end and k > i + 1:
        return is_like_a_name(view.words[k])
    return is_like_a_name(view.after(i)) and not view.tag_after(i).startswith(("W", "VB", "IN", "PRP", "DT"))


def is_like_a_name(word: str) -> bool:
    """Whether a word is spelt as names are: with a capital, and marks inside only where names have them.

    >>> [is_like_a_name(word) for word in ("Ray", "J.K.", "Jean-Luc", "O’Brien", "d'Arcy's", "I'm", "ray")]
    [True, True, True, True, True, False, False]
    """
    stem = word.replace("’", "'").removesuffix("'s").removeprefix("d'")
    plain = stem.replace("-", "").replace(".", "").split("'")
    return all(piece[:1].isupper() and piece.isalpha() for piece in plain)


def has_capital(view: View, i: int) -> bool:
    """Whether a capital says something: not at the beginning of a sentence, nor among capitals."""
    return view.words[i][:1].isupper() and not view.begins(i) and not view.is_shouted(i)


def _is_proper(view: View, i: int) -> bool:
    """Whether a word is a proper noun by its tag, where its capital tells more than that others have one."""
    return view.tags[i].startswith("NNP") and not view.is_shouted(i)


@cache
def words_of(place: str) -> frozenset[str]:
    """The words of a place: `office`, `rank`, `building`, and `introduced`, what no name comes after."""
    return _places()[place]


@cache
def _places() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in lists.read("swap_places"):
        found.setdefault(row["place"], set()).add(row["word"])
    return {place: frozenset(words) for place, words in found.items()}


def _is_rank(view: View, i: int) -> bool:
    """Whether *count* is a title: before a name, *of* a place, or among other ranks."""
    beyond = view.words[i + 2 : i + 3]
    of_place = view.after(i).lower() == "of" and bool(beyond) and beyond[0][:1].isupper()
    near = view.lower[max(0, i - 3) : i + 4]
    titled = view.words[i][:1].isupper() and leads(view, i)
    return of_place or titled or not words_of("rank").isdisjoint(near)


def _is_infinitive(view: View, i: int) -> bool:
    """Whether *to* stands before a word that lacks the article it would need: *to master*, *to man*."""
    return view.before(i).lower() == "to" and view.lower[i] in _ALSO_VERBS


def _modifies(view: View, i: int) -> bool:
    """Whether a noun stands before another that it belongs to: *fellow citizens*."""
    if view.relations[i]:
        return view.relations[i] in ("compound", "amod") and view.heads[i] > i
    return view.tag_after(i).startswith("NN")
