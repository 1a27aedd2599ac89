"""Words that the dictionary does not list: compounds of *man* and *woman*, words with gendered parts."""

from __future__ import annotations

import re
from functools import lru_cache

from corefair.mitigators.text.contexts import never
from corefair.mitigators.text.dictionary import Entry, entries
from corefair.mitigators.text.forms import like, take_apart
from corefair.text.nouns import noun_animacy

_COMPOUND = re.compile(r"([^\W\d_]{2,})(wo)?m([ae])n")
_NO_COMPOUNDS = frozenset(
    """human brahman ottoman roman shaman dragoman hanuman freshman bogeyman boogeyman sandman strawman
    merchantman harvestman snowman deadman""".split()  # noqa: SIM905
)


@lru_cache(maxsize=65536)
def is_candidate(word: str) -> bool:
    """Whether a word in lower case is gendered, has a gendered part, or is never exchanged.

    >>> [is_candidate(word) for word in ("step-mother", "spacewoman", "pregnant", "human")]
    [True, True, True, False]
    """
    if word in entries() or word in never():
        return True
    return any(entries_of(piece) for piece in take_apart(word).pieces[::2])


@lru_cache(maxsize=65536)
def entries_of(word: str) -> tuple[Entry, ...]:
    """The entries of a word in lower case, or one made for a compound with *man* or *woman* that has none.

    >>> entries_of("spacewoman")[0].new, entries_of("riverboatmen")[0].new, entries_of("specimen")
    ('spaceman', 'riverboatwomen', ())
    """
    if word in entries():
        return entries()[word]
    compound = _COMPOUND.fullmatch(word)
    if not compound:
        return ()
    stem, woman, vowel = compound.groups()
    if woman:
        return (Entry(f"{stem}m{vowel}n", "feminine", "role", "", one_to_one=False),)
    known = noun_animacy()
    listed = known.get(f"{stem}man") == "animate" or _is_noun(stem) or _is_noun(stem.removesuffix("s"))
    if not listed or f"{stem}man" in _NO_COMPOUNDS or known.get(word) == "inanimate":
        return ()
    return (Entry(f"{stem}wom{vowel}n", "masculine", "role", "lower", one_to_one=False),)


def _is_noun(stem: str) -> bool:
    """Whether a stem is a known noun of three letters or more, or two of them: *river* and *boat*."""
    known = noun_animacy()
    cuts = range(3, len(stem) - 2)
    return len(stem) > 2 and (stem in known or any(stem[:k] in known and stem[k:] in known for k in cuts))


def lemma_of(lemma: str) -> str:
    """The counterpart of a lemma, which stands nowhere.

    >>> lemma_of("she"), lemma_of("mother-in-law"), lemma_of("leave")
    ('he', 'father-in-law', 'leave')
    """
    if lemma.lower() in entries():
        return like(entries()[lemma.lower()][-1].new, lemma)
    parts = take_apart(lemma)
    known = [entries_of(piece.lower()) for piece in parts.pieces]
    new = (like(one[-1].new, piece) if one else piece for one, piece in zip(known, parts.pieces, strict=True))
    return "".join(new) + parts.ending
