"""Spans that must be candidates, because someone asks about them, among those that were found."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.systems.feature.mentions import Read, read_candidates
from corefair.text.gender_counts import GenderCounts
from corefair.text.mentions import Candidate, head_of
from corefair.text.phrases import Phrase, phrases_of
from corefair.text.pronouns import pronouns
from corefair.types import Document, Mention


def with_given(read: Read, given: Sequence[Mention], *, counts: GenderCounts | None, scheme: str) -> Read:
    """The document read with these spans as candidates, each in the place of what was found at its head."""
    doc, tree, phrases, _ = read
    found = {phrase.span for phrase in phrases}
    missing = [span for span in dict.fromkeys(given) if span not in found]
    if not missing:
        return read
    chosen = []
    for span in missing:
        head = head_of(doc, span)
        kind = _kind(doc, span, head)
        chosen.append((Candidate(span, head, kind, tree.sentence_of[head]), kind))
    made = phrases_of(doc, chosen, counts=counts, scheme=scheme)
    for phrase, span in zip(made, missing, strict=True):
        phrase.span = span  # a scheme may cut it
    heads = {phrase.head for phrase in made}
    asked = set(given)
    kept: list[Phrase] = [
        phrase
        for phrase in phrases
        if phrase.span in asked or phrase.kind == "list" or phrase.head not in heads
    ]
    order = sorted([*kept, *made], key=lambda phrase: (phrase.span.start, -phrase.span.end))
    return read_candidates(doc, counts=counts, scheme=scheme, phrases=order)


def _kind(doc: Document, span: Mention, head: int) -> str:
    word, tag = doc.words[head].lower(), doc.tags[head] if doc.tags else ""
    if span.end - span.start == 1 and (tag.startswith(("PRP", "WP")) or word in pronouns()):
        return "pronoun"
    return "name" if tag.startswith("NNP") else "nominal"
