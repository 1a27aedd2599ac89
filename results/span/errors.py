"""What becomes of gold mentions: kept or pruned, and each that has an antecedent right, new or wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

from corpora import documents

from corefair.systems.span.decoding import antecedents_of
from corefair.systems.span.model import SpanModel
from corefair.systems.span.surface import CLASSES, class_of, head_at

KINDS = ("pronouns", "names", "nominals")
ENDS = ("right", "called new", "wrong entity", "no gold mention", "pruned")


def errors(model: SpanModel) -> dict[str, Any]:
    """Of OntoGUM dev: the share of gold mentions kept, and how anaphors of each kind ended."""
    docs = documents("ontogum", "dev")
    counts: Counter[tuple[str, str]] = Counter()
    n_gold = n_kept = 0
    for doc, found in zip(docs, model.rank((doc, ()) for doc in docs), strict=True):
        cluster_of = {mention: number for number, cluster in enumerate(doc.clusters) for mention in cluster}
        at = {span: i for i, span in enumerate(found.spans)}
        best = antecedents_of(found)
        lower = [word.lower() for word in doc.words]
        seen: set[int] = set()
        for mention in sorted(cluster_of):
            number = cluster_of[mention]
            n_gold += 1
            n_kept += mention in at
            if number in seen:
                kind = CLASSES[class_of(doc.words, lower, *mention, head_at(lower, *mention))]
                counts[_kind(kind), _end(mention, number, at, best, found.spans, cluster_of)] += 1
            seen.add(number)
    return {
        "kept": n_kept / n_gold,
        "anaphors": {kind: {end: counts[kind, end] for end in ENDS} for kind in KINDS},
    }


def _end(mention: Any, number: int, at: Any, best: list[int], spans: Any, cluster_of: Any) -> str:
    if mention not in at:
        return "pruned"
    antecedent = best[at[mention]]
    if antecedent < 0:
        return "called new"
    if spans[antecedent] not in cluster_of:
        return "no gold mention"
    return "right" if cluster_of[spans[antecedent]] == number else "wrong entity"


def _kind(name: str) -> str:
    if name == "name":
        return "names"
    return "pronouns" if CLASSES.index(name) < CLASSES.index("name") else "nominals"
