"""What a system gave, checked: spans inside the document, a finite score for each candidate."""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import index
from typing import Any, get_args

from corefair.errors import DataError
from corefair.types import Answer, Cluster, Document, Mention, Picked, Question, Status, cluster_up

UNITS = ("log-probability", "score")
_LONGEST = 4_000  # characters of a message that are kept
_ROUNDING = 1e-3  # by which a logarithm of a probability may exceed 0


def check_answer(given: object, doc: Document) -> Answer:
    """An Answer, or plain clusters, as an Answer; one that cannot be used becomes one of status "error"."""
    try:
        if not isinstance(given, Answer):
            return Answer(check_clusters(given, doc))  # type: ignore[arg-type]
        _check_status(given.status)
        scores = tuple(
            (check_span(one, doc), check_span(other, doc), finite(value))
            for one, other, value in given.scores
        )
        clusters = check_clusters(given.clusters, doc)
        takes = tuple(None if each is None else index(each) for each in given.takes)
        return Answer(clusters, given.status, as_text(given.message), scores, takes)
    except DataError as error:
        return Answer(status="error", message=as_text(error))
    except Exception as error:  # noqa: BLE001  an answer from outside may hold anything
        message = f"the answer is no clusters of (start, end): {type(error).__name__}: {error}"
        return Answer(status="error", message=as_text(message))


def check_picked(given: object, question: Question) -> Picked:
    """A Picked with a score for each candidate; one that cannot be used becomes one of status "error"."""
    try:
        if not isinstance(given, Picked):
            raise DataError(f"the answer is a {type(given).__name__}, expected a Picked")
        _check_status(given.status)
        if given.status != "ok":
            return Picked(status=given.status, message=as_text(given.message))
        if given.unit not in UNITS:
            raise DataError(f"the unit {given.unit!r} is none of {', '.join(UNITS)}")
        scores = tuple(map(finite, given.scores))
        if len(scores) != len(question.candidates):
            raise DataError(f"{len(scores)} scores for {len(question.candidates)} candidates")
        none = None if given.none is None else finite(given.none)
        highest = max(scores if none is None else (*scores, none), default=0.0)
        if given.unit == "log-probability" and highest > _ROUNDING:
            raise DataError(f"{highest} is no logarithm of a probability, for it is above 0")
        takes = tuple(None if each is None else _candidate(each, question) for each in given.takes)
        return Picked(scores, given.unit, none, "ok", as_text(given.message), takes)
    except DataError as error:
        return Picked(status="error", message=as_text(error))
    except Exception as error:  # noqa: BLE001  an answer from outside may hold anything
        message = f"the scores are no numbers: {type(error).__name__}: {error}"
        return Picked(status="error", message=as_text(message))


def check_clusters(clusters: Iterable[Iterable[tuple[int, int]]], doc: Document) -> tuple[Cluster, ...]:
    """Clusters in text order, or a DataError if they reach beyond the document."""
    return cluster_up([check_span(span, doc) for span in cluster] for cluster in clusters)


def check_span(span: Iterable[int], doc: Document) -> Mention:
    """A span of whole numbers inside the document, or a DataError."""
    start, end = map(index, span)
    if not 0 <= start < end <= len(doc.words):
        raise DataError(
            f"the span [{start}, {end}] is outside the document, which has {len(doc.words)} words"
        )
    return Mention(start, end)


def finite(value: Any) -> float:
    """A number that can be compared, or a DataError."""
    if isinstance(value, bool | str | bytes):
        raise DataError(f"the score {value!r} is no number")
    number = float(value)
    if not math.isfinite(number):
        raise DataError(f"the score {number} is no finite number")
    return number


def _candidate(number: Any, question: Question) -> int:
    if not 0 <= index(number) < len(question.candidates):
        raise DataError(f"candidate {number} was taken, but there are {len(question.candidates)}")
    return index(number)


def as_text(message: object) -> str:
    """A message that any file can hold: not without end, and half a surrogate pair is marked."""
    text = str(message).encode("utf-8", errors="backslashreplace").decode("utf-8")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … ({len(text):,} characters)"


def _check_status(status: str) -> None:
    if status not in get_args(Status):
        raise DataError(f"status {status!r} is none of {', '.join(get_args(Status))}")
