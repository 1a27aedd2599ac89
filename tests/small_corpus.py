"""A small annotated corpus for tests of training: the eight documents that come as examples."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from corefair.io import read
from corefair.systems.training.analysed import analysed
from corefair.systems.training.corpora import marked
from corefair.types import Document

KEY = Path(__file__).parent.parent / "examples" / "score" / "key.conll"


@cache
def documents() -> tuple[Document, ...]:
    """With their clusters, as the file has them."""
    return tuple(marked(read(KEY), "examples"))


@cache
def read_documents() -> tuple[Document, ...]:
    """The same analysed."""
    return tuple(analysed(documents()))
