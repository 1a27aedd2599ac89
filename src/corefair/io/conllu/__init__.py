"""CoNLL-U with coreference as `Entity=` in its last column: CorefUD, GUM, OntoGUM.

A document reaches from `# newdoc id = X` to the next; without that line its id is the stem of its first
`sent_id`, or `document N` after the line N where it begins. Every identifier is a cluster, singletons too. A
discontinuous mention becomes the span from its first part to its last. A mention that begins or ends on an
empty node becomes the words it covers; one that covers none is left out, and counted in
`meta["zero_mentions"]`. Sentences are joined by a space, at `# newpar` by a line end, or by what
`SpacesAfter` says. Words that do not spell their multi-word token all have the whole of it as characters.

So that nothing is lost in writing, `layers` keep lemma, upos, feats, deps and misc, and `brackets`: the
`Entity` cells as they were (with information status and so on) where ours would differ, written again as
long as they fit the clusters. `meta` keeps `comments` of the document, `sentence_comments`, `rows` of
multi-word tokens and empty nodes, and `entity_fields`. What CoNLL-U has no place for goes into one comment.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from corefair.errors import DataError
from corefair.io.conllu.entities import without_stale_brackets
from corefair.io.conllu.reading import EXTRA, document_of
from corefair.io.conllu.rows import table_of
from corefair.io.conllu.writing import text_of
from corefair.io.documents import Block
from corefair.registry import formats
from corefair.types import Document

_CLAIM = re.compile(r"^(?:# ?(?:newdoc|sent_id|global\.)|1(?:-[0-9]+)?(?:\t[^\t\n]+){9}$)", re.MULTILINE)
_NEWDOC = re.compile(r"#\s*newdoc\b")


@formats.register("conllu", suffixes=(".conllu",))
class Conllu:
    """CoNLL-U: ten columns, a blank line after a sentence, `Entity=(1-person` … `1)` among the last."""

    @staticmethod
    def claims(head: str) -> bool:
        return bool(_CLAIM.search(head))

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Block]:
        held: list[str] = []
        first = 1  # line number of held[0]
        tail = 0  # the comments at the end of `held` begin here: they belong to the next sentence
        named = False  # whether the comments at the end have a newdoc already
        for line in lines:
            if line[:1] != "#":
                tail, named = len(held) + 1, False
            elif line[1:10].strip()[:1] == "n" and _NEWDOC.match(line):
                cut = len(held) if named else tail
                if any((old.strip() and old[0] != "#") or _NEWDOC.match(old) for old in held[:cut]):
                    yield Block(first, "".join(held[:cut]))
                    held, first, tail = held[cut:], first + cut, 0
                named = True
            held.append(line)
        if any(line.strip() for line in held):
            yield Block(first, "".join(held))

    @staticmethod
    def parse(block: Block) -> Document:
        try:
            return document_of(table_of(block), block.line)
        except DataError as error:
            raise error.at(line=block.line) from None

    @staticmethod
    def render(doc: Document) -> str:
        if not doc.words:
            raise DataError(f"document {doc.id!r} has no words, and CoNLL-U cannot hold that")
        held = without_stale_brackets(doc)
        # Reading it again is the proof that nothing was lost, and shows what CoNLL-U has no place for.
        written = text_of(held, lacking={})
        back = _read_back(held, written)
        lacking = _lacking(held, back)
        if lacking:
            written = text_of(held, lacking=lacking)
            back = _read_back(held, written)
        names = [field.name for field in fields(Document)]
        lost = [name for name in names if getattr(back, name) != getattr(held, name)]
        if lost:
            raise DataError(f"document {doc.id!r}: CoNLL-U cannot hold what it has as {' and '.join(lost)}")
        return written


def _read_back(doc: Document, written: str) -> Document:
    try:
        blocks = list(Conllu.split(io.StringIO(written, newline="\n")))
        if len(blocks) > 1:
            raise DataError("a part of it looks like the beginning of a document")
        return Conllu.parse(blocks[0])
    except DataError as error:
        raise DataError(f"document {doc.id!r} cannot be written as CoNLL-U: {error.message}") from None


def _lacking(doc: Document, back: Document) -> dict[str, Any]:
    """What the columns and comments of CoNLL-U did not hold, as fields for one more comment."""
    lacking = {
        name: getattr(doc, name)
        for name in EXTRA
        if getattr(doc, name) is not None and getattr(doc, name) != getattr(back, name)
    }
    for name in ("layers", "meta"):
        wanted, held = getattr(doc, name), getattr(back, name)
        rest = {key: value for key, value in wanted.items() if key not in held or held[key] != value}
        if rest:
            lacking[name] = rest
    return lacking
