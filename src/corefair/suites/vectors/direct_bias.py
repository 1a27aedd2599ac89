"""Direct bias: how far professions, and all neutral words, lean along the gender direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair import stats
from corefair.errors import DataError
from corefair.geometry.direction import gender_direction, unit
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import fingerprints
from corefair.suites.vectors.own_direction import SAME_SPACE, OwnDirection, median_cosine, own_direction
from corefair.suites.vectors.vector_words import (
    Gendered,
    Professions,
    WordVectors,
    cosines_with,
    gendered,
    look_up,
    neutral_rows,
    percent_women,
    professions,
    require,
)
from corefair.types import (
    Case,
    Charts,
    Coverage,
    Embeddings,
    Measure,
    Point,
    Projection,
    Reading,
    Row,
    Score,
    VectorSuite,
)

Array = NDArray[np.float64]
ROUNDING = 1e-6  # cosines within this of 0 are what single precision left, and follow nothing
AXIS_WORDS = 50_000  # of the most frequent words, those the axis of neutrality is learned from


@suites.register("direct_bias", asks="vectors", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None, strictness: float = 1.0) -> VectorSuite:
    """How far do professions, and all words without a gender, lean along the gender direction?

    `strictness` is the exponent c of |cos(w, g)|^c; the papers after the first take 1.
    """
    jobs, of_gender = professions(data), gendered(data)
    return VectorSuite(
        name="direct_bias",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, jobs=jobs, of_gender=of_gender, strictness=strictness),
        measures=(
            Measure(
                "direct bias, professions",
                "direct_bias",
                {"direction": "own"},
                better="lower",
                role="headline",
            ),
            *(
                Measure(
                    f"direct bias, professions neutral by definition{suffix}",
                    "direct_bias",
                    {"direction": whose, "definition": "neutral"},
                    better="lower",
                    role="headline",
                )
                for whose, suffix in (("own", ""), ("original", ", original direction"))
            ),
        ),
        citation="Bolukbasi, Chang, Zou, Saligrama & Kalai 2016, Man is to Computer Programmer as Woman is "
        "to Homemaker?, NeurIPS, sections 5.2 and 6, https://arxiv.org/abs/1607.06520",
        licence="MIT (professions); US statistics are public domain",
        caveats=(
            "The direction is that of the vectors measured, from ten pairs, or that of the original: gender "
            "that lies elsewhere is not seen. Along the original direction a method that flattens just that "
            "one scores 0, whatever else remains.",
            "Along the original direction words are measured only where the median cosine of words with "
            f"themselves in the original is above {SAME_SPACE:g}: vectors that were turned, or learned anew, "
            "are of another space.",
            "A direction is compared only with one from the same pairs, and the mean over neutral words only "
            "with one over as many.",
            f"{len(jobs.words)} professions of one list; which words are neutral is a list's judgement too.",
            "The axis of neutrality in the chart is a discriminant analysis that tells gendered from other "
            "words (the paper draws a support vector machine's); it is learned for each set of vectors.",
            "The share of women is of US employees, and the correlation is with that, not with a judgement.",
        ),
        data={**jobs.data, **of_gender.data, **fingerprints("occupations")},
    )


def answer(
    emb: Embeddings,
    original: Embeddings,
    *,
    jobs: Professions,
    of_gender: Gendered,
    strictness: float = 1.0,
    seed: int = 0,
) -> Reading:
    """|cos(w, g)|^c of each profession, of all neutral words together, and what is drawn."""
    own = own_direction(emb, original)
    direction = own.vector
    known = require(emb, look_up(emb, jobs.words))
    directions = {"own": (own.name, direction)}
    apart: tuple[Score, ...] = ()
    if original is emb:
        directions["original"] = ("original", direction)
    elif near := median_cosine(emb, original):
        if near[0] > SAME_SPACE:
            directions["original"] = ("original", gender_direction(original))
        else:
            apart = (_apart(*near),)
    cases, rows = [], []
    for whose, (name, along) in directions.items():
        for word, cosine in zip(known.words, (known.units @ along).tolist(), strict=True):
            definition = "gendered" if word in jobs.gendered else "neutral"
            groups = {"direction": whose, "definition": definition}
            case = Case(f"{name}:{word}", (word,), None, groups, unit=word)
            cases.append(case)
            rows.append(Row(case.id, cosine, {"cosine_size": abs(cosine) ** strictness, "words": 1}))
    women = percent_women()
    employed = look_up(emb, women)
    shared = [row for row in neutral_rows(emb, of_gender.left_out) if emb.words[row] in original]
    neutral = np.abs(cosines_with(emb, direction, shared)) ** strictness
    along_what = {"pairs": own.basis} if own.basis else {}
    scores = (
        *_mean(neutral, along_what),
        *_follows(employed.units @ direction, [women[word] for word in employed.words], along_what),
        *apart,
    )
    asked = dict.fromkeys([*jobs.words, *women])
    missing = [word for word in asked if word in known.missing or word in employed.missing]
    charts = Charts(projection=_projection(emb, original, own, known, of_gender, women))
    coverage = Coverage(len(cases), words=len(asked), missing=tuple(missing))
    return Reading(cases, rows, coverage, scores, charts)


def _apart(cosine: float, n: int) -> Score:
    """Why nothing is said of the original direction."""
    name = f"median cosine with the original, not above {SAME_SPACE:g}: its direction is not theirs"
    return Score(name, cosine, None, None, n, kind="projection", unit="number", role="headline", better="one")


def neutrality(emb: Embeddings, of_gender: Gendered) -> tuple[Array, float]:
    """A direction and an offset: x·direction + offset is the log-odds that a word is neutral, not gendered.

    Linear discriminant analysis on the most frequent words at unit length, as many of either kind as there
    are; a tenth of the mean variance is added to each dimension, for gendered words are few.
    """
    neutral = neutral_rows(emb, of_gender.left_out, limit=AXIS_WORDS)
    specific = [
        row for row, word in enumerate(emb.words[:AXIS_WORDS]) if word.lower() in of_gender.by_definition
    ]
    if not neutral or not specific:
        return np.zeros(emb.dim), 0.0
    sides = [unit(emb.vectors[rows]) for rows in (neutral, specific)]
    means = [side.mean(axis=0, dtype=np.float64) for side in sides]
    within = sum(
        (side.T @ side).astype(np.float64) - len(side) * np.outer(mean, mean)
        for side, mean in zip(sides, means, strict=True)
    ) / (len(neutral) + len(specific))
    if not within.any():  # all of a kind alike: no axis
        return np.zeros(emb.dim), 0.0
    within += 0.1 * np.trace(within) / emb.dim * np.eye(emb.dim)
    direction = np.linalg.solve(within, means[0] - means[1])
    return np.asarray(direction), float(
        log(len(neutral) / len(specific)) - (means[0] + means[1]) / 2 @ direction
    )


def _projection(
    emb: Embeddings,
    original: Embeddings,
    own: OwnDirection,
    known: WordVectors,
    of_gender: Gendered,
    women: Mapping[str, float],
) -> Projection:
    """Figure 7 of the paper: each profession on gender and neutrality, before and after."""
    after = dict(zip(known.words, _places(emb, own.vector, known, of_gender), strict=True))
    before = after
    if original is not emb:
        known = look_up(original, known.words)
        along = gender_direction(original, own.pairs)
        before = dict(zip(known.words, _places(original, along, known, of_gender), strict=True))
    points = (Point(word, before.get(word), place, women.get(word)) for word, place in after.items())
    return Projection("cos(w, g), feminine positive", "log-odds of being neutral", tuple(points))


def _places(
    emb: Embeddings, direction: Array, known: WordVectors, of_gender: Gendered
) -> list[tuple[float, float]]:
    axis, offset = neutrality(emb, of_gender)
    x, y = known.units @ direction, known.units @ axis + offset
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _mean(values: Array, along: Mapping[str, str]) -> tuple[Score, ...]:
    """Over all neutral words, with a normal interval, for they are many; of other words, another number."""
    if len(values) < 2:
        return ()
    mean, half = float(values.mean()), 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5
    name = "direct bias, all neutral words"
    return (
        Score(
            name,
            mean,
            mean - half,
            mean + half,
            len(values),
            kind="projection",
            unit="number",
            groups={"words": f"{len(values):,} neutral", **along},
            role="headline",
            better="lower",
        ),
    )


def _follows(cosines: Array, women: list[float], along: Mapping[str, str]) -> tuple[Score, ...]:
    """Whether occupations lie along g as women are employed in them; not defined where none leans at all."""
    if len(women) < 4:
        return ()
    score = Score(
        "r, cos(w, g) and the share of women",
        None,
        None,
        None,
        len(women),
        kind="correlation",
        unit="number",
        groups=along,
        role="headline",
        better="zero",
    )
    if np.abs(cosines).max() < ROUNDING:
        return (score,)
    try:
        r = stats.pearson(cosines, women)
    except DataError:  # a constant
        return (score,)
    return (replace(score, value=r.value, low=r.low, high=r.high, p=r.p),)
