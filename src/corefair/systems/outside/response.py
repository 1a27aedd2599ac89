"""Answers that were written before, in CoNLL or any other format we read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefair.errors import DataError
from corefair.io.documents import Repeated, read
from corefair.systems.outside.exchange import check_words, words_of
from corefair.systems.outside.predictions import missing, unread
from corefair.types import Answer, Cluster, Document, Mention, cluster_up


class Response:
    """Looks each document up by its id; other words are an error, unless both are cut from the same text.

    An id that is there twice is a DataError, for which of the two is the answer? A document that cannot be
    read spoils only itself: `bad_lines` says what is wrong with each, `warnings` that there are any.
    """

    self_tested = False  # a file has no answer to sentences its system was never asked

    def __init__(self, path: Path | str, *, format: str | None = None) -> None:
        bad: list[DataError] = []
        self.found = {doc.id: doc for doc in read(path, format=format, on_bad=bad.append)}
        repeated = [error for error in bad if isinstance(error, Repeated)]
        if repeated or (bad and not self.found):
            raise (repeated or bad)[0]
        self.bad_lines = [str(error) for error in bad]
        self.warnings = unread("documents", self.bad_lines)
        self.name = Path(path).name

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """One answer a document."""
        for doc in docs:
            try:
                found = self.found.get(doc.id)
                yield missing(self.bad_lines) if found is None else Answer(_clusters(found, doc))
            except DataError as error:
                yield Answer(status="error", message=str(error))


def _clusters(found: Document, doc: Document) -> tuple[Cluster, ...]:
    if found.text is None or found.text != doc.text or found.words == doc.words:
        check_words(found.words, doc)
        return found.clusters
    assert found.offsets is not None and doc.offsets is not None
    to_words = words_of(doc.offsets, found.text)
    theirs = found.offsets
    return cluster_up(
        [to_words(Mention(theirs[start][0], theirs[end - 1][1])) for start, end in cluster]
        for cluster in found.clusters
    )
