"""Files as lines of text in, whole files out: gzip by name, errors with a place, nothing half written.

UTF-8 is checked here, once, for every reader. No line may be longer than 64 Mi characters, and no archive may
unpack to more than 250 times its size (beyond the first 64 MiB): no text does, and it would fill the memory.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, TextIO, cast

from corefair.errors import DataError
from corefair.runs.writing import writing_bytes

LONGEST_LINE = 64 * 2**20  # characters
MOST_UNPACKED = 250  # times the size of an archive,
FREE = 64 * 2**20  # after so many bytes
CR_ALONE = "lines that end in CR alone, as on old Macs, are one line: write them with LF"
_PIECE = 2**18  # bytes read at once


def lines(path: Path | str, *, utf8: bool = True) -> Iterator[str]:
    """The lines of a text file, plain or gzip, each with its line end."""
    for piece in pieces(path, utf8=utf8):
        yield from io.StringIO(piece, newline="\n")


def pieces(path: Path | str, *, utf8: bool = True) -> Iterator[str]:
    """The same text in pieces of whole lines: memory holds one, and many lines cost one step.

    With `utf8=False` bytes that are not UTF-8 come through as lone surrogates: for a reader that goes on with
    the next document (`check_utf8`).
    """
    path = Path(path)
    n_lines = 0
    try:
        with path.open("rb") as raw, _unpacked(raw, path) as unpacked:
            if is_gzip(path) and not raw.peek(1):
                raise EOFError  # GzipFile takes no bytes at all for an empty text
            for piece in _whole_lines(_bounded(unpacked, raw, path)):
                if utf8:
                    check_utf8(piece, line=n_lines + 1)
                yield piece.removeprefix("\ufeff") if n_lines == 0 else piece
                n_lines += piece.count("\n")
    except DataError as error:
        raise error.at(path=str(path), line=n_lines + 1) from None
    except EOFError:
        cut_short = "the gzip file ends too early: fetch it again"
        raise DataError(cut_short, path=str(path), line=n_lines or None) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"not a sound gzip file ({error})", path=str(path), line=n_lines or None) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None


def text(path: Path | str) -> str:
    """The whole of a text file."""
    return "".join(pieces(path))


def _bounded(unpacked: Any, raw: IO[bytes], path: Path) -> Iterator[bytes]:
    n_bytes = 0
    while data := unpacked.read1(_PIECE):
        n_bytes += len(data)
        if is_gzip(path):
            check_ratio(n_bytes, raw.tell())
        yield data


def check_ratio(n_unpacked: int, n_packed: int) -> None:
    """Refuse an archive that unpacks to far more than text does."""
    if n_unpacked > FREE + MOST_UNPACKED * n_packed:
        raise DataError(
            f"{n_packed:,} bytes unpack to more than {n_unpacked:,}, which no text does: unpack it yourself "
            "if it is sound"
        )


def _whole_lines(data: Iterable[bytes]) -> Iterator[str]:
    # Bytes that are not UTF-8 come through as lone surrogates, so that their line can be named.
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    waiting: list[str] = []  # of a line whose end has not come
    n_waiting = 0
    for piece in data:
        decoded = decoder.decode(piece)
        end = decoded.rfind("\n") + 1
        if end:
            yield "".join((*waiting, decoded[:end]))
            waiting, n_waiting = [], 0
        waiting.append(decoded[end:])
        n_waiting += len(decoded) - end
        if n_waiting > LONGEST_LINE:
            raise DataError(f"a line of more than {LONGEST_LINE:,} characters: longer than is read")
    rest = "".join((*waiting, decoder.decode(b"", final=True)))
    if rest:
        yield rest


def check_utf8(text: str, *, line: int) -> None:
    """Raise a DataError that names the first line of `text` with bytes that are not UTF-8."""
    if text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        bad = line + text.count("\n", 0, error.start)
        raise DataError("not UTF-8: convert the file to UTF-8 first", line=bad) from None


@contextmanager
def writing(path: Path | str) -> Iterator[TextIO]:
    """A text file to write, gzip by name; it takes its name only when all of it is there.

    A target that exists keeps its permissions; a device or pipe is written straight through.
    """
    path = Path(path)
    with writing_bytes(path) as raw, _packed(raw, path) as packed:
        out = io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
        yield out
        out.flush()
        out.detach()


def is_file(name: Path | str) -> bool:
    """Whether there is such a file; a text that is too long for a name names none."""
    try:
        return bool(str(name)) and Path(name).is_file()
    except (OSError, ValueError):
        return False


def is_folder(name: Path | str) -> bool:
    """Whether there is such a folder; a text that is too long for a name names none."""
    try:
        return bool(str(name)) and Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_gzip(path: Path) -> bool:
    """Whether the name says so: what is called .gz is read and written as gzip."""
    return path.suffix == ".gz"


def _unpacked(raw: IO[bytes], path: Path) -> AbstractContextManager[IO[bytes]]:
    return cast(Any, gzip.GzipFile(fileobj=raw)) if is_gzip(path) else nullcontext(raw)


def _packed(raw: IO[bytes], path: Path) -> AbstractContextManager[IO[bytes]]:
    # No name and no time inside: the same documents always give the same bytes.
    return (
        cast(Any, gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0))
        if is_gzip(path)
        else nullcontext(raw)
    )
