"""Audit word vectors on vector suites: read, score, compare with the original, in the report systems get."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from corefair import __version__, stats
from corefair.auditing.measure import compare_one
from corefair.auditing.run import SCHEMA, build_suites, compared_json, environment
from corefair.auditing.vector_results import MOST_ROWS, card, measured, suite_json, unit, unmeasured
from corefair.errors import CorefairError, DataError
from corefair.io.vectors import read_vectors
from corefair.types import Embeddings, Reading, Report, Score, VectorSuite

Vectors = str | Path | Embeddings
Said = Callable[[str, str, int, int], None]  # file, suite that begins, suites done, of how many


def audit_vectors(
    vectors: Vectors | Sequence[Vectors],
    suites: Sequence[str | VectorSuite] | None = None,
    *,
    original: Vectors | None = None,
    data: Path | None = None,
    missing: Sequence[Mapping[str, str]] = (),
    resamples: int = 2000,
    seed: int = 0,
    progress: Said | None = None,
    command: Sequence[str] = (),
) -> Report:
    """Audit one set of vectors or several; by default on every vector suite whose data is on this machine.

    Vectors are a file or Embeddings. With `original`, those they were made from, labels and β come from it,
    it is measured too, and each of the others is compared with it; without, each is its own original and the
    later ones are compared with the first. A suite that cannot be measured (too few of its words are there)
    is an invalid result with its reason, and the others go on.
    """
    named = _named(vectors, original)
    built, not_here = build_suites(suites, data=data, asks="vectors")
    cards: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    comparisons: list[dict[str, Any]] = []
    baseline: dict[str, Reading] = {}  # of the first, by suite
    units: dict[tuple[str, str], str] = {}  # of each measure, as the first file has it
    first: Embeddings | None = None
    n_steps = len(named) * len(built)
    for name, given in named:
        emb = given if isinstance(given, Embeddings) else read_vectors(given)
        first = emb if first is None else first
        cards.append(card(name, emb, original=original is not None and emb is first))
        for suite in built:
            if progress:
                progress(name, suite.name, len(results), n_steps)
            try:
                reading = suite.answer(emb, emb if original is None else first, seed=seed)
            except CorefairError as error:
                results.append(unmeasured(name, suite, str(error)))
                continue
            for measure in suite.measures:
                units.setdefault((suite.name, measure.name), unit(measure, reading.rows))
            results.append(measured(name, suite, reading, units, resamples=resamples, seed=seed))
            if emb is first:
                baseline[suite.name] = reading
            elif suite.name in baseline:
                pair = {"suite": suite.name, "baseline": named[0][0], "system": name}
                found = _compare(suite, reading, baseline[suite.name], resamples=resamples, seed=seed)
                comparisons += [{**pair, **compared_json(score)} for score in found]
    if progress:
        progress("", "", n_steps, n_steps)
    tested = [entry for entry in comparisons if entry["p"] is not None]
    for entry, p in zip(tested, stats.holm([entry["p"] for entry in tested]), strict=True):
        entry["p_holm"] = float(p)
    return Report(
        {
            "schema": SCHEMA,
            "subject": "vectors",
            "corefair": __version__,
            "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            "command": list(command),
            "settings": {"seed": seed, "resamples": resamples, "level": 0.95, "rows kept up to": MOST_ROWS},
            "environment": environment(),
            "systems": cards,
            "suites": [suite_json(suite) for suite in built],
            "missing": [*missing, *not_here],
            "results": results,
            "comparisons": comparisons,
        }
    )


def _named(
    vectors: Vectors | Sequence[Vectors], original: Vectors | None
) -> list[tuple[str, Path | Embeddings]]:
    """The original first, then the others; files by their last part, or whole where two share that."""
    listed = [vectors] if isinstance(vectors, (str, Path, Embeddings)) else list(vectors)
    if not listed:
        raise DataError("name at least one file of vectors to audit")
    wanted = listed if original is None else [original, *listed]
    given = [each if isinstance(each, Embeddings) else Path(each) for each in wanted]
    for each in given:
        if isinstance(each, Path) and not each.exists():  # said before anything is measured
            raise DataError("there is no such file", path=str(each))
    unique = list({id(each) if isinstance(each, Embeddings) else each: each for each in given}.values())
    names = [each.name for each in unique]
    if len(set(names)) < len(names):
        names = [each.name if isinstance(each, Embeddings) else str(each) for each in unique]
    if len(set(names)) < len(names):
        raise DataError(f"two sets of vectors have the same name: {', '.join(names)}")
    return list(zip(names, unique, strict=True))


def _compare(
    suite: VectorSuite, reading: Reading, baseline: Reading, *, resamples: int, seed: int
) -> list[Score]:
    """The headline numbers on the cases both have, paired."""
    before = {row.case: row for row in baseline.rows}
    shared = [
        (case, row, before[case.id])
        for case, row in zip(reading.cases, reading.rows, strict=True)
        if case.id in before
    ]
    if not shared:
        return []
    cases, rows, old = (list(part) for part in zip(*shared, strict=True))
    found = (
        compare_one(measure, cases, rows, old, resamples=resamples, seed=seed)
        for measure in suite.measures
        if not measure.table
    )
    return [score for score in found if score is not None]
