"""Plurals and their singulars, for dictionaries that list words in the singular only."""

from __future__ import annotations

from collections.abc import Iterator

# The endings that WordNet's own look-up takes off nouns, and that of wives; the longest come first.
_ENDINGS = (
    ("men", "man"),
    ("ives", "ife"),
    ("ves", "f"),
    ("ies", "y"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("sses", "ss"),
    ("xes", "x"),
    ("zes", "z"),
    ("s", ""),
)


def singulars(word: str) -> Iterator[str]:
    """What the word may be the plural of, the likeliest first; none for what ends like no plural.

    >>> list(singulars("actresses")), list(singulars("wives")), list(singulars("dress"))
    (['actress', 'actresse'], ['wife', 'wif', 'wive'], [])
    """
    if word.endswith("ss"):
        return
    for ending, singular in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            yield word[: -len(ending)] + singular


def plural(word: str) -> str:
    """The regular plural of a noun, and that of compounds of man.

    >>> plural("duchess"), plural("lady"), plural("boy"), plural("cowman"), plural("housewife")
    ('duchesses', 'ladies', 'boys', 'cowmen', 'housewives')
    """
    if word.endswith("man"):
        return word[:-3] + "men"
    if word.endswith("wife"):
        return word[:-2] + "ves"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
