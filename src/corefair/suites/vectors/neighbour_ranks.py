"""Neighbour ranks: where chosen neighbours of a word stood before a change, and where they stand after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import DataError, MissingWords
from corefair.geometry.neighbour_ranks import neighbour_ranks
from corefair.registry import suites
from corefair.stats.intervals import interval
from corefair.suites import about
from corefair.suites.published import fingerprints, hashes, rows_of
from corefair.suites.vectors.same_words import same_words
from corefair.suites.vectors.word_rows import find_words
from corefair.types import Better, Case, Charts, Coverage, Embeddings, Reading, Row, Score, Slope, VectorSuite

RESAMPLES = 2000
KINDS: Mapping[str, Better] = {
    "gendered": "higher",
    "other": "lower",
}  # which neighbours should be far, and which near


class Pair(NamedTuple):
    """A word, one of its neighbours, and whether it is thought to be near because of gender."""

    word: str
    neighbour: str
    kind: str = "gendered"


@suites.register("neighbour_ranks", asks="vectors", splits=(), data=None)
def build(
    split: str | None = None, *, data: Path | None = None, pairs: Sequence[Pair] | None = None
) -> VectorSuite:
    """At which rank does a word have certain neighbours, before and after a change?

    The pairs are those of Kumar et al. 2020, Tables 1, 9 and 11. `neighbour_ranks:FILE.tsv` asks those of a
    file in their place: columns word, neighbour and, if not all are gendered, kind (gendered or other).
    """
    if split is not None:
        path = Path(split)
        asked, made_from = _pairs(rows_of(path), path), hashes({path.name: path})
    elif pairs is not None:
        asked, made_from = tuple(Pair(*pair) for pair in pairs), {}
    else:
        asked, made_from = _pairs(lists.read("neighbour_pairs")), fingerprints("neighbour_pairs")
    return VectorSuite(
        name="neighbour_ranks",
        version="1.0",
        about=about(build),
        kind="bias",
        answer=partial(answer, pairs=tuple(dict.fromkeys(asked))),
        measures=(),
        citation="Kumar, Bhotia, Kumar & Chakraborty 2020, Nurse is Closer to Woman than Surgeon?, TACL 8, "
        "Tables 1, 9 and 11, https://aclanthology.org/2020.tacl-1.32",
        licence="word pairs are facts of the paper",
        caveats=(
            "A few words chosen by the authors because they show the matter well: an example, not a survey.",
            "Ranks depend on how many words the vectors have: they are compared only among as many.",
            "A neighbour sinks as others rise, so a higher rank alone does not say that it moved.",
        ),
        data=made_from,
    )


def answer(emb: Embeddings, original: Embeddings, *, pairs: Sequence[Pair], seed: int = 0) -> Reading:
    """The ranks of every pair whose two words both vectors have, among the words that both have."""
    shared = same_words(emb, original)
    asked = list(dict.fromkeys(word for pair in pairs for word in pair[:2]))
    known = find_words(shared.emb, asked)
    here = [pair for pair in pairs if known.have(pair[:2])]
    places = [(known.row_of[pair.word], known.row_of[pair.neighbour]) for pair in here]
    here = [pair for pair, (one, other) in zip(here, places, strict=True) if one != other]
    places = [(one, other) for one, other in places if one != other]
    if not here:
        raise MissingWords(known.missing or asked, of=len(asked), name=emb.name)
    after = neighbour_ranks(shared.units, places)
    before = after if original is emb else neighbour_ranks(shared.original_units, places)
    cases, rows = [], []
    slopes = []
    for pair, was, now in zip(here, before.tolist(), after.tolist(), strict=True):
        name = f"{pair.word}:{pair.neighbour}"
        cases.append(Case(name, pair[:2], None, {"kind": pair.kind}, unit=pair.word))
        rows.append(Row(name, now, {"before": was, "after": now}))
        slopes.append(Slope(pair.word, pair.neighbour, was, now))
    scores = tuple(_scores(here, before, after, n_words=len(shared.emb), seed=seed))
    missing = tuple(word for word in known.missing if word not in emb)
    coverage = Coverage(len(cases), words=len(asked), missing=missing)
    return Reading(cases, rows, coverage, scores, Charts(slopes=tuple(slopes)))


def _scores(
    pairs: Sequence[Pair], before: NDArray[np.int64], after: NDArray[np.int64], *, n_words: int, seed: int
) -> Iterator[Score]:
    """For each kind the median rank, and how many times the rank before it is."""
    for kind, better in KINDS.items():
        words: dict[str, list[int]] = {}
        for place, pair in enumerate(pairs):
            if pair.kind == kind:
                words.setdefault(pair.word, []).append(place)
        if words:
            rank = _median(after, words, seed=seed)
            among = {"kind": kind, "among": f"{n_words:,} words"}  # among fewer, ranks are lower
            yield replace(rank, name=f"median rank, {kind} neighbours", groups=among, better=better)
            yield replace(
                _median(after / before, words, seed=seed),
                name=f"median rank, times that before, {kind} neighbours",
                kind="ratio",
                groups={"kind": kind},
                better="higher" if better == "higher" else "one",
            )


def _median(
    values: NDArray[np.int64] | NDArray[np.float64],
    words: Mapping[str, Sequence[int]],  # the places of each word's pairs, drawn together
    *,
    seed: int,
) -> Score:
    groups = [values[list(places)] for _, places in sorted(words.items())]
    every = np.concatenate(groups)
    value = float(np.median(every))
    score = Score("median rank", value, None, None, len(every), kind="rank", unit="number", role="headline")
    if len(groups) < 2:
        return score
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(groups), size=(RESAMPLES, len(groups)))
    medians = np.array([np.median(np.concatenate([groups[each] for each in some])) for some in drawn])
    _, low, high = interval(np.asarray(value), medians, level=0.95)
    return replace(score, low=float(low), high=float(high))


def _pairs(rows: Sequence[Mapping[str, str]], path: Path | None = None) -> tuple[Pair, ...]:
    made = []
    for line, row in enumerate(rows, 2):
        kind = row.get("kind", "gendered")
        if not row.get("word") or not row.get("neighbour") or kind not in KINDS:
            raise DataError(
                f"a pair needs the columns word and neighbour, and a kind in {', '.join(KINDS)}",
                path=str(path) if path else None,
                line=line,
            )
        made.append(Pair(row["word"], row["neighbour"], kind))
    return tuple(made)
