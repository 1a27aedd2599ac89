"""Which *her* and which *his* it is: before what is owned, an object, or alone."""

from __future__ import annotations

from typing import NamedTuple

from corefair.mitigators.text.her import score
from corefair.mitigators.text.view import OPENING, View

_OWNERS = frozenset({"nmod:poss", "poss", "det:poss", "det"})
_NOT_OWNED = ("DT", "PDT", "MD", "PRP", "WP", "WDT", "WRB", "EX", "TO", "IN", "RP", "VBD", "VBZ", "VBP", "CC")
_MAY_OPEN = OPENING | {"-", "–"}
_BETWEEN = frozenset({"or", "and", "and/or", "/", "nor", "&"})
_OWNING = frozenset({"her", "his", "its", "my", "our", "their", "your"})  # before what is owned
_PARTNERS = {"him": "object", "his": "determiner", "hers": "alone", "theirs": "alone", "their": "determiner"}
_LETTING = frozenset({"let", "lets", "letting", "make", "makes", "made", "see", "saw", "watch", "watched"})
_AUXILIARIES = frozenset(
    "is was are were has had will would can could may might shall should did does".split()  # noqa: SIM905
)
_JOINING = 3  # words between two that are joined, as *and / or*
_NEAR = 12  # words on either side
_SURE = 1.0  # a score nearer to 0 is a close call


class Reading(NamedTuple):
    """What a possessive is taken for, and why that may be wrong."""

    place: str  # "determiner", "object" or "alone"
    doubt: str = ""


def read(view: View, i: int) -> Reading:
    """What *her* or *his* is here."""
    return _her(view, i) if view.lower[i] == "her" else _his(view, i)


def _her(view: View, i: int) -> Reading:
    """*Her* by its tag, if the file has it; else by a partner, *him or her*, or by all that stands around."""
    tag = view.tags[i]
    if view.after(i) in ("'s", "’s") and view.tag_after(i) == "POS":
        return Reading("determiner", "hers, spelt with an apostrophe")
    if view.own_tags and tag in ("PRP", "PRP$"):
        if tag == "PRP$" and (_ends(view, i) or view.relations[i] in ("obj", "iobj")):
            return Reading("object", "nothing is owned after it")
        return Reading("determiner" if tag == "PRP$" else "object")
    partner = _partner(view, i)
    if partner and partner != "alone":
        return Reading(partner)
    start, end = view.sentence(i)
    start, end = max(start, i - _NEAR), min(end, i + _NEAR)  # no more is looked at, however long the sentence
    total = score(
        view.words[start:end],
        view.tags[start:end],
        view.relations[start:end],
        [head - start for head in view.heads[start:end]],
        i - start,
    )
    return Reading("object" if total > 0 else "determiner", "" if abs(total) > _SURE else "him or his")


def _his(view: View, i: int) -> Reading:
    """*His* is alone if nothing after it can be owned; few taggers know it, so the tree is asked as well."""
    tag, relation = view.tags[i], view.relations[i]
    if view.own_tags and tag == "PRP":
        return Reading("alone")
    partner = _partner(view, i)
    if partner in ("determiner", "alone"):
        return Reading(partner)
    last = _last_of_row(view, i)
    if last > i:  # *his/her name*, but *is it his or her?*
        return Reading("alone" if _ends(view, last) else "determiner")
    if _does_something(view, i):
        return Reading("alone")
    owned = _is_owned_after(view, i)
    if relation in _OWNERS and view.heads[i] > i and not _ends(view, i):
        return Reading("determiner")
    if owned:
        return Reading("determiner", "" if not relation or relation == "conj" else "tag and tree disagree")
    return Reading("alone")


def _partner(view: View, i: int) -> str:
    """The place of the pronoun that this one is joined to: *his or her*, *him and her*."""
    for step in (-1, 1):
        other = _joined(view, i, step)
        if other >= 0 and view.lower[other] in _PARTNERS:
            return _PARTNERS[view.lower[other]]
    return ""


def _last_of_row(view: View, i: int) -> int:
    """The last of the possessives that are joined, from this one on: *his/her/their*."""
    last = i
    while last < i + _NEAR:
        other = _joined(view, last, 1)
        if other < 0 or view.lower[other] not in _OWNING:
            break
        last = other
    return last


def _joined(view: View, i: int, step: int) -> int:
    """The word that this one is joined to, before or after it: *his and / or her*; -1 if to none."""
    start, end = view.sentence(i)
    other = i + step
    while start <= other < end and abs(other - i) <= _JOINING and view.lower[other] in _BETWEEN:
        other += step
    return other if other != i + step and start <= other < end else -1


def _is_owned_after(view: View, i: int) -> bool:
    """Whether what comes next may be owned, or stand before what is owned."""
    after = view.after(i)
    if not after or (after in _MAY_OPEN and i + 2 >= view.sentence(i)[1]):
        return False
    return after in _MAY_OPEN or (_is_word(after) and view.tag_after(i) not in _NOT_OWNED)


def _does_something(view: View, i: int) -> bool:
    """Whether a verb follows whose subject *his* is: *let his grow*, *a friend of his was there*."""
    if view.before(i).lower() in _LETTING:
        return view.tag_after(i) == "VB"
    return view.before(i).lower() == "of" and view.after(i).lower() in _AUXILIARIES


def _ends(view: View, i: int) -> bool:
    """Whether a sentence or clause ends here, so that nothing can be owned."""
    after = view.after(i)
    return not after or (not _is_word(after) and after not in _MAY_OPEN and after not in _BETWEEN)


def _is_word(token: str) -> bool:
    """Whether it is no mere mark: *@POTUS* is a word, *'s* belongs to what stands before."""
    return any(map(str.isalnum, token)) and token[0] not in "'’"
