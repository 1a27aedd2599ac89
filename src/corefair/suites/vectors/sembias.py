"""SemBias: which of four pairs of words differs most as he and she do?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import unit
from corefair.io import datasets, files
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import hashes
from corefair.suites.vectors.vector_words import look_up, require
from corefair.types import Case, Coverage, Embeddings, Measure, Reading, Row, VectorSuite

KINDS = ("definition", "none", "none", "stereotype")  # as the columns of the file are
SUBSET = 40  # the last questions, whose definitional pairs are in no training list of the paper
TIE = 1e-6  # cosines this near to the largest share the choice


class Question(NamedTuple):
    """Four pairs, masculine word first where they have a gender; the last 40 questions are the subset."""

    id: str
    pairs: tuple[tuple[str, str], ...]
    in_subset: bool


@suites.register("sembias", asks="vectors", splits=(), data="sembias")
def build(split: str | None = None, *, data: Path | None = None, unit_length: bool = False) -> VectorSuite:
    """Which of four pairs of words differs most as he and she do: by definition or by stereotype?

    Vectors are taken as they are in the file, as in the published scripts; `unit_length` normalises them.
    """
    path = datasets.find("sembias", "sembias.tsv", data=data)
    questions = load_questions(path)
    return VectorSuite(
        name="sembias",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, questions=questions, unit_length=unit_length),
        measures=(*_measures(), *map(_of_subset, _measures())),
        citation="Zhao, Zhou, Li, Wang & Chang 2018, Learning Gender-Neutral Word Embeddings, EMNLP, "
        "https://aclanthology.org/D18-1521; Kumar et al. 2020, TACL 8, section 4.4",
        licence="Apache-2.0",
        caveats=(
            "The questions are 22 definitional pairs times 20 stereotypes: a definitional pair is resampled "
            "whole, and each stereotype is still in all of them. The subset has two definitional pairs, so "
            "its interval says little.",
            "A question that lacks a word is not asked; vectors with few words answer the easier questions.",
            "Where pairs tie, they share the choice equally.",
            "A method that leaves he, she and the definitional words alone and flattens all others does "
            "well by construction.",
        ),
        data=hashes({"sembias.tsv": path}),
    )


def load_questions(path: Path) -> list[Question]:
    """The questions of a file of four word:word pairs a line."""
    lines = [line.rstrip("\r\n") for line in files.lines(path)]
    questions = []
    for number, line in enumerate(lines, 1):
        pairs = tuple(tuple(pair.split(":")) for pair in line.split("\t"))
        if len(pairs) != len(KINDS) or any(len(pair) != 2 or not all(pair) for pair in pairs):
            message = f"expected {len(KINDS)} pairs such as king:queen with tabs between: {line!r}"
            raise DataError(message, path=str(path), line=number)
        in_subset = number > len(lines) - SUBSET
        questions.append(Question(str(number), tuple((one, other) for one, other in pairs), in_subset))
    if not questions:
        raise DataError("there are no questions in it: fetch it again", path=str(path))
    return questions


def answer(
    emb: Embeddings,
    original: Embeddings,
    *,
    questions: Sequence[Question],
    unit_length: bool = False,
    seed: int = 0,
) -> Reading:
    """The pair chosen in each question that the vectors have all words of."""
    asked = list(dict.fromkeys(word for each in questions for pair in each.pairs for word in pair))
    known = require(emb, look_up(emb, asked))
    he, she = look_up(emb, ["he"]), look_up(emb, ["she"])
    if he.missing or she.missing:
        raise MissingWords([*he.missing, *she.missing], of=2, name=emb.name)
    vectors = unit(known.vectors) if unit_length else known.vectors
    gender = (he.units - she.units if unit_length else he.vectors - she.vectors)[0]
    row = {word: number for number, word in enumerate(known.words)}
    here = [each for each in questions if all(word in row for pair in each.pairs for word in pair)]
    if not here:
        raise MissingWords(known.missing, of=len(asked), name=emb.name)
    rows_of_pairs = np.array([[[row[one], row[other]] for one, other in each.pairs] for each in here])
    differences = vectors[rows_of_pairs[..., 0]] - vectors[rows_of_pairs[..., 1]]  # [n, 4, dim]
    chosen = choices(unit(differences) @ unit(gender))
    cases, rows = [], []
    for each, shares in zip(here, chosen.tolist(), strict=True):
        words = tuple(word for pair in each.pairs for word in pair)
        groups = {"subset": "yes" if each.in_subset else "no"}
        cases.append(Case(each.id, words, ":".join(each.pairs[0]), groups, unit=":".join(each.pairs[0])))
        best = ":".join(each.pairs[int(np.argmax(shares))])
        rows.append(Row(each.id, best, {**_by_kind(shares), "asked": 1}))
    missing = (*known.missing, *he.missing, *she.missing)
    return Reading(cases, rows, Coverage(len(cases), words=len({*asked, "he", "she"}), missing=missing))


def choices(cosines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of cosines [n, 4] the share of the choice each pair gets: 1 for the largest, or equally among ties.

    >>> choices(np.array([[0.5, 0.1, 0.2, 0.4], [0.3, 0.0, 0.0, 0.3]])).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.5]]
    """
    largest = cosines >= cosines.max(axis=1, keepdims=True) - TIE
    return np.asarray(largest / largest.sum(axis=1, keepdims=True))


def _by_kind(shares: Sequence[float]) -> dict[str, float]:
    counts = dict.fromkeys(KINDS, 0.0)
    for kind, share in zip(KINDS, shares, strict=True):
        counts[kind] += share
    return counts


def _measures() -> tuple[Measure, ...]:
    return (
        Measure("definition", "sembias_definition", better="higher", role="headline"),
        Measure("stereotype", "sembias_stereotype", better="lower", role="headline"),
        Measure("none", "sembias_none", better="lower", role="headline"),
    )


def _of_subset(measure: Measure) -> Measure:
    return replace(
        measure,
        name=f"{measure.name}, subset",
        where={"subset": "yes"},
        table="subset",
        condition=measure.name,
        column="subset",
        role="table",
    )
