"""Categorisation: do words of one category, such as illness or tree, form a cluster of their own?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import MissingExtra
from corefair.geometry.direction import unit
from corefair.io import datasets
from corefair.io.word_tests import Member, read_members
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import hashes
from corefair.suites.vectors.vector_words import among
from corefair.suites.vectors.word_rows import find_words, used_of
from corefair.types import Case, Charts, Embeddings, Grid, Measure, Reading, Row, VectorSuite

FILE = "ap.tsv"
STARTS = 50  # of k-means; the tightest clustering is taken


@suites.register("categorisation", asks="vectors", splits=(), data="similarity")
def build(split: str | None = None, *, data: Path | None = None) -> VectorSuite:
    """Do words of one category, such as illness or tree, form a cluster of their own?"""
    paths = {FILE: datasets.find("similarity", FILE, data=data)}
    members = read_members(paths[FILE])
    return VectorSuite(
        name="categorisation",
        version="1.0",
        about=about(build),
        kind="quality",
        answer=partial(answer, members),
        measures=(Measure("purity, AP", "purity", role="headline"),),
        citation="Almuhareb & Poesio 2005, Concept Learning and Categorization from the Web, CogSci",
        licence="MIT",
        caveats=(
            "The interval is for other words of the same categories with the clusters held fixed: k-means "
            "itself, started elsewhere, is not in it.",
            "Purity is above 0 for any clustering: as many clusters of words at random reach about .17.",
            "Words have many senses (pound, snap), and count for one category only.",
        ),
        data=hashes(paths),
    )


def answer(members: Sequence[Member], emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
    """Words in as many clusters as categories, right if of the category its cluster has most of."""
    words = find_words(emb, (member.word for member in members))
    used = [member for member in members if words.have([member.word])]
    words.check(len(used))
    vectors = unit(emb.vectors[[words.row_of[member.word] for member in used]].astype(np.float64))
    number_of = cluster(vectors, n_clusters=len({member.category for member in used}), seed=seed)
    words_of: dict[int, list[Member]] = {}
    for member, number in zip(used, number_of, strict=True):
        words_of.setdefault(number, []).append(member)
    # Of categories equally frequent in a cluster the first in the file: purity is the same for either.
    label_of = {
        number: Counter(member.category for member in together).most_common(1)[0][0]
        for number, together in words_of.items()
    }
    cases, rows = [], []
    for member, number in zip(used, number_of, strict=True):
        groups, name = {"category": member.category}, among(member.word, len(used))
        case = Case(name, (member.word,), member.category, groups, unit=member.word)
        right = int(member.category == label_of[number])
        cases.append(case)
        rows.append(Row(case.id, label_of[number], {"in_majority": right, "clustered": 1}))
    used_words = used_of(((member.category, words.have([member.word])) for member in members), of="words")
    clusters = tuple(
        (label_of[number], tuple(member.word for member in words_of[number])) for number in sorted(words_of)
    )
    charts = Charts(grids=(used_words, words.spelling, Grid(("label", "words"), clusters, title="clusters")))
    return Reading(cases, rows, words.coverage(cases), charts=charts)


def cluster(vectors: NDArray[np.floating], *, n_clusters: int, seed: int) -> list[int]:
    """The cluster of each vector by k-means, the best of fifty starts."""
    try:
        from sklearn.cluster import KMeans
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise MissingExtra("scikit-learn", extra="vectors") from None
    n_distinct = len(np.unique(vectors, axis=0))  # there cannot be more clusters than that
    means = KMeans(min(n_clusters, n_distinct), n_init=STARTS, random_state=seed)
    with threadpool_limits(1):  # a few hundred words: threads would cost more than they bring
        return [int(number) for number in means.fit_predict(vectors)]
