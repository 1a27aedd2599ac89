"""The layers of a document that people annotated: which it has, and the document without some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from corefair.errors import UnknownName
from corefair.types import Document

TREES = frozenset(("parse", "deps"))
TAGS = frozenset(("upos", "feats", "lemma"))
# Coreference in another form: CoNLL-U keeps its brackets, and MISC has bridging and split antecedents.
COREFERENCE = frozenset(("brackets", "misc"))
LAYERS = ("trees", "tags", "entities", "speakers", "others")
NOT_FOR_SCORING = ("trees", "tags", "entities", "others")


def layers_of(doc: Document) -> tuple[str, ...]:
    """Which of LAYERS a document has: what a system could be shown beyond words and sentences.

    >>> layers_of(Document("d", ("She", "left"), tags=("PRP", "VBD"), speakers=("Ann", "Ann")))
    ('tags', 'speakers')
    """
    kinds = set(map(_kind, doc.layers))
    has = {
        "trees": doc.heads is not None or doc.relations is not None or "trees" in kinds,
        "tags": doc.tags is not None or "tags" in kinds,
        "entities": bool(doc.entities),
        "speakers": doc.speakers is not None,
        "others": "others" in kinds,
    }
    return tuple(name for name in LAYERS if has[name])


def without_layers(doc: Document, names: Iterable[str] = NOT_FOR_SCORING) -> Document:
    """The document as a system is shown it: without clusters, and without the named layers.

    `trees` are heads, relations and constituents; `tags` parts of speech, features and lemmas; `others`
    whatever else a file says of each word (predicates, senses). By default all of them go but speakers: so a
    system is scored, which must find the rest itself. Words, sentences, text and genre always stay; clusters,
    and what says them in another form, never do.

    >>> doc = Document("d", ("She", "left"), tags=("PRP", "VBD"), speakers=("Ann", "Ann"), heads=(1, -1))
    >>> layers_of(without_layers(doc)), layers_of(without_layers(doc, ["speakers"]))
    (('speakers',), ('trees', 'tags'))
    """
    gone = frozenset(names)
    for name in gone - {*LAYERS}:
        raise UnknownName("layer", name, LAYERS)
    return replace(
        doc,
        clusters=(),
        tags=None if "tags" in gone else doc.tags,
        heads=None if "trees" in gone else doc.heads,
        relations=None if "trees" in gone else doc.relations,
        entities=() if "entities" in gone else doc.entities,
        speakers=None if "speakers" in gone else doc.speakers,
        layers={name: layer for name, layer in doc.layers.items() if _kind(name) not in gone | {""}},
        meta={},  # comments, rows of empty nodes, fields of other programs: any of it may hold the answer
    )


def _kind(layer: str) -> str:
    """Which of LAYERS a column belongs to; none if it is coreference itself."""
    if layer in COREFERENCE:
        return ""
    return "trees" if layer in TREES else "tags" if layer in TAGS else "others"
