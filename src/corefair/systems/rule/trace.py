"""What each pass linked, and why: one record a link."""

from __future__ import annotations

from typing import NamedTuple

from corefair.types import Document, Mention


class Link(NamedTuple):
    """A pass found that two mentions are one entity."""

    name: str  # of the pass
    mention: Mention
    antecedent: Mention
    why: str


def in_words(doc: Document, link: Link) -> str:
    """The link as one line.

    >>> doc = Document("d", ("Ann", "said", "she", "left"))
    >>> print(in_words(doc, Link("pronoun", Mention(2, 3), Mention(0, 1), "agrees, same sentence")))
    pronoun: she [2:3] → Ann [0:1] (agrees, same sentence)
    """
    return f"{link.name}: {_said(doc, link.mention)} → {_said(doc, link.antecedent)} ({link.why})"


def _said(doc: Document, mention: Mention) -> str:
    words = doc.words[mention.start : mention.end]
    shown = " ".join(words) if len(words) <= 8 else " ".join((*words[:5], "…", *words[-2:]))
    return f"{shown} [{mention.start}:{mention.end}]"
