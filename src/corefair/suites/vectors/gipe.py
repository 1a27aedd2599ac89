"""GIPE: how much of the nearness in a whole vocabulary is owed to gender (Kumar 2020)?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair import lists, stats
from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import gender_direction
from corefair.geometry.proximity import EPSILON, N_NEIGHBOURS, THRESHOLDS, Proximity, proximity
from corefair.metrics.ratio import divide
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import fingerprints, hashes, rows_of
from corefair.suites.vectors.same_words import SameWords, same_words
from corefair.suites.vectors.vector_words import TooFewWords, among
from corefair.suites.vectors.word_rows import find_words
from corefair.types import Case, Charts, Coverage, Embeddings, Grid, Measure, Reading, Row, Score, VectorSuite

FEWEST = 2  # words
N_SHOWN = 20
SOWINOBIAS = {"occupations": ("sowinobias_occupations", "occupation"),
              "adjectives": ("sowinobias_adjectives", "adjective")}  # fmt: skip
DAWKINS = "Dawkins 2021, Table 3"
TAGS = tuple(f"{threshold:.2f}"[2:] for threshold in THRESHOLDS)  # 03, 05, 07


@suites.register("gipe", asks="vectors", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None) -> VectorSuite:
    """How many of each word's neighbours are near because of gender, over the whole vocabulary?

    `gipe:FILE.tsv` takes the words of a file (its column word) in place of all that are not to be preserved.
    """
    words = made_from = None
    if split is not None:
        words, made_from = _words(Path(split)), hashes({Path(split).name: Path(split)})
    headline = partial(Measure, better="lower", role="headline")
    return VectorSuite(
        name="gipe",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, words=words),
        measures=(
            *(headline(f"GIPE, θ = .{tag}", f"gipe_{tag}") for tag in TAGS),
            headline("mean η, θ = .03", "mean_eta_03"),
            Measure(
                "mean η, SoWinoBias words",
                "mean_eta_03",
                {"sowinobias": "yes"},
                better="lower",
                table=DAWKINS,
                role="table",
            ),
            headline("mean η, occupations", "mean_eta_03", {"words": "occupations"}),
            headline("mean η, adjectives", "mean_eta_03", {"words": "adjectives"}),
        ),
        citation="Kumar, Bhotia, Kumar & Chakraborty 2020, Nurse is Closer to Woman than Surgeon?, TACL 8, "
        "https://aclanthology.org/2020.tacl-1.32; Dawkins 2021, Second Order WinoBias (SoWinoBias) Test "
        "Set, https://aclanthology.org/2021.gebnlp-1.12",
        licence="word lists as in SOURCES.md",
        caveats=(
            "β is taken in the original vectors along one direction: nearness that gender brought about in "
            "other ways is not seen.",
            f"The {N_NEIGHBOURS} neighbours are searched in the whole vocabulary, in-edges are counted among "
            f"the words measured, ε = {EPSILON:g}, and a word that is nobody's neighbour has the weight 1. "
            "Numbers compare only across files with the same words: those of a file that lacks some of the "
            "original's are not compared with it.",
            "The words measured are those made of letters alone outside our list of words to preserve, and "
            "the words of SoWinoBias; those whose vector has length zero are left out.",
            "The interval resamples words as if each had its weight and share by itself, but words share "
            "neighbours: it is narrower than it should be.",
        ),
        data=made_from
        or fingerprints("preserve", "definitional_pairs", *(name for name, _ in SOWINOBIAS.values())),
    )


def answer(
    emb: Embeddings, original: Embeddings, *, seed: int = 0, words: Sequence[str] | None = None
) -> Reading:
    """η and γ of every word: of those given, or of all that are not to be preserved.

    A word that the original lacks is nobody's neighbour either, for there is no β to take.
    """
    shared = same_words(emb, original)
    kind_of = _sowinobias()
    asked = list(kind_of if words is None else dict.fromkeys(words))
    known = find_words(shared.emb, asked)
    kind_at = {row: kind_of[word] for word, row in known.row_of.items() if word in kind_of}
    rows = sorted({*known.row_of.values(), *(to_measure(shared) if words is None else ())})
    if len(rows) < FEWEST:
        if known.missing:
            raise MissingWords(known.missing, of=len(asked), name=emb.name)
        raise TooFewWords(f"{emb.name} has {len(rows)} words to measure, and {FEWEST} are needed")
    direction = gender_direction(original)
    near = _near(shared, direction, rows)
    measured = [shared.emb.words[row] for row in rows]
    cases, judged = [], []
    for place, (row, word) in enumerate(zip(rows, measured, strict=True)):
        kind = kind_at.get(row, "other")
        groups = {"words": kind, "sowinobias": "no" if kind == "other" else "yes"}
        cases.append(Case(among(word, len(shared.emb)), (word,), None, groups, unit=word))
        judged.append(Row(cases[-1].id, None, _counts(near, place)))
    few = [row for row in rows if row in kind_at]
    scores = _of_sowinobias(_near(shared, direction, few), seed=seed) if len(few) >= FEWEST else ()
    missing = tuple(word for word in known.missing if word not in emb)
    coverage = Coverage(len(cases), words=len({*measured, *missing}), missing=missing)
    return Reading(cases, judged, coverage, scores, Charts(grids=(_highest(measured, near),)))


def _words(path: Path) -> list[str]:
    rows = rows_of(path)
    if rows and "word" not in rows[0]:
        raise DataError("no column 'word'", path=str(path), line=1)
    return [row["word"] for row in rows]


def _sowinobias() -> dict[str, str]:
    """The words of SoWinoBias, each with the kind it is."""
    return {row[column]: kind for kind, (name, column) in SOWINOBIAS.items() for row in lists.read(name)}


def to_measure(shared: SameWords) -> Iterator[int]:
    """The rows of words that may be changed (V_d): letters alone, not to be preserved, with a direction."""
    preserved = {row["word"] for row in lists.read("preserve")}
    for row, word in enumerate(shared.emb.words):
        if word.isalpha() and not {word, word.lower()} & preserved and shared.has_direction[row]:
            yield row


def _near(shared: SameWords, direction: NDArray[np.float64], rows: Sequence[int]) -> Proximity:
    return proximity(shared.units, shared.original_units, direction, np.array(rows, dtype=np.int64))


def _counts(near: Proximity, place: int) -> dict[str, float]:
    """What the metrics add up, for one word."""
    counts = {"words": 1.0}
    for tag, eta, gamma in zip(TAGS, near.eta[place].tolist(), near.gamma[place].tolist(), strict=True):
        counts |= {f"eta_{tag}": eta, f"gamma_{tag}": gamma, f"gamma_eta_{tag}": gamma * eta}
    return counts


def _of_sowinobias(near: Proximity, *, seed: int) -> tuple[Score, ...]:
    """GIPE of the graph that these words alone make, as Dawkins has it: their in-edges are fewer."""
    gamma, eta = near.gamma[:, 0], near.eta[:, 0]
    value, low, high = stats.bootstrap(
        np.stack([gamma * eta, gamma], axis=1),
        lambda totals: divide(totals[..., 0], totals[..., 1]),
        seed=seed,
    )
    return (
        Score(
            "GIPE of SoWinoBias words, θ = .03",
            float(value),
            float(low),
            float(high),
            len(eta),
            kind="proximity",
            unit="number",
            groups={"sowinobias": "yes"},
            role="table",
            better="lower",
            table=DAWKINS,
        ),
    )


def _highest(words: Sequence[str], near: Proximity) -> Grid:
    """The words with the most neighbours that gender brought near."""
    first = sorted(range(len(words)), key=lambda place: (*(-near.eta[place]), words[place]))[:N_SHOWN]
    rows = ((words[place], *near.eta[place].tolist(), int(near.in_edges[place])) for place in first)
    return Grid(("word", *(f"η, θ = .{tag}" for tag in TAGS), "in-edges"), tuple(rows))
