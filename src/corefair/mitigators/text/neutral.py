"""neutral: she and he become singular they, and verbs agree: *she was late* is *they were late*."""

from __future__ import annotations

from dataclasses import dataclass

from corefair.mitigators.text.agreement import agreeing, is_has
from corefair.mitigators.text.counterpart import is_in_both, of_god
from corefair.mitigators.text.edits import Edit, Kept, Plan, apply
from corefair.mitigators.text.forms import like, take_apart
from corefair.mitigators.text.possessives import read as read_possessive
from corefair.mitigators.text.things import pronouns_of_things
from corefair.mitigators.text.view import View, analysed
from corefair.registry import mitigators
from corefair.types import Document

_NEUTRAL = {
    **dict.fromkeys(("she", "he"), "they"),
    **dict.fromkeys(("herself", "himself"), "themself"),
    **{"him": "them", "hers": "theirs"},
}
_PLACES = {"determiner": "their", "object": "them", "alone": "theirs"}
_GENDERED = frozenset({*_NEUTRAL, "her", "his"})
_ENDINGS = {"s": "re", "re": "re", "d": "d", "ll": "ll", "ve": "ve"}  # she's, she'd, she'll
_BETWEEN = frozenset({"or", "and", "/"})
_NO_VERB = "no verb found that could agree"
_FEATURES = (("Gender=Fem", ""), ("Gender=Masc", ""), ("Number=Sing", "Number=Plur"))


@mitigators.register("neutral", changes="text")
@dataclass(frozen=True, kw_only=True)
class Neutral:
    """Put singular they in the place of she and he, with the verbs that agree.

    Nouns and titles stay. So do pairs that name both genders already, such as *he or she* and *his/her*.
    """

    def __call__(self, doc: Document) -> Document:
        """The document with neutral pronouns; what its file lacks is analysed for it, and not kept."""
        ((_, read),) = analysed([doc], trees=True)
        return apply(doc, self.plan(read, own_tags=doc.tags is not None).edits)

    def plan(self, doc: Document, *, own_tags: bool = True) -> Plan:
        """Which words of a document with tags and trees become which, and which pronouns stay."""
        view = View(doc, own_tags=own_tags)
        of_things = pronouns_of_things(doc)
        edits: list[Edit] = []
        kept: list[Kept] = []
        subjects: list[int] = []
        for i, word in enumerate(view.lower):
            stem, ending = _split(word)
            if stem not in _GENDERED:
                continue
            why = of_things.get(i) or (
                "names both genders" if _is_paired(view, i) or is_in_both(view, i) else of_god(view, i)
            )
            if why:
                kept.append(Kept(i, why))
                continue
            doubt = ""
            new = _NEUTRAL.get(stem, "")
            if not new:
                place, doubt = read_possessive(view, i)
                new = _PLACES[place]
            edits.append(_edit(view, i, new, ending, doubt))
            if stem in ("she", "he"):
                subjects.append(i)
        agreement = agreeing(view, subjects)
        taken = {edit.at for edit in edits}
        agreed = [edit for edit in agreement.edits if edit.at not in taken]
        edits = [e._replace(doubt=_NO_VERB) if e.at in agreement.verbless else e for e in edits]
        return Plan(tuple(sorted([*edits, *agreed])), tuple(kept))


def _split(word: str) -> tuple[str, str]:
    """A pronoun and its contraction: *she'll* in one word."""
    if word in _GENDERED or ("'" not in word and "’" not in word):
        return word, ""
    known = take_apart(word)
    return (known.pieces[0], known.ending) if len(known.pieces) == 1 else (word, "")


def _edit(view: View, i: int, new: str, ending: str, doubt: str) -> Edit:
    word = view.words[i]
    stem = word[: len(word) - len(ending)]
    if ending:
        fitting = "ve" if ending[1:] == "s" and is_has(view, i) else _ENDINGS.get(ending[1:], ending[1:])
        ending = ending[0] + (fitting.upper() if word.isupper() else fitting)
    lemma = "they" if new in ("they", "them") else new
    return Edit(i, like(new, stem) + ending, "pronoun", doubt, lemma=lemma, features=_FEATURES)


def _is_paired(view: View, i: int) -> bool:
    """Whether a pronoun of the other gender stands beside this one: *he or she*, *her / his*."""
    start, end = view.sentence(i)
    for step in (1, -1):
        middle, other = i + step, i + 2 * step
        if start <= other < end and view.lower[middle] in _BETWEEN and view.lower[other] in _GENDERED:
            return (view.lower[i] in _MASCULINE) != (view.lower[other] in _MASCULINE)
    return False


_MASCULINE = frozenset({"he", "him", "his", "himself"})
