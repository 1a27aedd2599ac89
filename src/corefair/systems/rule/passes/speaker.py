"""Who says I, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.systems.rule.text import Text
from corefair.text.speech import NARRATOR

_CHAINED = ("i", "we", "you")


def find(text: Text) -> Iterator[tuple[int, int, str]]:
    """I, we and you are one each in one speaker's words; I is the speaker, and you the other of two."""
    speech = text.speech
    last: dict[tuple[str, str], int] = {}
    named = len(set(speech.voices) - {NARRATOR}) if not speech.quotations else 0
    voices = [name for name in dict.fromkeys(speech.voices) if name != NARRATOR] if named == 2 else []
    partner = dict(zip(voices, reversed(voices), strict=True))
    for i, phrase in enumerate(text.phrases):
        if phrase.person not in _CHAINED:
            continue
        voice = speech.voices[phrase.head]
        told = {"i": speech.speaker, "you": speech.listener}.get(phrase.person)
        who = told(phrase.head) if told else None
        key = (voice, phrase.person)
        other = last.get((voice, "you" if phrase.person == "i" else "i"))
        if other is not None and phrase.person != "we":
            text.clusters.keep_apart(i, other)  # who speaks is not who is spoken to
        if phrase.person == "you" and voice in partner:
            key = (partner[voice], "i")
        elif who is not None:
            if text.may_link(i, who):
                yield i, who, "the speaker" if phrase.person == "i" else "who is spoken to"
            continue
        before = last.get(key)
        if before is not None and text.may_link(i, before):
            yield i, before, f"{phrase.person} of the same speaker"
        last[key] = i
    yield from _reflexives(text)


def _reflexives(text: Text) -> Iterator[tuple[int, int, str]]:
    """Herself is the subject of its verb, or the noun it stresses, if they agree."""
    subjects = {
        phrase.governor: i for i, phrase in enumerate(text.phrases) if phrase.relation.startswith("nsubj")
    }
    for i, phrase in enumerate(text.phrases):
        if phrase.person and phrase.word.endswith(("self", "selves")):
            whom = subjects.get(phrase.governor, text.at_head.get(phrase.governor, -1))
            if whom >= 0 and text.may_link(i, whom) and text.clusters.agree(i, whom):
                yield i, whom, "reflexive of"
