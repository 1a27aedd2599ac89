"""The JSON lines of the e2e-coref family: sentences of words, and clusters of `[first, last]` word.

There `doc_key` is a name, `_` and the number of a part; here part 0 has the name as its id and the next is
`name; part 1`, as for CoNLL. `predicted_clusters` are read where there are no `clusters`. Fields not known
here are kept in `Document.meta`; what the format has no field for is written into one called `corefair`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from typing import Any

from corefair.errors import DataError
from corefair.io import json_fields as fields
from corefair.io.documents import Block
from corefair.registry import formats
from corefair.types import Document, cluster_up

_KEY = re.compile(r"(.*)_0*([0-9]*)", re.DOTALL)
_ID = re.compile(r"(.*); part ([1-9][0-9]*)", re.DOTALL)
_OWN = frozenset(("doc_key", "sentences", "speakers", "clusters", "predicted_clusters", "ner", "corefair"))


@formats.register("e2e", suffixes=(".jsonlines", ".jsonl"))
class E2e:
    """A JSON object a line: `{"doc_key": "name_0", "sentences": [[…], …], "clusters": [[[0, 1], …], …]}`."""

    @staticmethod
    def claims(head: str) -> bool:
        return fields.first_object(head).keys() >= {"doc_key", "sentences"}

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Block]:
        return fields.split_lines(lines)

    @staticmethod
    def parse(block: Block) -> Document:
        try:
            return _document(fields.load(block.text))
        except DataError as error:
            raise error.at(line=block.line) from None

    @staticmethod
    def render(doc: Document) -> str:
        match = _ID.fullmatch(doc.id)
        name, part = (match[1], match[2]) if match else (doc.id, "0")
        spans = doc.sentence_spans()
        found: dict[str, Any] = {
            "doc_key": f"{name}_{part}",
            "sentences": [doc.words[start:end] for start, end in spans],
            "clusters": [[(start, end - 1) for start, end in cluster] for cluster in doc.clusters],
        }
        if doc.speakers is not None:
            found["speakers"] = [doc.speakers[start:end] for start, end in spans]
        if doc.entities:
            found["ner"] = [(start, end - 1, label) for start, end, label in doc.entities]
        on_top = {key: value for key, value in doc.meta.items() if key not in _OWN}
        extra = fields.extra_fields(doc, meta={key: doc.meta[key] for key in doc.meta if key not in on_top})
        for key in ("speakers", "entities", "genre"):
            extra.pop(key, None)
        if doc.genre != _genre(name):
            extra["genre"] = doc.genre
        return fields.dump(doc, {**found, **on_top, **({"corefair": extra} if extra else {})})


def _document(found: dict[str, Any]) -> Document:
    name, doc_id = _name_and_id(found.get("doc_key"))
    sentences = _sentences("sentences", found.get("sentences"))
    words = tuple(chain.from_iterable(sentences))
    if "clusters" in found and "predicted_clusters" in found:
        raise DataError("both clusters and predicted_clusters: delete the one that is not meant")
    which = "predicted_clusters" if "predicted_clusters" in found else "clusters"
    extra = found.get("corefair", {})
    if not isinstance(extra, dict):
        raise DataError("corefair must be an object")
    genre = extra.get("genre", _genre(name))
    taken = fields.take_extra({key: extra[key] for key in extra if key != "genre"}, words)
    if genre is not None:
        taken["genre"] = fields.strings("genre", [genre])[0]
    if found.get("speakers") is not None:
        speakers = _sentences("speakers", found["speakers"])
        if list(map(len, speakers)) != list(map(len, sentences)):
            raise DataError("speakers must have the shape of sentences: one for each word")
        taken["speakers"] = tuple(chain.from_iterable(speakers))
    if found.get("ner"):
        taken["entities"] = fields.entities("ner", _flat(found["ner"]), last=1)
    taken["meta"] = {key: found[key] for key in found if key not in _OWN} | taken.get("meta", {})
    lengths = [len(sentence) for sentence in sentences if sentence]
    return Document(
        doc_id,
        words,
        sentences=tuple(accumulate(lengths[:-1], initial=0)),
        clusters=cluster_up(fields.clusters_in(which, found.get(which, []), last=1)),
        **taken,
    )


def _name_and_id(key: Any) -> tuple[str, str]:
    if not isinstance(key, str):
        raise DataError("doc_key must be there, a string")
    match = _KEY.fullmatch(key)
    if not match or key.endswith("_"):
        return key, key
    return match[1], f"{match[1]}; part {match[2]}" if match[2] else match[1]


def _sentences(name: str, value: Any) -> list[tuple[str, ...]]:
    if not isinstance(value, list):
        raise DataError(f"{name} must be there, a list of lists of strings")
    return [fields.strings(f"each of the {name}", sentence) for sentence in value]


def _flat(ner: Any) -> Any:
    """Entities lie in one list, or (DyGIE) in one for each sentence."""
    nested = isinstance(ner, list) and all(
        isinstance(part, list) and all(isinstance(each, list) for each in part) for part in ner
    )
    return list(chain.from_iterable(ner)) if nested else ner


def _genre(name: str) -> str | None:
    return name[:2] if name[2:3] == "/" else None  # as in CoNLL: the folder of OntoNotes
