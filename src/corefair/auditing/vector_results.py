"""What one set of vectors scored on one suite, as a report keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from corefair.auditing.measure import score_all
from corefair.auditing.run import scores_json
from corefair.metrics import evaluate, totals_of
from corefair.types import Case, Embeddings, Measure, Reading, Row, VectorSuite

MOST_ROWS = 5_000  # of one result that go into the report; of a larger one its scores only
_NAMED = 10  # missing words that a warning names; the report lists all


def card(name: str, emb: Embeddings, *, original: bool) -> dict[str, Any]:
    about = {"words": len(emb), "dim": emb.dim, "history": list(emb.history), "original": original}
    return {"name": name, "self_test": [], "vectors": about}


def measured(
    name: str,
    suite: VectorSuite,
    reading: Reading,
    units: Mapping[tuple[str, str], str],
    *,
    resamples: int,
    seed: int,
) -> dict[str, Any]:
    scores = score_all(suite.measures, reading.cases, reading.rows, resamples=resamples, seed=seed)
    found = scores_json([*scores, *reading.scores], suite, resamples, seed)
    n_rows = len(reading.rows)
    kept = zip(reading.cases, reading.rows, strict=True) if n_rows <= MOST_ROWS else ()
    result = {
        "suite": suite.name,
        "system": name,
        "valid": bool(found),
        "problems": [] if found else ["it has no case to measure: none of its words is there"],
        "warnings": _warnings(reading),
        "coverage": {"cases": n_rows, "words": reading.n_words, "missing": list(reading.missing)},
        "scores": [{**score, "unit": units.get((suite.name, score["name"]), "number")} for score in found],
        "detectable": None,
        "charts": dict(reading.charts),
        "rows": [_row_json(case, row) for case, row in kept],
    }
    return result if n_rows <= MOST_ROWS else {**result, "rows_left_out": n_rows}


def unmeasured(name: str, suite: VectorSuite, why: str) -> dict[str, Any]:
    return {
        "suite": suite.name,
        "system": name,
        "valid": False,
        "problems": [why],
        "warnings": [],
        "coverage": {"cases": 0, "words": None, "missing": []},
        "scores": [],
        "detectable": None,
        "charts": {},
        "rows": [],
    }


def unit(measure: Measure, rows: Sequence[Row]) -> str:
    """A share of things counted is shown in percent; a cosine, an effect size or a mean as it is.

    Things are counted whole, or in halves, thirds and quarters where a tie is split.
    """
    names = totals_of(measure.metric)
    counts = np.array([[row.counts[name] for name in names] for row in rows], dtype=float)
    parts = 12 * counts.reshape(-1, len(names))
    if (np.abs(parts - np.round(parts)) > 1e-6).any():
        return "number"
    values = np.asarray(evaluate(measure.metric, dict(zip(names, parts.T, strict=True))))
    return "share" if ((values >= 0) & (values <= 1)).all() else "number"


def _warnings(reading: Reading) -> list[str]:
    if not reading.missing:
        return []
    shown = ", ".join(reading.missing[:_NAMED]) + (", …" if len(reading.missing) > _NAMED else "")
    return [f"{len(reading.missing):,} of {reading.n_words:,} words are missing: {shown}"]


def _row_json(case: Case, row: Row) -> dict[str, Any]:
    return {
        "case": case.id,
        "unit": case.unit or case.id,
        "groups": dict(case.groups),
        "weight": case.weight,
        "counts": dict(row.counts),
        "answer": row.answer,
        "words": list(case.given),
    }


def suite_json(suite: VectorSuite) -> dict[str, Any]:
    return {
        "key": suite.name,
        "name": suite.name,
        "version": suite.version,
        "split": "",
        "about": suite.about,
        "kind": suite.kind,
        "citation": suite.citation,
        "licence": suite.licence,
        "caveats": list(suite.caveats),
        "data": dict(suite.data),
        "measures": [asdict(measure) for measure in suite.measures],
    }
