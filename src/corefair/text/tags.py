"""Universal parts of speech of a document, whichever tags it has."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.errors import DataError
from corefair.types import Document

_DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
_COARSE = {
    **dict.fromkeys(("PRP", "PRP$", "WP", "WP$", "EX"), "PRON"),
    **dict.fromkeys(("NN", "NNS"), "NOUN"),
    **dict.fromkeys(("NNP", "NNPS"), "PROPN"),
    **dict.fromkeys(("DT", "PDT", "WDT"), "DET"),
    **dict.fromkeys(("JJ", "JJR", "JJS", "AFX"), "ADJ"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), "VERB"),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), "ADV"),
    **dict.fromkeys((",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"), "PUNCT"),
    **{"CD": "NUM", "MD": "AUX", "IN": "ADP", "TO": "PART", "CC": "CCONJ", "UH": "INTJ", "POS": "PART"},
}


def coarse_tags(doc: Document) -> Sequence[str]:
    """The document's own universal tags, or else made from its Penn tags.

    >>> coarse_tags(Document("d", ("That", "works"), tags=("DT", "VBZ"), relations=("nsubj", "root")))
    ['PRON', 'VERB']
    """
    if "upos" in doc.layers:
        return doc.layers["upos"]
    if doc.tags is None:
        raise DataError(f"document {doc.id!r} has no tags: analyse it first")
    relations = doc.relations or ("det",) * len(doc.words)
    return [
        "PRON"
        if tag in ("DT", "WDT") and word.lower() in _DEMONSTRATIVES and relation != "det"
        else _COARSE.get(tag, "X")
        for word, tag, relation in zip(doc.words, doc.tags, relations, strict=True)
    ]
