"""What limits the network: where the mentions of a key are lost, and what it would do with gold mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from corefair.metrics.coref import score
from corefair.systems.feature.decoding import antecedents_of, clusters_of
from corefair.systems.feature.mentions import COLUMN, TYPES
from corefair.systems.ranking.model import RankingModel
from corefair.types import Document

KINDS = ("pronoun", "name", "nominal")
OUTCOMES = ("right", "wrong entity", "linked to no mention", "called new", "no candidate")


def errors(made: RankingModel, docs: Sequence[Document], scheme: str, resamples: int) -> dict[str, Any]:
    """What became of each mention with an antecedent in the key, by kind; false links; gold mentions."""
    by_scheme = replace(made, corpus=scheme)
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    false_links = 0
    golden = []
    for doc in docs:
        entity = {mention: number for number, cluster in enumerate(doc.clusters) for mention in cluster}
        firsts = {min(cluster) for cluster in doc.clusters if len(cluster) > 1}
        ranked = by_scheme.rank(doc)
        spans = [phrase.span for phrase in ranked.read.phrases]
        kinds = [_kind(TYPES[kind]) for kind in ranked.mentions.codes[:, COLUMN["type"]].tolist()]
        chosen = dict(zip(spans, antecedents_of(ranked.pairs, ranked.scores), strict=True))
        kind_of = dict(zip(spans, kinds, strict=True))
        for cluster in doc.clusters:
            for mention in cluster if len(cluster) > 1 else ():
                if mention in firsts:
                    continue
                kind = kind_of.get(mention, "pronoun" if mention.end - mention.start == 1 else "nominal")
                found[kind][_outcome(mention, chosen, spans, entity)] += 1
        false_links += sum(j >= 0 and (span not in entity or span in firsts) for span, j in chosen.items())
        given = list(entity)
        gold = by_scheme.rank(doc, given=given, only_given=True)
        golden.append(replace(doc, clusters=clusters_of(gold.mentions, gold.pairs, gold.scores)))
    conll = score(docs, golden, singletons="drop", resamples=resamples).parts["conll"]
    return {
        "anaphors": {kind: dict(counts) for kind, counts in found.items()},
        "false links": int(false_links),
        "gold mentions": conll._asdict(),
    }


def _outcome(mention: Any, chosen: Any, spans: Any, entity: Any) -> str:
    if mention not in chosen:
        return "no candidate"
    j = chosen[mention]
    if j < 0:
        return "called new"
    other = entity.get(spans[j])
    if other is None:
        return "linked to no mention"
    return "right" if other == entity[mention] else "wrong entity"


def _kind(kind: str) -> str:
    return "name" if kind == "name" else "nominal" if kind in ("nominal", "list") else "pronoun"
