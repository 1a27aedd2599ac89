"""A Python class from any module as a system: a document it fails on is an error, and the rest goes on."""

from __future__ import annotations

import importlib
import os
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from corefair.errors import DataError, UnknownName
from corefair.systems.exchange import check_clusters
from corefair.types import Answer, Cluster, Document


class Module:
    """Wraps a system that may raise.

    It is given the documents as a stream, so that it may batch. When it raises, or stops early, the documents
    it took without answering are given to it again one by one, so that only the one it fails on is lost.
    """

    def __init__(self, system: Any) -> None:
        if not hasattr(system, "answers") and not hasattr(system, "resolve"):
            raise DataError(f"{type(system).__name__} has no `resolve(docs)`: see System in corefair.types")
        self.system = system
        self.self_tested: bool = getattr(system, "self_tested", True)

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (answer.clusters for answer in self.answers(docs))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """One answer a document."""
        source = _Taken(docs)
        in_step = True
        while source.peek() is not None:
            n_before = source.n_taken
            if in_step:
                in_step = yield from self._stream(source)
            if source.n_taken == n_before:
                source.take()  # one at least, so that we come to an end
            while source.pending:
                yield self._alone(source.pending.popleft())

    def _stream(self, source: _Taken) -> Generator[Answer, None, bool]:
        """Answers until it raises, ends, or answers what it was not asked; then False: it is out of step."""
        answers: Iterator[Any] | None = None
        while True:
            try:
                answers = answers if answers is not None else self._ask(source)
                given = next(answers, None)
            except Exception:  # noqa: BLE001  what it raises on is asked again alone, and told there
                given = None
            if source.error is not None:
                raise source.error  # the documents failed, not the system
            if given is None or not source.pending:
                return given is None
            yield _checked(given, source.pending.popleft())

    def _alone(self, doc: Document) -> Answer:
        try:
            given = list(self._ask([doc]))
        except Exception as error:  # noqa: BLE001  an outside system may raise anything; its documents must not
            return Answer(status="error", message=f"{type(error).__name__}: {error}")
        if len(given) != 1:
            return Answer(status="error", message=f"{len(given)} answers to one document")
        return _checked(given[0], doc)

    def _ask(self, docs: Iterable[Document]) -> Iterator[Any]:
        ask = getattr(self.system, "answers", None) or self.system.resolve
        return iter(ask(iter(docs)))


def load_class(place: str) -> Any:
    """The class at `package.module:Class`; modules in the current folder are found too."""
    module_name, _, class_name = place.partition(":")
    if not module_name or not class_name:
        raise DataError(f"{place!r} is no place of a class: write module:package.module:Class")
    if os.getcwd() not in sys.path:  # noqa: PTH109
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # a module may raise anything when it is imported
        raise DataError(f"{module_name} cannot be imported: {type(error).__name__}: {error}") from error
    found = getattr(module, class_name, None)
    if not callable(found):
        known = [name for name, thing in vars(module).items() if isinstance(thing, type)]
        raise UnknownName(f"class in {module_name}", class_name, known)
    return found


class _Taken:
    """An iterator over documents that remembers those taken and not answered yet."""

    def __init__(self, docs: Iterable[Document]) -> None:
        self._docs = iter(docs)
        self._ahead: Document | None = None
        self.pending: deque[Document] = deque()
        self.n_taken = 0
        self.error: Exception | None = None

    def peek(self) -> Document | None:
        if self._ahead is None:
            try:
                self._ahead = next(self._docs, None)
            except Exception as error:
                self.error = error
                raise
        return self._ahead

    def take(self) -> Document | None:
        doc = self.peek()
        if doc is not None:
            self.pending.append(doc)
            self.n_taken += 1
            self._ahead = None
        return doc

    def __iter__(self) -> Iterator[Document]:
        while (doc := self.take()) is not None:
            yield doc


def _checked(given: Any, doc: Document) -> Answer:
    """What a system gave as an Answer, if its spans are in the document."""
    try:
        if isinstance(given, Answer):
            return Answer(check_clusters(given.clusters, doc), given.status, given.message, given.scores)
        return Answer(check_clusters((((int(s), int(e)) for s, e in cluster) for cluster in given), doc))
    except (TypeError, ValueError) as error:
        return Answer(status="error", message=f"the answer is no clusters of (start, end): {error}")
    except DataError as error:
        return Answer(status="error", message=str(error))
