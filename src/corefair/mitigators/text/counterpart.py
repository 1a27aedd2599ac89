"""The counterpart of one gendered word where it stands, or the reason why it stays."""

from __future__ import annotations

from typing import NamedTuple

from corefair.mitigators.text import contexts
from corefair.mitigators.text.compounds import entries_of
from corefair.mitigators.text.dictionary import Entry, entries, group_of
from corefair.mitigators.text.edits import Edit
from corefair.mitigators.text.forms import Parts, like, take_apart
from corefair.mitigators.text.naming import name_reason
from corefair.mitigators.text.places import holds, is_like_a_name
from corefair.mitigators.text.possessives import read as read_possessive
from corefair.mitigators.text.view import View
from corefair.text.nouns import noun_animacy

_GENDER = (("Gender=Fem", "Gender=Masc"), ("Gender=Masc", "Gender=Fem"))
_TO_ANYONE = frozenset({"man", "dude", "dudes", "guys", "bro"})  # when they address somebody
_EXCLAIMED = _TO_ANYONE | {"boy", "boys", "girl", "brother", "mother", "mama", "lord", "god", "gods"}
_PREFIXES = frozenset("vice ex co sub deputy great half step grand arch queen king and or".split())  # noqa: SIM905
_OPEN, _CLOSED = (["("], ["-lrb-"]), ([")"], ["-rrb-"])
_KEEP_TO_THE_TEXT = frozenset({"kin", "title", "address", "role"})  # *mum* for *dad* where a text says *mum*


class _Piece(NamedTuple):
    new: str
    kind: str
    doubt: str


def counterpart(view: View, i: int, *, strict: bool) -> Edit | str:
    """The edit of a gendered word, or why it stays."""
    word, lowered = view.words[i], view.lower[i]
    if lowered in contexts.never():
        return contexts.never()[lowered]
    if lowered in ("her's", "her’s"):
        return Edit(i, like("his", word), "pronoun", "hers, spelt with an apostrophe", features=_GENDER)
    parts = Parts((word,), "") if lowered in entries() else take_apart(word)
    pieces = list(parts.pieces)
    changed: list[_Piece] = []
    reasons: list[str] = []
    for at in range(0, len(pieces), 2):
        known = entries_of(pieces[at].lower())
        if known:
            made = _piece(view, i, parts, at, known, strict=strict)
            if isinstance(made, str):
                reasons.append(made)
            else:
                pieces[at] = made.new
                changed.append(made)
    if not changed:
        return reasons[0]
    return Edit(
        i,
        "".join(pieces) + _ending(parts, pieces[-1]),
        changed[0].kind,
        "; ".join(made.doubt for made in changed if made.doubt),
        features=_GENDER if changed[0].kind == "pronoun" else (),
    )


def _piece(
    view: View, i: int, parts: Parts, at: int, known: tuple[Entry, ...], *, strict: bool
) -> _Piece | str:
    """The counterpart of a part of a word, or why it stays."""
    piece, alone, doubt = parts.pieces[at], len(parts.pieces) == 1, ""
    joined = "" if at == 0 else f"{parts.pieces[at - 2]}{piece}"
    if is_in_both(view, i) if alone else _is_of_another(piece.lower(), joined.lower()):
        return "names both genders"
    if not strict:
        row, begin = contexts.spread(view.words, i)
        why = contexts.reason(row, begin + at) if row[begin + at : begin + at + 1] == [piece] else ""
        why = why or _no_word(view, i, known[0])
        if why:
            return why
    if known[0].kind == "pronoun":
        entry, doubt = _pronoun(view, i, parts, at, known)
    elif alone:
        meant = next((entry for entry in known if holds(view, i, entry)), None)
        if meant is None and not strict:
            return "not gendered where it stands"
        entry = meant or known[-1]
        why = "" if strict else name_reason(view, i, entry)
        if why:
            return why
    else:
        entry = known[-1]
        last = at == len(parts.pieces) - 1
        if not strict and (entry.where not in ("", "noun") or (entry.kind == "animal" and not last)):
            return "not gendered in this compound"
        if not strict and _is_name(view, i, parts, at, entry):
            return "part of a name"
    new = entry.new
    if entry.others and entry.kind in _KEEP_TO_THE_TEXT and new.lower() not in view.vocabulary:
        new = next((other for other in entry.others if other in view.vocabulary), new)
    return _Piece(like(new, piece), entry.kind, doubt)


def is_in_both(view: View, i: int) -> bool:
    """Whether a word is a part of one of the other gender, which marks cut in two: *s/he*, *(wo)man*."""
    word, before, after = view.lower[i], view.lower[max(0, i - 3) : i], view.lower[i + 1 : i + 4]
    if before[-1:] == ["/"] or (before[:1] in _OPEN and before[2:] in _CLOSED):
        return _is_of_another(word, "".join(before[-2:-1]) + word)
    return after[:1] in _OPEN and after[2:] in _CLOSED and _is_of_another(word, word + after[1])


