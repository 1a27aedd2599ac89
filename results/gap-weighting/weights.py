"""GAP's weights and what they balance (Kocijan et al. 2021, 3.3 to 3.5), beside the published ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from corefair import stats
from corefair.errors import MissingExtra
from corefair.io import datasets
from corefair.suites.coref.gap_weights import FURTHEST, MOST_NAMES
from corefair.suites.coref.properties import as_property, asked, values
from corefair.types import Case, Mention, Suite
from corefair.weighting import Balance, balance, spread

GENDERS = ("feminine", "masculine")
PUBLISHED = {"w": "linear_weights.json", "wt": "linear_weights_trimmed.json"}
Json = dict[str, Any]


def properties(cases: Sequence[Case]) -> Json:
    """Mean and standard deviation by gender of how many names there are, and of the right one's place."""
    questions = asked(cases)
    found: dict[str, tuple[Sequence[Case], Sequence[Any]]] = {
        "names": (cases, [len(case.given.entities) for case in cases]),
        "place": (questions, values("place", questions)),
    }
    return {
        name: {
            gender: _moments(
                value for case, value in zip(of, held, strict=True) if case.groups["gender"] == gender
            )
            for gender in GENDERS
        }
        for name, (of, held) in found.items()
    }


def _moments(held: Iterable[Any]) -> Json:
    known = [value for value in held if value is not None]
    return {"mean": rounded(np.mean(known)), "sd": rounded(np.std(known)), "n": len(known)}


def weights(suite: Suite, name: str, data: Path | None) -> Json:
    """W ("w") or Wt ("wt"): how they were found, how even they are, and how far from the published ones."""
    questions = asked(suite.cases)
    cases = _trimmed(questions) if name == "wt" else questions
    places = values("place", cases)
    found, genders, n_pairs = _balance(cases, places)
    published = json.loads(datasets.find("gap", PUBLISHED[name], data=data).read_text(encoding="utf-8"))
    theirs = np.array([published[f"{case.id}a"] + published[f"{case.id}b"] for case in suite.cases])
    ours = np.array([case.gold.weights[name] for case in suite.cases])
    everyone = [case.groups["gender"] for case in suite.cases]
    return {
        "n": dict(Counter(genders)),
        "without_place": places.count(None),
        "cells": found.n_cells,
        "pairs_of_cells": n_pairs,
        "rounds": found.rounds,
        "objective": rounded(found.objective),
        "bound": rounded(found.bound),
        "unmet": float(f"{found.worst:.1e}"),
        "left_out": len(suite.cases) - len(cases),
        "objective_of_all": rounded(spread(ours, everyone)),
        "published_objective_of_all": rounded(spread(theirs, everyone)),
        "furthest_from_published": float(f"{np.abs(ours - theirs).max():.1e}"),
        "top_ten": rounded(found.largest().mean()),
        "largest": [rounded(weight) for weight in found.largest() if weight > 4],
        "zero": rounded(found.share_zero),
        "effective": rounded(stats.effective_sample_size(found.weights), 1),
        "histogram": {
            gender: [[rounded(low, 1), count] for low, count in found.histogram(genders)[gender]]
            for gender in GENDERS
        },
    }


def _trimmed(cases: Sequence[Case]) -> list[Case]:
    """Those with no more names, nor the right one further, than Wt keeps (3.5)."""
    places: Sequence[Any] = values("place", cases)
    return [
        case
        for case, place in zip(cases, places, strict=True)
        if len(case.given.entities) <= MOST_NAMES and (place or 0) <= FURTHEST
    ]


def _balance(cases: Sequence[Case], places: Sequence[Any]) -> tuple[Balance, list[str], int]:
    """The weights of these cases, their genders, and how many pairs of cells there are within genders."""
    names, genders = values("candidates", cases), [case.groups["gender"] for case in cases]
    cells = Counter(gender for gender, *_ in set(zip(genders, names, places, strict=True)))
    found = balance(genders, [as_property("names", names), as_property("place", places)])
    return found, genders, sum(n * (n - 1) // 2 for n in cells.values())


def touched_twice(cases: Sequence[Case]) -> list[str]:
    """The examples whose right name holds more than one of the annotated."""
    right = {case.id: case.gold.candidates[case.gold.right] for case in asked(cases)}
    return [
        case.id for case in asked(cases) if sum(each.touches(right[case.id]) for each in _names(case)) > 1
    ]


def _names(case: Case) -> list[Mention]:
    return [Mention(start, end) for start, end, _ in case.given.entities]


def spacy_3(cases: Sequence[Case]) -> Json:
    """What would change if distance were counted in the words of the spaCy that is installed."""
    try:
        import spacy
    except ImportError:
        raise MissingExtra("spacy", extra="text") from None
    english, cases = spacy.blank("en"), asked(cases)
    theirs = [
        _place_between(case, [(each.idx, each.idx + len(each)) for each in english.make_doc(case.given.text)])
        for case in cases
    ]
    found, _, _ = _balance(cases, theirs)
    weights = np.array([case.gold.weights["w"] for case in cases])
    places = zip(cases, values("place", cases), theirs, strict=True)
    return {
        "version": version("spacy"),
        "changed": {case.id: [one, other] for case, one, other in places if one != other},
        "objective": rounded(found.objective),
        "furthest": rounded(np.abs(found.weights - weights).max()),
    }


def _place_between(case: Case, words: Sequence[tuple[int, int]]) -> int | None:
    """The place of the right name by how many of these words, given by their characters, are between."""
    offsets, gold = case.given.offsets, case.gold

    def between(name: Mention) -> int:
        first, second = sorted([name, gold.pronoun])
        low, high = offsets[first.end - 1][1], offsets[second.start][0]
        return sum(low <= start and end <= high for start, end in words)

    ranked = sorted(_names(case), key=between)
    right = gold.candidates[gold.right]
    return next((place for place, name in enumerate(ranked, 1) if name.touches(right)), None)


def rounded(value: Any, digits: int = 4) -> float:
    """For JSON: four decimals, and no minus before zero."""
    return round(float(value), digits) + 0.0
