"""`feature`: the log-linear ranker that comes with corefair, trained on freely licensed text alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from corefair.errors import DataError
from corefair.registry import systems
from corefair.systems.feature.model import FeatureModel
from corefair.types import Answer, Document, Picked, Question

FOLDERS = {
    counts: Path(__file__).parent / "trained" / counts for counts in ("shipped", "balanced")
}  # by the gender counts that each was trained with


@systems.register("feature")
class Feature:
    """Durrett & Klein's (2013) mention ranker, WinoBias's Feature and Winogender's STAT; we trained it.

    It needs two extras: `pip install 'corefair[text,vectors]'`. To train one of your own: corefair train.

    `gender_counts` is the table that tells the gender of nouns and names, in training and now: "shipped", or
    "balanced", with masculine and feminine made alike. `corpus` is the one whose scheme says what a mention
    is: "ontogum" or "litbank".
    """

    def __init__(
        self,
        *,
        gender_counts: str = "shipped",
        corpus: str = "ontogum",
        singletons: bool = False,  # keep what is mentioned once
        pipeline: str | None = None,  # a spaCy pipeline in place of ours
    ) -> None:
        if gender_counts not in FOLDERS:
            raise DataError(
                f"gender_counts must be {' or '.join(FOLDERS)}, found {gender_counts!r}: a model for other "
                "counts is made by `corefair train feature --set gender_counts=…`"
            )
        model = FeatureModel.load(FOLDERS[gender_counts])
        self.model = replace(model, corpus=corpus, singletons=singletons, pipeline=pipeline)
        _ = self.model.scheme  # an unknown corpus is an error now

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters of each document."""
        return self.model.answers(docs)

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """The log-probability that each candidate and the pronoun are one."""
        return self.model.choose(questions)
