"""Explanations of links as a page: each mention in its sentence, whom it could be, and what decided."""

from __future__ import annotations

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


def said(doc: Document, mention: Mention | None) -> str:
    """The words of an option."""
    return NEW if mention is None else " ".join(doc.words[mention.start : mention.end])


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
    rows = [[said(doc, each.antecedent), f"{100 * each.probability:.1f} %"] for each in one.options[:options]]
    parts.append(grid("Whom it could be", ["antecedent", "probability"], rows, numbers=[1]))
    if len(one.options) > 1 and one.reasons:
        first, second = (said(doc, each.antecedent) for each in one.options[:2])
        rows = [
            [each.feature, *(value or "–" for value in each.values), f"{each.difference:+.2f}"]
            for each in one.reasons[:reasons]
        ]
        heads = ["feature", first, second, "difference"]
        caption = f"What decided between “{first}” and “{second}”"
        parts.append(grid(caption, heads, rows, numbers=[3]))
    return el("section", *parts)
