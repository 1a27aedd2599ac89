"""Counterfactual pairing: a document and its gender-exchanged twin, whose antecedents should be the same.

With the weight λ, training adds λ · Σ_i J(p_i, q_i) to the loss of the two: p_i is what the system says
mention i refers to (an earlier candidate, or nothing), q_i what it says of the same words in the twin, and J
the sum of the Kullback–Leibler divergences both ways. Any ranker of antecedents can be trained so: it needs
the spans of its candidates, a score for each antecedent and one for none, and takes back the derivatives by
these scores.
With λ = 0 it is augmentation. The idea is counterfactual logit pairing (Garg et al. 2019, for classifiers),
taken to antecedents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.registry import mitigators
from corefair.systems.training.corpora import Corpus
from corefair.types import Document

TWIN = " (exchanged)"  # after the name of a document
Ints = NDArray[np.int64]
Reals = NDArray[np.float64]


def with_twins(corpora: Sequence[Corpus]) -> list[Corpus]:
    """Every document with its twin: the same words but for feminine and masculine ones, exchanged."""
    return [Corpus(each.name, (*each.docs, *map(twin_of, each.docs))) for each in corpora]


def twin_of(doc: Document) -> Document:
    """The document with genders exchanged; words, clusters and trees keep their places."""
    exchange = mitigators["swap"]()
    changed: Document = exchange(doc)
    return replace(changed, id=doc.id + TWIN)


def halves(docs: Sequence[Document]) -> tuple[Sequence[Document], Sequence[Document]]:
    """The documents, and their twins in the same order, as `with_twins` laid them."""
    half = len(docs) // 2
    return docs[:half], docs[half:]


class Matched(NamedTuple):
    """Mentions that both documents have, and the antecedents that both have of them, in the same order."""

    mentions: Ints  # [m]: by number in the document
    twins: Ints  # [m]: … and in its twin
    at: Ints  # [m + 1]: where the antecedents of each begin
    pairs: Ints  # [k]: by number in the document
    twin_pairs: Ints  # [k]


def match(
    spans: Sequence[tuple[int, int]],
    at: NDArray[np.int32],
    found: NDArray[np.int32],
    twin_spans: Sequence[tuple[int, int]],
    twin_at: NDArray[np.int32],
    twin_found: NDArray[np.int32],
) -> Matched:
    """By their spans; `at` and `found` are where the antecedents of each mention begin, and who they are."""
    number = {span: i for i, span in enumerate(twin_spans)}
    mentions, twins, starts = [], [], [0]
    pairs: list[int] = []
    twin_pairs: list[int] = []
    for i, span in enumerate(spans):
        j = number.get(span)
        if j is None:
            continue
        theirs = {twin_spans[twin_found[q]]: q for q in range(twin_at[j], twin_at[j + 1])}
        both = [(q, theirs[own]) for q in range(at[i], at[i + 1]) if (own := spans[found[q]]) in theirs]
        if both:  # where there is nobody to choose, both choose alike
            mentions.append(i)
            twins.append(j)
            pairs += [q for q, _ in both]
            twin_pairs += [q for _, q in both]
            starts.append(len(pairs))
    return Matched(*(np.array(each, dtype=np.int64) for each in (mentions, twins, starts, pairs, twin_pairs)))


class Slopes(NamedTuple):
    """The derivatives of the penalty, by the score of each pair and of none."""

    pairs: Reals
    new: Reals


def divergence(
    matched: Matched, pairs: Reals, new: Reals, twin_pairs: Reals, twin_new: Reals
) -> tuple[float, Slopes, Slopes]:
    """Σ_i J(p_i, q_i), and its derivatives by the scores of the document and by those of the twin.

    Distributions are over none and the antecedents that both have. With u = log p − log q,
    J = Σ (p − q) u, and its derivative by the score of a choice k is p_k (u_k − Σ p u) + p_k − q_k.
    """
    slopes = Slopes(np.zeros_like(pairs), np.zeros_like(new))
    twin_slopes = Slopes(np.zeros_like(twin_pairs), np.zeros_like(twin_new))
    if not len(matched.mentions):
        return 0.0, slopes, twin_slopes
    log_p, log_p_new = _log_softmax(pairs[matched.pairs], new[matched.mentions], matched.at)
    log_q, log_q_new = _log_softmax(twin_pairs[matched.twin_pairs], twin_new[matched.twins], matched.at)
    p, q, p_new, q_new = np.exp(log_p), np.exp(log_q), np.exp(log_p_new), np.exp(log_q_new)
    apart, apart_new = log_p - log_q, log_p_new - log_q_new
    total = float(((p - q) * apart).sum() + ((p_new - q_new) * apart_new).sum())
    sizes = np.diff(matched.at)
    for held, mine, mine_new, other, other_new, sign, at, mentions in (
        (slopes, p, p_new, q, q_new, 1.0, matched.pairs, matched.mentions),
        (twin_slopes, q, q_new, p, p_new, -1.0, matched.twin_pairs, matched.twins),
    ):
        mean = _sums(mine * apart, matched.at) + mine_new * apart_new
        slope = mine * sign * (apart - np.repeat(mean, sizes)) + mine - other
        np.add.at(held.pairs, at, slope)
        np.add.at(held.new, mentions, mine_new * sign * (apart_new - mean) + mine_new - other_new)
    return total, slopes, twin_slopes


def _log_softmax(scores: Reals, new: Reals, at: Ints) -> tuple[Reals, Reals]:
    """Of each mention's antecedents and none together; every mention has an antecedent."""
    highest = np.maximum(np.maximum.reduceat(scores, at[:-1]), new)
    sizes = np.diff(at)
    total = _sums(np.exp(scores - np.repeat(highest, sizes)), at) + np.exp(new - highest)
    norm = highest + np.log(total)
    return scores - np.repeat(norm, sizes), new - norm


def _sums(values: Reals, at: Ints) -> Reals:
    return np.asarray(np.add.reduceat(values, at[:-1]))
