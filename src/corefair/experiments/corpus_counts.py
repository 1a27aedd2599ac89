"""A corpus with gold clusters as a test: the totals of each document for the CoNLL score, as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from corefair.errors import DataError
from corefair.experiments.counted import Counted, Counts
from corefair.io import read
from corefair.metrics import totals_of
from corefair.metrics.coref import count
from corefair.runs.journal import Journal
from corefair.systems.ask import ask, sees_gold
from corefair.systems.resolving import resolved
from corefair.systems.training.train import name_of
from corefair.types import Answer, Cluster, Document, Json, Measure, Said, System

F1 = Measure("CoNLL F1", "conll", role="headline")
MEASURES = (F1, Measure("MUC F1", "muc"), Measure("B³ F1", "b_cubed"), Measure("CEAFe F1", "ceaf_e"))
_NAMES = ("muc", "b_cubed", "ceaf_e")


def corpus_counts(system: System, path: Path, kept: Path, *, progress: Said | None = None) -> Counted:
    """What a system finds in the documents of a file or folder, against the clusters they have.

    Clusters of one are left out on both sides, as CoNLL does. The system sees words, sentences and speakers,
    and the oracle the clusters too. One trained on several corpora follows the scheme of that whose name this
    one has, or else its first.
    """
    system = _by_scheme(system, name_of(path))
    docs = list(read(path))
    if not any(len(cluster) > 1 for doc in docs for cluster in doc.clusters):
        raise DataError("there are no clusters to score against in it", path=str(path))
    with Journal(kept, keep=lambda record: isinstance(record["totals"], dict)) as journal:
        known = {str(record["case"]) for record in journal.records}
        left = [doc for doc in docs if doc.id not in known]
        for doc, answer in _answered(system, left):
            totals: dict[str, Json] = dict(_totals(doc, answer))
            journal.add({"case": doc.id, "totals": totals})
            if progress:
                progress(f"documents of {path.name} resolved", len(journal.records), len(docs))
        totals_of_doc = {str(record["case"]): record["totals"] for record in journal.records}
    rows = []
    for doc in docs:
        found = totals_of_doc[doc.id]
        assert isinstance(found, dict)  # as `keep` saw to
        rows.append(Counts(doc.id, doc.id, 1.0, {}, {name: float(str(each)) for name, each in found.items()}))
    return Counted.of(rows)


def _answered(system: System, docs: Sequence[Document]) -> Iterator[tuple[Document, Answer]]:
    return zip(docs, ask(system, docs), strict=True) if sees_gold(system) else resolved(system, docs)


def _by_scheme(system: System, corpus: str) -> System:
    named = [scheme.name for scheme in getattr(system, "schemes", ())]
    return cast(System, replace(cast(Any, system), corpus=corpus)) if corpus in named else system


def _totals(doc: Document, answer: Answer) -> dict[str, float]:
    """One that it fails on has no clusters; `failed` counts them."""
    key, response = (
        replace(doc, clusters=_several(clusters)) for clusters in (doc.clusters, answer.clusters)
    )
    tally = count([(key, response)], names=_NAMES)
    return {name: float(tally[name][0]) for name in totals_of("conll")} | {
        "failed": float(answer.status != "ok")
    }


def _several(clusters: tuple[Cluster, ...]) -> tuple[Cluster, ...]:
    return tuple(cluster for cluster in clusters if len(cluster) > 1)
