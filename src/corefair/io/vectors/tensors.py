"""Vectors as safetensors: a tensor `vectors`, and its words in a tensor of bytes `words` or a file beside it.

The words are UTF-8, one a line. Where no tensor is called `vectors`, the only two-dimensional one of floats
is taken. The layout (the length of a JSON header, the header, the numbers) is simple enough to need no
package.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from operator import index
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from corefair.errors import DataError
from corefair.io.damaged import damaged
from corefair.io.vectors.arrays import read_rows, words_as_text, words_beside
from corefair.io.vectors.checking import Block
from corefair.io.vectors.npy import write_rows
from corefair.io.vectors.packing import between
from corefair.io.vectors.source import Source
from corefair.types import Embeddings

_FLOATS = {"F32": "<f4", "F16": "<f2", "F64": "<f8", "BF16": "<u2"}
_PIECE = 1 << 20
_LONGEST_HEADER = 100_000_000  # bytes, as the format says


class Tensor(NamedTuple):
    """Where a tensor is."""

    dtype: str
    shape: tuple[int, ...]
    start: int  # in the unpacked file
    end: int


def read_safetensors(source: Source, memory: int) -> Generator[Block, None, None]:
    """The rows of the tensor, in blocks."""
    path = str(source.path)
    tensors = _tensors(source.path)
    two_dimensional = [
        name for name, tensor in tensors.items() if tensor.dtype in _FLOATS and len(tensor.shape) == 2
    ]
    name = "vectors" if "vectors" in tensors else two_dimensional[0] if len(two_dimensional) == 1 else None
    if name not in two_dimensional:
        raise DataError(
            "no tensor `vectors` of floats and shape (words, dimensions); there are: "
            + (
                ", ".join(f"{name} {tensor.dtype} {list(tensor.shape)}" for name, tensor in tensors.items())
                or "none"
            ),
            path=path,
        )
    vectors = tensors[name]
    n_words, dim = vectors.shape
    dtype = np.dtype(_FLOATS[vectors.dtype])
    if min(n_words, dim) < 1 or vectors.end - vectors.start != n_words * dim * dtype.itemsize:
        raise DataError(f"the tensor {name} does not have the size its shape asks for", path=path)
    if "words" not in tensors:
        words = words_beside(source, n_words)
    else:
        start, end = tensors["words"].start, tensors["words"].end
        text = b"".join(between(source.path, start, end, _PIECE))
        if len(text) != end - start:
            raise DataError("ends inside the tensor words: the file was cut short", path=path)
        words = text.removesuffix(b"\n").split(b"\n")
        if len(words) != n_words:
            raise DataError(f"{len(words):,} words for {n_words:,} vectors", path=path)
    yield from read_rows(source, words, dim, dtype, start=vectors.start, memory=memory)


def has_words(path: Path) -> bool:
    """Whether the words are in the file, so that none are sought beside it."""
    return "words" in _tensors(path)


def write_safetensors(emb: Embeddings, out: IO[bytes]) -> None:
    """The tensors `vectors` and `words`."""
    words = words_as_text(emb.words)
    end = 4 * emb.vectors.size
    tensors = {
        "vectors": {"dtype": "F32", "shape": list(emb.vectors.shape), "data_offsets": [0, end]},
        "words": {"dtype": "U8", "shape": [len(words)], "data_offsets": [end, end + len(words)]},
    }
    header = json.dumps(tensors).encode()
    header += b" " * (-len(header) % 8)  # so that the numbers are aligned
    out.write(len(header).to_bytes(8, "little") + header)
    write_rows(emb, out)
    out.write(words)


def _tensors(path: Path) -> dict[str, Tensor]:
    length = int.from_bytes(b"".join(between(path, 0, 8, _PIECE)), "little")
    if length > _LONGEST_HEADER:
        raise DataError(f"not a safetensors file: its header would have {length:,} bytes", path=str(path))
    header = b"".join(between(path, 8, 8 + length, _PIECE))
    with damaged(path, "a sound safetensors header"):
        found: dict[str, Any] = json.loads(header, object_pairs_hook=_each_once)
        found.pop("__metadata__", None)
        tensors = {
            name: Tensor(
                str(facts["dtype"]),
                tuple(map(index, facts["shape"])),
                *(8 + length + index(offset) for offset in facts["data_offsets"]),
            )
            for name, facts in found.items()
        }
        at = 8 + length
        for name, tensor in sorted(tensors.items(), key=lambda each: each[1].start):
            if not at <= tensor.start <= tensor.end:
                raise DataError(f"the tensor {name} overlaps another, or ends before it begins")
            if tensor.start > at:
                raise DataError(f"{tensor.start - at:,} bytes before the tensor {name} belong to none")
            at = tensor.end
        return tensors


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DataError("a name stands twice in its header")
    return found
