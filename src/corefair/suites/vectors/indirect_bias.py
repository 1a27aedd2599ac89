"""Indirect bias β: how much of the nearness of softball and receptionist is owed to gender?"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from corefair import lists
from corefair.geometry.indirect import indirect_bias
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import fingerprints
from corefair.suites.vectors.own_direction import named, own_direction
from corefair.suites.vectors.vector_words import look_up, require
from corefair.types import Case, Charts, Coverage, Embeddings, Grid, Measure, Reading, Row, VectorSuite

Pair = tuple[str, str]


@suites.register("indirect_bias", asks="vectors", splits=(), data=None)
def build(
    split: str | None = None, *, data: Path | None = None, pairs: tuple[Pair, ...] | None = None
) -> VectorSuite:
    """How much of the nearness of two words (softball, receptionist) is owed to gender?

    The pairs are those of Bolukbasi et al. 2016, section 5.3, unless others are given.
    """
    asked = pairs or tuple((row["word"], row["neighbour"]) for row in lists.read("indirect_pairs"))
    words = dict.fromkeys(word for word, _ in asked)
    return VectorSuite(
        name="indirect_bias",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, pairs=asked),
        measures=tuple(
            Measure(f"β, {word}", "indirect_bias", {"word": word}, better="zero", role="headline")
            for word in words
        ),
        citation="Bolukbasi, Chang, Zou, Saligrama & Kalai 2016, Man is to Computer Programmer as Woman is "
        "to Homemaker?, NeurIPS, section 5.3, https://arxiv.org/abs/1607.06520",
        licence="word pairs are facts of the paper",
        caveats=(
            "Five neighbours of two words: an example, not a survey; for all words see GIPE.",
            "β of one pair divides by its cosine and is wild where that is near 0; the mean weighs pairs by "
            "their cosine, so that such a pair counts for little.",
            "A direction is compared only with one from the same pairs.",
            "Some neighbours (waitress, businessman) are gendered by definition, as in the paper.",
        ),
        data=fingerprints("definitional_pairs", "indirect_pairs") if pairs is None else {},
    )


def answer(emb: Embeddings, original: Embeddings, *, pairs: tuple[Pair, ...], seed: int = 0) -> Reading:
    """β of every pair that the vectors have both words of, along their own gender direction."""
    own = own_direction(emb, original)
    asked = dict.fromkeys(word for pair in pairs for word in pair)
    known = require(emb, look_up(emb, asked))
    place = {word: row for row, word in enumerate(known.words)}
    here = [pair for pair in pairs if pair[0] in place and pair[1] in place]
    vectors = known.units
    rows_of = np.array([[place[one], place[other]] for one, other in here], dtype=np.int64).reshape(-1, 2)
    betas = indirect_bias(vectors.astype(np.float32), own.vector, rows_of[:, 0], rows_of[:, 1:], threads=1)[
        :, 0
    ]
    nearness = (vectors[rows_of[:, 0]] * vectors[rows_of[:, 1]]).sum(axis=1)
    cases, rows = [], []
    for (word, neighbour), beta, near in zip(here, betas.tolist(), nearness.tolist(), strict=True):
        case = Case(named(f"{word}:{neighbour}", own.basis), (word, neighbour), None, {"word": word})
        cases.append(case)
        rows.append(Row(case.id, beta, {"gender_part": beta * near, "nearness": near}))
    lines = ((*case.given, row.counts["nearness"], row.answer) for case, row in zip(cases, rows, strict=True))
    table = Grid(("word", "neighbour", "cosine", "β"), tuple(lines))
    coverage = Coverage(len(cases), words=len(asked), missing=known.missing)
    return Reading(cases, rows, coverage, charts=Charts(grids=(table,)))
