"""What is fuzzed: every reader of files, everything that is rendered, and the protocol of outside programs.

A target is given bytes in place of one of its files. It may return, or raise one of our errors, which names
the file; anything else is a bug. Seeds are the shipped examples and what we write ourselves, and the first
lines of published sets where these are at hand.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from corefair.errors import CorefairError
from corefair.runs.cache import Unusable
from corefair.types import Document, Embeddings, cluster_up

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DATA = os.environ.get("COREFAIR_DATA")
EMB = Embeddings(
    ("she", "he", "woman", "man", "nurse", "café"),
    np.array([[2, 1, 0], [-2, 1, 0], [1.5, 0, 1], [-1.5, 0, 1], [1, 1, 1], [0, 0.25, 1e-3]], np.float32),
)
DOC = Document(
    "d", ("Zoë", "met", "the", "nurse", "as", "she", "left", "."), clusters=cluster_up([[(0, 1), (5, 6)]])
)


@dataclass(frozen=True)
class Target:
    """Bytes that are sound, and what to do with others in their place."""

    seeds: Callable[[], list[bytes]]
    run: Callable[[bytes, Path], object]
    placed: bool = True  # its errors name the file


TARGETS: dict[str, Target] = {}


def target(
    name: str, *seeds: bytes | Callable[[], bytes], real: str = "", lines: int = 12, placed: bool = True
) -> Callable[[Callable[[bytes, Path], object]], Callable[[bytes, Path], object]]:
    """Add a target, with the first lines of a published file among its seeds if that is at hand."""

    def add(run: Callable[[bytes, Path], object]) -> Callable[[bytes, Path], object]:
        def sound() -> list[bytes]:
            made = [each if isinstance(each, bytes) else each() for each in seeds]
            return made + (
                [_published(real, lines)] if real and DATA and (Path(DATA) / real).exists() else []
            )

        TARGETS[name] = Target(cache(sound), run, placed)
        return run

    return add


def put(content: bytes, folder: Path, name: str) -> Path:
    """The file that holds them."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def _published(name: str, lines: int) -> bytes:
    path = Path(DATA or "") / name
    opened = gzip.GzipFile(path) if path.suffix == ".gz" else path.open("rb")
    with opened as file:
        return b"".join(islice(file, lines))


ALLOWED = (CorefairError, Unusable)
