"""The one door to a system: every document and every question gets an answer, whoever made the system.

It is given them as a stream, so that it may batch. When it raises, or stops early, those it took without
answering are given to it again one by one, so that only the one it fails on is lost. What casts doubt
on all that it said (more answers than were asked for: they may be shifted) is told to `doubt`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from corefair.errors import DataError
from corefair.registry import systems
from corefair.systems.checking import as_text, check_answer, check_picked
from corefair.types import Answer, Chooser, Document, Picked, PlainResolver, Question, Resolver, System

Asked = TypeVar("Asked")
Reply = TypeVar("Reply", Answer, Picked)
_END = object()


Doubt = Callable[[str], object]


def ask(system: System, docs: Iterable[Document], *, doubt: Doubt | None = None) -> Iterator[Answer]:
    """One answer a document, in order, its spans inside; one that cannot be had has the status "error"."""
    if isinstance(system, type) or not isinstance(system, Resolver | PlainResolver):
        raise DataError(
            f"{_name(system)} finds no clusters: it has neither `answers(docs)` nor `resolve(docs)`"
        )
    call: Callable[[Iterator[Document]], Iterable[object]]
    call = system.answers if isinstance(system, Resolver) else system.resolve
    return _Door(system, call, check_answer, Answer, "document", doubt).replies(docs)


def ask_choices(
    system: System, questions: Iterable[Question], *, doubt: Doubt | None = None
) -> Iterator[Picked]:
    """A finite score for each candidate of each question, in order; else the status is "error"."""
    if isinstance(system, type) or not isinstance(system, Chooser):
        raise DataError(f"{_name(system)} does not choose among candidates: it has no `choose(questions)`")
    return _Door(system, system.choose, check_picked, Picked, "question", doubt).replies(questions)


def resolves(system: object) -> bool:
    """Whether a system finds clusters."""
    return not isinstance(system, type) and isinstance(system, Resolver | PlainResolver)


def chooses(system: object) -> bool:
    """Whether a system chooses among given candidates."""
    return not isinstance(system, type) and isinstance(system, Chooser)


def check_system(system: object) -> None:
    """Refuse what is no system."""
    if isinstance(system, type):
        raise DataError(f"{_name(system)} is a class: give an object of it, {_name(system)}()")
    if not (resolves(system) or chooses(system)):
        methods = "`resolve(docs)`, `answers(docs)` or `choose(questions)`"
        raise DataError(f"{_name(system)} has no {methods}: see System in corefair.types")


def sees_gold(system: object) -> bool:
    """Whether a system is shown the gold: one of ours that was registered so, and no other."""
    ours = type(system).__module__.startswith("corefair.systems.")
    return ours and bool(systems.facts_of(type(system)).get("sees_gold"))


@dataclass(frozen=True)
class _Door(Generic[Asked, Reply]):
    """How one kind of thing is asked, and what is made of the answer."""

    system: System
    call: Callable[[Iterator[Asked]], Iterable[object]]
    check: Callable[[object, Asked], Reply]
    kind: type[Reply]
    what: str
    doubt: Doubt | None

    def replies(self, items: Iterable[Asked]) -> Iterator[Reply]:
        """One a thing asked, in order; at the end, what casts doubt on them."""
        n_known = len(getattr(self.system, "problems", ()))
        yield from self._replies(items)
        for problem in getattr(self.system, "problems", ())[n_known:]:  # what a program outside did
            self._doubt(str(problem))

    def _replies(self, items: Iterable[Asked]) -> Iterator[Reply]:
        source = _Taken(items)
        in_step = True
        while source.peek() is not None:
            n_before = source.n_taken
            if in_step:
                in_step = yield from self._stream(source)
                if not in_step and source.peek() is None:
                    self._doubt(f"gave more answers than there were {self.what}s: they may be shifted")
            if source.n_taken == n_before:
                source.take()  # one at least, so that we come to an end
            while source.pending:
                yield self._alone(source.pending.popleft())

    def _stream(self, source: _Taken[Asked]) -> Generator[Reply, None, bool]:
        """Replies until it raises, ends, or answers what it was not asked; then False: it is out of step."""
        given: Iterator[object] | None = None
        try:
            while True:
                try:
                    given = iter(self.call(iter(source))) if given is None else given
                    reply = next(given, _END)
                except Exception:  # noqa: BLE001  what it raises on is asked again alone, and told there
                    reply = _END
                if source.error is not None:
                    raise source.error  # what was to be asked failed, not the system
                if reply is _END or not source.pending:
                    return reply is _END
                yield self.check(reply, source.pending.popleft())
        finally:
            close: Callable[[], None] | None = getattr(given, "close", None)
            if close is not None:  # so that a program outside is ended at once
                with suppress(Exception):
                    close()

    def _doubt(self, why: str) -> None:
        if self.doubt is not None:
            self.doubt(why)

    def _alone(self, item: Asked) -> Reply:
        try:
            given = list(self.call(iter([item])))
        except Exception as error:  # noqa: BLE001  a system may raise anything; the other documents go on
            return self.kind(status="error", message=as_text(f"{type(error).__name__}: {error}"))
        if len(given) != 1:
            return self.kind(status="error", message=f"{len(given)} answers to one {self.what}")
        return self.check(given[0], item)


class _Taken(Generic[Asked]):
    """An iterator that remembers what was taken and not answered yet."""

    def __init__(self, items: Iterable[Asked]) -> None:
        self._items = iter(items)
        self._ahead: Asked | None = None
        self.pending: deque[Asked] = deque()
        self.n_taken = 0
        self.error: Exception | None = None

    def peek(self) -> Asked | None:
        if self._ahead is None:
            try:
                self._ahead = next(self._items, None)
            except Exception as error:
                self.error = error
                raise
        return self._ahead

    def take(self) -> Asked | None:
        item = self.peek()
        if item is not None:
            self.pending.append(item)
            self.n_taken += 1
            self._ahead = None
        return item

    def __iter__(self) -> Iterator[Asked]:
        while (item := self.take()) is not None:
            yield item


def _name(system: object) -> str:
    return system.__name__ if isinstance(system, type) else type(system).__name__
