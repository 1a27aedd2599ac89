"""Development documents: how a model is doing on each corpus, by the field's own scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from corefair.metrics.coref.score import score as coref_score
from corefair.systems.training.corpora import Corpus
from corefair.types import Cluster, Document, Score

Answers = Callable[
    [Document, str, bool], tuple[Cluster, ...]
]  # a document, whose scheme, single mentions too
_SHOWN = {
    "conll": "CoNLL F1",
    "muc": "MUC F1",
    "b_cubed": "B³ F1",
    "ceaf_e": "CEAFe F1",
    "mentions": "mentions F1",
}


class Named(Protocol):
    """A scheme, as far as it matters here."""

    @property
    def name(self) -> str: ...


class Dev:
    """Analysed development documents by corpus; one that was not trained on is read by the first scheme."""

    def __init__(self, corpora: Sequence[Corpus], schemes: Sequence[Named]) -> None:
        self.corpora = corpora
        known = [scheme.name for scheme in schemes]
        self.scheme_of = {each.name: each.name if each.name in known else known[0] for each in corpora}

    def score(self, answers: Answers) -> float:
        """The mean over corpora of the CoNLL F1, clusters of one left out."""
        values = [
            coref_score(
                corpus.docs, self._answered(corpus, answers, singletons=False), singletons="drop", resamples=1
            )
            .parts["conll"]
            .f1
            for corpus in self.corpora
        ]
        return sum(values) / len(values)

    def scores(self, answers: Answers) -> tuple[Score, ...]:
        """Every metric with its interval over documents; with single mentions too, where annotated."""
        made: list[Score] = []
        for corpus in self.corpora:
            for singletons in (False, True) if corpus.singletons else (False,):
                found = coref_score(corpus.docs, self._answered(corpus, answers, singletons=singletons),
                                    singletons="keep" if singletons else "drop")  # fmt: skip
                extra = ", single mentions counted" if singletons else ""
                for name, shown in _SHOWN.items():
                    part = found.parts[name]
                    made.append(
                        Score(
                            f"{corpus.name}: {shown}{extra}",
                            part.f1,
                            part.low,
                            part.high,
                            found.n_docs,
                            kind="f1",
                            role="headline" if name == "conll" else "extra",
                        )
                    )
        return tuple(made)

    def _answered(self, corpus: Corpus, answers: Answers, *, singletons: bool) -> list[Document]:
        scheme = self.scheme_of[corpus.name]
        return [replace(doc, clusters=answers(doc, scheme, singletons)) for doc in corpus.docs]
