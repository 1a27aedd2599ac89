"""Before and after: two reports on the same cases, compared row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair import stats
from corefair.auditing.measure import compare_one
from corefair.errors import DataError
from corefair.types import Case, Measure, Row, Score


def compare_reports(
    before: Mapping[str, Any], after: Mapping[str, Any], *, resamples: int = 2000, seed: int = 0
) -> dict[str, Any]:
    """Every headline number of every suite both reports have, with paired tests on the cases they share."""
    found: list[dict[str, Any]] = []
    notes: list[str] = []
    if before.get("subject", "systems") != after.get("subject", "systems"):
        raise DataError("one report is on systems and the other on vectors: they share no case")
    for old, new in _pairs(_asked(before), _asked(after), notes):
        found += _not_sums(before, old, new)
        n_left_out = max(result.get("rows_left_out", 0) for result in (old, new))
        if n_left_out:
            notes.append(
                f"{old['suite']}: its {n_left_out:,} rows are not in the report, so there is no paired test; "
                "audit both files at once: corefair audit vectors AFTER --against BEFORE"
            )
            continue
        shared = {row["case"] for row in old["rows"]} & {row["case"] for row in new["rows"]}
        left_out = len(old["rows"]) + len(new["rows"]) - 2 * len(shared)
        if left_out:
            notes.append(f"{old['suite']}: {left_out} cases are in one report only, and left out")
        if not shared:
            continue
        cases, old_rows = _rows(old, shared)
        _, new_rows = _rows(new, shared)
        for measure in _headline(before, old):
            score = compare_one(measure, cases, new_rows, old_rows, resamples=resamples, seed=seed)
            if score is not None:
                found.append(_entry(old, new, score))
        notes += [
            f"{result['suite']}: {result['system']} is invalid there ({'; '.join(result['problems'])})"
            for result in (old, new)
            if not result["valid"]
        ]
    if not found:
        names = [", ".join(system["name"] for system in report["systems"]) for report in (before, after)]
        raise DataError(
            f"the two reports ({names[0]}; {names[1]}) have no suite and case in common, or the first is of "
            "several systems and the second of none of them: compare reports of one system each"
        )
    ps = [entry["p"] for entry in found if entry["p"] is not None]
    holm = iter(stats.holm(ps).tolist())
    for entry in found:
        entry["p_holm"] = None if entry["p"] is None else next(holm)
    return {"scores": found, "notes": notes, "settings": {"resamples": resamples, "seed": seed}}


def _asked(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """Vectors that were audited against an original, without it: it was there to compare with."""
    originals = {s["name"] for s in report["systems"] if s.get("vectors", {}).get("original")}
    kept = [system for system in report["systems"] if system["name"] not in originals]
    results = [result for result in report["results"] if result["system"] not in originals]
    return {**report, "systems": kept, "results": results} if kept else report


def _not_sums(
    report: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Numbers of vectors that are no sums over kept rows: how far they moved, without interval or test."""
    summed = {measure.name for measure in _headline(report, old)} if old["rows"] and new["rows"] else set()
    return [
        _entry(old, new, Score(score["name"], score["value"] - before, None, None, score["n"]))
        for score in new["scores"]
        if score.get("unit") and not score["table"] and score["name"] not in summed
        if (before := _value(old, score["name"])) is not None and score["value"] is not None
    ]


def _entry(old: Mapping[str, Any], new: Mapping[str, Any], score: Score) -> dict[str, Any]:
    unit = next((each.get("unit") for each in old["scores"] if each["name"] == score.metric), None)
    return {
        "suite": old["suite"],
        "before": old["system"],
        "after": new["system"],
        "name": score.metric,
        "value_before": _value(old, score.metric),
        "value_after": _value(new, score.metric),
        "difference": score.value,
        "low": score.low,
        "high": score.high,
        "p": score.p,
        "n": score.n,
        **({"unit": unit} if unit else {}),
    }


def _pairs(
    before: Mapping[str, Any], after: Mapping[str, Any], notes: list[str]
) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Results of the same suite; of the same system where both have it, else the first of each."""
    pairs = []
    for old in before["results"]:
        same_suite = [new for new in after["results"] if new["suite"] == old["suite"]]
        same_system = [new for new in same_suite if new["system"] == old["system"]]
        if same_system or (same_suite and len(before["systems"]) == 1):
            pairs.append((old, (same_system or same_suite)[0]))
        elif not same_suite:
            notes.append(f"{old['suite']} is in the first report only")
    return pairs


def _rows(result: Mapping[str, Any], shared: set[str]) -> tuple[list[Case], list[Row]]:
    kept = sorted((row for row in result["rows"] if row["case"] in shared), key=lambda row: str(row["case"]))
    cases = [
        Case(row["case"], None, None, row["groups"], unit=row["unit"], weight=row["weight"]) for row in kept
    ]
    return cases, [Row(row["case"], None, row["counts"]) for row in kept]


def _headline(report: Mapping[str, Any], result: Mapping[str, Any]) -> Sequence[Measure]:
    suite = next(each for each in report["suites"] if each["key"] == result["suite"])
    return [Measure(**measure) for measure in suite["measures"] if not measure["table"]]


def _value(result: Mapping[str, Any], name: str) -> float | None:
    return next((score["value"] for score in result["scores"] if score["name"] == name), None)
