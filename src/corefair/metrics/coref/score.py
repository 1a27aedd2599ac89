"""Score a response against a key: every metric with its interval over documents, and paired tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefair import stats
from corefair.errors import DataError
from corefair.metrics import evaluate
from corefair.metrics.coref.overlap import Array, Duplicates, Match, Singletons, Tally, overlap
from corefair.registry import metrics
from corefair.types import Document

METRICS = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "mentions", "conll")


class Part(NamedTuple):
    """One metric of a response; the bounds are of F1, and None when one document is all there is."""

    recall: float
    precision: float
    f1: float
    low: float | None
    high: float | None


class Difference(NamedTuple):
    """One metric of a response less that of the baseline, with its interval and two-sided p-values."""

    value: float
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None  # corrected for the number of metrics compared


@dataclass(frozen=True)
class CorefScore:
    """The totals of each document, and what follows from them."""

    tally: Tally
    notes: tuple[str, ...]
    resamples: int
    seed: int

    @property
    def n_docs(self) -> int:
        return len(self.tally["spans_key"])

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """Every metric by name."""
        whole = {name: values.sum() for name, values in self.tally.items()}
        values: dict[str, tuple[float, float, float]] = {name: evaluate(name, whole) for name in METRICS}
        if self.n_docs < 2:
            return {name: Part(*value, None, None) for name, value in values.items()}
        _, low, high = stats.bootstrap(
            _table(self.tally), _all_f1(self.tally), resamples=self.resamples, seed=self.seed
        )
        return {name: Part(*value, low[i], high[i]) for i, (name, value) in enumerate(values.items())}

    def less(self, baseline: CorefScore) -> Mapping[str, Difference]:
        """How far each metric is above the baseline's on the same documents."""
        apart = {name: self.parts[name].f1 - baseline.parts[name].f1 for name in METRICS}
        if self.n_docs < 2:
            return {name: Difference(value, None, None, None, None) for name, value in apart.items()}
        ours, theirs = _table(self.tally), _table(baseline.tally)
        f1 = _all_f1(self.tally)

        def gap(totals: Array) -> Array:
            left, right = np.split(totals, 2, axis=-1)
            return f1(left) - f1(right)

        side_by_side = np.hstack([ours, theirs])
        _, low, high = stats.bootstrap(side_by_side, gap, resamples=self.resamples, seed=self.seed)
        test = stats.paired_randomisation(ours, theirs, f1, seed=self.seed)
        holm = stats.holm(test.p)
        return {
            name: Difference(apart[name], low[i], high[i], test.p[i], holm[i])
            for i, name in enumerate(METRICS)
        }


def score(
    keys: Iterable[Document],
    responses: Iterable[Document],
    *,
    singletons: Singletons = "keep",
    match: Match = "exact",
    duplicates: Duplicates = "reference",
    resamples: int = 2000,
    seed: int = 0,
) -> CorefScore:
    """Score one response; a key document it lacks counts as an answer without clusters.

    >>> from corefair.types import cluster_up
    >>> key = Document("d", tuple("abcd"), clusters=cluster_up([[(0, 1), (1, 2), (3, 4)]]))
    >>> answer = Document("d", tuple("abcd"), clusters=cluster_up([[(0, 1), (1, 2)]]))
    >>> score([key], [answer]).parts["muc"]
    Part(recall=0.5, precision=1.0, f1=0.6666666666666666, low=None, high=None)
    """
    pairs, notes = pair_up(list(keys), list(responses))
    tally = count(pairs, singletons=singletons, match=match, duplicates=duplicates)
    return CorefScore(tally, tuple(notes), resamples, seed)


def count(
    pairs: Iterable[tuple[Document, Document]],
    *,
    singletons: Singletons = "keep",
    match: Match = "exact",
    duplicates: Duplicates = "reference",
    names: Sequence[str] = METRICS,
) -> Tally:
    """Every total of every metric, or of some, for each pair of key and response."""
    table = overlap(pairs, singletons=singletons, match=match, duplicates=duplicates)
    counters = (metrics.facts(name).get("count") for name in names)
    return {name: values for counter in counters if counter for name, values in counter(table).items()}


def pair_up(
    keys: Sequence[Document], responses: Sequence[Document]
) -> tuple[list[tuple[Document, Document]], list[str]]:
    """Documents of the same id side by side, in the key's order, and notes on all that did not fit."""
    for side, docs in (("key", keys), ("response", responses)):
        if repeated := [name for name, n in Counter(doc.id for doc in docs).items() if n > 1]:
            raise DataError(f"the {side} has {_listed(repeated)} more than once: ids must differ")
    answers = {doc.id: doc for doc in responses}
    missing = [key.id for key in keys if key.id not in answers]
    if not keys or len(missing) == len(keys):
        names = [repr(docs[0].id) if docs else "no document" for docs in (keys, responses)]
        raise DataError(f"key and response share no document id (key: {names[0]} …, response: {names[1]} …)")
    known = {key.id for key in keys}
    extra = [doc.id for doc in responses if doc.id not in known]
    notes = []
    if missing:
        notes.append(f"{_listed(missing)} missing from the response: counted as answers without clusters")
    if extra:
        notes.append(f"{_listed(extra)} not in the key: left out")
    order = [doc.id for doc in responses if doc.id in known]
    if order != [key.id for key in keys if key.id in answers]:
        notes.append("the response has the documents in another order: matched by id")
    pairs = [(key, answers.get(key.id) or Document(key.id, key.words, key.sentences)) for key in keys]
    for key, answer in pairs:
        if len(key.words) != len(answer.words):
            raise DataError(
                f"document {key.id!r} has {len(key.words)} words in the key and {len(answer.words)} in the "
                "response: spans cannot be compared; the response must keep the key's words"
            )
    if differing := [
        key.id for key, answer in pairs if key.words != answer.words and set(answer.words) != {"_"}
    ]:
        notes.append(f"{_listed(differing)} spelt differently in the response: matched by position")
    if silent := [key.id for key, answer in pairs if answer.meta.get("status") in ("error", "refused")]:
        notes.append(f"{_listed(silent)} not answered (error or refused): counted as they stand")
    return pairs, notes


def _table(tally: Tally) -> Array:
    return np.column_stack([tally[name] for name in sorted(tally)])  # [n_docs, n_totals]


def _all_f1(tally: Tally) -> Callable[[Array], Array]:
    at = {name: i for i, name in enumerate(sorted(tally))}

    def f1(totals: Array) -> Array:
        """[..., n_totals] -> [..., n_metrics]"""
        named = {name: totals[..., i] for name, i in at.items()}
        return np.stack([evaluate(name, named).f1 for name in METRICS], axis=-1)

    return f1


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")
    return f"{len(ids)} document{'s' if len(ids) > 1 else ''} ({shown})"
