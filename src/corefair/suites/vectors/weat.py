"""WEAT: are two sets of target words differently near to two sets of attribute words?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import MissingWords
from corefair.metrics.association import REGROUPINGS, Weat, weat
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import fingerprints, hashes
from corefair.suites.vectors.vector_words import WordVectors, look_up
from corefair.suites.vectors.weat_queries import ROLES, Query, classic, load_queries
from corefair.types import Case, Charts, Coverage, Embeddings, Grid, Measure, Reading, Row, Score, VectorSuite

OF_GENDER = ("weat6", "weat7", "weat8")  # of the ten; the others are there for comparison
Line = tuple[str | float | None, ...]
COLUMNS = ("query", "targets", "attributes", "words", "effect size", "low", "high", "p", "p is", "missing")


@suites.register("weat", asks="vectors", splits=(), data=None)
def build(
    split: str | None = None,
    *,
    data: Path | None = None,
    queries: Sequence[Query] | None = None,
    ddof: int = 1,
) -> VectorSuite:
    """Are two sets of words (math, arts) differently near to two others (male and female terms)?

    `weat:FILE.tsv` asks the queries of a file in place of the ten; `ddof=0` takes the standard deviation of
    the effect size over n rather than n − 1.
    """
    if split is not None:
        queries, made_from = load_queries(split), hashes({Path(split).name: Path(split)})
        of_gender = {query.name for query in queries}
    elif queries is not None:
        made_from, of_gender = {}, {query.name for query in queries}
    else:
        queries, made_from, of_gender = classic(), fingerprints("weat"), set(OF_GENDER)
    return VectorSuite(
        name="weat",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, queries=tuple(queries), ddof=ddof),
        measures=tuple(
            Measure(
                f"gap of association, {query.title}",
                "mean_association",
                {"query": query.name, "target": "first"},
                {"query": query.name, "target": "second"},
                "difference",
                better="zero",
                table="" if query.name in of_gender else "not of gender",
                role="headline" if query.name in of_gender else "table",
            )
            for query in queries
        ),
        citation="Caliskan, Bryson & Narayanan 2017, Semantics derived automatically from language corpora "
        "contain human-like biases, Science 356, https://doi.org/10.1126/science.aal4230",
        licence="word sets are facts of the paper's supplement",
        caveats=(
            "Eight words stand for a concept; other words for the same concept can give another answer.",
            "The effect size is a difference in standard deviations: it stays large where the difference "
            "itself has become tiny. Look at the gap of association too.",
            "p of an effect size is one-sided, as in the paper; p of a gap is two-sided. Both are exact "
            "where all regroupings of the target words can be looked at, and else of drawn ones.",
            "Intervals are of other target words; attribute words are held fixed.",
            "In vectors of lower case, names are sought so, and some are other words too (bill).",
        ),
        data=made_from,
    )


def answer(
    emb: Embeddings,
    original: Embeddings,
    *,
    queries: Sequence[Query],
    ddof: int = 1,
    regroupings: int = REGROUPINGS,
    seed: int = 0,
) -> Reading:
    """The association of every target word, and the effect size of every query.

    A query whose sets are too small in these vectors is left out and shown as such; MissingWords if all are.
    """
    cases: list[Case] = []
    rows: list[Row] = []
    scores: list[Score] = []
    table: list[Line] = []
    missing: dict[str, None] = {}
    for query in queries:
        known = {role: look_up(emb, words) for role, (_, words) in query.sets.items()}
        lacks = [word for role in ROLES for word in known[role].missing]
        missing |= dict.fromkeys(lacks)
        if any(known[role].too_few for role in ROLES):
            table.append(_line(query, known, None, lacks))
            continue
        both = [associations(known[role], known["attribute_1"], known["attribute_2"]) for role in ROLES[:2]]
        result = weat(*both, ddof=ddof, regroupings=regroupings, seed=seed)
        for role, side, values in zip(ROLES[:2], ("first", "second"), both, strict=True):
            groups = {"query": query.name, "target": side}
            for word, value in zip(known[role].words, values.tolist(), strict=True):
                case = Case(f"{query.name}:{role}:{word}", (word,), None, groups)
                cases.append(case)
                rows.append(Row(case.id, value, {"association": value, "words": 1}))
        scores.append(_score(query, result))
        table.append(_line(query, known, result, lacks))
    asked = {word for query in queries for _, words in query.sets.values() for word in words}
    if not scores:
        raise MissingWords(list(missing), of=len(asked), name=emb.name)
    coverage = Coverage(len(cases), words=len(asked), missing=tuple(missing))
    return Reading(cases, rows, coverage, tuple(scores), Charts(grids=(Grid(COLUMNS, tuple(table)),)))


def associations(targets: WordVectors, near: WordVectors, far: WordVectors) -> NDArray[np.float64]:
    """s(w, A, B) of each target word: its mean cosine with A less that with B."""
    words = targets.units
    return np.asarray((words @ near.units.T).mean(axis=1) - (words @ far.units.T).mean(axis=1))


def _score(query: Query, result: Weat) -> Score:
    return Score(
        name=f"effect size, {query.title}",
        value=result.effect,
        low=result.low,
        high=result.high,
        n=result.test.n,
        kind="association",
        unit="number",
        groups={"query": query.name},
        role="table",
        better="zero",
        p=result.test.p,
        table="Table 1",
    )


def _line(query: Query, known: Mapping[str, WordVectors], result: Weat | None, lacks: Sequence[str]) -> Line:
    one, other, near, far = (query.sets[role][0] for role in ROLES)
    sizes = ", ".join(f"{len(known[role].words)} of {len(query.sets[role][1])}" for role in ROLES)
    named = (query.name, f"{one}/{other}", f"{near}/{far}", sizes)
    if result is None:
        return (*named, None, None, None, None, "left out: too few words", ", ".join(lacks))
    test = result.test
    p_is = "exact" if test.exact else f"drawn, {test.p_low:.1g} to {test.p_high:.1g}"
    return (*named, result.effect, result.low, result.high, test.p, p_is, ", ".join(lacks))
