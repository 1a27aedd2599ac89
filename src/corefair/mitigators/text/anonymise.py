"""anonymise: *Barack Obama … Obama* becomes *E1 E2 … E2*, the same throughout a document (WinoBias §3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from corefair.mitigators.text.edits import Edit, Plan, apply
from corefair.mitigators.text.forms import take_apart
from corefair.mitigators.text.people import Named, names_in, parts
from corefair.mitigators.text.view import analysed
from corefair.registry import mitigators
from corefair.types import Document

_INITIAL = re.compile(r"[^\W\d_]\.?")
_STAND_IN = re.compile(r"E[0-9]+")


@mitigators.register("anonymise", changes="text")
@dataclass(frozen=True, kw_only=True)
class Anonymise:
    """Put E1, E2 … in the place of the words of names: the same word has the same number in a document.

    Names are those of the entities that the file has, or else of the pipeline. Titles, suffixes and the
    genitive stay; an initial stands for the given name it begins, where the document has one.
    """

    entities: Literal["person", "all"] = "person"

    def __call__(self, doc: Document) -> Document:
        """The document without names."""
        ((_, read),) = analysed([doc], names=True)
        return apply(doc, self.plan(read).edits)

    def plan(self, doc: Document) -> Plan:
        """Which words become which stand-ins, in a document with tags and entities."""
        names = [name for name in names_in(doc) if self.entities == "all" or name.type == "person"]
        if not names:
            return Plan()
        numbers = _Numbers(doc, names)
        edits = {
            i: Edit(i, numbers.family(doc, i) or numbers.stand_in(doc.words[i], family), "name")
            for name in names
            for i, family in _words(doc, name)
        }
        if self.entities == "person":  # a name elsewhere: *Obamas*, *Obama-era*, where no entity was seen
            for i, word in enumerate(doc.words):
                again = numbers.again(word) if i not in edits and word[:1].isupper() else ""
                if again and (doc.tags is None or doc.tags[i].startswith(("NNP", "JJ"))):
                    edits[i] = Edit(i, again, "name", "no person's name by its entity")
        return Plan(tuple(edits[i] for i in sorted(edits)))


def _words(doc: Document, name: Named) -> Iterable[tuple[int, str]]:
    """The words of a name that are replaced, each with the family name: not titles, particles, suffixes."""
    span = name.span
    if name.type != "person":
        return ((i, "") for i in range(*span) if doc.words[i][:1].isalnum())
    known = parts(doc, span)
    kept = {*range(span.start, span.start + len(known.titles))}
    if known.suffix:
        kept.add(span.end - 1)
    return ((i, known.family) for i in range(*span) if i not in kept and doc.words[i][:1].isupper())


class _Numbers:
    """The numbers that the words of names get, in text order; those that the text uses are left out."""

    def __init__(self, doc: Document, names: Iterable[Named]) -> None:
        self.taken = {word for word in doc.words if _STAND_IN.fullmatch(word)}
        self.number: dict[str, str] = {}
        self.given: dict[str, list[str]] = {}  # by family name in lower case
        self.whole: set[str] = set()  # family names after a first name or title, in lower case
        for name in names:
            if name.type == "person":
                known = parts(doc, name.span)
                self.given.setdefault(known.family.lower(), []).extend(known.given)
                if known.given or known.titles:
                    self.whole.add(known.family.lower())

    def family(self, doc: Document, i: int) -> str:
        """What stands for a family in the plural, *the Obamas* where *Obama* is; nothing for another word."""
        word = doc.words[i].lower()
        named = word.endswith("s") and word[:-1] in self.whole and word not in self.whole
        return f"{self._of(word[:-1])}s" if named and i and doc.words[i - 1].lower() == "the" else ""

    def stand_in(self, word: str, family: str) -> str:
        """What stands for a word of a name."""
        if _INITIAL.fullmatch(word):
            dot = word[1:]
            full = (each for each in self.given.get(family.lower(), ()) if not _INITIAL.fullmatch(each))
            meant = next((each for each in full if each[0] == word[0]), None)
            return self._of(meant or f"{word[0]}. {family}") + dot
        known = take_apart(word)
        pieces = [piece.lower() in self.number for piece in known.pieces]
        if any(pieces) and word.lower() not in self.number:
            return self.again(word)
        return self._of("".join(known.pieces)) + known.ending

    def again(self, word: str) -> str:
        """The word with names in it replaced that have a number already; nothing if it has none."""
        known = take_apart(word)
        made = [self._known(piece) for piece in known.pieces]
        if not any(made):
            return ""
        return "".join(new or old for new, old in zip(made, known.pieces, strict=True)) + known.ending

    def _known(self, piece: str) -> str:
        lowered = piece.lower()
        if lowered in self.number:
            return self.number[lowered]
        plural = lowered.endswith("s") and len(lowered) > 3 and lowered[:-1] in self.number
        return self.number[lowered[:-1]] + "s" if plural else ""

    def _of(self, word: str) -> str:
        lowered = word.lower()
        if lowered not in self.number:
            at = len(self.number) + 1
            while f"E{at}" in self.taken:
                at += 1
            self.number[lowered] = f"E{at}"
            self.taken.add(f"E{at}")
        return self.number[lowered]
