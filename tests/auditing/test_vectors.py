"""An audit of vectors: sums a reader can redo, what is missing said, and the original beside each file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import planted
import planted_vectors
from corefair.auditing import audit, audit_vectors, build_suites, compare_reports, vector_results
from corefair.errors import DataError
from corefair.registry import Registry
from corefair.report.load import faults, schema
from corefair.types import Case, Embeddings, Measure, Reading, Row, Score

BEFORE = planted_vectors.vectors(0.5, name="before.txt")
AFTER = planted_vectors.vectors(0.25, name="after.txt").changed(BEFORE.vectors * 1, "copied")
AFTER = replace(AFTER, vectors=planted_vectors.vectors(0.25).vectors)
SUITES = [planted_vectors.leaning(), planted_vectors.spread()]


def written(emb: Embeddings, folder: Path) -> Path:
    path = folder / emb.name
    lines = (f"{word} {' '.join(map(str, emb[word]))}\n" for word in emb.words)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def run(*given: Any, **options: Any) -> dict[str, Any]:
    data = dict(audit_vectors(list(given), SUITES, resamples=200, **options).data)
    assert list(faults(json.loads(json.dumps(data, allow_nan=False)), schema())) == []
    return data


def test_each_file_is_scored_and_compared_with_the_original() -> None:
    report = run(AFTER, original=BEFORE)
    before, _, after, _ = report["results"]
    assert (before["system"], after["system"]) == ("before.txt", "after.txt")
    assert before["scores"][0]["value"] == 20 / 40 and after["scores"][0]["value"] == 10 / 40
    assert after["scores"][0]["unit"] == "share" and after["scores"][0]["low"] < 0.25
    (entry,) = report["comparisons"]  # the other suite is no sum over cases
    assert (entry["baseline"], entry["system"], entry["name"]) == ("before.txt", "after.txt", "stereotype")
    assert entry["difference"] == pytest.approx(-0.25) and entry["n"] == 40
    assert entry["p"] == pytest.approx(2 / 2**10)  # ten jobs moved, all to one side
    assert [each["vectors"]["original"] for each in report["systems"]] == [True, False]
    assert report["systems"][1]["vectors"]["history"] == ["copied"]


def test_files_are_named_read_and_not_repeated(tmp_path: Path) -> None:
    before, after = written(BEFORE, tmp_path), written(AFTER, tmp_path)
    report = run(before, after, original=before)
    assert [each["name"] for each in report["systems"]] == ["before.txt", "after.txt"]
    assert report["comparisons"][0]["difference"] == pytest.approx(-0.25)
    (tmp_path / "more").mkdir()
    other = written(AFTER, tmp_path / "more")
    names = [each["name"] for each in run(after, other)["systems"]]
    assert names == [str(after), str(other)], "two files of one name are told apart by their folders"
    with pytest.raises(DataError, match=r"nowhere\.txt: there is no such file"):
        run(before, tmp_path / "nowhere.txt")
    with pytest.raises(DataError, match="same name"):
        run(BEFORE, replace(AFTER, name="before.txt"))
    with pytest.raises(DataError, match="at least one"):
        run()


def test_labels_come_from_the_original_if_there_is_one() -> None:
    seen: list[tuple[str, str]] = []

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
        seen.append((emb.name, original.name))
        return Reading((), (), 1, scores=(Score("x", 0.0, 0.0, 0.0, 1),))

    suite = planted_vectors.spread(answer=answer)
    audit_vectors([BEFORE, AFTER], [suite])
    audit_vectors(AFTER, [suite], original=BEFORE)
    itself = [("before.txt", "before.txt"), ("after.txt", "after.txt")]
    assert seen == [*itself, ("before.txt", "before.txt"), ("after.txt", "before.txt")]


def test_missing_words_are_listed_and_too_few_do_not_stop_the_others() -> None:
    fewer = planted_vectors.vectors(0.25, name="fewer.txt", words=planted_vectors.WORDS[:-12])
    none = planted_vectors.vectors(0.25, name="none.txt", words=planted_vectors.WORDS[1:])
    report = run(fewer, none, original=BEFORE)
    found = {(result["system"], result["suite"]): result for result in report["results"]}
    few = found["fewer.txt", "leaning"]
    assert few["coverage"]["missing"] == [f"job{i}" for i in range(28, 40)] and few["coverage"]["words"] == 42
    assert few["warnings"] == [
        f"12 of 42 words are missing: {', '.join(f'job{i}' for i in range(28, 38))}, …"
    ]
    bad = found["none.txt", "leaning"]
    assert not bad["valid"] and bad["problems"] == ["none.txt lacks 1 of 42 words: she"] and not bad["scores"]
    assert found["none.txt", "spread"]["valid"]
    assert [entry["system"] for entry in report["comparisons"]] == ["fewer.txt"]
    assert report["comparisons"][0]["n"] == 28, "compared on the cases both have"


def many(n: int) -> Any:
    """A suite of n cases, right where the word's number is even."""

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
        cases = [Case(str(i), (str(i),), None) for i in range(n)]
        rows = [Row(str(i), None, {"right": float(i % 2 == 0), "asked": 1.0}) for i in range(n)]
        return Reading(cases, rows, n)

    return planted_vectors.leaning(name="many", answer=answer, measures=(Measure("even", "link_accuracy"),))


