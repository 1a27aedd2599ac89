"""The dictionary of gendered words: which stands for which, in which place, and whether it comes back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from corefair import lists

_WIDE = frozenset({"noun", "head", "lower"})  # places that ask for no capital and no word beside
OTHER = {"feminine": "masculine", "masculine": "feminine"}


class Entry(NamedTuple):
    """What a form becomes in one of its places."""

    new: str
    group: str  # of the form itself: "feminine" or "masculine"
    kind: str  # "pronoun", "person", "kin", "title", "address", "role", "group", "adjective" …
    where: str  # "" anywhere; else a place that `places` knows, such as "title"
    one_to_one: bool
    others: tuple[str, ...] = ()  # words that become this form too: taken instead where a text has them


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """Every form in lower case, with what it becomes, in the order in which places are tried.

    >>> [(entry.new, entry.where) for entry in entries()["lady"]]
    [('lord', 'title'), ('gentleman', '')]
    >>> [(entry.new, entry.where) for entry in entries()["dame"]]
    [('sir', 'title'), ('gent', 'noun')]
    >>> entries()["dad"][0].new, entries()["dad"][0].others
    ('mom', ('mum', 'mam'))
    >>> entries()["miss"][0].new, entries()["miss"][0].others
    ('mr.', ('mr',))
    """
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    rows = lists.read("swap_words")
    # A word, its group and place -> words that become it and are not what it becomes.
    also: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in rows:
        if row["one_to_one"] in OTHER:
            source = row["one_to_one"]
            also[row[OTHER[source]].lower(), OTHER[source], row["where"]].append(row[source].lower())
    for row in rows:
        for group in ("feminine", "masculine"):
            if row["one_to_one"] in ("yes", group):
                form, both = row[group].lower(), row["one_to_one"] == "yes"
                others = also.get((form, group, row["where"]), ()) if both else ()
                entry = Entry(row[OTHER[group]], group, row["kind"], row["where"], both, tuple(others))
                _add(found[form], entry)
    return {form: tuple(sorted(each, key=_width)) for form, each in found.items()}


def _add(known: list[Entry], entry: Entry) -> None:
    """One entry more of a form, or another word that it becomes in a place in which it has one."""
    for at, each in enumerate(known):
        if (each.group, each.where) == (entry.group, entry.where):
            known[at] = each._replace(others=(*each.others, entry.new))
            return
    known.append(entry)


def _width(entry: Entry) -> int:
    """How many places an entry holds in, roughly: a title is *Dame* before any noun is."""
    return 2 if not entry.where else 1 if entry.where in _WIDE else 0


@cache
def group_of() -> Mapping[str, str]:
    """The group of every form that is swapped or swapped to.

    >>> group_of()["actress"], group_of()["youth"]
    ('feminine', 'masculine')
    """
    found: dict[str, str] = {}
    for row in lists.read("swap_words"):
        for group in ("feminine", "masculine"):
            found.setdefault(row[group].lower(), group)
    return found
