"""Short documents analysed lately: a suite asks each system, and each variant of one, the same sentences."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from corefair.types import Document

_MOST = 20_000  # documents of a pipeline, about 50 MB
_LONGEST = 100  # words of a document


class Recent:
    """What a pipeline said of the last so many short documents that came with words alone."""

    def __init__(self) -> None:
        self._said: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()

    def find(self, doc: Document) -> Document | None:
        """The document analysed, if one with the same words was."""
        said = None if _has_layers(doc) else self._said.get(_key(doc))
        return replace(doc, **{**said, "layers": {**said["layers"], **doc.layers}}) if said else None

    def keep(self, doc: Document, analysed: Document) -> None:
        """Remember it; the oldest is forgotten for it."""
        if len(doc.words) <= _LONGEST and not _has_layers(doc):
            said = {name: getattr(analysed, name) for name in ("tags", "heads", "relations", "entities")}
            layers = {name: analysed.layers[name] for name in ("upos", "lemma")}
            self._said[_key(doc)] = {**said, "layers": layers}
            if len(self._said) > _MOST:
                self._said.popitem(last=False)


def recent(nlp: Any) -> Recent:
    """That of a pipeline; it goes when the pipeline goes."""
    return _of_pipeline.setdefault(nlp, Recent())


_of_pipeline: WeakKeyDictionary[Any, Recent] = WeakKeyDictionary()


def _key(doc: Document) -> tuple[Any, ...]:
    return doc.words, doc.sentences, doc.offsets


def _has_layers(doc: Document) -> bool:
    layers = (doc.tags, doc.heads, doc.relations, doc.layers.get("upos"), doc.layers.get("lemma"))
    return any(layer is not None for layer in layers) or bool(doc.entities)
