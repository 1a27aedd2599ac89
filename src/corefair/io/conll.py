"""CoNLL-2012 (OntoNotes), and the narrower tables that go by the same name.

Columns, by how many there are: 2 are word and coreference (GICoref), or document and coreference; 5 are
document, part, number, word and coreference (WikiCoref); 12 or more are document, part, number, word, tag,
parse, predicate, frameset, sense, speaker, entities, arguments … and coreference. Columns stand between tabs
or spaces. One of nothing but `-`, `_` or `*` is no column. A line of one word between documents, as WikiCoref
has one (`null`), is left out with a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from corefair.errors import DataError
from corefair.io.brackets import cells_of, clusters_of
from corefair.io.documents import Block, Stray
from corefair.io.table import NOTHING, Table, cut, rows_of
from corefair.registry import formats
from corefair.types import Document, Entity

_MARK = re.compile(r"#\s*(begin|end) document\b")
_HEADER = re.compile(r"#\s*begin document\s+(?:\((.*)\)\s*;?|(.*?))\s*(?:\bpart\s+([0-9]{1,9}))?\s*$")
_PART = re.compile(r"(.*); part ([1-9][0-9]{0,8})", re.DOTALL)
_ESCAPED = re.compile(r"/+[.?]")  # OntoNotes writes a full stop that ends no sentence as `/.`
_TAG, _ARGUMENTS = 4, 11  # the columns from the tag up to the arguments:
_LAYERS = ("tags", "parse", "predicate", "frameset", "sense", "speakers", "entities")


@formats.register("conll", suffixes=(".conll", "_conll", ".key", ".response"), pieces=True)
class Conll:
    """CoNLL-2012: a row a word, a blank line after a sentence, coreference as brackets in the last column."""

    @staticmethod
    def claims(head: str) -> bool:
        return bool(re.search(r"^#\s*begin document\b", head, re.MULTILINE))

    @staticmethod
    def split(pieces: Iterable[str]) -> Iterator[Block]:
        held: list[str] = []
        first = 1  # the number of the first line held
        for piece in pieces:
            done = 0
            for at in _cuts(piece):
                held.append(piece[done:at])
                text = "".join(held)
                yield from _block(first, text)
                held, first, done = [], first + text.count("\n"), at
            held.append(piece[done:])
        yield from _block(first, "".join(held))

    @staticmethod
    def parse(block: Block) -> Document:
        text = block.text.replace("\r\n", "\n") if "\r" in block.text else block.text
        body = text.find("\n") + 1
        last = text.rfind("\n#", body - 1) + 1 if body else 0  # the line that ends the document
        header, end = _HEADER.match(text[:body] or text), _MARK.match(text, last)
        if not header:
            if len(text.split()) == 1 and text[:1] != "#":  # `#begin` may be all that is left of a document
                raise Stray(f"{text.strip()!r} stands between documents, and is left out")
            raise DataError("text outside a document: expected '#begin document (NAME); part 000'")
        if not end or end[1] != "end" or "\n" in text[last:].rstrip():
            raise DataError("this document has no '#end document': the file may be cut short")
        name = header[1] if header[1] is not None else header[2]
        try:
            return _document(name, int(header[3] or 0), cut(text[body:last], first_extra=_ARGUMENTS))
        except DataError as error:
            if error.line is None:
                raise
            row = rows_of(text[body:last])[error.line][0]
            raise DataError(error.message, line=block.line + 1 + row) from None

    @staticmethod
    def render(doc: Document) -> str:
        name, part = _name_and_part(doc.id)
        n = len(doc.words)
        brackets = cells_of(doc, separator="|")
        spans = doc.sentence_spans()
        dashes, stars = ("-",) * n, ("*",) * n
        columns = [
            (name,) * n,
            (str(part),) * n,
            tuple(str(i - start) for start, end in spans for i in range(start, end)),
            tuple("/" + word if _ESCAPED.fullmatch(word) else word for word in doc.words),
            doc.tags or dashes,
            doc.layers.get("parse", stars),
            *(doc.layers.get(layer, dashes) for layer in ("predicate", "frameset", "sense")),
            doc.speakers or dashes,
            _entity_cells(doc),
            tuple(brackets.get(i, "-") for i in range(n)),
        ]
        if _MARK.match(name) or re.search(r"[\t\r\n]", name):
            raise DataError(f"document {doc.id!r} has a name that CoNLL cannot hold")
        for column in columns[3:]:
            if "" in column or re.search(r"[\t\r\n]", "".join(column)):
                raise DataError(f"document {doc.id!r} has an empty or broken word, which CoNLL cannot hold")
        if "arguments" in doc.layers:
            columns.insert(-1, _argument_cells(doc, spans))
        rows = ["\t".join(row) + "\n" for row in zip(*columns, strict=True)]
        body = "".join("".join(rows[start:end]) + "\n" for start, end in spans)
        return f"#begin document ({name}); part {part:03d}\n{body}#end document\n"


def _cuts(piece: str) -> Iterator[int]:
    """Where documents are cut apart: before a line that begins one, and after a line that ends one."""
    at = 0 if piece[:1] == "#" else piece.find("\n#") + 1
    while at or piece[:1] == "#":
        mark = _MARK.match(piece, at)
        if mark:
            yield at if mark[1] == "begin" else piece.find("\n", at) + 1 or len(piece)
        after = piece.find("\n#", at) + 1
        if not after:
            break
        at = after


def _block(first: int, text: str) -> Iterator[Block]:
    """The text as a block, without blank lines before it; nothing if there is nothing else."""
    n_blank = len(text) - len(text.lstrip())
    if n_blank < len(text):
        start = text.rfind("\n", 0, n_blank) + 1
        yield Block(first + text.count("\n", 0, start), text[start:])


def _name_and_part(doc_id: str) -> tuple[str, int]:
    """Each part of an OntoNotes document is one for us: part 0 has its name, the next is `name; part 1`."""
    match = _PART.fullmatch(doc_id)
    return (match[1], int(match[2])) if match else (doc_id, 0)


def _document(name: str, part: int, table: Table) -> Document:
    """The document of a table; a DataError's `line` is the index of the row."""
    n = table.n_columns
    if n in (1, 3, 4):
        raise DataError(f"columns: {n}, expected 2 (word, coreference), 5, or 12 and more", line=0)
    wide = n > 2
    words = table.column(3 if wide else 0) if n else []
    if "" in words:
        raise DataError("this row has no word", line=words.index(""))
    if wide:
        words = [word[1:] if word[0] == "/" and _ESCAPED.fullmatch(word) else word for word in words]
    elif words.count(name) == len(words):
        words = ["_"] * len(words)
    given = {
        layer: tuple(table.column(at))
        for at, layer in enumerate(_LAYERS, _TAG)
        if at < n - 1 and not table.is_empty(at)
    }
    arguments = range(_ARGUMENTS, n - 1)
    if not all(map(table.is_empty, arguments)):
        given["arguments"] = tuple(map(" ".join, zip(*map(table.column, arguments), strict=True)))
    return Document(
        id=f"{name}; part {part}" if part else name,
        words=tuple(words),
        sentences=table.starts,
        clusters=clusters_of(table.filled(n - 1)) if n else (),
        tags=given.pop("tags", None),
        entities=_entities(given.pop("entities", ())),
        speakers=given.pop("speakers", None),
        genre=name[:2] if name[2:3] == "/" else None,
        layers=given,
    )


