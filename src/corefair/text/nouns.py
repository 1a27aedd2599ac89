"""What the lists know of nouns, and of the labels that entities have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from corefair import lists


@cache
def gendered() -> Mapping[str, str]:
    """Nouns that have a gender by definition, singular and plural: *aunt*, *kings*."""
    return {row["word"]: row["group"] for row in lists.read("gender_words")}


@cache
def collective() -> frozenset[str]:
    """Nouns that are *it* and *they*: *team*, *government*."""
    return frozenset(row["noun"] for row in lists.read("collective_nouns"))


@cache
def noun_animacy() -> Mapping[str, str]:
    """Nouns for people, `animate`, and for things, `inanimate`.

    >>> noun_animacy()["nurse"], noun_animacy()["house"]
    ('animate', 'inanimate')
    """
    return {row["noun"]: row["animacy"] for row in lists.read("noun_animacy")}


@cache
def type_of_label() -> Mapping[str, str]:
    """What a label in lower case means, whichever scheme it is of.

    >>> type_of_label()["gpe"], type_of_label()["per"]
    ('place', 'person')
    """
    return {row["label"]: row["type"] for row in lists.read("entity_labels")}


@cache
def animacy_of_type() -> Mapping[str, frozenset[str]]:
    """Whether entities of a type are animate, where all of them are one or the other."""
    return {row["type"]: frozenset({row["animacy"]}) for row in lists.read("entity_labels") if row["animacy"]}
