"""`ranking`: the mention-ranking network that comes with corefair, or one that you trained, as a system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from corefair.registry import systems
from corefair.systems.exchanging import with_vectors_of
from corefair.systems.ranking.model import RankingModel
from corefair.types import Answer, Document, Picked, Question

FOLDER = Path(__file__).parent / "trained" / "glove"  # by the vectors it was trained with


@systems.register("ranking")
class Ranking:
    """Clark & Manning's (2016) mention-ranking network, which Winogender calls NEURAL; we trained it.

    It needs an extra: `pip install 'corefair[train]'`. To train one of your own: corefair train.

    `model` is the folder of one that you trained, in place of ours, which was trained on freely licensed text
    alone. `vectors` is a file of word vectors to read in place of those it was trained with, such as
    mitigated ones; they must have as many numbers. `corpus` is the one whose scheme says what a mention is:
    of ours, "ontogum" or "litbank".
    """

    def __init__(
        self,
        *,
        model: str | None = None,
        vectors: str | None = None,
        corpus: str | None = None,  # by default the first that it was trained on
        singletons: bool = False,  # keep what is mentioned once
        pipeline: str | None = None,  # a spaCy pipeline in place of ours
    ) -> None:
        made = RankingModel.load(FOLDER if model is None else Path(model))
        if vectors is not None:
            made = with_vectors_of(made, Path(vectors))
        self.model = replace(made, corpus=corpus, singletons=singletons, pipeline=pipeline or made.pipeline)
        _ = self.model.scheme  # an unknown corpus is an error now

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters of each document."""
        return self.model.answers(docs)

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """The log-probability that each candidate and the pronoun are one."""
        return self.model.choose(questions)
