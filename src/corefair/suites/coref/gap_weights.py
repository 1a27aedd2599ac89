"""GAP's weights: those of Kocijan et al. 2021 (3.4, 3.5) from the names in each example, and ours for F1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.errors import DataError
from corefair.suites.coref.properties import asked, place_of
from corefair.types import Case
from corefair.weighting import Property, balance, categories

WEIGHTINGS = {
    "w": "W-Bias",
    "w_num": "Wnum-Bias",
    "w_dist": "Wdist-Bias",
    "wt": "Wt-Bias",
    "f1": "W-F1-Bias",
}
MOST_NAMES, FURTHEST = 15, 4  # in Wt, which leaves out what is rare


def weights_of(cases: Sequence[Case]) -> tuple[dict[str, dict[str, float]], list[str]]:
    """The weights of each example by its id, and a sentence for each weighting that cannot be had.

    W balances the number of names and the place of the right one; Wnum and Wdist one of these each; Wt both,
    without what is rare. They are for accuracy, on the examples where a name is right. F1 counts wrong names
    and examples without a right one too: its weights are for all, and balance also the places of wrong names
    and, with the number of names, whether one is right. If what a system does depends on these, each adding
    its part, its true and false positives and false negatives have the same weighted expectation for either
    gender, and so F1 of them is the same.
    """
    right = {case.id for case in asked(cases)}
    n_names = {case.id: len(case.given.entities) for case in cases}
    place = {case.id: place_of(case, case.gold.candidates[case.gold.right]) for case in asked(cases)}
    usual = [
        case.id
        for case in cases
        if case.id in right and n_names[case.id] <= MOST_NAMES and (place[case.id] or 0) <= FURTHEST
    ]
    both: Mapping[str, Mapping[str, Any]] = {"names": n_names, "place": place}
    plans: dict[str, tuple[list[str], Mapping[str, Mapping[str, Any]]]] = {
        "w": (list(place), both),
        "w_num": (list(place), {"names": n_names}),
        "w_dist": (list(place), {"place": place}),
        "wt": (usual, both),
        "f1": (
            list(n_names),
            {
                "place": place,
                "wrong": {case.id: _wrong_places(case) for case in cases},
                "names": {name: (n, name in right) for name, n in n_names.items()},
            },
        ),
    }
    gender_of = {case.id: case.groups["gender"] for case in cases}
    weights: dict[str, dict[str, float]] = {case.id: {} for case in cases}
    problems: list[str] = []
    for name, (ids, properties) in plans.items():
        try:
            balanced = balance(
                [gender_of[each] for each in ids],
                [_property(called, [of.get(each) for each in ids]) for called, of in properties.items()],
            )
        except DataError as error:
            problems.append(f"{WEIGHTINGS[name]} is not reported: {error}.")
            continue
        known = dict(zip(ids, balanced.weights.tolist(), strict=True))
        for each, held in weights.items():
            held[name] = known.get(each, 0.0)
    return weights, problems


def _wrong_places(case: Case) -> tuple[int, ...]:
    places = (place_of(case, each) for i, each in enumerate(case.gold.candidates) if i != case.gold.right)
    return tuple(place for place in places if place is not None)


def _property(name: str, values: Sequence[Any]) -> Property:
    """Sets of one value each; a pair of the number of names and whether one is right is one value."""
    return categories(name, [str(value) if name == "names" else value for value in values])
