"""Word similarity: are the words that people find alike near each other?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from corefair import stats
from corefair.errors import DataError
from corefair.geometry.direction import unit
from corefair.io import datasets
from corefair.io.word_tests import RatedPair, read_rated_pairs
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import find_if_here, hashes
from corefair.suites.vectors.word_rows import TOO_FEW, find_words, used_of
from corefair.types import Case, Charts, Embeddings, Reading, Row, Score, VectorSuite

FILES = {
    "RG-65": "EN-RG-65.txt",
    "MTurk-287": "EN-MTurk-287.txt",
    "RW": "EN-RW-STANFORD.txt",
    "MEN": "EN-MEN-TR-3k.txt",
    "SimLex-999": "EN-SIMLEX-999.txt",
    "WordSim-353": "EN-WS-353-ALL.txt",
}


@suites.register("similarity", asks="vectors", splits=(), data="similarity")
def build(split: str | None = None, *, data: Path | None = None) -> VectorSuite:
    """Are the words that people find alike near each other?"""
    paths = find_if_here("similarity", list(FILES.values()), data=data)
    if not paths:
        datasets.find("similarity", FILES["RG-65"], data=data)  # raises, and says what to do
    pairs_of = {name: read_rated_pairs(paths[file]) for name, file in FILES.items() if file in paths}
    absent = [f"{name} ({file})" for name, file in FILES.items() if file not in paths]
    left_out = (f"Not in the data folder, so not measured: {', '.join(absent)}.",) if absent else ()
    return VectorSuite(
        name="similarity",
        version="1.0",
        about=about(build),
        kind="quality",
        answer=partial(answer, pairs_of),
        measures=(),  # a rank correlation is no sum over pairs: see Reading.scores
        citation="Rubenstein & Goodenough 1965 (RG-65); Radinsky et al. 2011 (MTurk-287); Luong, Socher & "
        "Manning 2013 (RW); Bruni, Tran & Baroni 2014 (MEN); Hill, Reichart & Korhonen 2015 (SimLex-999); "
        "Finkelstein et al. 2002 (WordSim-353); files of Faruqui & Dyer 2014, "
        "https://aclanthology.org/P14-5004",
        licence="MIT",
        caveats=(
            *left_out,
            "Correlations are over the pairs whose two words have vectors. RW is of rare words: a small file "
            "lacks most of them, and those it has are the easier ones.",
            "Most sets mix likeness (car, automobile) and relatedness (car, road); SimLex-999 rates likeness "
            "alone, so its correlations are lower.",
            "The intervals take pairs to be independent, although some share a word.",
            "People agree with each other only so far: ρ = .67 between two raters of SimLex-999 (Hill 2015).",
        ),
        data=hashes(paths),
    )


def answer(
    pairs_of: Mapping[str, Sequence[RatedPair]], emb: Embeddings, original: Embeddings, *, seed: int = 0
) -> Reading:
    """The cosine of every pair whose words are there, and its rank correlation with the ratings by set."""
    words = find_words(emb, (word for pairs in pairs_of.values() for pair in pairs for word in pair.words))
    used = {name: [pair for pair in pairs if words.have(pair.words)] for name, pairs in pairs_of.items()}
    words.check(sum(map(len, used.values())))
    cases, rows, scores = [], [], []
    for name, pairs in used.items():
        cosines = _cosines(emb, [(words.row_of[one], words.row_of[other]) for _, (one, other), _ in pairs])
        for pair, cosine in zip(pairs, cosines, strict=True):
            case = Case(f"{name}/{pair.line}", pair.words, pair.rating, {"set": name})
            cases.append(case)
            rows.append(Row(case.id, cosine, {"pairs": 1}))
        if len(pairs) >= TOO_FEW:
            scores.append(_score(name, cosines, [pair.rating for pair in pairs], seed=seed))
    parts = ((name, words.have(pair.words)) for name, pairs in pairs_of.items() for pair in pairs)
    charts = Charts(grids=(used_of(parts, of="pairs"), words.spelling))
    return Reading(cases, rows, words.coverage(cases), tuple(scores), charts)


def _cosines(emb: Embeddings, pairs: Sequence[tuple[int, int]]) -> list[float]:
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    one, other = (unit(emb.vectors[rows[:, side]].astype(np.float64)) for side in (0, 1))  # [n_pairs, dim]
    return [float(cosine) for cosine in (one * other).sum(axis=1)]


def _score(name: str, cosines: Sequence[float], ratings: Sequence[float], *, seed: int) -> Score:
    """Spearman's ρ; none where all cosines are alike, or all ratings."""
    score = Score(
        f"Spearman, {name}",
        None,
        None,
        None,
        len(cosines),
        kind="correlation",
        unit="number",
        groups={"set": name},
        role="headline",
    )
    try:
        rho = stats.spearman(cosines, ratings, method="percentile", seed=seed)
    except DataError:
        return score
    return replace(score, value=rho.value, low=rho.low, high=rho.high, p=rho.p)
