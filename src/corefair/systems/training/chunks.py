"""Documents made into arrays once: in parallel, kept in the cache by content, mapped into memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.compute.engine import in_shares, started
from corefair.runs.cache import Unusable, cached
from corefair.runs.mapped import Mapped, Writer
from corefair.types import Document, Json, Said

_WORDS = 12_000  # of a chunk: some seconds of work
Made = tuple[Mapping[str, NDArray[Any]], Mapping[str, Json]]  # arrays and facts
Maker = Callable[[Sequence[Document], Mapping[str, Json]], Made]


def in_chunks(
    docs: Sequence[Document],
    maker: Maker,
    *,
    kind: str,
    options: Mapping[str, Json],
    code: Sequence[str],
    engine: str = "one",
    what: str = "words prepared",
    progress: Said | None = None,
) -> Iterator[tuple[Sequence[Document], Mapped]]:
    """The documents in chunks, each with what `maker(chunk, options)` made of it, now or in an earlier run.

    `kind` names the layout of the arrays; `code` the packages or modules whose text decides what is made, so
    that a change of theirs makes everything anew. `maker` may be called in another process: it must be a
    function of a module, and the options plain.
    """
    chunks = list(in_shares(docs, lambda doc: len(doc.words), _WORDS))
    stamp = code_of(tuple(sorted({*code, maker.__module__})))
    calls = [(maker, chunk, dict(options), kind, stamp) for chunk in chunks]
    total, done = sum(len(doc.words) for doc in docs), 0
    with started(engine) as running:
        for chunk, made in zip(chunks, running.map(_one, calls), strict=True):
            done += sum(len(doc.words) for doc in chunk)
            if progress:
                progress(what, done, total)
            # Another process hands over the name of the entry, not what is in it.
            yield chunk, made if isinstance(made, Mapped) else cached(kind, made, _missing)


def _one(maker: Maker, chunk: Sequence[Document], options: Mapping[str, Json], kind: str, stamp: str) -> Any:
    """The name of the cache's entry for a chunk, filled; or where there is no cache, what would be in it."""
    name = _content(chunk, options, stamp)

    def fill(writer: Writer) -> None:
        arrays, facts = maker(chunk, options)
        for key, array in arrays.items():
            writer.add(key, array)
        writer.facts.update(facts)

    try:
        cached(kind, name, fill)
    except Unusable:
        arrays, facts = maker(chunk, options)
        return Mapped(dict(arrays), dict(facts))
    return name


def _missing(writer: Writer) -> None:
    raise Unusable("an entry of the cache is gone before it was read")


def _content(chunk: Sequence[Document], options: Mapping[str, Json], stamp: str) -> str:
    """What stands for all that the arrays depend on."""
    sha256 = hashlib.sha256(json.dumps([stamp, options], sort_keys=True).encode())
    for doc in chunk:
        fields = asdict(doc) | {"meta": None}  # nothing is made of the file's comments
        sha256.update(json.dumps(fields, sort_keys=True, ensure_ascii=True).encode())
    return sha256.hexdigest()


@cache
def code_of(names: tuple[str, ...]) -> str:
    """SHA-256 of the text of modules; of a package, of all files in its folder but Python's own."""
    sha256 = hashlib.sha256()
    for name in names:
        file = Path(str(import_module(name).__file__))
        inside = file.parent.rglob("*") if file.name == "__init__.py" else [file]
        for path in sorted(path for path in inside if path.is_file() and "__pycache__" not in path.parts):
            sha256.update(path.name.encode() + path.read_bytes())
    return sha256.hexdigest()


def strings_to_ids(rows: Iterable[Sequence[str]], table: dict[str, int]) -> NDArray[np.int32]:
    """Numbers for strings, the same for the same, new ones from the end of the table on: [n, width]."""
    return np.array([[table.setdefault(each, len(table)) for each in row] for row in rows], dtype=np.int32)
