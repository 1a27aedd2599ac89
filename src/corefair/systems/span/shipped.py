"""`c2f-static`: the coarse-to-fine network that comes with corefair, trained on free text alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefair.registry import systems
from corefair.systems.span.model import SpanModel
from corefair.types import Answer, Document, Picked, Question

FOLDER = Path(__file__).parent / "trained"


@systems.register("c2f-static")
class Shipped:
    """Coarse-to-fine (Lee 2018) on static vectors alone; we trained it: corefair show c2f-static.

    It needs an extra: `pip install 'corefair[torch]'`. To train one of your own: corefair train c2f-static.
    """

    def __init__(
        self,
        *,
        corpus: str = "ontogum",  # whose scheme says what a mention is: ontogum or litbank
        singletons: bool = False,  # keep what is mentioned once
        vectors: Path | None = None,  # static vectors in the place of those it was trained with
    ) -> None:
        self.model = SpanModel.load(FOLDER).using(corpus=corpus, singletons=singletons, vectors=vectors)

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters of each document."""
        return self.model.answers(docs)

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """The log-probability that each candidate and the pronoun are one."""
        return self.model.choose(questions)