def _is_of_another(word: str, longer: str) -> bool:
    """Whether what a word becomes with its other part is listed, and of another gender."""
    return group_of().get(longer) not in (None, group_of().get(word))


def _is_name(view: View, i: int, parts: Parts, at: int, entry: Entry) -> bool:
    """Whether a compound is a name: *Repetier-Host*, *Ant-Man*, *Man-kam*, but not *Vice-Chairman*."""
    if not view.tags[i].startswith("NNP") or not parts.pieces[at][:1].isupper():
        return False
    others = [piece for k, piece in enumerate(parts.pieces[::2]) if 2 * k != at]
    if entry.kind == "person":
        other = others[0]  # a noun with a capital, or lower case that is no noun: *Two-Man* is no name
        return len(others) == 1 and (other[:1].isupper() == (other.lower() in noun_animacy()))
    return entry.kind in ("title", "role", "group") and _PREFIXES.isdisjoint(map(str.lower, others))


def _pronoun(view: View, i: int, parts: Parts, at: int, known: tuple[Entry, ...]) -> tuple[Entry, str]:
    """The entry of a pronoun; *her* and *his* by their place, or in *him/her* by their partner."""
    if len(known) == 1:
        return known[0], ""
    if len(parts.pieces) > 1:
        others = {piece.lower() for k, piece in enumerate(parts.pieces) if k != at}
        place = "object" if "him" in others else "alone" if "hers" in others else "determiner"
        return next((entry for entry in known if entry.where == place), known[0]), ""
    place, doubt = read_possessive(view, i)
    return next(entry for entry in known if entry.where == place), doubt


def of_god(view: View, i: int) -> str:
    """Why a pronoun with a capital in the middle of a sentence stays; nothing if it has none."""
    word = view.words[i]
    if word[0].isupper() and (view.is_named_work(i) or _is_in_a_title(view, i)):
        return "in the title of a work"
    if word[0].isupper() and not word.isupper() and word.isalpha() and view.before(i)[:1].islower():
        return "" if view.begins(i) or view.is_heading(i) else "of God, by its capital"
    return ""


def _is_in_a_title(view: View, i: int) -> bool:
    """Whether a pronoun stands in a quoted title beside another word with a capital, unlike *“He did”*."""
    near = (*view.words[max(0, i - 1) : i], *view.words[i + 1 : i + 3])
    return any(word[:1].isupper() for word in near) and view.is_quoted_title(i)


def _no_word(view: View, i: int, entry: Entry) -> str:
    """Why a word is not what the dictionary means by it: foreign, an exclamation, or of God."""
    tag, relation = view.tags[i], view.relations[i]
    if tag == "FW" and not view.is_shouted(i):
        return "a foreign word"
    if entry.kind == "pronoun":
        return "a family name" if _is_family_name(view, i) else of_god(view, i)
    if (tag == "UH" or relation == "discourse") and view.lower[i] in _EXCLAIMED:
        return "an exclamation"
    if relation == "vocative" and view.lower[i] in _TO_ANYONE:
        return "said to anyone"
    told = [*view.tags[i + 2 : i + 3]] == ["VB"]  # *Boy, take that*
    if view.lower[i] in ("boy", "man") and view.begins(i) and view.after(i) == "," and not told:
        return "an exclamation"
    return ""


def _is_family_name(view: View, i: int) -> bool:
    """Whether *He* or *She* at the beginning of a sentence is a Chinese family name: *He Jiankui was*."""
    if view.words[i] not in ("He", "She") or not view.begins(i) or view.is_heading(i):
        return False
    follows = view.tag_after(i).startswith("NNP") and is_like_a_name(view.after(i))
    return follows and (
        view.tags[i].startswith("NNP") or view.tag_after(i + 1) in ("VBD", "VBZ", "MD", "POS")
    )


def _ending(parts: Parts, new: str) -> str:
    """The ending of a word after its last piece was exchanged: *ladies'* and *gentlemen's*."""
    return genitive(parts.ending, parts.pieces[-1], new) if parts.ending else ""


def genitive(mark: str, old: str, new: str) -> str:
    """The mark of a genitive that stood after a plural, for the plural that takes its place.

    >>> genitive("'s", "gentlemen", "ladies"), genitive("’", "ladies", "gentlemen")
    ("'", '’s')
    """
    irregular = ("men", "MEN", "Men", "geese", "brethren", "sistren")
    if mark[1:].lower() == "s" and old.endswith(irregular) and new[-1:] in ("s", "S"):
        return mark[0]
    if len(mark) == 1 and old[-1:] in ("s", "S") and new.endswith(irregular):
        return mark + ("S" if new.isupper() else "s")
    return mark
