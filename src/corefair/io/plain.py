"""Plain text: one document a file, cut into words and sentences by a light rule that needs no model.

Rule of thumb, not analysis: `don't`, `U.S.`, `3.5` and `mother-in-law` stay whole, a possessive `'s` stands
alone, and so does every other mark. A sentence ends at `.`, `!`, `?` or `…` (with the quotes and brackets
that close after it) before white space and a capital, digit, quote or bracket, and at a blank line; never
after a title (`Dr.`), an initial (`J.`) or a dotted abbreviation (`U.S.`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from corefair.io.documents import Block
from corefair.registry import formats
from corefair.types import Document

_TITLES = "Capt|Col|Dr|Fr|Gen|Gov|Hon|Lt|Maj|Mme|Mr|Mrs|Ms|Mx|Prof|Rep|Rev|Sen|Sgt|St"
# An accent that is a character of its own (U+0300 …) belongs to its letter.
_PIECE = r"(?:[0-9]+(?:[.,:][0-9]+)+|[\w\u0300-\u036f]+)"
_WORD = re.compile(
    rf"""(?:https?://|www\.)[^\s<>"]*[\w/]
    | [\w.+-]{{0,64}}\w@\w[\w-]*(?:\.\w+)+
    | (?<!\w)(?:{_TITLES})\.(?=\s)
    | (?<!\w)(?:[^\W\d_]\.){{2,}}
    | (?<![\w.])[A-HJ-Z]\.(?=\s+[A-Z])
    | ['’][sS](?!\w)
    | {_PIECE}(?:-{_PIECE}|['’](?![sS](?!\w)){_PIECE})*
    | \S""",
    re.VERBOSE,
)
_STOPS = frozenset(".!?…")
_CLOSERS = frozenset("\"'”’)]}»")
_OPENERS = frozenset("\"'“‘([{«")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


@formats.register("plain", suffixes=(".txt",), single=True)
class Plain:
    """Plain text, one document a file: its id is the file's name without the ending."""

    @staticmethod
    def claims(head: str) -> bool:
        return False  # any text looks like plain text: it is chosen by name only

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Block]:
        yield Block(1, "".join(lines))

    @staticmethod
    def parse(block: Block) -> Document:
        offsets = word_offsets(block.text)
        return Document(
            "text",  # `read` puts the name of the file in its place
            words=tuple(block.text[start:end] for start, end in offsets),
            sentences=sentence_starts(block.text, offsets),
            text=block.text,
            offsets=tuple(offsets),
        )

    @staticmethod
    def render(doc: Document) -> str:
        """The text alone: annotation has no place in it."""
        if doc.text is not None:
            return doc.text
        return "".join(" ".join(doc.words[start:end]) + "\n" for start, end in doc.sentence_spans())


def word_offsets(text: str) -> list[tuple[int, int]]:
    """Half-open characters of each word.

    >>> text = "Dr. Ann's 3.5-inch mother-in-law didn't (ever) leave the U.S."
    >>> " ".join(text[start:end] for start, end in word_offsets(text))
    "Dr. Ann 's 3.5-inch mother-in-law didn't ( ever ) leave the U.S."
    """
    return [match.span() for match in _WORD.finditer(text)]


def sentence_starts(text: str, offsets: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The index of each sentence's first word.

    >>> text = 'Mr. J. Doe left. "Why?" She knew.'
    >>> [text[word_offsets(text)[i][0] :][:5] for i in sentence_starts(text, word_offsets(text))]
    ['Mr. J', '"Why?', 'She k']
    """
    return tuple(i for i in range(len(offsets)) if i == 0 or _begins_sentence(text, offsets, i))


def _begins_sentence(text: str, offsets: Sequence[tuple[int, int]], i: int) -> bool:
    start, before = offsets[i][0], offsets[i - 1][1]
    if start == before:
        return False
    if _BLANK_LINE.search(text, before, start):
        return True
    first = text[start]
    if not (first.isupper() or first.isdigit() or first in _OPENERS):
        return False
    last = i - 1
    while last > 0 and text[slice(*offsets[last])] in _CLOSERS and offsets[last - 1][1] == offsets[last][0]:
        last -= 1
    return text[slice(*offsets[last])] in _STOPS
