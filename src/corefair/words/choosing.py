"""One call for the three methods, and the file that mitigators read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from corefair.errors import DataError, UnknownName
from corefair.io.files import writing
from corefair.types import Embeddings
from corefair.words.kbc import kbc
from corefair.words.ripa import ripa
from corefair.words.selection import Selection
from corefair.words.svm import svm


def select(emb: Embeddings, *, by: str = "kbc", **options: Any) -> Selection:
    """Which words of the vectors are preserved by "kbc", "svm" or "ripa"; options are the method's own."""
    if by not in METHODS:
        raise UnknownName("way to choose words", by, METHODS)
    return METHODS[by](emb, **options)


def write_selection(selection: Selection, path: str | Path) -> None:
    """The preserved words as a table of `word` and `why`, there only when all of it is."""
    with writing(path) as out:
        out.write("word\twhy\n")
        for word, why in selection.why.items():
            if word.split() != [word]:
                raise DataError(
                    f"{word!r} has blanks in it and cannot stand in a table of words", path=str(path)
                )
            out.write(f"{word}\t{why}\n")


def _kbc(emb: Embeddings, **options: Any) -> Selection:
    return kbc(emb.words, **options)  # it reads words, not vectors


METHODS: Mapping[str, Callable[..., Selection]] = MappingProxyType({"kbc": _kbc, "svm": svm, "ripa": ripa})
