"""Two kinds of system: one finds clusters in documents, the other chooses among candidates for a pronoun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from corefair.types.documents import Cluster, Document, Mention

Status = Literal["ok", "refused", "error"]
Way = Literal["clusters", "choice", "vectors", "corpora"]  # which way a subject was asked


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system said of one document; that it failed is an answer too, and is counted."""

    clusters: tuple[Cluster, ...] = ()
    status: Status = "ok"
    message: str = ""  # why not
    scores: tuple[tuple[Mention, Mention, float], ...] = ()  # how readily two mentions are linked, if it says
    takes: tuple[int | None, ...] = ()  # of a choice in several orders: the candidate taken in each


@dataclass(frozen=True, slots=True)
class Question:
    """Which of these candidates is the pronoun? Which one is right is not in it."""

    doc: Document
    pronoun: Mention
    candidates: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """What a chooser said of one question: a score for each candidate, in order; higher is more likely.

    `none` is the score of none of them, from a system that has one. Scores compare within a question; where
    they are natural logarithms of probabilities, `unit` says so.

    >>> Picked((-0.2, -1.7)).best(), Picked((-1.0, -1.0)).best(), Picked((-2.0, -3.0), none=-0.2).best()
    (0, None, None)
    """

    scores: tuple[float, ...] = ()
    unit: Literal["log-probability", "score"] = "score"
    none: float | None = None
    status: Status = "ok"
    message: str = ""
    takes: tuple[int | None, ...] = ()  # asked in several orders: the candidate taken in each

    def best(self, *, forced: bool = False) -> int | None:
        """The candidate with the highest score; None on a tie, or where none of them is likelier still.

        Where the choice is forced, `none` does not count.
        """
        if not self.scores:
            return None
        highest = max(self.scores)
        if self.scores.count(highest) > 1 or (not forced and self.none is not None and self.none >= highest):
            return None
        return self.scores.index(highest)


@runtime_checkable
class Resolver(Protocol):
    """Finds clusters: many documents in, so that it may batch; one answer out for each, in order."""

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]: ...


@runtime_checkable
class Chooser(Protocol):
    """Scores given candidates: many questions in, one `Picked` out for each, in order."""

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]: ...


@runtime_checkable
class PlainResolver(Protocol):
    """What an outsider may write: clusters alone, one tuple a document. It is wrapped once, at the door."""

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]: ...


System = Resolver | Chooser | PlainResolver  # a system may be both a resolver and a chooser
