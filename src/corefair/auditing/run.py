"""Audit systems on suites: ask, judge, score, compare."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from corefair import __version__, stats
from corefair.auditing.collect import as_json, collect
from corefair.auditing.imbalance import Check, check
from corefair.auditing.measure import compare_one, score_all
from corefair.auditing.validity import coverage, problems, warnings
from corefair.errors import DataError
from corefair.registry import suites as registered_suites
from corefair.registry import systems as registered_systems
from corefair.systems.make import make
from corefair.systems.self_test import self_test
from corefair.types import Case, Choice, Report, Row, Score, Suite, VectorSuite

SCHEMA = "corefair.report/1"
_DONE = "complete"  # the file that says so among the answers
_STDERR = 4000  # characters of what an outside system said last
Said = Callable[[str, str, int, int], None]  # system, suite, answers so far, of how many


def audit(
    systems: Any,
    suites: Sequence[str | Suite] | None = None,
    *,
    data: Path | None = None,
    missing: Sequence[Mapping[str, str]] = (),
    store: Path | None = None,
    resamples: int = 2000,
    seed: int = 0,
    time_limit: float = 60.0,
    progress: Said | None = None,
    command: Sequence[str] = (),
) -> Report:
    """Audit one system or several; by default on every suite whose data is on this machine.

    A system is a name (`"nearest"`, `"command:python my_system.py"`) or an object with `resolve`. With
    `store`, a folder, answers are kept as they come, and an interrupted audit goes on from there; after one
    that came to its end all is asked anew, for the system may have changed.
    """
    named = _named(systems, time_limit)
    built, not_here = build_suites(suites, data=data)
    if store and (store / _DONE).exists():
        for old in (store / _DONE, *store.glob("*.jsonl")):
            old.unlink()
    results: list[dict[str, Any]] = []
    cards: list[dict[str, Any]] = []
    judged: dict[tuple[str, str], list[Row]] = {}
    checks = {suite_key(suite): check(suite) for suite in built}
    for name, system in named:
        gold = _sees_gold(system)
        failed = self_test(system) if not gold else []
        cards.append({"name": name, "self_test": failed})
        for suite in built:
            answers = collect(
                system,
                suite,
                store=store,
                name=name,
                gold=gold,
                progress=partial(progress, name, suite_key(suite)) if progress else None,
            )
            rows = [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
            judged[name, suite_key(suite)] = rows
            found = coverage(answers, rows)
            scores = score_all(suite.measures, suite.cases, rows, resamples=resamples, seed=seed)
            scores += _weighted_gap(checks[suite_key(suite)], rows, resamples=resamples, seed=seed)
            scores += list(suite.extras(rows)) if suite.extras else []
            bad = problems(found, failed)
            results.append(
                {
                    "suite": suite_key(suite),
                    "system": name,
                    "valid": not bad,
                    "problems": bad,
                    "warnings": [*warnings(found), *checks[suite_key(suite)].warnings],
                    "coverage": found,
                    "scores": scores_json(scores, suite, resamples, seed),
                    "detectable": _detectable(scores, suite),
                    "charts": dict(suite.charts(rows)) if suite.charts else {},
                    "rows": [
                        _row_json(case, row, answer)
                        for case, row, answer in zip(suite.cases, rows, answers, strict=True)
                    ],
                }
            )
        cards[-1]["stderr"] = str(getattr(system, "stderr", ""))[-_STDERR:]
        cards[-1]["warnings"] = [str(each) for each in getattr(system, "warnings", ())]
    if store:
        store.mkdir(parents=True, exist_ok=True)
        (store / _DONE).touch()
    return Report(
        {
            "schema": SCHEMA,
            "corefair": __version__,
            "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            "command": list(command),
            "settings": {"seed": seed, "resamples": resamples, "level": 0.95},
            "environment": environment(),
            "systems": cards,
            "suites": [{**_suite_json(suite), **checks[suite_key(suite)].as_json()} for suite in built],
            "missing": [*missing, *not_here],
            "results": results,
            "comparisons": _compare(named, built, checks, judged, resamples=resamples, seed=seed),
        }
    )


def build_suites(
    names: Sequence[str | Suite | VectorSuite] | None = None,
    *,
    data: Path | None = None,
    asks: Literal["systems", "vectors"] = "systems",
) -> tuple[list[Any], list[dict[str, str]]]:
    """The suites asked for (`winobias:dev`), or all whose data is here, and those whose data is not.

    Suites ask systems (each a Suite) or word vectors (each a VectorSuite); never both in one audit.
    """
    if names is not None and list(names) != ["all"]:
        return [_build(name, data, asks) for name in names], []
    built: list[Any] = []
    missing: list[dict[str, str]] = []
    for name in registered_suites:
        if registered_suites.facts(name).get("asks", "systems") != asks:
            continue
        try:
            built.append(_build(name, data, asks))
        except DataError as error:
            missing.append({"suite": name, "why": str(error)})
    return built, missing


def _build(suite: str | Suite | VectorSuite, data: Path | None, asks: str) -> Suite | VectorSuite:
    named = suite if isinstance(suite, str) else suite.name
    if isinstance(suite, str) and asks == "systems" and Path(named).suffix in (".tsv", ".yaml", ".yml"):
        from corefair.suites.custom import load

        return load(Path(named))
    name, _, split = named.partition(":")
    if isinstance(suite, str):
        asked = registered_suites.facts(name).get("asks", "systems")
    else:
        asked = "vectors" if isinstance(suite, VectorSuite) else "systems"
    if asked != asks:
        what, subject = ("word vectors", "vectors FILE") if asked == "vectors" else ("systems", "SYSTEM")
        raise DataError(f"{name} measures {what}: use corefair audit {subject} --suite {name}")
    if not isinstance(suite, str):
        return suite
    build: Callable[..., Suite | VectorSuite] = registered_suites[name]
    return build(split or None, data=data)


def suite_key(suite: Suite | VectorSuite) -> str:
    """`winobias:dev`: what a suite is called in a report."""
    split = getattr(suite, "split", "")
    return f"{suite.name}:{split}" if split else suite.name


def _named(systems: Any, time_limit: float) -> list[tuple[str, Any]]:
    listed = list(systems) if isinstance(systems, (list, tuple)) else [systems]
    if not listed:
        raise DataError("name at least one system to audit")
    named = [
        make(each, time_limit=time_limit) if isinstance(each, str) else (type(each).__name__, each)
        for each in listed
    ]
    names = [name for name, _ in named]
    if len(set(names)) < len(names):
        raise DataError(f"two systems have the same name: {', '.join(names)}")
    return named


def _sees_gold(system: Any) -> bool:
    shown = (name for name in registered_systems.own() if registered_systems.facts(name).get("sees_gold"))
    return any(isinstance(system, registered_systems[name]) for name in shown)


def environment() -> dict[str, str]:
    import numpy
    import scipy

    return {
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "platform": sys.platform,
    }


def _suite_json(suite: Suite) -> dict[str, Any]:
    return {
        "key": suite_key(suite),
        "name": suite.name,
        "version": suite.version,
        "split": suite.split,
        "about": suite.about,
        "contrast": list(suite.contrast),
        "citation": suite.citation,
        "licence": suite.licence,
        "caveats": list(suite.caveats),
        "data": dict(suite.data),
        "measures": [asdict(measure) for measure in suite.measures],
        "n_cases": len(suite.cases),
        "n_units": len({case.unit or case.id for case in suite.cases}),
    }


def scores_json(
    scores: Sequence[Score], suite: Suite | VectorSuite, resamples: int, seed: int
) -> list[dict[str, Any]]:
    ps = {i: score.p for i, score in enumerate(scores) if score.p is not None}
    holm = dict(zip(ps, stats.holm(list(ps.values())).tolist(), strict=True))
    where = f"{suite_key(suite)}|v{suite.version}"
    return [
        {
            **{("name" if key == "metric" else key): value for key, value in asdict(score).items()},
            "p_holm": holm.get(i),
            "signature": f"{score.metric}|{where}|n:{score.n}|b:{resamples}|s:{seed}|corefair:{__version__}",
        }
        for i, score in enumerate(scores)
    ]


def _weighted_gap(found: Check, rows: Sequence[Row], *, resamples: int, seed: int) -> list[Score]:
    """The gap on the evened suite, beside the raw one; nothing where the suite is even."""
    if found.evened is None or found.weighted_gap is None:
        return []
    return score_all([found.weighted_gap], found.evened.cases, rows, resamples=resamples, seed=seed)


def _detectable(scores: Sequence[Score], suite: Suite) -> float | None:
    """The smallest gap this run would have found four times in five."""
    gap = next((score for score in scores if score.metric == "gap"), None)
    if gap is None or gap.low is None or gap.high is None:
        return None
    if gap.low == gap.high:  # every unit agrees: then it is how many there are that limits what could be seen
        return stats.minimum_detectable_gap_of_pairs(0.0, len({case.unit or case.id for case in suite.cases}))
    return stats.minimum_detectable_gap(stats.standard_error(gap.low, gap.high))


def _row_json(case: Case, row: Row, answer: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "case": case.id,
        "unit": case.unit or case.id,
        "groups": dict(case.groups),
        "weight": case.weight,
        "counts": dict(row.counts),
        "answer": as_json(answer),
    }
    if isinstance(case.gold, Choice):
        found["words"] = list(case.given.words)
        found["gold"] = {
            "pronoun": case.gold.pronoun,
            "candidates": list(case.gold.candidates),
            "names": list(case.gold.names),
            "right": case.gold.right,
        }
    return found


def _compare(
    named: Sequence[tuple[str, Any]],
    built: Sequence[Suite],
    checks: Mapping[str, Check],
    judged: dict[tuple[str, str], list[Row]],
    *,
    resamples: int,
    seed: int,
) -> list[dict[str, Any]]:
    """Every pair of systems on the headline numbers of every suite, Holm-corrected over all of them."""
    found: list[dict[str, Any]] = []
    for (one, _), (other, _) in combinations(named, 2):
        for suite in built:
            rows, baseline = judged[other, suite_key(suite)], judged[one, suite_key(suite)]
            measured = [(measure, suite.cases) for measure in suite.measures if not measure.table]
            found_uneven = checks[suite_key(suite)]
            if found_uneven.evened and found_uneven.weighted_gap:
                measured.append((found_uneven.weighted_gap, found_uneven.evened.cases))
            for measure, cases in measured:
                score = compare_one(measure, cases, rows, baseline, resamples=resamples, seed=seed)
                if score is not None:
                    found.append(
                        {"suite": suite_key(suite), "baseline": one, "system": other, **compared_json(score)}
                    )
    tested = [entry for entry in found if entry["p"] is not None]
    for entry, p in zip(tested, stats.holm([entry["p"] for entry in tested]), strict=True):
        entry["p_holm"] = float(p)
    return found


def compared_json(score: Score) -> dict[str, Any]:
    return {
        "name": score.metric,
        "difference": score.value,
        "low": score.low,
        "high": score.high,
        "p": score.p,
        "p_holm": None,
        "n": score.n,
    }
