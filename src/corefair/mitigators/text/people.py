"""Names in a document: runs of proper nouns, each with the type of its entity, and the parts of people's."""

from __future__ import annotations

from typing import NamedTuple

from corefair.text.mentions import head_of
from corefair.text.names import Name, capitalised_runs, parts_of_name
from corefair.text.nouns import type_of_label
from corefair.types import Document, Entity, Mention

_JOINED = ("flat", "appos", "nmod:desc", "nmod:unmarked")


class Named(NamedTuple):
    """A name in the text, and what bears it."""

    span: Mention
    type: str  # "person", "place" …; nothing where no entity tells


def names_in(doc: Document) -> list[Named]:
    """The names of a document that has tags and entities, in text order.

    >>> doc = Document("d", ("Dr.", "Ada", "Byron", "left"), tags=("NNP", "NNP", "NNP", "VBD"))
    >>> from dataclasses import replace
    >>> names_in(replace(doc, entities=(Entity(0, 3, "PERSON"),)))
    [Named(span=Mention(start=0, end=3), type='person')]
    """
    smallest: dict[int, Entity] = {}
    for each in sorted(doc.entities, key=lambda entity: entity.start - entity.end):
        for i in range(each.start, each.end):
            smallest[i] = each
    found: list[Named] = []
    for run in capitalised_runs(doc):
        start = run.start
        while start < run.end:
            entity = smallest.get(start)
            end = start + 1
            while end < run.end and smallest.get(end) == entity:
                end += 1
            span = Mention(start, end)
            found.append(Named(span, _type(doc, span, entity)))
            start = end
    return found


def parts(doc: Document, span: Mention) -> Name:
    """A person's name taken apart."""
    return parts_of_name(doc.words[span.start : span.end])


def _type(doc: Document, span: Mention, entity: Entity | None) -> str:
    """What the name is a name of: of the entity, if it heads it or is joined to what heads it."""
    if entity is None:
        return ""
    type = type_of_label().get(entity.label.lower(), entity.label.lower())
    head = head_of(doc, Mention(entity.start, entity.end))
    if span.start <= head < span.end or doc.heads is None or doc.relations is None:
        return type
    joined = any(
        doc.heads[i] == head and doc.relations[i].startswith(_JOINED) for i in range(span.start, span.end)
    )
    return type if joined else ""
