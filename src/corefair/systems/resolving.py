"""Documents with the clusters a system finds when it is shown no more of them than it may be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from corefair.compute.engine import started
from corefair.errors import DataError
from corefair.io import read
from corefair.io.layers import NOT_FOR_SCORING, without_layers
from corefair.systems.ask import ask
from corefair.systems.make import make
from corefair.systems.on_engine import on_engine
from corefair.types import Answer, Document, System


def resolve(
    docs: Path | str | Iterable[Document],
    system: str | System = "rule",
    *,
    engine: str = "one",
    ignore: Iterable[str] = NOT_FOR_SCORING,
    on_bad: Callable[[DataError], None] | None = None,
) -> Iterator[Document]:
    """The documents, or those of a file or folder, with the clusters that a system finds in them.

    The system sees words, sentences and speakers; `ignore=()` shows it gold tags, trees and entities too,
    which makes it look better than it is. A document it fails on raises a DataError; with `on_bad` the error
    goes there, and the document has no clusters. A system by its name is asked on the `engine`
    (`"processes=4"`), with the same answers.

    >>> doc = Document("d", tuple("The woman said she slept .".split()))
    >>> [found.clusters for found in resolve([doc], "nearest")]
    [((Mention(start=0, end=2), Mention(start=3, end=4)),)]
    """
    given = read(docs) if isinstance(docs, Path | str) else docs
    with started(engine) as running:
        asked = on_engine(system, make(system)[1], running) if isinstance(system, str) else system
        for doc, answer in resolved(asked, given, ignore=ignore):
            if answer.status != "ok":
                error = DataError(f"{doc.id}: {answer.message or answer.status}")
                if on_bad is None:
                    raise error
                on_bad(error)
            yield replace(doc, clusters=answer.clusters)


def resolved(
    system: System, docs: Iterable[Document], *, ignore: Iterable[str] = NOT_FOR_SCORING
) -> Iterator[tuple[Document, Answer]]:
    """Each document as it was given, and what the system says of it when it is shown no more than it may."""
    waiting: deque[Document] = deque()
    asked = shown(docs, waiting, ignore)
    for answer in ask(system, asked):
        yield waiting.popleft(), answer


def shown(docs: Iterable[Document], waiting: deque[Document], ignore: Iterable[str]) -> Iterator[Document]:
    """The documents without what is ignored; the originals line up in `waiting`."""
    hidden = tuple(ignore)
    for doc in docs:
        waiting.append(doc)
        yield without_layers(doc, hidden)
