"""Pronouns as their lists have them: person, number, gender and animacy of every form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from corefair import lists

_FORMS = ("nominative", "accusative", "determiner", "possessive", "reflexive")
# What a group of `pronouns.tsv` says. *They* may be one or several, people or things; neopronouns and *they*
# leave open the gender of whom they stand for, so they agree with every name and noun.
_GENDER = {"feminine": frozenset({"feminine"}), "masculine": frozenset({"masculine"})}
_NUMBER = {"neutral": frozenset({"singular", "plural"})}
_ANIMACY: Mapping[str, frozenset[str]] = {"neutral": frozenset()}


class Pronoun(NamedTuple):
    """What a form says of whom it stands for; an empty set says nothing."""

    type: str  # "personal", "reflexive", "demonstrative", "relative", "indefinite" or "expletive"
    person: frozenset[str]
    number: frozenset[str]
    gender: frozenset[str]
    animacy: frozenset[str]


@cache
def pronouns() -> Mapping[str, Pronoun]:
    """Every form in lower case.

    >>> sorted(pronouns()["they"].number), pronouns()["ze"].gender, pronouns()["it"].gender
    (['plural', 'singular'], frozenset(), frozenset({'neutral'}))
    """
    found = {
        row["form"]: Pronoun(
            row["type"],
            frozenset({row["person"]}),
            *(frozenset(row[name].split()) for name in ("number", "gender", "animacy")),
        )
        for row in lists.read("other_pronouns")
    }
    for row in lists.read("pronouns"):
        group = row["group"]
        said = (
            frozenset({"3"}),
            _NUMBER.get(group, frozenset({"singular"})),
            _GENDER.get(group, frozenset()),
            _ANIMACY.get(group, frozenset({"animate"})),
        )
        for form in [*(row[case] for case in _FORMS), *row["also"].split()]:
            kind = "reflexive" if form.endswith(("self", "selves")) else "personal"
            found.setdefault(form, Pronoun(kind, *said))
    return found


@cache
def sure_forms() -> frozenset[str]:
    """Forms of third-person pronouns that are nothing else, whatever a tagger takes them for.

    >>> "xyr" in sure_forms(), "per" in sure_forms()
    (True, False)
    """
    rows = lists.read("pronouns")
    ordinary = {form for row in rows for form in row["ordinary"].split()}
    forms = {form for row in rows for form in [*(row[case] for case in _FORMS), *row["also"].split()]}
    return frozenset(forms - ordinary)
