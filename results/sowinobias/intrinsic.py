"""What is measured of the vectors of this grid, row by row, from results/vectors, and how it goes with gaps.

Dawkins 2021 (section 5) asks which measure of an embedding space says anything of a resolver that is trained
with it. Here that is Spearman's ρ over rows (`corefair.experiments.predicting`), for rows without and with
augmented text each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from corefair.errors import DataError
from corefair.experiments.predicting import Prediction, predictions
from corefair.experiments.result import Experiment

Json = Mapping[str, Any]
FILE = "glove.6B.100d.50k.txt.gz"
METHODS = {"GloVe": "original", "Hard-GloVe": "hard", "INLP-GloVe": "inlp", "RAN-GloVe": "ran"}
TRAINED = {"GloVe, same text as GN": "base", "GN-GloVe(wa)": "gn"}  # in others.json of results/vectors
MEASURES = {
    "s_occ": "S_occ",
    "s_def": "S_def",
    "gipe_all": "GIPE, all words",
    "gipe_so": "GIPE, SoWinoBias words",
    "eta_so": "mean η, SoWinoBias words",
    "cluster": "clusters agree",
    "v_measure": "V-measure",
    "linear": "recovered, linear SVM",
    "rbf": "recovered, RBF SVM",
    "definition": "SemBias, definition",
    "stereotype": "SemBias, stereotype",
}
GAPS = (("winobias:dev", "gap, T1"), ("winobias:dev", "gap, T2"), ("sowinobias:paper", "gap"))


class Joined(NamedTuple):
    """How measures go with one gap over some rows; why there is nothing, where there is none."""

    rows: tuple[str, ...]
    asked: str
    gap: str
    found: tuple[Prediction, ...]
    why: str = ""
    guessing: tuple[str, ...] = ()  # rows that may be guessing, which are not among these
    wider: tuple[Prediction, ...] = ()  # the same over both


def by_row(vectors: Json, others: Json | None) -> dict[str, dict[str, float]]:
    """The measures of each row's vectors; associations by their size."""
    values = vectors["vectors"][FILE]["values"]
    found = {
        row: {title: abs(values[key][method]["value"]) for key, title in MEASURES.items()}
        for row, method in METHODS.items()
    }
    for row, name in TRAINED.items():
        if others and name in others:
            held = others[name]["values"]
            found[row] = {title: abs(held[key]["value"]) for key, title in MEASURES.items() if key in held}
    return found


def joined(found: Experiment, measured: Mapping[str, Mapping[str, float]]) -> list[Joined]:
    """Every gap with every measure, over rows on plain and over rows on augmented text."""
    kinds = ({f"{row}{kind}": values for row, values in measured.items()} for kind in ("", ", augmented"))
    return [_joined(found, intrinsic, *of) for intrinsic in kinds for of in GAPS]


def exchanged(found: Experiment, vectors: Json) -> list[Joined]:
    """Every gap with every measure, over the kinds of vectors that were put into one network."""
    values = vectors["vectors"][FILE]["values"]
    rows = [row.name for row in found.rows]
    intrinsic = {
        row: {title: abs(values[key][row]["value"]) for key, title in MEASURES.items()} for row in rows
    }
    return [_joined(found, intrinsic, *of) for of in GAPS]


def _joined(found: Experiment, intrinsic: Mapping[str, Mapping[str, float]], asked: str, gap: str) -> Joined:
    known = {
        row: values
        for row, values in intrinsic.items()
        if found.number(row, asked, gap) is not None and found.is_believed(row, asked)
    }
    rows = tuple(row for row in known if found.is_sound(row, asked))
    others = tuple(row for row in known if row not in rows)
    if not known:
        return Joined(rows, asked, gap, (), "not measured yet")
    wider = _predictions(found, asked, gap, known, guessing=True)[0] if others else ()
    made, why = _predictions(found, asked, gap, {row: known[row] for row in rows})
    return Joined(rows, asked, gap, made, why, others, wider)


def _predictions(
    found: Experiment,
    asked: str,
    gap: str,
    known: Mapping[str, Mapping[str, float]],
    *,
    guessing: bool = False,
) -> tuple[tuple[Prediction, ...], str]:
    """Or why there are none."""
    try:
        return tuple(predictions(found, asked, gap, known, guessing=guessing)), ""
    except DataError as error:
        return (), str(error)
