"""Four counts for each of many phrases, in arrays that are searched without being read as a whole.

A phrase is its 96-bit hash (BLAKE2b): one that is not among n phrases is taken for one of them with a
probability of n / 2⁹⁶, for the three million of Bergsma & Lin 4 · 10⁻²³. Many rows share the same counts, so
a row has the number of its counts: 16 bytes a phrase.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.io.files import pieces

_ONE = r"[^\t\n]+\t[0-9]{1,10}(?: [0-9]{1,10}){3}"
_ROW, _ROWS = re.compile(_ONE), re.compile(f"(?:{_ONE}\n)*")
_KEY = Struct("<QI")
_LARGEST = 2**32 - 1


@dataclass(frozen=True, slots=True, eq=False)
class CountTable:
    """Rows in the order of their keys."""

    keys: NDArray[np.uint64]  # [n_phrases], rising: the first 64 bits of the hash
    checks: NDArray[np.uint32]  # [n_phrases]: the other 32
    kinds: NDArray[np.uint32]  # [n_phrases]: which row of `counts`
    counts: NDArray[np.uint32]  # [n_kinds, 4]

    @staticmethod
    def of(phrases: Iterable[str], counts: Iterable[Sequence[int]]) -> CountTable:
        """A table of these phrases, each with its counts."""
        number: dict[tuple[int, ...], int] = {}
        kinds = array("I", [number.setdefault(tuple(each), len(number)) for each in counts])
        return _sorted_table(b"".join(map(_hash, phrases)), kinds, list(number))

    @property
    def content(self) -> str:
        """What stands for the table: a hash of all it holds."""
        found = blake2b(digest_size=32)
        for held in (self.keys, self.checks, self.kinds, self.counts):
            found.update(np.ascontiguousarray(held).data)
        return found.hexdigest()

    def find(self, phrase: str) -> tuple[int, int, int, int] | None:
        """The counts of a phrase, None if it is not here."""
        key, check = _KEY.unpack(_hash(phrase))
        at = int(self.keys.searchsorted(np.uint64(key)))
        while at < len(self.keys) and self.keys.item(at) == key:
            if self.checks.item(at) == check:
                masculine, feminine, neutral, plural = self.counts[self.kinds.item(at)].tolist()
                return masculine, feminine, neutral, plural
            at += 1
        return None


def read_table(path: Path) -> CountTable:
    """The table in a file: on a line a phrase, a tab, and four counts with blanks between."""
    digests: list[bytes] = []
    kinds = array("I")
    number: dict[str, int] = {}  # of each different row of counts, as it is written
    n_lines = 0
    for piece in pieces(path, utf8=False):
        piece = piece.replace("\r\n", "\n")
        piece = piece if piece.endswith("\n") else piece + "\n"
        if not _ROWS.fullmatch(piece):
            raise _bad_row(piece, path, n_lines)
        cells = piece.replace("\n", "\t").split("\t")
        digests.append(b"".join(map(_hash, cells[0:-1:2])))
        kinds.extend([number.setdefault(cell, len(number)) for cell in cells[1::2]])
        n_lines = len(kinds)
    if not n_lines:
        raise DataError("there are no counts in it", path=str(path))
    counts = [[int(count) for count in cell.split()] for cell in number]
    return _sorted_table(b"".join(digests), kinds, counts, path=path)


def _hash(phrase: str) -> bytes:
    # Bytes that are not UTF-8, which two rows of Bergsma & Lin have, are hashed as they are.
    return blake2b(phrase.encode("utf-8", "surrogateescape"), digest_size=12).digest()


def _sorted_table(
    digests: bytes, kinds: array[int], counts: Sequence[Sequence[int]], *, path: Path | None = None
) -> CountTable:
    where = str(path) if path else None
    for kind, each in enumerate(counts):
        if len(each) != 4 or min(each) < 0 or max(each) > _LARGEST:
            line = kinds.index(kind) + 1 if path else None
            raise DataError(f"{list(each)} are not four counts up to {_LARGEST:,}", path=where, line=line)
    packed = np.frombuffer(digests, dtype=[("key", "<u8"), ("check", "<u4")])  # [n_phrases]
    order = np.lexsort((packed["check"], packed["key"]))
    keys, checks = packed["key"][order], packed["check"][order]
    twice = np.flatnonzero((keys[1:] == keys[:-1]) & (checks[1:] == checks[:-1]))
    if len(twice):
        lines = sorted((order[twice[0] : twice[0] + 2] + 1).tolist())
        line = lines[1] if path else None
        raise DataError(f"a phrase for the second time, after row {lines[0]}", path=where, line=line)
    return CountTable(
        keys.astype(np.uint64),
        checks.astype(np.uint32),
        np.frombuffer(kinds, dtype=np.uintc)[order].astype(np.uint32),
        np.array(counts, dtype=np.uint32).reshape(-1, 4),
    )


def _bad_row(piece: str, path: Path, n_before: int) -> DataError:
    for line, row in enumerate(piece.split("\n"), n_before + 1):
        if not _ROW.fullmatch(row):
            shown = row if len(row) <= 60 else row[:60] + "…"
            problem = f"{shown!r} is not a phrase, a tab and four counts, such as 'nurse\\t814 6148 95 268'"
            return DataError(problem, path=str(path), line=line)
    raise AssertionError("every row is sound")
