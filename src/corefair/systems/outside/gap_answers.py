"""Answers in the form of the GAP scorer: id, is it A, is it B. Only a suite knows who A and B are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefair.errors import DataError
from corefair.io.gap import read_predictions
from corefair.types import Answer, Document, Question, cluster_up


class Gap:
    """Keeps what a GAP-style file says, `picks[id] = (is A, is B)`; both may be, or neither.

    The file has the three columns of the official scorer without a header, or a header that names them.
    """

    self_tested = False  # it names A and B, not mentions

    def __init__(self, path: Path | str) -> None:
        self.name = Path(path).name
        self.picks = read_predictions(path)

    def linked(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """The pronoun of each question with those of its two candidates that the file says it is."""
        for question in questions:
            pick = self.picks.get(question.doc.id)
            if pick is None:
                yield Answer(status="error", message="no answer for this example")
            elif len(question.candidates) != 2:
                message = (
                    f"{self.name} says of A and of B, but there are {len(question.candidates)} candidates"
                )
                yield Answer(status="error", message=message)
            else:
                them = [each for each, is_it in zip(question.candidates, pick, strict=True) if is_it]
                yield Answer(cluster_up([[question.pronoun, *them]] if them else []))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """Always a DataError: a pick is no cluster."""
        raise DataError(
            f"{self.name} says whether a pronoun is A or B, which only the gap suite asks: for another suite "
            "give clusters (predictions:FILE.jsonl), or run --suite gap"
        )
