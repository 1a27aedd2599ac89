"""The bytes of a file in pieces, unpacked if it is gzip or zip, and the next piece made ready meanwhile."""

from __future__ import annotations

import lzma
import os
import zipfile
import zlib
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import IO, TypeVar

from corefair.errors import DataError
from corefair.io.files import check_ratio

T = TypeVar("T")


def pieces(path: Path, size: int) -> Generator[bytes, None, None]:
    """The bytes of a file, none longer than `size`; gzip and zip are told by the first bytes."""
    try:
        with path.open("rb") as raw:
            start = raw.read(4)
            raw.seek(0)
            if is_gzip(start) or is_zip(start):
                n_bytes, packed = 0, os.fstat(raw.fileno()).st_size
                for piece in _from_gzip(raw, size) if is_gzip(start) else _from_zip(raw, size, path):
                    n_bytes += len(piece)
                    check_ratio(n_bytes, packed)
                    yield piece
            else:
                while piece := raw.read(size):
                    yield piece
    except DataError as error:
        raise error.at(path=str(path)) from None
    except EOFError:
        raise DataError("the packed file ends too early: fetch it again", path=str(path)) from None
    except (
        zlib.error,
        lzma.LZMAError,
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        ValueError,
    ) as error:
        raise DataError(f"cannot be unpacked ({error}): fetch it again", path=str(path)) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None


def is_gzip(start: bytes) -> bool:
    """Whether a file that starts so is gzip."""
    return start.startswith(b"\x1f\x8b")


def is_zip(start: bytes) -> bool:
    """Whether a file that starts so is zip."""
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def is_packed(path: Path) -> bool:
    """Whether the file is gzip or zip."""
    with path.open("rb") as raw:
        start = raw.read(4)
    return is_gzip(start) or is_zip(start)


def between(path: Path, start: int, end: int, size: int) -> Iterator[bytes]:
    """Some of the unpacked bytes, in pieces; fewer if the file is shorter."""
    at = 0
    for piece in pieces(path, size):
        if at >= end:
            return
        if at + len(piece) > start:
            yield piece[max(start - at, 0) : end - at]
        at += len(piece)


def ahead(things: Generator[T, None, None]) -> Generator[T, None, None]:
    """The same things, the next one always being made in another thread: unpacking while parsing.

    To be closed by whoever stops early: left to the garbage collector, it could end in any thread, and wait
    there for one that waits for it.
    """
    with closing(things), ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, things, None)
        while (thing := coming.result()) is not None:
            coming = pool.submit(next, things, None)
            yield thing


def _from_gzip(raw: IO[bytes], size: int) -> Iterator[bytes]:
    waiting = raw.read(size)
    while waiting:  # one member after another
        inflate = zlib.decompressobj(wbits=31)
        while not inflate.eof:
            waiting = waiting or raw.read(size)
            if not waiting:
                raise EOFError
            piece = inflate.decompress(waiting, size)
            waiting = inflate.unconsumed_tail
            if piece:
                yield piece
        waiting = inflate.unused_data
        while not waiting.strip(b"\0"):  # some programs fill up the last block with zeros
            waiting = raw.read(size)
            if not waiting:
                return
        waiting = waiting.lstrip(b"\0")


def _from_zip(raw: IO[bytes], size: int, path: Path) -> Iterator[bytes]:
    with zipfile.ZipFile(raw) as archive:
        members = [
            member
            for member in archive.infolist()
            if not member.filename.endswith("/")  # `is_dir` fails on an empty name
            if not member.filename.startswith("__MACOSX/")
        ]
        if len(members) != 1:
            names = ", ".join(member.filename for member in members[:5]) or "nothing"
            more = ", …" if len(members) > 5 else ""
            raise DataError(
                f"a zip file must hold exactly one file, this one holds {names}{more}: unpack one of them",
                path=str(path),
            )
        if members[0].flag_bits & 1:
            raise DataError("the zip file is encrypted: unpack it first", path=str(path))
        with archive.open(members[0]) as unpacked:
            while piece := unpacked.read(size):
                yield piece
