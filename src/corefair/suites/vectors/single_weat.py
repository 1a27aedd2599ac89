"""Single-attribute WEAT (Dawkins 2021): are adjectives of feminine stereotype nearer to feminine words?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import MissingWords, UnknownName
from corefair.lists import read
from corefair.metrics.association import REGROUPINGS, regroup
from corefair.registry import suites
from corefair.stats import bootstrap
from corefair.suites import about
from corefair.suites.published import fingerprints
from corefair.suites.vectors.vector_words import look_up
from corefair.suites.vectors.weat import Line, associations
from corefair.types import Case, Charts, Coverage, Embeddings, Grid, Measure, Reading, Row, Score, VectorSuite

LISTS = ("sowinobias_adjectives", "sowinobias_occupations", "sowinobias_gendered")
COLUMNS = ("query", "words", "S", "p", "p is", "missing")


class Query(NamedTuple):
    """Target words and the two attribute sets they are compared with, and how the paper writes it."""

    symbol: str
    targets: tuple[str, ...]
    feminine: tuple[str, ...]
    masculine: tuple[str, ...]


@suites.register("single_weat", asks="vectors", splits=("occupations", "definition"), data=None)
def build(
    split: str | None = None, *, data: Path | None = None, queries: Mapping[str, Query] | None = None
) -> VectorSuite:
    """Are adjectives of feminine stereotype nearer to feminine words, by stereotype or definition?

    Two queries: gender as occupations of either stereotype, and as words of either gender.
    """
    asked = dict(paper_queries() if queries is None else queries)
    if split is not None:
        if split not in asked:
            raise UnknownName("split of single_weat", split, asked)
        asked = {split: asked[split]}
    return VectorSuite(
        name="single_weat",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, queries=asked),
        measures=tuple(
            Measure(
                f"mean association, {name}",
                "mean_association",
                {"query": name},
                better="zero",
                role="headline",
            )
            for name in asked
        ),
        citation="Dawkins 2021, Second Order WinoBias (SoWinoBias) Test Set for Latent Gender Bias Detection "
        "in Coreference Resolution, GeBNLP, section 5.1, https://aclanthology.org/2021.gebnlp-1.12",
        licence="word lists CC-BY-4.0 (ACL Anthology)",
        caveats=(
            "p is one-sided: the share of ways to regroup the attribute words with at least this S. The "
            "paper counts strictly larger ones, so ours is never 0. It is exact for 8 and 8 words and drawn "
            "for 16 and 16.",
            "p asks whether the grouping of the attribute words matters, the interval how far S would move "
            "with other adjectives: the two need not agree.",
            "All adjectives are of feminine stereotype; none of masculine stereotype is tested.",
        ),
        data=fingerprints(*LISTS) if queries is None else {},
    )


def paper_queries() -> dict[str, Query]:
    """The two columns of Table 2, from the lists of appendix A."""
    adjectives, occupations, gendered = (read(name) for name in LISTS)
    targets = tuple(row["adjective"] for row in adjectives)
    by_stereotype, by_definition = (
        [tuple(row[word] for row in rows if row[kind] == side) for side in ("feminine", "masculine")]
        for rows, word, kind in ((occupations, "occupation", "stereotype"), (gendered, "word", "gender"))
    )
    return {
        "occupations": Query("S(F_adj, F_occ, M_occ)", targets, *by_stereotype),
        "definition": Query("S(F_adj, F_def, M_def)", targets, *by_definition),
    }


def answer(
    emb: Embeddings,
    original: Embeddings,
    *,
    queries: Mapping[str, Query],
    regroupings: int = REGROUPINGS,
    seed: int = 0,
) -> Reading:
    """s(t, A1, A2) of every target word (equation 4), and S with its p (equation 5) of every query."""
    cases: list[Case] = []
    rows: list[Row] = []
    scores: list[Score] = []
    table: list[Line] = []
    missing: dict[str, None] = {}
    for name, query in queries.items():
        targets, feminine, masculine = sets = [look_up(emb, words) for words in query[1:]]
        lacks = [word for known in sets for word in known.missing]
        missing |= dict.fromkeys(lacks)
        sizes = ", ".join(f"{len(known.words)} of {len(known.words) + len(known.missing)}" for known in sets)
        if any(known.too_few for known in sets):
            table.append((name, sizes, None, None, "left out: too few words", ", ".join(lacks)))
            continue
        values = associations(targets, feminine, masculine)
        for word, value in zip(targets.words, values.tolist(), strict=True):
            case = Case(f"{name}:{word}", (word,), None, {"query": name})
            cases.append(case)
            rows.append(Row(case.id, value, {"association": value, "words": 1}))
        # Of each attribute word its mean cosine with the targets: S is the difference of their means.
        nearness = [(known.units @ targets.units.T).mean(axis=1) for known in (feminine, masculine)]
        test = regroup(*nearness, regroupings=regroupings, seed=seed)
        low, high = _interval(values, seed=seed)
        n = len(targets.words)
        scores.append(
            Score(
                query.symbol,
                test.difference,
                low,
                high,
                n,
                kind="association",
                unit="number",
                groups={"query": name},
                role="table",
                better="zero",
                p=test.p,
                table="Table 2",
            )
        )
        p_is = "exact" if test.exact else f"drawn, {test.p_low:.1g} to {test.p_high:.1g}"
        table.append((name, sizes, test.difference, test.p, p_is, ", ".join(lacks)))
    asked = {word for query in queries.values() for words in query[1:] for word in words}
    if not scores:
        raise MissingWords(list(missing), of=len(asked), name=emb.name)
    coverage = Coverage(len(cases), words=len(asked), missing=tuple(missing))
    return Reading(cases, rows, coverage, tuple(scores), Charts(grids=(Grid(COLUMNS, tuple(table)),)))


def _interval(values: NDArray[np.float64], *, seed: int) -> tuple[float, float]:
    totals = np.stack([values, np.ones(len(values))], axis=1)
    _, low, high = bootstrap(totals, lambda t: np.asarray(t[..., 0] / t[..., 1]), seed=seed)
    return float(low), float(high)
