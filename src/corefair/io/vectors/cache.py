"""Vectors once read, kept in a form that is mapped into memory: instant to open, shared between processes.

An entry is named after the SHA-256 of what it was made from and the format it was read as, and holds the
vectors, the words, one a line, and the counts. Notes in the folder `seen` remember the SHA-256 of a file for
as long as size, times and inode stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from corefair.io.vectors.checking import Blocks, VectorCounts, collect
from corefair.io.vectors.source import Source
from corefair.runs.cache import cached, folder_of
from corefair.runs.content import content_of
from corefair.runs.mapped import Writer

_KIND = "vectors-3"  # of the layout and of the rules of reading: one more when either changes


class Cached(NamedTuple):
    """What an entry holds."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]  # [n, dim], mapped
    counts: VectorCounts
    content: str  # the SHA-256 of what it was made from


def read(source: Source, blocks: Callable[[], Blocks]) -> Cached:
    """What the cache has for this content, made from `blocks()` if it has nothing sound."""
    content = content_of(source.files, notes=folder_of(_KIND) / "seen", name=source.format)

    def fill(writer: Writer) -> None:
        words, counts = collect(blocks(), lambda rows: writer.add("vectors", rows), path=source.path)
        writer.add("words", np.frombuffer("\n".join(words).encode(), np.uint8))
        writer.facts["counts"] = asdict(counts)
        content.check_unchanged()

    kept = cached(_KIND, f"{content.sha256}-{source.format}", fill)
    words = kept.arrays["words"].tobytes().decode()
    counts = cast(Callable[..., VectorCounts], VectorCounts)(**cast(dict[str, int], kept.facts["counts"]))
    vectors = cast(NDArray[np.float32], kept.arrays["vectors"])
    return Cached(tuple(words.split("\n")), vectors, counts, content.sha256)
