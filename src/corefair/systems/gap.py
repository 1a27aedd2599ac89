"""Answers in the form of the GAP scorer: id, is it A, is it B. Only the gap suite knows who A and B are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefair.errors import DataError
from corefair.io.gap import read_predictions
from corefair.types import Answer, Cluster, Document


class Gap:
    """Keeps what a GAP-style file says, `picks[id] = (is A, is B)`, for the gap suite to judge.

    The file has the three columns of the official scorer without a header, or a header that names them.
    """

    self_tested = False  # it names A and B, not mentions

    def __init__(self, path: Path | str) -> None:
        self.name = Path(path).name
        self.picks = read_predictions(path)

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (answer.clusters for answer in self.answers(docs))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """Always a DataError: a pick is no cluster."""
        raise DataError(
            f"{self.name} says whether a pronoun is A or B, which only the gap suite asks: for another suite "
            "give clusters (predictions:FILE.jsonl), or run --suite gap"
        )
