"""The formats a corpus may be in, and how a file's name and first bytes tell which it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io import documents
from corefair.io.corpora import json_lines, lines, paragraphs, wikiextractor
from corefair.io.corpora.reading import Shard, opened
from corefair.registry import formats

_HEAD = 1 << 16  # bytes that are looked at
_LINE_END = re.compile(rb"\n")


class Format(NamedTuple):
    """What a text is, where a file may be cut, and the pieces of its texts (None: it has documents)."""

    what: str
    boundary: re.Pattern[bytes] | None = None
    pieces: Callable[[Shard], Iterator[tuple[str, bool]]] | None = None


FORMATS = {
    "lines": Format("each line is a text", _LINE_END, lines.pieces),
    "paragraphs": Format("blank lines part the texts", re.compile(rb"\n[ \t\r]*\n"), paragraphs.pieces),
    "wikiextractor": Format(
        "each <doc …> is a text", re.compile(rb"(?<=\n)</doc>[ \t\r]*\n"), wikiextractor.pieces
    ),
    "json": Format("the `text` of each line is a text", _LINE_END, json_lines.pieces),
    "conll": Format("each document is a text"),
    "conllu": Format("each document is a text"),
    "e2e": Format("each document is a text"),
    "predictions": Format("each document is a text"),
}

_OTHER_PACKING = {b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 and UTF-32 begin
_MARKUP = re.compile(r"\s*<(?:\?xml|!doctype|html|mediawiki)", re.IGNORECASE)
_CONLL = re.compile(r"#\s*(?:begin document|newdoc|sent_id|global\.)")
_TABLES = (".csv", ".tsv", ".json", ".xml", ".html", ".htm")
_BLANK_SHARE = 1 / 20  # of the lines, at the least, where blank lines part the texts


def head_of(path: Path) -> str:
    """The first lines of a file, or why it cannot be a corpus."""
    with opened(path) as stream:
        head = stream.read(_HEAD)
    if not head:
        raise DataError("the file is empty: leave it out", path=str(path))
    for magic, name in _OTHER_PACKING.items():
        if head.startswith(magic):
            raise DataError(f"packed with {name}: unpack it first, or pack it with gzip", path=str(path))
    if head.startswith(_WIDE):
        raise DataError("UTF-16 or UTF-32: convert the file to UTF-8 first", path=str(path))
    if b"\0" in head:
        raise DataError("a binary file, not text: leave it out", path=str(path))
    try:
        return head.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if len(head) == _HEAD and error.start > _HEAD - 4:  # a character was cut in two
            return head[: error.start].decode("utf-8").removeprefix("\ufeff")
        line = head.count(b"\n", 0, error.start) + 1
        raise DataError("not UTF-8: convert the file to UTF-8 first", path=str(path), line=line) from None


def detect(path: Path, head: str) -> str:
    """The format of a file whose name and first lines these are."""
    name = path.name.removesuffix(".gz").lower()
    begin = head.lstrip()
    if begin.startswith("<doc "):
        return "wikiextractor"
    if re.match(r'\{\s*"', begin):
        return _json(path, begin)
    if name.endswith((".conll", "_conll", ".conllu")) or _CONLL.match(begin):
        found = documents.detect(path)
        if found in FORMATS:
            return found  # else plain text that begins as documents may
    if _MARKUP.match(begin) or name.endswith(_TABLES):
        raise DataError(f"of no format that texts are read from; {_ADVICE}", path=str(path))
    return "paragraphs" if _has_paragraphs(head) else "lines"


_ADVICE = f"take the text out of it first, or name the format ({', '.join(FORMATS)})"


def _json(path: Path, begin: str) -> str:
    first = begin.partition("\n")[0]
    if '"text"' in first and not re.search(r'"(?:clusters|words|sentences)"', first):
        return "json"
    claimed = [name for name in ("e2e", "predictions") if formats[name].claims(first + "\n")]
    if len(claimed) != 1:
        raise DataError(f"JSON, but its first line has no text; {_ADVICE}", path=str(path), line=1)
    return claimed[0]


def _has_paragraphs(head: str) -> bool:
    """Whether blank lines part blocks most of which have several lines.

    >>> _has_paragraphs("It was the best of times,\\nit was the worst.\\n\\nThere was a king\\nwith a jaw.")
    True
    >>> _has_paragraphs("One document.\\n\\nAnother.\\n\\nA third.\\n")
    False
    """
    blank = [not line.strip() for line in head.strip().split("\n")]
    blocks = re.split(r"\n\s*\n", head.strip())
    several = sum("\n" in block for block in blocks)
    return sum(blank) >= _BLANK_SHARE * len(blank) and len(blocks) > 1 and 2 * several > len(blocks)
