"""RIPA: the inner product of professions with a unit relation vector, such as she − he."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import definitional_pairs, lengths, unit
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import fingerprints
from corefair.suites.vectors.own_direction import basis_of, named, pair_name
from corefair.suites.vectors.vector_words import Professions, look_up, professions, require
from corefair.types import Case, Coverage, Embeddings, Measure, Reading, Row, VectorSuite

ALL = "all"  # the relation of all pairs together


@suites.register("ripa", asks="vectors", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None) -> VectorSuite:
    """How long is the shadow of professions on the relation between women's and men's words?"""
    jobs = professions(data)
    per_pair = (
        Measure(f"mean |RIPA|, {name}", "ripa", {"pair": name}, better="lower", table="by pair", role="table")
        for name in map(pair_name, definitional_pairs())
    )
    return VectorSuite(
        name="ripa",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, jobs=jobs),
        measures=(
            Measure("mean |RIPA|, all pairs", "ripa", {"pair": ALL}, better="lower", role="headline"),
            *per_pair,
        ),
        citation="Ethayarajh, Duvenaud & Hirst 2019, Understanding Undesirable Word Embedding Associations, "
        "ACL, section 4, https://aclanthology.org/P19-1166",
        licence="MIT (professions); US statistics are public domain",
        caveats=(
            "Vectors are not brought to length one, which is the point of RIPA. Against an original each "
            "word is taken as long as it is there: what was only scaled or normalised has not changed.",
            "The relation of all pairs is the first principal component of their differences; it is compared "
            "only with one from the same pairs.",
            "Professions that are gendered by definition (waitress) are among the words.",
        ),
        data={**jobs.data, **fingerprints("definitional_pairs")},
        by_length=True,
    )


def answer(emb: Embeddings, original: Embeddings, *, jobs: Professions, seed: int = 0) -> Reading:
    """w · b of every profession with every relation vector b; a pair that lacks a word is left out."""
    emb = at_lengths_of(
        original, emb, [*jobs.words, *(word for pair in definitional_pairs() for word in pair)]
    )
    known = require(emb, look_up(emb, jobs.words))
    pairs = look_up(emb, (word for pair in definitional_pairs() for word in pair))
    shared = _pairs_of(emb, original)
    relations = relation_vectors(emb, shared)
    names = {name: name for name in relations} | {ALL: named(ALL, basis_of(shared))}
    cases, rows = [], []
    for name, relation in relations.items():
        for word, value in zip(known.words, (known.vectors @ relation).tolist(), strict=True):
            case = Case(f"{names[name]}:{word}", (word,), None, {"pair": name}, unit=word)
            cases.append(case)
            rows.append(Row(case.id, value, {"ripa_size": abs(value), "words": 1}))
    n_words = len({*jobs.words, *pairs.words, *pairs.missing})
    coverage = Coverage(len(cases), words=n_words, missing=(*known.missing, *pairs.missing))
    return Reading(cases, rows, coverage)


def at_lengths_of(original: Embeddings, emb: Embeddings, words: Iterable[str]) -> Embeddings:
    """Of these words, those that are here, each as long as in the original, or by the mean if not there.

    >>> emb = Embeddings(("she", "he"), np.array([[3, 4], [0, 2]], dtype=np.float32))
    >>> at_lengths_of(emb, emb.changed(emb.vectors / 7, "smaller"), ["he", "she"]).vectors.tolist()
    [[0.0, 2.0], [3.0, 4.0]]
    """
    here = [word for word in dict.fromkeys(words) if word in emb]
    if emb is original or not here:
        return emb
    vectors = np.stack([emb[word] for word in here]).astype(np.float64)
    now = lengths(vectors)
    then = np.array([float(lengths(original[word])) if word in original else np.nan for word in here])
    ratio = np.divide(then, now, out=np.full(len(here), np.nan), where=now > 0)
    known = np.isfinite(ratio)
    ratio[~known] = ratio[known].mean() if known.any() else 1.0
    return Embeddings(tuple(here), (vectors * ratio[:, None]).astype(np.float32), emb.name, emb.history)


def _pairs_of(emb: Embeddings, original: Embeddings) -> list[tuple[str, str]]:
    """The definitional pairs that these vectors have and, if it has any of them, the original too."""
    here = [pair for pair in definitional_pairs() if not look_up(emb, pair).missing]
    return [pair for pair in here if not look_up(original, pair).missing] or here


def relation_vectors(
    emb: Embeddings, pairs: Sequence[tuple[str, str]] | None = None
) -> Mapping[str, NDArray[np.float64]]:
    """Unit vectors, feminine positive: one for each pair, and the first component of all differences.

    >>> emb = Embeddings(("she", "he"), np.array([[3, 4], [0, 0.5]], dtype=np.float32))
    >>> {name: vector.round(2).tolist() for name, vector in relation_vectors(emb).items()}
    {'all': [0.65, 0.76], 'she–he': [0.65, 0.76]}
    """
    pairs = pairs or definitional_pairs()
    both = {pair_name(pair): known for pair in pairs if not (known := look_up(emb, pair)).missing}
    if not both:
        words = [word for pair in pairs for word in pair]
        raise MissingWords(look_up(emb, words).missing, of=len(words), name=emb.name)
    differences = {name: known.vectors[0] - known.vectors[1] for name, known in both.items()}
    differences = {name: difference for name, difference in differences.items() if difference.any()}
    if not differences:
        raise DataError(f"{emb.name}: the two words of each pair do not differ, so they show no relation")
    stacked = np.stack(list(differences.values()))
    first = np.linalg.svd(stacked, full_matrices=False)[2][0]
    common = first if (stacked @ first).sum() >= 0 else -first
    return {ALL: common} | {name: np.asarray(unit(each)) for name, each in differences.items()}
