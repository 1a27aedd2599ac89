"""How much of GAP is left if examples are thrown away until it is even, where weights keep all (3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from weights import GENDERS, rounded

from corefair import stats
from corefair.suites.coref.properties import asked, values
from corefair.types import Case

Json = dict[str, Any]


def downsampling(cases: Sequence[Case]) -> Json:
    """The most examples that can stay with each property even between the genders, alone and together.

    Examples without a right name among A and B have no place, and stay in none of them.
    """
    questions = asked(cases)
    names, places = _names(questions), values("place", questions)
    kept = {
        "names": most_even(questions, [names]),
        "place": most_even(questions, [places]),
        "both, each by itself": most_even(questions, [names, places]),
        "both together": most_even(questions, [list(zip(names, places, strict=True))]),
    }
    weights = np.array([case.gold.weights["w"] for case in questions])
    return {
        "examples": len(cases),
        "with a right name": len(questions),
        "kept": kept,
        "effective": rounded(stats.effective_sample_size(weights), 1),
    }


def distributions(cases: Sequence[Case]) -> Json:
    """Appendix B: of each gender, how many examples have each number of names and each place."""
    questions = asked(cases)
    held: dict[str, tuple[Sequence[Case], Sequence[Any]]] = {
        "names": (cases, _names(cases)),
        "place": (questions, values("place", questions)),
    }
    return {
        name: {
            gender: sorted(
                Counter(
                    int(str(value))
                    for case, value in zip(of, column, strict=True)
                    if case.groups["gender"] == gender and value is not None
                ).items()
            )
            for gender in GENDERS
        }
        for name, (of, column) in held.items()
    }


def most_even(cases: Sequence[Case], columns: Sequence[Sequence[Any]]) -> int:
    """The size of the largest part in which every value of every column is as often in either gender.

    Of one column that is twice the smaller count of each value; of several an integer program over the
    cells of examples that are alike in everything.

    >>> from types import SimpleNamespace as Of
    >>> cases = [Of(groups={"gender": gender}) for gender in ("feminine", "feminine", "masculine")]
    >>> most_even(cases, [[1, 2, 2]])
    2
    """
    from scipy.optimize import LinearConstraint, milp

    cells = Counter(
        (case.groups["gender"], *values_of)
        for case, *values_of in zip(cases, *columns, strict=True)
        if case.groups["gender"] in GENDERS
    )
    names = list(cells)
    rows = [
        [(1 if gender == GENDERS[0] else -1) * (each[number] == value) for gender, *each in names]
        for number in range(len(columns))
        for value in dict.fromkeys(each[number + 1] for each in names)
    ]
    sizes = np.array([cells[name] for name in names])
    found = milp(
        -np.ones(len(names)),
        constraints=LinearConstraint(np.array(rows, dtype=float), 0, 0),
        integrality=np.ones(len(names)),
        bounds=(0, sizes),
    )
    assert found.success, found.message
    return round(-float(found.fun))


def _names(cases: Sequence[Case]) -> list[int]:
    return [len(case.given.entities) for case in cases]
