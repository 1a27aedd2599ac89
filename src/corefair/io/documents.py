"""Documents in any registered format: read one at a time, written whole."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from corefair.errors import DataError
from corefair.io import files
from corefair.registry import formats
from corefair.types import Document


class BadDocument(DataError):
    """A document that cannot be read; the others of its file can."""


class Repeated(BadDocument):
    """A document whose id another has already."""


class Stray(DataError):
    """A line that belongs to no document, and whose loss costs none: a note, no reason to stop."""


class Block(NamedTuple):
    """The part of a file that holds one document: its text, and the number of its first line."""

    line: int
    text: str


class Format(Protocol):
    """What a format must do. It is registered with `suffixes`, how the names of its files end.

    Further facts, if true: `single`, a file is one document; `pieces`, `split` takes many lines at a time.
    """

    def claims(self, head: str) -> bool:
        """Whether the first lines of a file look like this format."""

    def split(self, lines: Iterable[str]) -> Iterator[Block]:
        """A file's lines cut into documents; never raises, so that one bad document spoils no other."""

    def parse(self, block: Block) -> Document:
        """The document, or a DataError with the line; `Stray` if it is a line between documents."""

    def render(self, doc: Document) -> str:
        """The document's text in this format, or a DataError if the format cannot hold it."""


LONGEST = 256 * 2**20  # characters of a document


def read(
    path: Path | str,
    *,
    format: str | None = None,
    on_bad: Callable[[DataError], None] | None = None,
    on_note: Callable[[DataError], None] | None = None,
) -> Iterator[Document]:
    """The documents of a file, or of every file of a known format below a folder, one at a time.

    A document that cannot be read raises a DataError with its place. With `on_bad`, the error goes there
    instead and reading continues with the next document. A stray line between documents is left out, and
    goes to `on_note`; without it, it is a warning. In a format of one document a file, the document's id is
    the file's name without its ending.
    """
    path = Path(path)
    place_of: dict[str, str] = {}  # document id -> where it was first seen
    paths = files_below(path, format=format) if path.is_dir() else [path]
    if not paths:
        message = f"no file of a known format below this folder ({_suffixes()})"
        _complain(DataError(message, path=str(path)), on_bad)
    for file in paths:
        for block, doc in _read_file(file, format=format, on_bad=on_bad, on_note=on_note or _warn):
            here = f"{file}:{block.line}"
            if place_of.setdefault(doc.id, here) == here:
                yield doc
            else:
                message = f"document {doc.id!r} is there already, at {place_of[doc.id]}: ids must differ"
                _complain(Repeated(message, path=str(file), line=block.line), on_bad)


def write(docs: Iterable[Document], path: Path | str, *, format: str | None = None) -> int:
    """Write the documents and say how many there were; the file appears only when all of it is there."""
    path = Path(path)
    name = format or _only(_first_named_like(path), path)
    writer: Format = formats[name]
    single = formats.facts(name).get("single", False)
    count = 0
    with files.writing(path) as out:
        for doc in docs:
            count += 1
            if single and count > 1:
                raise DataError(f"a {name} file holds one document: write .jsonl instead", path=str(path))
            try:
                out.write(writer.render(doc))
            except DataError as error:
                raise error.at(path=str(path)) from None
            except UnicodeEncodeError:
                raise DataError(f"document {doc.id!r} is not Unicode text", path=str(path)) from None
    return count


def detect(path: Path | str) -> str:
    """The name of a file's format: from its name, or where that does not settle it, from its first lines."""
    path = Path(path)
    named = _named_like(path)
    if len(named) == 1:
        return named[0]
    head = "".join(islice(files.lines(path, utf8=False), 50))
    claimed = [name for name in named or formats if formats[name].claims(head)]
    return _only(claimed or _first_named_like(path), path)


def _read_file(
    path: Path,
    *,
    format: str | None,
    on_bad: Callable[[DataError], None] | None,
    on_note: Callable[[DataError], None],
) -> Iterator[tuple[Block, Document]]:
    try:
        name = format or detect(path)
        reader: Format = formats[name]
        single = formats.facts(name).get("single", False)
        cut = files.pieces if formats.facts(name).get("pieces") else files.lines
        strays: list[DataError] = []
        has_documents = False
        stream = _Counted(cut(path, utf8=False))
        for block in reader.split(stream):
            stream.n_held = 0
            try:
                files.check_utf8(block.text, line=block.line)
                doc = reader.parse(block)
            except Stray as error:
                strays.append(error.at(path=str(path), line=block.line))
                continue
            except DataError as error:
                placed = error.at(path=str(path), line=block.line)
                _complain(BadDocument(placed.message, path=placed.path, line=placed.line), on_bad)
            else:
                yield block, replace(doc, id=Path(path.name.removesuffix(".gz")).stem) if single else doc
            has_documents = True
        if strays and not has_documents:
            raise DataError("there is no document in this file", line=strays[0].line)
        for stray in strays:
            on_note(stray)
    except BadDocument:
        raise  # nobody takes bad documents
    except DataError as error:  # the file itself: not there, broken gzip, no known format
        _complain(error.at(path=str(path)), on_bad)


class _Counted:
    """Pieces of text, as long as those of one document are not more than is read."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self.pieces, self.n_held = pieces, 0

    def __iter__(self) -> Iterator[str]:
        for piece in self.pieces:
            self.n_held += len(piece)
            if self.n_held > LONGEST:
                raise DataError(f"a document of more than {LONGEST:,} characters: longer than is read")
            yield piece


def _complain(error: DataError, on_bad: Callable[[DataError], None] | None) -> None:
    if on_bad is None:
        raise error from None
    on_bad(error)


def _warn(note: DataError) -> None:
    warnings.warn(str(note), stacklevel=2)


def files_below(folder: Path, *, format: str | None) -> list[Path]:
    """Every file of the format, or of any; plain text only if there is nothing else (it may be a licence)."""
    named = {path: _named_like(path) for path in sorted(folder.rglob("*")) if path.is_file()}
    if format is not None:
        return [path for path, names in named.items() if format in names]
    known = [path for path, names in named.items() if names]
    marked_up = [path for path in known if not all(formats.facts(name).get("single") for name in named[path])]
    return marked_up or known


def _named_like(path: Path) -> list[str]:
    """The formats whose files are named so: ours, or if none of ours is, any that was added from outside."""
    name = path.name.removesuffix(".gz")

    def among(names: Iterable[str]) -> list[str]:
        return [each for each in names if name.endswith(tuple(formats.facts(each)["suffixes"]))]

    return among(formats.own()) or among(formats)


def _first_named_like(path: Path) -> list[str]:
    """The same, but where two formats share an ending, the one that has it as its first."""
    name = path.name.removesuffix(".gz")
    named = _named_like(path)
    return [each for each in named if name.endswith(formats.facts(each)["suffixes"][0])] or named


def _only(names: list[str], path: Path) -> str:
    if len(names) == 1:
        return names[0]
    why = f"could be {' or '.join(names)}" if names else "is of no known format"
    raise DataError(f"{why}: name the format, or use a known ending ({_suffixes()})", path=str(path))


def _suffixes() -> str:
    return "; ".join(f"{name}: {' '.join(formats.facts(name)['suffixes'])}" for name in formats)
