"""Who speaks where: the speakers a document names, and those that are told of quotations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from corefair.text.phrases import Phrase
from corefair.types import Document

NARRATOR = ""
_OPEN, _CLOSE = frozenset(("“", "``", "«")), frozenset(("”", "''", "»"))
_EITHER = '"'
_LONGEST = 400  # words of a quotation: a mark that is never closed would swallow the rest
_NEAR = 12  # words from a quotation to who says it
# fmt: off
_SAYING = frozenset((
    "say", "ask", "reply", "answer", "cry", "exclaim", "add", "continue", "remark", "observe", "return",
    "declare", "whisper", "murmur", "mutter", "shout", "call", "tell", "state", "note", "explain", "inquire",
    "enquire", "respond", "rejoin", "repeat", "begin", "go", "think", "suggest", "argue", "claim", "write",
    "announce", "insist", "admit", "agree", "demand", "laugh", "sigh", "pursue", "gasp", "snap", "growl",
    "retort", "interrupt", "protest", "comment", "describe", "report", "wonder", "scream", "yell", "warn",
))
# fmt: on


@dataclass(slots=True)
class Quotation:
    """A stretch of words between quotation marks, and the phrase that says it."""

    start: int
    end: int
    by: int | None = None
    to: int | None = None  # who is called by name in it


@dataclass(slots=True)
class Speech:
    """For each word who says it, and for each quotation the phrase that names its speaker."""

    voices: list[str]  # one a word: a speaker's name, "quotation 3", or the narrator's
    quotations: list[Quotation] = field(default_factory=list)
    quotation_at: dict[int, int] = field(default_factory=dict)  # word -> its quotation

    def speaker(self, word: int) -> int | None:
        """The phrase for whoever says a word, where a quotation tells it."""
        number = self.quotation_at.get(word)
        return None if number is None else self.quotations[number].by

    def listener(self, word: int) -> int | None:
        """The phrase for whoever is spoken to: who is called, who spoke before, or who speaks after."""
        number = self.quotation_at.get(word)
        if number is None:
            return None
        here = self.quotations[number]
        if here.to is not None:
            return here.to
        for near in (number - 1, number + 1):
            if 0 <= near < len(self.quotations):
                other = self.quotations[near]
                gap = max(here.start - other.end, other.start - here.end)
                if other.by is not None and other.by != here.by and gap <= 4 * _NEAR:
                    return other.by
        return None


def listen(doc: Document, phrases: Sequence[Phrase]) -> Speech:
    """Who speaks where in a document."""
    if doc.speakers is not None and len(set(doc.speakers)) > 1:
        return Speech([NARRATOR if name == "-" else name for name in doc.speakers])
    speech = Speech([NARRATOR] * len(doc.words), [Quotation(*span) for span in quotations(doc)])
    by_start = {phrase.span.start: i for i, phrase in reversed(list(enumerate(phrases)))}
    by_end = {phrase.span.end: i for i, phrase in enumerate(phrases)}
    by_head = {phrase.head: i for i, phrase in enumerate(phrases) if phrase.kind != "list"}
    lemmas = doc.layers.get("lemma", doc.words)
    for number, quotation in enumerate(speech.quotations):
        for word in range(quotation.start, quotation.end):
            speech.voices[word] = f"quotation {number}"
            speech.quotation_at[word] = number
    subject = {
        doc.heads[word]: word
        for word, relation in enumerate(doc.relations or ())
        if doc.heads is not None and relation == "nsubj"
    }
    for number, quotation in enumerate(speech.quotations):
        quotation.by = _said_by(doc, speech, number, lemmas, subject, by_start, by_end, by_head)
    for i, phrase in enumerate(phrases):
        called = speech.quotation_at.get(phrase.head) if phrase.relation == "vocative" else None
        if called is not None and phrase.kind != "pronoun":
            speech.quotations[called].to = i
    for number, quotation in enumerate(speech.quotations):
        if quotation.by is None and number:
            _take_turns(speech.quotations[max(number - 2, 0) : number + 1])
    return speech


def _take_turns(quotations: Sequence[Quotation]) -> None:
    """Give the last of three quotations its speaker: that of the one before goes on, or the other answers."""
    *_, before, here = quotations
    gap = here.start - before.end
    if gap <= 2 and len(quotations) == 3:
        here.by = quotations[0].by  # in a dialogue without "said" speakers take turns
    elif 2 < gap <= _NEAR:
        here.by = before.by  # "…," said Ann. "…"


def quotations(doc: Document) -> Iterator[tuple[int, int]]:
    """Half-open spans between quotation marks, the marks left out."""
    opened: int | None = None
    for word, mark in enumerate(doc.words):
        if opened is not None and word - opened > _LONGEST:
            opened = None
        if mark in _OPEN or (mark == _EITHER and opened is None):
            opened = word
        elif (mark in _CLOSE or mark == _EITHER) and opened is not None:
            if word > opened + 1:
                yield opened + 1, word
            opened = None


def _said_by(
    doc: Document,
    speech: Speech,
    number: int,
    lemmas: Sequence[str],
    subject: dict[int, int],
    by_start: dict[int, int],
    by_end: dict[int, int],
    by_head: dict[int, int],
) -> int | None:
    """The subject of the verb of saying that stands next to a quotation, first after it and then before."""
    here = speech.quotations[number]
    after = range(here.end + 1, min(here.end + 1 + _NEAR, len(doc.words)))
    before = range(here.start - 2, max(here.start - 2 - _NEAR, -1), -1)
    for words in (after, before):
        for word in words:
            if word in speech.quotation_at or (doc.words[word] in ".!?" and words is before):
                break
            if lemmas[word].lower() in _SAYING:
                for found in (
                    by_head.get(subject.get(word, -1)),
                    by_start.get(word + 1) if words is after else None,
                    by_end.get(word),
                ):
                    if found is not None:
                        return found
            if doc.words[word] in ".!?":
                break
    return None
