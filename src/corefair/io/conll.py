"""CoNLL-2012 (OntoNotes), and the narrower tables that go by the same name.

Columns, by how many there are: 2 are word and coreference (GICoref), or document and coreference; 5 are
document, part, number, word and coreference (WikiCoref); 12 or more are document, part, number, word, tag,
parse, predicate, frameset, sense, speaker, entities, arguments … and coreference. Columns stand between tabs
or spaces. One of nothing but `-`, `_` or `*` is no column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import mode

from corefair.errors import DataError
from corefair.io.brackets import cells_of, clusters_of
from corefair.io.documents import Block
from corefair.registry import formats
from corefair.types import Document, Entity

_MARK = re.compile(r"#\s*(begin|end) document\b")
_HEADER = re.compile(r"#\s*begin document\s+(?:\((.*)\)\s*;?|(.*?))\s*(?:\bpart\s+(\d+))?\s*$")
_PART = re.compile(r"(.*); part ([1-9]\d*)", re.DOTALL)
_NOTHING = frozenset(("-", "_", "*", ""))
_ESCAPED = re.compile(r"/+[.?]")  # OntoNotes writes a full stop that ends no sentence as `/.`
_TAG, _SPEAKER, _ENTITIES, _ARGUMENTS = 4, 9, 10, 11
_LAYERS = {5: "parse", 6: "predicate", 7: "frameset", 8: "sense"}


@formats.register("conll", suffixes=(".conll", "_conll", ".key", ".response"))
class Conll:
    """CoNLL-2012: a row a word, a blank line after a sentence, coreference as brackets in the last column."""

    @staticmethod
    def claims(head: str) -> bool:
        return bool(re.search(r"^#\s*begin document\b", head, re.MULTILINE))

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Block]:
        held: list[str] = []
        first = 1
        for number, line in enumerate(lines, 1):
            mark = _MARK.match(line) if line[0] == "#" else None
            if mark and mark[1] == "begin":
                yield from _block(first, held)
                held, first = [], number
            held.append(line)
            if mark and mark[1] == "end":
                yield from _block(first, held)
                held, first = [], number + 1
        yield from _block(first, held)

    @staticmethod
    def parse(block: Block) -> Document:
        lines = block.text.replace("\r\n", "\n").rstrip("\n").split("\n")
        header, end = _HEADER.match(lines[0]), _MARK.match(lines[-1])
        if not header:
            raise DataError("text outside a document: expected '#begin document (NAME); part 000'")
        if not end or end[1] != "end":
            raise DataError("this document has no '#end document': the file may be cut short")
        name = header[1] if header[1] is not None else header[2]
        try:
            return _document(name, int(header[3] or 0), lines[1:-1])
        except DataError as error:
            if error.line is None:
                raise
            rows = [number for number, line in enumerate(lines[1:-1], block.line + 1) if line.strip()]
            raise DataError(error.message, line=rows[error.line]) from None

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
            *(doc.layers.get(_LAYERS[column], dashes) for column in (6, 7, 8)),
            doc.speakers or dashes,
            _entity_cells(doc),
            tuple(brackets.get(i, "-") for i in range(n)),
        ]
        for column in (*columns, (name,)):
            if re.search(r"[\t\r\n]", "".join(column)) or ("" in column and column[0] is not name):
                raise DataError(f"document {doc.id!r} has an empty or broken word, which CoNLL cannot hold")
        if _MARK.match(name):
            raise DataError(f"document {doc.id!r} has a name that CoNLL takes for a comment")
        arguments = doc.layers.get("arguments")
        if arguments:
            columns.insert(-1, tuple(cell.replace(" ", "\t") for cell in arguments))
        rows = ["\t".join(row) + "\n" for row in zip(*columns, strict=True)]
        body = "".join("".join(rows[start:end]) + "\n" for start, end in spans)
        return f"#begin document ({name}); part {part:03d}\n{body}#end document\n"


def _block(first: int, lines: list[str]) -> Iterator[Block]:
    if any(not line.isspace() for line in lines):
        yield Block(first, "".join(lines))


def _name_and_part(doc_id: str) -> tuple[str, int]:
    """Each part of an OntoNotes document is one for us: part 0 has its name, the next is `name; part 1`."""
    match = _PART.fullmatch(doc_id)
    return (match[1], int(match[2])) if match else (doc_id, 0)


def _document(name: str, part: int, lines: list[str]) -> Document:
    """The document of a table; a DataError's `line` is the index of the row, blank lines not counted."""
    sentences: list[list[str]] = [[]]
    for line in lines:
        if line and not line.isspace():
            sentences[-1].append(line)
        elif sentences[-1]:
            sentences.append([])
    if not sentences[-1]:
        sentences.pop()
    starts = [0]
    for sentence in sentences:
        starts.append(starts[-1] + len(sentence))
    columns = _columns(sentences)
    wide = 3 in columns
    words = columns[3] if wide else columns[0]
    if not wide and all(word == name for word in words):
        words = ["_"] * len(words)
    if wide:
        words = [word[1:] if word[0] == "/" and _ESCAPED.fullmatch(word) else word for word in words]
    given = {at: column for at, column in columns.items() if at >= _TAG and not _NOTHING.issuperset(column)}
    return Document(
        id=f"{name}; part {part}" if part else name,
        words=tuple(words),
        sentences=tuple(starts[:-1]),
        clusters=clusters_of([(i, cell) for i, cell in enumerate(columns[-1]) if cell not in _NOTHING]),
        tags=tuple(given[_TAG]) if _TAG in given else None,
        entities=_entities(given[_ENTITIES]) if _ENTITIES in given else (),
        speakers=tuple(given[_SPEAKER]) if _SPEAKER in given else None,
        genre=name[:2] if name[2:3] == "/" else None,
        layers={layer: tuple(given[at]) for at, layer in _LAYERS.items() if at in given}
        | ({"arguments": tuple(given[_ARGUMENTS])} if _ARGUMENTS in given else {}),
    )