def _entities(column: Sequence[str]) -> tuple[Entity, ...]:
    """`(PERSON*` … `*)` on the words; one inside another is allowed."""
    found: list[Entity] = []
    opened: list[tuple[int, str]] = []
    for i, cell in enumerate(column):
        if cell in NOTHING:
            continue
        opened += [(i, label) for label in re.findall(r"\(([^()*]+)", cell)]
        for _ in range(cell.count(")")):
            if not opened:
                raise DataError(f"an entity ends here but did not begin ({cell!r})", line=i)
            start, label = opened.pop()
            found.append(Entity(start, i + 1, label))
    if opened:
        raise DataError(f"the entity {opened[-1][1]!r} begins here but does not end", line=opened[-1][0])
    return tuple(sorted(found))


def _entity_cells(doc: Document) -> tuple[str, ...]:
    """The entity column. Brackets without a name cannot cross: of two that do, the later is left out."""
    before = [""] * len(doc.words)
    after = [""] * len(doc.words)
    ends: list[int] = []  # of the entities open at this point, innermost last
    for start, end, label in sorted(
        doc.entities, key=lambda entity: (entity.start, -entity.end, entity.label)
    ):
        while ends and ends[-1] <= start:
            ends.pop()
        if ends and ends[-1] < end:
            continue
        ends.append(end)
        if not label or set(label) & set("()*"):
            raise DataError(f"document {doc.id!r}: the entity type {label!r} has no place in CoNLL")
        before[start] += f"({label}"
        after[end - 1] += ")"
    return tuple(
        f"{left}*{right}" if not (left and right and left.count("(") == len(right)) else left + right
        for left, right in zip(before, after, strict=True)
    )


def _argument_cells(doc: Document, spans: list[tuple[int, int]]) -> tuple[str, ...]:
    """The argument columns of each word; every word of a sentence must have as many."""
    cells = [cell.split(" ") for cell in doc.layers["arguments"]]
    for start, end in spans:
        if len(set(map(len, cells[start:end]))) > 1:
            raise DataError(f"document {doc.id!r}: words {start}:{end} differ in their number of arguments")
    if any(not part or re.search(r"[\t\r\n]", part) for cell in cells for part in cell):
        raise DataError(f"document {doc.id!r} has an empty or broken argument, which CoNLL cannot hold")
    return tuple(map("\t".join, cells))