@pytest.mark.parametrize("extra", [0, 1])
def test_many_rows_are_not_kept_and_that_is_said(extra: int) -> None:
    n = vector_results.MOST_ROWS + extra
    reports = [audit_vectors(emb, [many(n)], resamples=100).data for emb in (BEFORE, AFTER)]
    (result,) = reports[0]["results"]
    assert result["coverage"]["cases"] == result["scores"][0]["n"] == n
    assert (len(result["rows"]), result.get("rows_left_out")) == ((0, n) if extra else (n, None))
    found = compare_reports(*reports)
    assert found["scores"][0]["difference"] == pytest.approx(0)
    assert (found["scores"][0]["low"] is None) == bool(extra)
    assert ["audit both files at once" in note for note in found["notes"]] == [True] * extra


def test_two_reports_are_compared_later() -> None:
    before, after = run(BEFORE), run(AFTER, original=BEFORE)
    found = {(each["suite"], each["name"]): each for each in compare_reports(before, after)["scores"]}
    stereotype = found["leaning", "stereotype"]
    assert (stereotype["before"], stereotype["after"]) == ("before.txt", "after.txt"), (
        "not the original again"
    )
    assert stereotype["difference"] == pytest.approx(-0.25) and stereotype["p"] == pytest.approx(2 / 2**10)
    assert stereotype["unit"] == "share" and found["spread", "distance"]["unit"] == "number"
    assert found["spread", "distance"]["p"] is None, "no sum over cases, so no paired test"
    of_systems = audit(planted.Planted(30), [planted.suite()], resamples=100).data
    with pytest.raises(DataError, match="one report is on systems and the other on vectors"):
        compare_reports(of_systems, after)


def test_shares_are_told_from_other_numbers() -> None:
    """Whole things and split ties are counted; a cosine is not, even where it is below 1."""
    measure = Measure("x", "link_accuracy")
    for rights, unit in (
        ([0, 1, 1], "share"),
        ([0.25, 1 / 3, 1], "share"),
        ([0.1234, 0.5, 1], "number"),
        ([2, 1, 3], "number"),
    ):
        rows = [Row(str(i), None, {"right": right, "asked": 1.0}) for i, right in enumerate(rights)]
        assert vector_results.unit(measure, rows) == unit, rights


def test_suites_of_systems_and_of_vectors_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: Registry[Any] = Registry("suite", "corefair.nowhere")
    registered.register("planted")(lambda split=None, *, data=None: planted.suite())
    registered.register("leaning", asks="vectors")(lambda split=None, *, data=None: planted_vectors.leaning())
    with monkeypatch.context() as patch:
        patch.setattr("corefair.auditing.run.registered_suites", registered)
        for asks, name in (("systems", "planted"), ("vectors", "leaning")):
            built, missing = build_suites(["all"], asks=asks)  # type: ignore[arg-type]
            assert [suite.name for suite in built] == [name] and not missing
    with pytest.raises(DataError, match="participants measures systems: use corefair audit SYSTEM"):
        build_suites(["participants"], asks="vectors")
    with pytest.raises(DataError, match="leaning measures word vectors: use corefair audit vectors FILE"):
        audit(planted.Planted(1), [planted_vectors.leaning()])  # type: ignore[list-item]
    with pytest.raises(DataError, match="planted measures systems"):
        audit_vectors(BEFORE, [planted.suite()])  # type: ignore[list-item]


def test_the_report_repeats_and_leaves_vectors_as_they_were() -> None:
    table = BEFORE.vectors.copy()
    one, other = (run(AFTER, original=BEFORE, seed=3) for _ in range(2))
    assert {**one, "date": ""} == {**other, "date": ""} and np.array_equal(BEFORE.vectors, table)
    assert one["results"][0]["scores"][0]["signature"].startswith("stereotype|leaning|v1|n:40|b:200|s:3|")


def test_progress_names_what_begins() -> None:
    said: list[tuple[str, str, int, int]] = []
    run(AFTER, original=BEFORE, progress=lambda *each: said.append(each))
    assert said[0] == ("before.txt", "leaning", 0, 4) and said[3] == ("after.txt", "spread", 3, 4)
    assert said[-1][2:] == (4, 4)
