"""Kocijan, Camburu & Lukasiewicz 2021 again: the weights for GAP, and the baselines of their Table 1.

python results/gap-weighting/make.py [--data DIR] [--names PIPELINE] [--predictions DIR]

writes table1.json and README.md beside this file; every number on the page is from table1.json.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from corefair import stats
from corefair.auditing import audit
from corefair.auditing.measure import compare_one, score_all
from corefair.io import datasets, files
from corefair.report import md
from corefair.suites.gap import FURTHEST, MOST_NAMES, answer_from_booleans, build
from corefair.suites.properties import as_property, asked, values
from corefair.systems.names import find_names, load_finder
from corefair.types import Case, Mention, Row, Suite
from corefair.weighting import Balance, balance, spread

HERE = Path(__file__).parent
RESAMPLES, SEED = 2000, 0
GENDERS = ("feminine", "masculine")
COLUMNS = ("F1", "Accuracy", "F1-Bias", "acc-Bias", "W-Bias", "Wnum-Bias", "Wdist-Bias", "Wt-Bias")
MEASURES = {"F1, overall": "F1", **{name: name for name in (*COLUMNS[1:], "W-F1-Bias")}}
PAPER = {  # Table 1
    "Ground-Truth": {
        "Random": (0.305, 0.224, 0.884, 0.849, 1.000, 0.995, 0.899, 1.000),
        "Dist-1": (0.463, 0.412, 0.850, 0.776, 1.000, 0.804, 1.000, 1.000),
        "Dist-2": (0.353, 0.310, 0.923, 0.882, 1.000, 0.920, 1.000, 1.000),
        "Dist-3": (0.228, 0.156, 1.270, 1.347, 1.006, 1.266, 1.010, 1.007),
    },
    "Spacy-lg": {
        "Random": (0.286, 0.211, 0.904, 0.870, 0.975, 0.980, 0.905, 0.984),
        "Dist-1": (0.423, 0.375, 0.887, 0.816, 1.015, 0.824, 1.029, 1.018),
        "Dist-2": (0.319, 0.263, 0.917, 0.907, 0.962, 0.932, 0.977, 0.968),
        "Dist-3": (0.205, 0.134, 1.490, 1.585, 1.118, 1.494, 1.152, 1.200),
    },
}
PROPERTIES = {  # 3.3: mean and standard deviation
    "names": {"feminine": (6.30, 3.44), "masculine": (5.55, 3.18)},
    "place": {"feminine": (2.32, 1.54), "masculine": (1.86, 1.19)},
}
PUBLISHED = {"w": "linear_weights.json", "wt": "linear_weights_trimmed.json"}
Json = dict[str, Any]


def main() -> None:
    """Compute, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--names", help="a spaCy pipeline: rows with the names it finds as well")
    parser.add_argument("--predictions", type=Path, help="a folder to keep the predictions in")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = table1(given.data, names=given.names, predictions=given.predictions or Path(folder))
    files.write_text(HERE / "table1.json", json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    files.write_text(HERE / "README.md", readme(found))
    tell(f"wrote table1.json and README.md in {HERE}")


def table1(data: Path | None, *, predictions: Path, names: str | None = None) -> Json:
    """Everything on the page, as JSON."""
    tell("building the suite, and with it the weights")
    suite = build("test", data=data)
    found, rows = _baselines(suite, suite.cases, predictions, "")
    sets = {"Ground-Truth": {"names": "ground truth", "paper": "Ground-Truth", "scores": found}}
    printed = _printed(suite, predictions)
    if names is not None:
        tell(f"finding names with {names}")
        docs = find_names((case.given for case in suite.cases), load_finder(names))
        cases = [replace(case, given=doc) for case, doc in zip(suite.cases, docs, strict=True)]
        found, _ = _baselines(suite, cases, predictions, f"{Path(names).name}-")
        sets["found"] = {"names": Path(names).name, "paper": "Spacy-lg", "scores": found}
    tell("the weights, the properties, and what other words would change")
    return {
        "settings": {"resamples": RESAMPLES, "seed": SEED, "suite_version": suite.version},
        "data": dict(suite.data),
        "properties": _properties(suite.cases),
        "table": sets,
        "weights": {name: _weights(suite, name, data) for name in PUBLISHED},
        "spacy_3": _spacy_3(suite),
        "comparison": _compare(suite, rows["Dist-1"], rows["Dist-2"]),
        "printed": printed,
    }


def _baselines(
    suite: Suite, cases: Sequence[Case], folder: Path, prefix: str
) -> tuple[dict[str, Json], dict[str, list[Row]]]:
    """Scores and rows of Random and Dist-1 to Dist-3, with the names that these cases give."""
    tell("Random, as the mean over the names it may pick")
    rows = {"Random": [_expected(suite, case, given) for case, given in zip(suite.cases, cases, strict=True)]}
    measures = [each for each in suite.measures if each.name in MEASURES]
    of_random = score_all(measures, suite.cases, rows["Random"], resamples=RESAMPLES, seed=SEED)
    scores = {"Random": [(each.metric, each.value, each.low, each.high) for each in of_random]}
    folder.mkdir(parents=True, exist_ok=True)
    paths = {f"Dist-{k}": folder / f"{prefix}dist-{k}.tsv" for k in (1, 2, 3)}
    for k, path in enumerate(paths.values(), 1):
        lines = (f"{case.id}\t{a}\t{b}\n" for case in cases for a, b in [_picked(case, k)])
        files.write_text(path, "".join(lines).upper().replace("TEST-", "test-"))
    tell("Dist-1, Dist-2 and Dist-3: corefair audit of their predictions")
    report = audit([f"gap:{path}" for path in paths.values()], [suite], resamples=RESAMPLES, seed=SEED)
    for name, result in zip(paths, report.data["results"], strict=True):
        scores[name] = [
            (each["name"], each["value"], each["low"], each["high"]) for each in result["scores"]
        ]
        rows[name] = [Row(each["case"], None, each["counts"]) for each in result["rows"]]
    kept = {
        name: {
            MEASURES[measure]: {"value": rounded(value), "low": rounded(low), "high": rounded(high)}
            for measure, value, low, high in found
            if measure in MEASURES
        }
        for name, found in scores.items()
    }
    return kept, rows


def _by_distance(case: Case) -> list[Mention]:
    """The names by the words between them and the pronoun, ties in the order of annotation (3.2)."""
    names = [Mention(start, end) for start, end, _ in case.given.entities]
    return sorted(names, key=lambda name: name.words_from(case.gold.pronoun))


def _said(case: Case, name: Mention | None) -> tuple[bool, bool]:
    """What picking a name says of A and of B: it counts for either where they touch."""
    a, b = (name is not None and name.touches(each) for each in case.gold.candidates)
    return a, b


def _picked(case: Case, k: int) -> tuple[bool, bool]:
    """Dist-k: the k-th nearest name, or none if there are fewer."""
    return _said(case, next(iter(_by_distance(case)[k - 1 : k]), None))


def _expected(suite: Suite, case: Case, given: Case) -> Row:
    """The mean of the counts over every name that could be picked."""
    picks = [_said(given, name) for name in _by_distance(given)] or [(False, False)]
    counts = [suite.judge(case, answer_from_booleans(case, *pick)).counts for pick in picks]
    return Row(case.id, None, {key: sum(each[key] for each in counts) / len(counts) for key in counts[0]})


def _printed(suite: Suite, predictions: Path) -> list[str]:
    """The part of `corefair report` that is Table 2 of the paper, for the predictions of Dist-1."""
    path = predictions / "dist-1.tsv"
    page = md.render(audit([f"gap:{path}"], [suite], resamples=RESAMPLES, seed=SEED).data)
    start = page.index("## gap:test, Kocijan 2021, Table 1")
    return page[start : page.index("\n## ", start)].strip().splitlines()


def _properties(cases: Sequence[Case]) -> Json:
    questions = asked(cases)  # a place is had by the right name alone; names are counted in all
    found = {
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


def _balance(cases: Sequence[Case], place: Sequence[Any]) -> tuple[Balance, list[str], int]:
    """The weights of these cases, their genders, and how many pairs of cells there are within genders."""
    names, genders = values("candidates", cases), [case.groups["gender"] for case in cases]
    sizes = Counter(gender for gender, *_ in set(zip(genders, names, place, strict=True)))
    found = balance(genders, [as_property("names", names), as_property("place", place)])
    return found, genders, sum(n * (n - 1) // 2 for n in sizes.values())


def _trimmed(cases: Sequence[Case]) -> list[Case]:
    places = values("place", cases)
    return [
        case
        for case, place in zip(cases, places, strict=True)
        if len(case.given.entities) <= MOST_NAMES and (place or 0) <= FURTHEST
    ]


def _weights(suite: Suite, name: str, data: Path | None) -> Json:
    questions = asked(suite.cases)
    cases = _trimmed(questions) if name == "wt" else questions
    found, genders, n_pairs = _balance(cases, values("place", cases))
    published = json.loads(datasets.find("gap", PUBLISHED[name], data=data).read_text(encoding="utf-8"))
    theirs = np.array([published[f"{case.id}a"] + published[f"{case.id}b"] for case in suite.cases])
    ours = np.array([case.gold.weights[name] for case in suite.cases])
    everyone = [case.groups["gender"] for case in suite.cases]
    return {
        "n": dict(Counter(genders)),
        "without_place": values("place", cases).count(None),
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


def _spacy_3(suite: Suite) -> Json:
    """What changes where a hyphen between a digit and a letter cuts a word in three, as in spaCy 3."""
    questions = asked(suite.cases)
    ours = values("place", questions)
    theirs = [_place_in_more_words(case) for case in questions]
    found, _, _ = _balance(questions, theirs)
    weights = np.array([case.gold.weights["w"] for case in questions])
    return {
        "changed": {
            case.id: [one, other]
            for case, one, other in zip(questions, ours, theirs, strict=True)
            if one != other
        },
        "objective": rounded(found.objective),
        "furthest": rounded(np.abs(found.weights - weights).max()),
    }


def _place_in_more_words(case: Case) -> int | None:
    cuts = [2 * len(re.findall(r"(?<=\d)-(?=[^\W\d_])", word)) + 1 for word in case.given.words]
    at = [0, *accumulate(cuts)]
    moved = {name: Mention(at[name.start], at[name.end]) for name in _by_distance(case)}
    pronoun = Mention(at[case.gold.pronoun.start], at[case.gold.pronoun.end])
    given = [Mention(start, end) for start, end, _ in case.given.entities]
    ranked = sorted(given, key=lambda name: moved[name].words_from(pronoun))
    right = case.gold.candidates[case.gold.right]
    return next((place for place, name in enumerate(ranked, 1) if name.touches(right)), None)


def _compare(suite: Suite, baseline: Sequence[Row], rows: Sequence[Row]) -> Json:
    """Dist-2 against Dist-1 by paired randomisation, weighted and not (3.6)."""
    found = {}
    for measure in suite.measures:
        if measure.name in ("acc-Bias", "W-Bias", "Wt-Bias"):
            score = compare_one(measure, suite.cases, rows, baseline, resamples=RESAMPLES, seed=SEED)
            assert score is not None and score.p is not None
            found[measure.name] = {
                "difference": rounded(score.value),
                "low": rounded(score.low),
                "high": rounded(score.high),
                "p": rounded(score.p),
            }
    return found


def rounded(value: Any, digits: int = 4) -> float:
    """For JSON: four decimals, and no minus before zero."""
    return round(float(value), digits) + 0.0


def tell(message: str) -> None:
    """Progress."""
    print(message, file=sys.stderr)
