"""Answers in the form of the GAP scorer: id, is it A, is it B. Only a suite knows who A and B are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from corefair import stats
from corefair.errors import DataError
from corefair.io.gap import read_predictions, read_probabilities
from corefair.types import Answer, Case, Choice, Document, Question, Score, cluster_up


class Gap:
    """Keeps what a GAP-style file says, `picks[id] = (is A, is B)`; both may be, or neither.

    The file has the three columns of the official scorer without a header, or a header that names them. One
    with the columns of the Kaggle contest, ID,A,B,NEITHER, holds probabilities: the likeliest of the three is
    the answer, and the contest's logarithmic loss stands beside the other numbers.
    """

    self_tested = False  # it names A and B, not mentions

    def __init__(self, path: Path | str) -> None:
        self.name = Path(path).name
        self.probabilities = read_probabilities(path)
        if self.probabilities is None:
            self.picks = read_predictions(path)
        else:
            self.picks = {
                name: (one.a > max(one.b, one.neither), one.b > max(one.a, one.neither))
                for name, one in self.probabilities.items()
            }

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

    def beside(self, cases: Sequence[Case]) -> list[Score]:
        """Of probabilities, the contest's loss: −ln of what the right answer was given, at least 1e-15."""
        losses = []
        for case in cases:
            said = (self.probabilities or {}).get(case.given.id)
            if said is not None and isinstance(case.gold, Choice) and len(case.gold.candidates) == 2:
                right = 2 if case.gold.right is None else case.gold.right
                losses.append([-math.log(max(said[right], 1e-15)), 1.0])
        if len(losses) < 2:
            return []
        value, low, high = stats.bootstrap(losses, lambda totals: totals[..., 0] / totals[..., 1])
        return [
            Score(
                "log loss",
                float(value),
                float(low),
                float(high),
                len(losses),
                unit="number",
                role="table",
                better="lower",
                table="Kaggle 2019",
            )
        ]

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """Always a DataError: a pick is no cluster."""
        raise DataError(
            f"{self.name} says whether a pronoun is A or B, which only the gap suite asks: for another suite "
            "give clusters (predictions:FILE.jsonl), or run --suite gap"
        )
