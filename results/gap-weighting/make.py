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
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from page import readme

from corefair import stats
from corefair.auditing import audit
from corefair.auditing.measure import compare_one, score_all
from corefair.io import datasets
from corefair.report import md
from corefair.suites.gap import FURTHEST, MOST_NAMES, answer_from_booleans, build
from corefair.suites.properties import as_property, asked, values
from corefair.systems.names import find_names, load_finder
from corefair.types import Case, Document, Entity, Mention, Row, Suite
from corefair.weighting import Balance, balance, spread

HERE = Path(__file__).parent
RESAMPLES, SEED = 2000, 0
GENDERS = ("feminine", "masculine")
MEASURES = {
    "F1, overall": "F1",
    **{
        name: name
        for name in (
            "Accuracy",
            "F1-Bias",
            "acc-Bias",
            "W-Bias",
            "Wnum-Bias",
            "Wdist-Bias",
            "Wt-Bias",
            "W-F1-Bias",
        )
    },
}
PARTS = ("value", "low", "high")
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
    (HERE / "table1.json").write_text(as_text(found), encoding="utf-8")
    (HERE / "README.md").write_text(readme(found), encoding="utf-8")
    tell(f"wrote table1.json and README.md in {HERE}")


def table1(data: Path | None, *, predictions: Path, names: str | None = None) -> Json:
    """Everything on the page, as JSON."""
    tell("building the suite, and with it the weights")
    suite = build("test", data=data)
    table, rows, printed = _baselines(suite, suite.cases, predictions)
    tables = {"Ground-Truth": table}
    if names is not None:
        tell(f"finding names with {names}")
        docs = find_names((case.given for case in suite.cases), load_finder(names))
        cases = [replace(case, given=doc) for case, doc in zip(suite.cases, docs, strict=True)]
        tables[Path(names).name], _, _ = _baselines(suite, cases, predictions / Path(names).name)
    tell("the weights, the properties, and what other words would change")
    return {
        "settings": {"resamples": RESAMPLES, "seed": SEED, "suite_version": suite.version},
        "data": dict(suite.data),
        "properties": _properties(suite.cases),
        "table": tables,
        "weights": {name: _weights(suite, name, data) for name in PUBLISHED},
        "spacy_3": _spacy_3(asked(suite.cases)),
        "comparison": _compare(suite, rows["Dist-1"], rows["Dist-2"]),
        "printed": printed,
    }


def _baselines(
    suite: Suite, cases: Sequence[Case], folder: Path
) -> tuple[dict[str, Json], dict[str, list[Row]], list[str]]:
    """Random and Dist-1 to Dist-3 with the names these cases give: their scores, rows, and what is shown."""
    tell("Random, as the mean over the names it may pick")
    rows = {"Random": [_expected(suite, case) for case in cases]}
    measures = [each for each in suite.measures if each.name in MEASURES]
    of_random = score_all(measures, suite.cases, rows["Random"], resamples=RESAMPLES, seed=SEED)
    scores = {"Random": {each.metric: (each.value, each.low, each.high) for each in of_random}}
    folder.mkdir(parents=True, exist_ok=True)
    for k in (1, 2, 3):
        said = ((case.id, *map(str, _picked(case, k))) for case in cases)
        text = "".join(f"{name}\t{a.upper()}\t{b.upper()}\n" for name, a, b in said)
        (folder / f"dist-{k}.tsv").write_text(text, encoding="utf-8")
    tell("Dist-1, Dist-2 and Dist-3: corefair audit of their predictions")
    specs = [f"gap:{folder / f'dist-{k}.tsv'}" for k in (1, 2, 3)]
    report = audit(specs, [suite], resamples=RESAMPLES, seed=SEED)
    for k, result in enumerate(report.data["results"], 1):
        of_file = {each["name"]: (each["value"], each["low"], each["high"]) for each in result["scores"]}
        scores[f"Dist-{k}"] = {name: of_file[name] for name in MEASURES}
        rows[f"Dist-{k}"] = [Row(each["case"], None, each["counts"]) for each in result["rows"]]
    page = md.render(report.data)
    start = page.index("## gap:test, Kocijan 2021")
    return (
        {
            system: {
                MEASURES[name]: dict(zip(PARTS, map(rounded, three), strict=True))
                for name, three in of.items()
            }
            for system, of in scores.items()
        },
        rows,
        page[start : page.index("\n## ", start)].strip().splitlines()[2:],
    )


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


def _expected(suite: Suite, case: Case) -> Row:
    """The mean of the counts over every name that could be picked."""
    picks = [_said(case, name) for name in _by_distance(case)] or [(False, False)]
    counts = [suite.judge(case, answer_from_booleans(case, *pick)).counts for pick in picks]
    return Row(case.id, None, {key: sum(each[key] for each in counts) / len(counts) for key in counts[0]})


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


def _balance(cases: Sequence[Case]) -> tuple[Balance, list[str], int]:
    """The weights of these cases, their genders, and how many pairs of cells there are within genders."""
    names, places = values("candidates", cases), values("place", cases)
    genders = [case.groups["gender"] for case in cases]
    cells = Counter(gender for gender, *_ in set(zip(genders, names, places, strict=True)))
    found = balance(genders, [as_property("names", names), as_property("place", places)])
    return found, genders, sum(n * (n - 1) // 2 for n in cells.values())


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
    found, genders, n_pairs = _balance(cases)
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


def _spacy_3(cases: Sequence[Case]) -> Json:
    """What changes where a hyphen between a digit and a letter cuts a word in three, as in spaCy 3."""
    cut = [_in_more_words(case) for case in cases]
    places = zip(cases, values("place", cases), values("place", cut), strict=True)
    found, _, _ = _balance(cut)
    weights = np.array([case.gold.weights["w"] for case in cases])
    return {
        "changed": {case.id: [one, other] for case, one, other in places if one != other},
        "objective": rounded(found.objective),
        "furthest": rounded(np.abs(found.weights - weights).max()),
    }


def _in_more_words(case: Case) -> Case:
    pieces = (2 * len(re.findall(r"(?<=\d)-(?=[^\W\d_])", word)) + 1 for word in case.given.words)
    at = [0, *accumulate(pieces)]
    people = tuple(Entity(at[start], at[end], label) for start, end, label in case.given.entities)
    pronoun, a, b = (Mention(at[start], at[end]) for start, end in (case.gold.pronoun, *case.gold.candidates))
    doc = Document(case.id, ("",) * at[-1], entities=people)
    return replace(case, given=doc, gold=replace(case.gold, pronoun=pronoun, candidates=(a, b)))


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


def as_text(found: Json) -> str:
    """One line a row, so that a change is seen where it is."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def tell(message: str) -> None:
    """Progress."""
    print(message, file=sys.stderr)
