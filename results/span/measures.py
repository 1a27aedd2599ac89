"""What is measured of a model: F1 on development documents, and the suites' scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from corpora import documents

from corefair.auditing.run import audit
from corefair.metrics.coref.score import score
from corefair.systems.span.model import SpanModel
from corefair.types import Document

SUITES = ("winobias:dev", "winogender", "gap:development", "sowinobias:paper")
FIRST = "OntoGUM dev, no single mentions"
Json = dict[str, Any]


def f1(model: SpanModel) -> Json:
    """CoNLL F1 with its parts on each development set."""
    corpora = {scheme.name for scheme in model.schemes}
    litbank = "litbank" if "litbank" in corpora else model.schemes[0].name
    ontogum, gum = documents("ontogum", "dev"), documents("gum", "dev")
    books = documents("litbank", "dev")
    first = model.schemes[0].name
    return {
        FIRST: _scored(model, ontogum, first, singletons=False),
        "LitBank dev, no single mentions": _scored(model, books, litbank, singletons=False),
        "LitBank dev, single mentions": _scored(model, books, litbank, singletons=True),
        "GUM dev, single mentions, head match": _scored(model, gum, first, singletons=True, match="head"),
    }


def first_f1(model: SpanModel) -> float:
    """CoNLL F1 on OntoGUM dev."""
    return conll(model, documents("ontogum", "dev"))


def conll(model: SpanModel, docs: Sequence[Document]) -> float:
    """CoNLL F1 on documents, by the scheme of the first corpus of the training."""
    return float(_scored(model, docs, model.schemes[0].name, singletons=False)["conll"]["f1"])


def _scored(
    model: SpanModel, docs: Sequence[Document], corpus: str, *, singletons: bool, match: Any = "exact"
) -> Json:
    asked = replace(model, corpus=corpus, singletons=singletons)
    answers = [
        replace(doc, clusters=answer.clusters) for doc, answer in zip(docs, asked.answers(docs), strict=True)
    ]
    found = score(docs, answers, singletons="keep" if singletons else "drop", match=match)
    return {name: found.parts[name]._asdict() for name in ("conll", "muc", "b_cubed", "ceaf_e", "mentions")}


def audits(model: SpanModel, suite: str, *, ask: Any = "auto") -> Json:
    """All scores of a suite, and how many pronouns were linked."""
    (result,) = audit(model, [suite], ask=ask)
    scores = {
        each.name: {key: getattr(each, key) for key in ("value", "low", "high", "p", "n")}
        for each in result.scores
    }
    return {"scores": scores, "link_rate": result.coverage.link_rate, "several": result.coverage.several}
