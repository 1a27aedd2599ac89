"""A system asked on an engine: documents and questions go out in shares, answers come back in order.

For systems that any process can make from the same word, and that answer a document by itself, whatever its
company: those of corefair, and folders of trained ones. Programs, files, language models and objects are
asked here, as always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from corefair.compute.engine import Engine, in_shares
from corefair.systems.ask import ask, ask_choices, chooses, sees_gold
from corefair.systems.make import anywhere, make
from corefair.types import Answer, Document, Picked, Question, System

_WORDS = 2_000  # of a share: some tenths of a second of work
Asked = TypeVar("Asked", Document, Question)
Reply = TypeVar("Reply", Answer, Picked)


def on_engine(spec: str, system: System, engine: Engine) -> System:
    """The system that a word describes, asked on an engine; one that can only be asked here, as it is."""
    word = anywhere(spec)
    if word is None or sees_gold(system) or engine.alone:
        return system
    return (Choosing if chooses(system) else Resolving)(word, system, engine)


@dataclass(frozen=True)
class Resolving:
    """A resolver whose documents are shared among workers, each of which makes its own."""

    word: str
    system: System
    engine: Engine

    @property
    def signature(self) -> Mapping[str, str]:
        """What its answers depend on, as it says itself."""
        return dict(getattr(self.system, "signature", {}))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """One a document, in order."""
        return self._shared(_answers, docs, lambda doc: len(doc.words))

    def _shared(
        self,
        function: Callable[[str, list[Asked]], list[Reply]],
        items: Iterable[Asked],
        size: Callable[[Asked], int],
    ) -> Iterator[Reply]:
        calls = ((self.word, share) for share in in_shares(items, size, _WORDS))
        return chain.from_iterable(self.engine.map(function, calls))


class Choosing(Resolving):
    """One that chooses among candidates too."""

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """One a question, in order."""
        return self._shared(_picked, questions, lambda question: len(question.doc.words))


def _answers(word: str, docs: list[Document]) -> list[Answer]:
    return list(ask(_made(word), docs))


def _picked(word: str, questions: list[Question]) -> list[Picked]:
    return list(ask_choices(_made(word), questions))


@lru_cache(maxsize=2)
def _made(word: str) -> System:
    """A worker's own, made once."""
    return make(word)[1]
