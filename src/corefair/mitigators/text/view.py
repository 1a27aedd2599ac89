"""A document as the rules look at it: words in lower case, tags, trees, and where sentences begin and end."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from corefair.text import analyse
from corefair.text.names import first_names
from corefair.types import Document

OPENING = frozenset({"``", '"', "“", "‘", "'", "(", "[", "-LRB-", "-LSB-", "«"})
CLOSING = frozenset({"''", '"', "”", "’", "'", ")", "]", "-RRB-", "-RSB-", "»"})
BRACKETS = frozenset({"(", ")", "[", "]", "-LRB-", "-RRB-", "-LSB-", "-RSB-"})
_QUOTES = frozenset({"``", "''", '"', "“", "”", "‘"})
_INSIDE_TITLES = frozenset({"of", "and", "the", "a", "an", "in", "on", "for", "to", "with", "at", "by"})
_FAMILIAR = 5_000  # births from which a word with a capital is taken for a first name
_GIVEN = re.compile("[A-Z][a-z]+-[a-z]+")
_TITLE = 10  # words of a title on either side of one
STOPS = frozenset({".", "!", "?", "…", "...", ":", ";", "--", "—", "–"})


class View:
    """One document, looked at word by word; without tags or trees the rules do with less."""

    def __init__(self, doc: Document, *, own_tags: bool = True) -> None:
        self.doc, self.words = doc, doc.words
        self.own_tags = own_tags  # whether the tags came with the file: a tagger's are trusted less
        self.lower = [word.lower() for word in doc.words]
        self.tags: Sequence[str] = doc.tags or ("",) * len(doc.words)
        self.relations: Sequence[str] = doc.relations or ("",) * len(doc.words)
        self.heads: Sequence[int] = doc.heads or (-1,) * len(doc.words)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word of the document in lower case."""
        return frozenset(self.lower)

    @cached_property
    def types(self) -> dict[int, str]:
        """The label of the innermost entity that a word is in."""
        found: dict[int, str] = {}
        for start, end, label in sorted(self.doc.entities, key=lambda each: each.start - each.end):
            for i in range(start, end):
                found[i] = label.lower()
        return found

    @cached_property
    def families_before(self) -> frozenset[str]:
        """Words in lower case that stand before an East Asian given name: *Son Heung-min*."""
        return frozenset(self.lower[i] for i in range(len(self.words)) if self.is_before_given(i))

    @cached_property
    def families_after(self) -> frozenset[str]:
        """Words in lower case that end a name after a first name: *Coretta King*."""
        return frozenset(
            self.lower[i + 1]
            for i, tag in enumerate(self.tags[:-1])
            if tag == "NNP" == self.tags[i + 1] and self.words[i][:1].isupper() and self.is_first_name(i)
            if self.after(i)[:1].isupper() and not self.after(i + 1)[:1].isupper()
            if not self.is_shouted(i + 1) and not self.is_heading(i + 1)
        )

    def is_before_given(self, i: int) -> bool:
        """Whether a proper noun stands before a given name as East Asian ones are written: *Heung-min*."""
        return self.tag_after(i) == "NNP" == self.tags[i] and bool(_GIVEN.fullmatch(self.after(i)))

    def is_first_name(self, i: int) -> bool:
        """Whether a word is a common first name."""
        known = first_names().get(self.lower[i])
        return known is not None and known.births >= _FAMILIAR

    def sentence(self, i: int) -> tuple[int, int]:
        """The half-open span of the sentence a word is in."""
        starts = self.doc.sentences
        at = bisect_right(starts, i)
        return starts[at - 1], starts[at] if at < len(starts) else len(self.words)

    def begins(self, i: int) -> bool:
        """Whether a word begins a sentence, a quotation, or what follows a colon or full stop."""
        first, _ = self.sentence(i)
        return i == first or self.words[i - 1] in OPENING or self.words[i - 1] in STOPS

    def after(self, i: int) -> str:
        """The next word of the sentence; nothing at its end."""
        return self.words[i + 1] if i + 1 < self.sentence(i)[1] else ""

    def before(self, i: int) -> str:
        """The word before in the sentence; nothing at its beginning."""
        return self.words[i - 1] if i > self.sentence(i)[0] else ""

    def tag_after(self, i: int) -> str:
        """The tag of the next word; nothing at the end of the sentence."""
        return self.tags[i + 1] if i + 1 < self.sentence(i)[1] else ""

    def is_shouted(self, i: int) -> bool:
        """Whether the other words around are in capitals as well, so that capitals say nothing."""
        span = range(max(0, i - 4), min(len(self.words), i + 5))
        near = [word for k in span if k != i and (word := self.words[k]).isalpha() and len(word) > 1]
        return bool(near) and 2 * sum(word.isupper() for word in near) > len(near)

    def is_quoted_title(self, i: int) -> bool:
        """Whether a word stands between quotation marks in a row of words with capitals, as titles do."""
        first, last = self.sentence(i)
        start, end = i, i + 1
        while start > max(first, i - _TITLE) and self.words[start - 1] not in _QUOTES:
            start -= 1
        while end < min(last, i + _TITLE) and self.words[end] not in _QUOTES:
            end += 1
        inside = self.words[start:end]
        if (
            start == first
            or end >= last
            or self.words[start - 1] not in _QUOTES
            or self.words[end] not in _QUOTES
        ):
            return False
        if len(inside) < 2 or not inside[-1][-1:].isalnum():
            return False  # *“Mother!”* is said, not written on a cover
        long = [word for word in inside if len(word) > 3 and word[0].isalpha()]
        return inside[0][:1].isupper() and all(word[0].isupper() for word in long)

    def is_named_work(self, i: int) -> bool:
        """Whether a row of words with capitals runs up to a word from an article with one: *The Good Wife*.

        In the middle of a sentence an article has a capital only in the title of a work, or a like name; a
        pronoun with a capital between two others has it there too: *To Write Love On Her Arms*.
        """
        first, last = self.sentence(i)
        if not self.words[i][:1].isupper() or self.is_shouted(i) or self.is_heading(i):
            return False
        k = i - 1
        while k > first and (self.words[k][:1].isupper() or self.lower[k] in _INSIDE_TITLES):
            if self.words[k] in ("The", "A", "An") and not self.begins(k):
                return True
            k -= 1
        beside = (self.words[k][:1].isupper() for k in (i - 1, i + 1) if first < k < last)
        return self.tags[i].startswith("PRP") and not self.begins(i) and list(beside) == [True, True]

    def is_heading(self, i: int) -> bool:
        """Whether most words of the sentence have a capital, as in headings and titles of works."""
        first, last = self.sentence(i)
        span = range(max(first, i - 15), min(last, i + 16))
        long = [self.words[k] for k in span if k != first and len(self.words[k]) > 3]
        return bool(long) and 2 * sum(word[0].isupper() for word in long) > len(long)


def analysed(
    docs: Iterable[Document], *, trees: bool = False, names: bool = False
) -> Iterator[tuple[Document, Document]]:
    """Each document as it came, and as the rules read it: what its file lacks comes from the pipeline.

    Rules always need tags; `trees` and `names` are asked for by those that need them too.
    """
    for group in _groups(docs):
        lacking = [_lacks(doc, trees=trees, names=names) for doc in group]
        unread = [doc for doc, lacks in zip(group, lacking, strict=True) if lacks]
        read = analyse(unread) if unread else iter(())
        for doc, lacks in zip(group, lacking, strict=True):
            yield doc, next(read) if lacks else doc


def _lacks(doc: Document, *, trees: bool, names: bool) -> bool:
    if not doc.words:
        return False
    no_trees = doc.heads is None or doc.relations is None
    return doc.tags is None or (trees and no_trees) or (names and not doc.entities)


def _groups(docs: Iterable[Document], words: int = 20_000) -> Iterator[list[Document]]:
    """Documents in groups of about so many words: a pipeline reads many short ones together faster."""
    group: list[Document] = []
    size = 0
    for doc in docs:
        group.append(doc)
        size += len(doc.words) + 1
        if size >= words:
            yield group
            group, size = [], 0
    if group:
        yield group