def _columns(sentences: list[list[str]]) -> dict[int, list[str]]:
    """Column number -> cells. The last is also -1; all the argument columns are one, joined by spaces."""
    rows = list(chain.from_iterable(sentences))
    counts = [row.count("\t") for row in rows]
    # Rows that all have the same number of tabs are cut in one go: six times faster than row by row.
    uniform = bool(rows) and counts[0] > 0 and counts.count(counts[0]) == len(counts)
    columns: dict[int, list[str]] = {-1: [], 0: []}
    seen = 0
    for chunk in [rows] if uniform else sentences:
        cells, n = ("\t".join(rows).split("\t"), counts[0] + 1) if uniform else _cells(chunk, seen)
        if n < 2 or n in (3, 4):
            raise DataError(f"{n} columns: expected 2 (word, coreference), 5, or 12 and more", line=seen)
        for at in range(min(n - 1, _ARGUMENTS)):
            columns.setdefault(at, []).extend(cells[at::n])
        if n - 1 > _ARGUMENTS:
            arguments = [cells[at::n] for at in range(_ARGUMENTS, n - 1)]
            if not _NOTHING.issuperset(chain.from_iterable(arguments)):
                joined = columns.setdefault(_ARGUMENTS, [])
                joined.extend(["*"] * (seen - len(joined)))
                joined.extend(map(" ".join, zip(*arguments, strict=True)))
        columns[-1].extend(cells[n - 1 :: n])
        seen += len(chunk)
    for at, column in columns.items():
        if len(column) != seen:
            if at != _ARGUMENTS:
                raise DataError(
                    f"a sentence has more columns than others: column {at + 1} is not in all", line=0
                )
            column.extend(["*"] * (seen - len(column)))
    return columns


def _cells(rows: list[str], seen: int) -> tuple[list[str], int]:
    """The cells of one sentence, row after row, and its number of columns; a tab at the end of a row is none."""
    split = [row.split("\t") if "\t" in row else row.split() for row in rows]
    n = mode(map(len, split))
    for i, row in enumerate(split):
        if len(row) == n + 1 and row[-1] == "":
            row.pop()
        if len(row) != n:
            raise DataError(f"{len(row)} columns where the sentence has {n}", line=seen + i)
    return list(chain.from_iterable(split)), n


def _entities(column: Sequence[str]) -> tuple[Entity, ...]:
    """`(PERSON*` … `*)` on the words; one inside another is allowed."""
    found: list[Entity] = []
    opened: list[tuple[int, str]] = []
    for i, cell in enumerate(column):
        if cell in _NOTHING:
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
        before[start] += f"({label}"
        after[end - 1] += ")"
    return tuple(
        f"{left}*{right}" if not (left and right and left.count("(") == len(right)) else left + right
        for left, right in zip(before, after, strict=True)
    )
