"""Names that a spaCy pipeline finds, for the baselines that pick a name: its people in place of the given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.systems.baselines.candidates import Pick, link_pronouns
from corefair.text.pipeline import as_spacy, load
from corefair.types import Answer, Document, Entity

GIVEN = "given"
SHIPPED = "shipped"
PEOPLE = frozenset(("PERSON", "PER"))


def load_finder(names: Path | str) -> Any | None:
    """The spaCy pipeline of this folder or installed package, or ours; None for the names documents give."""
    if str(names) == GIVEN:
        return None
    return load(None if str(names) == SHIPPED else names)


def find_names(docs: Iterable[Document], pipeline: Any) -> Iterator[Document]:
    """The documents with the people that a spaCy pipeline finds as their entities, in text order.

    The words stay as they are, so mentions mean the same before and after; the pipeline's own tokeniser is
    not used. Whatever entities a document had are gone, even where the pipeline finds none.
    """
    pairs = ((as_spacy(pipeline.vocab, doc.words, offsets=doc.offsets), doc) for doc in docs)
    for found, doc in pipeline.pipe(pairs, as_tuples=True):
        if len(found) != len(doc.words):
            raise DataError(
                f"{doc.id}: the pipeline made {len(found)} words of {len(doc.words)}; take out what merges "
                f"or splits them (it has {', '.join(pipeline.pipe_names)})"
            )
        people = (each for each in found.ents if each.label_ in PEOPLE)
        yield replace(doc, entities=tuple(Entity(each.start, each.end, "PERSON") for each in people))


def link_names(docs: Iterable[Document], finder: Any | None, pick: Pick) -> Iterator[Answer]:
    """Pronouns linked to the names given, or else to those of the finder: none found, none linked."""
    if finder is None:
        return (Answer(link_pronouns(doc, pick)) for doc in docs)
    # Without entities the light rule of `candidates` would step in, which is not what was asked for.
    return (Answer(link_pronouns(doc, pick) if doc.entities else ()) for doc in find_names(docs, finder))
