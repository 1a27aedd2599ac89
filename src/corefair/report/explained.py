"""Explanations of links as a page: each mention in its sentence, whom it could be, and what decided."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from corefair.report.frame import framed
from corefair.report.markup import Safe, el, grid, join
from corefair.types import Document, Mention
from corefair.version import __version__


class Option(Protocol):
    """Whom a mention could be; None is no one mentioned before."""

    @property
    def antecedent(self) -> Mention | None: ...

    @property
    def probability(self) -> float: ...


class Reason(Protocol):
    """A feature, its values for the first option and the second, and their weights."""

    @property
    def feature(self) -> str: ...

    @property
    def values(self) -> tuple[str, str]: ...

    @property
    def difference(self) -> float: ...


class Explained(Protocol):
    """A mention with its options and reasons, the first ones first."""

    @property
    def mention(self) -> Mention: ...

    @property
    def options(self) -> Sequence[Option]: ...

    @property
    def reasons(self) -> Sequence[Reason]: ...


NEW = "no one mentioned before"


def explained_page(
    found: Iterable[tuple[Document, Sequence[Explained]]], *, title: str, options: int = 6, reasons: int = 12
) -> str:
    """The whole page; of each mention so many options and reasons."""
    parts = [el("h1", title)]
    for doc, each in found:
        parts.append(el("h2", doc.id))
        parts += [_section(doc, one, options, reasons) for one in each]
    return framed(join(*parts), title=title, generator=f"corefair {__version__}")


def said(doc: Document, options: Sequence[Option]) -> list[str]:
    """The words of each option; where two are the same, with their sentence, or place in it too."""
    found = [_words(doc, each.antecedent) for each in options]
    like = Counter(words.casefold() for words, _, _ in found)
    near = Counter((words.casefold(), sentence) for words, sentence, _ in found)
    told = []
    for words, sentence, word in found:
        place = f"sentence {sentence}" + (f", word {word}" if near[words.casefold(), sentence] > 1 else "")
        told.append(f"{words} ({place})" if like[words.casefold()] > 1 else words)
    return told


def _words(doc: Document, mention: Mention | None) -> tuple[str, int, int]:
    """The words of a mention, its sentence in the text and its first word in that, from 1."""
    if mention is None:
        return NEW, 0, 0
    sentence = bisect_right(doc.sentences, mention.start)
    first = mention.start - doc.sentences[sentence - 1] + 1
    return " ".join(doc.words[mention.start : mention.end]), sentence, first


def sentence_of(doc: Document, mention: Mention) -> tuple[str, str, str]:
    """The sentence of a mention in three parts: before it, its words, after it."""
    start, end = next(span for span in doc.sentence_spans() if span[0] <= mention.start < span[1])
    words = doc.words
    return (
        " ".join(words[start : mention.start]),
        " ".join(words[mention.start : mention.end]),
        " ".join(words[mention.end : end]),
    )


def _section(doc: Document, one: Explained, options: int, reasons: int) -> Safe:
    before, mention, after = sentence_of(doc, one.mention)
    parts = [el("p", before, " ", el("mark", mention), " ", after)]
    names = said(doc, one.options[: max(options, 2)])
    rows = [
        [name, f"{100 * each.probability:.1f} %"]
        for name, each in zip(names[:options], one.options, strict=False)
    ]
    parts.append(grid("Whom it could be", ["antecedent", "probability"], rows, numbers=[1]))
    if len(one.options) > 1 and one.reasons:
        first, second = names[:2]
        rows = [
            [each.feature, *(value or "–" for value in each.values), f"{each.difference:+.2f}"]
            for each in one.reasons[:reasons]
        ]
        heads = ["feature", first, second, "difference"]
        caption = f"What decided between “{first}” and “{second}”"
        parts.append(grid(caption, heads, rows, numbers=[3]))
    return el("section", *parts)
