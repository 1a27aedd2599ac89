"""The lines of a part of a file, checked as they are read; memory holds a megabyte, however long they are."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from corefair.errors import DataError

BLOCK = 1 << 20  # bytes read at once; a longer line comes in pieces
_GZIP = b"\x1f\x8b"


class Shard(NamedTuple):
    """A part of one file: its format, and the bytes it reaches from and to (None: to the end).

    The cuts fall between two texts. A packed file is one part, for it can only be read from its beginning.
    """

    path: str
    format: str
    start: int
    end: int | None


class Lines:
    """Iterate for (line without its end, whether the line goes on); `error` names the line read last."""

    def __init__(self, shard: Shard) -> None:
        self._shard = shard
        self._number = 0  # of the line read last, counted from where the shard begins

    def __iter__(self) -> Iterator[tuple[str, bool]]:
        path, start, end = Path(self._shard.path), self._shard.start, self._shard.end
        with opened(path) as stream:
            stream.seek(start)
            going_on = False  # whether the last piece of a line is still to come
            for block in self._blocks(stream, None if end is None else end - start):
                text = self._decoded(block, going_on)
                if start == 0 and self._number == 0:
                    text = text.removeprefix("\ufeff")
                lines = text.split("\n")
                last = lines.pop()  # after the last line end; only the last line of a file has none
                for line in lines:
                    self._number += not going_on
                    going_on = False
                    yield line, False
                if last:
                    self._number += not going_on
                    going_on = True
                    yield last, True
            if going_on:
                yield "", False

    def error(self, message: str) -> DataError:
        """A DataError with the place."""
        return DataError(message, path=self._shard.path, line=self._lines_before() + self._number)

    def _blocks(self, stream: BinaryIO, left: int | None) -> Iterator[bytes]:
        """The bytes in blocks that end with a line, or in a very long line before a word."""
        held = b""
        while data := stream.read(BLOCK if left is None else min(BLOCK, left)):
            left = None if left is None else left - len(data)
            held += data
            end = held.rfind(b"\n") + 1
            if not end and len(held) >= BLOCK:
                words = held.rstrip(b" \t")  # the next piece shall begin with a word, not with white space
                end = max(words.rfind(b" "), words.rfind(b"\t")) + 1
                if not end and len(held) > 2 * BLOCK:
                    self._number += 1
                    raise self.error(f"{len(held):,} bytes without white space: this is not text")
            if end:
                yield held[:end]
                held = held[end:]
        if held:
            yield held

    def _decoded(self, block: bytes, going_on: bool) -> str:
        try:
            text = block.decode("utf-8")
        except UnicodeDecodeError as error:
            self._number += block.count(b"\n", 0, error.start) + (not going_on)
            raise self.error("not UTF-8: convert the file to UTF-8 first") from None
        if "\0" in text:
            self._number += block.count(b"\n", 0, block.index(b"\0")) + (not going_on)
            raise self.error("a byte of zero: this is not text; leave the file out, or repair it")
        return text

    def _lines_before(self) -> int:
        """How many lines of the file come before the shard; only an error asks."""
        with Path(self._shard.path).open("rb") as file:
            n_lines, left = 0, self._shard.start
            while left and (data := file.read(min(BLOCK, left))):
                n_lines += data.count(b"\n")
                left -= len(data)
        return n_lines


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked if its first two say gzip; whatever is wrong with it is a DataError."""
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == _GZIP
            if path.suffix == ".gz" and not packed:
                raise DataError("named .gz but not gzip: rename it, or fetch it again", path=str(path))
            yield cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if packed else raw
    except EOFError:
        raise DataError("the gzip file ends too early: fetch it again", path=str(path)) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"not a sound gzip file ({error}): fetch it again", path=str(path)) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None


def is_packed(path: Path) -> bool:
    """Whether a file is gzip, by its first two bytes."""
    with path.open("rb") as raw:
        return raw.read(2) == _GZIP
