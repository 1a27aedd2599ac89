"""Which files hold the vectors, in which format, told by their first bytes rather than by their names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io.vectors.packing import pieces

FORMATS = ("glove", "word2vec", "binary", "npy", "safetensors")
VOCABULARIES = (".vocab", ".txt")  # endings of the file of words beside X.npy or X.safetensors

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*(\d{1,18})[ \t]+(\d{1,18})[ \t\r]*(?:\n|$)")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_HEAD = 1 << 18  # bytes that are looked at


class Source(NamedTuple):
    """What is to be read."""

    path: Path
    format: str
    files: tuple[Path, ...]  # the path, and the file of words if there is one


def head_of(path: Path) -> bytes:
    """The first bytes, unpacked; there are some."""
    if path.exists() and not path.is_file():
        raise DataError("not a file", path=str(path))
    head = next(pieces(path, _HEAD), b"")
    if not head.strip():
        raise DataError("the file is empty", path=str(path))
    return head


def detect(head: bytes, path: Path) -> str:
    """The format that a file begins like; its name decides only what its bytes leave open."""
    if head.startswith(b"\x93NUMPY"):
        return "npy"
    if head[8:9] == b"{" and int.from_bytes(head[:8], "little") < 1 << 32:
        return "safetensors"
    for magic, what, advice in _FOREIGN:
        if head.startswith(magic):
            raise DataError(f"this is {what}: {advice}", path=str(path))
    header = header_of(head)
    after = head[header[2] :] if header else head
    dim = header[1] if header else 1
    fields = after.partition(b"\n")[0].split()
    if len(fields) > dim and all(map(is_number, fields[len(fields) - dim :])):
        return "word2vec" if header else "glove"
    if header and (_NOT_TEXT.search(after) or ".bin" in path.suffixes):
        return "binary"
    if _NOT_TEXT.search(after):
        raise DataError(f"not one of the formats {', '.join(FORMATS)}", path=str(path))
    return "word2vec" if header else "glove"  # whose reader will say what is wrong with it


_FOREIGN: tuple[tuple[bytes | tuple[bytes, ...], str, str], ...] = (
    (b"\xba\x16\x4f\x2f", "a fastText model", "read its .vec file instead, or print its vectors"),
    (
        (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"),
        "a Python pickle",
        "it could run any program, so it is not opened; save it in another format",
    ),
    (b"\x1f\x8b", "packed twice", "unpack it once"),
    (b"PK\x03\x04", "packed twice, or an .npz file", "unpack it once, to .npy and a file of words"),
)


def header_of(head: bytes) -> tuple[int, int, int] | None:
    """(words, dimensions, length of the line) if the first line is two whole numbers."""
    found = _HEADER.match(head)
    return (int(found[1]), int(found[2]), found.end()) if found else None


def is_number(field: bytes) -> bool:
    """Whether it is spelled as a finite number: no nan, no underscores."""
    return _NUMBER.fullmatch(field) is not None


def vocabulary(path: Path) -> Path | None:
    """The file of words beside X.npy, packed or not: X.vocab or X.txt."""
    names = [path.with_name(_stem(path) + ending) for ending in VOCABULARIES]
    return next((name for name in names if name.is_file()), None)


def vocabulary_to_write(path: Path) -> Path:
    """Where the words go that belong to X.npy."""
    return path.with_name(_stem(path) + VOCABULARIES[0])


def _stem(path: Path) -> str:
    name = path.name.removesuffix(".gz").removesuffix(".zip")
    return name.removesuffix(".npy").removesuffix(".safetensors")
