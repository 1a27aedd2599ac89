"""An audit of vectors: sums a reader can redo, what is missing said, and the original beside each file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import planted
import planted_vectors
from corefair.auditing import results
from corefair.auditing.building import build_suites, build_vector_suites
from corefair.auditing.comparing import compare
from corefair.auditing.report import Report
from corefair.auditing.run import audit, audit_vectors
from corefair.auditing.saved import dumps
from corefair.errors import DataError
from corefair.registry import Registry
from corefair.types import Case, Coverage, Embeddings, Measure, Reading, Row, Score

BEFORE = planted_vectors.vectors(0.5, name="before.txt")
AFTER = planted_vectors.vectors(0.25, name="after.txt").changed(BEFORE.vectors * 1, "copied")
AFTER = replace(AFTER, vectors=planted_vectors.vectors(0.25).vectors)
SUITES = [planted_vectors.leaning(), planted_vectors.spread()]


def written(emb: Embeddings, folder: Path) -> Path:
    path = folder / emb.name
    lines = (f"{word} {' '.join(map(str, emb[word]))}\n" for word in emb.words)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def run(*given: Any, **options: Any) -> Report:
    return audit_vectors(list(given), SUITES, resamples=200, **options)


def test_each_file_is_scored_and_compared_with_the_original() -> None:
    report = run(AFTER, original=BEFORE)
    before, _, after, _ = report.results
    assert (before.subject, after.subject) == ("before.txt", "after.txt")
    assert before.scores[0].value == 20 / 40 and after.scores[0].value == 10 / 40
    assert after.scores[0].unit == "share" and (after.scores[0].low or 1) < 0.25
    assert after.asked == "vectors"
    one, first_half = report.comparisons  # the other suite is no sum over cases
    assert first_half.measure.name == "first half", "what is in a paper's table is compared too"
    assert (one.baseline, one.subject, one.measure.name) == ("before.txt", "after.txt", "stereotype")
    assert one.difference == pytest.approx(-0.25) and one.n == 40
    assert one.p == pytest.approx(2 / 2**10)  # ten jobs moved, all to one side
    assert [subject.vectors and subject.vectors.original for subject in report.subjects] == [True, False]
    assert report.subjects[1].vectors is not None and report.subjects[1].vectors.history == ("copied",)


def test_files_are_named_read_and_not_repeated(tmp_path: Path) -> None:
    before, after = written(BEFORE, tmp_path), written(AFTER, tmp_path)
    report = run(before, after, original=before)
    assert [subject.name for subject in report.subjects] == ["before.txt", "after.txt"]
    assert report.comparisons[0].difference == pytest.approx(-0.25)
    (tmp_path / "more").mkdir()
    other = written(AFTER, tmp_path / "more")
    names = [subject.name for subject in run(after, other).subjects]
    told_apart = [f"{tmp_path.name}/after.txt", "more/after.txt"]
    assert names == told_apart, "two files of one name are told apart by their folders"
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
        return Reading((), (), Coverage(0), scores=(Score("x", 0.0, 0.0, 0.0, 1),))

    suite = planted_vectors.spread(answer=answer)
    audit_vectors([BEFORE, AFTER], [suite])
    audit_vectors(AFTER, [suite], original=BEFORE)
    itself = [("before.txt", "before.txt"), ("after.txt", "after.txt")]
    assert seen == [*itself, ("before.txt", "before.txt"), ("after.txt", "before.txt")]


def test_missing_words_are_listed_and_too_few_do_not_stop_the_others() -> None:
    fewer = planted_vectors.vectors(0.25, name="fewer.txt", words=planted_vectors.WORDS[:-12])
    none = planted_vectors.vectors(0.25, name="none.txt", words=planted_vectors.WORDS[1:])
    report = run(fewer, none, original=BEFORE)
    found = {(result.subject, result.suite): result for result in report.results}
    few = found["fewer.txt", "leaning"]
    assert few.coverage.missing == tuple(f"job{i}" for i in range(28, 40)) and few.coverage.words == 42
    listed = ", ".join(f"job{i}" for i in range(28, 38))
    assert few.warnings == (f"12 of 42 words are missing: {listed}, …",)
    bad = found["none.txt", "leaning"]
    assert not bad.valid and bad.problems == ("none.txt lacks 1 of 42 words: she",) and not bad.scores
    assert found["none.txt", "spread"].valid
    assert {one.subject for one in report.comparisons} == {"fewer.txt"}
    assert report.comparisons[0].n == 28, "compared on the cases both have"


def many(n: int) -> Any:
    """A suite of n cases, right where the word's number is even."""

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
        cases = [Case(str(i), (str(i),), None) for i in range(n)]
        rows = [Row(str(i), None, {"right": float(i % 2 == 0), "asked": 1.0}) for i in range(n)]
        return Reading(cases, rows, Coverage(n, words=n))

    return planted_vectors.leaning(name="many", answer=answer, measures=(Measure("even", "link_accuracy"),))


@pytest.mark.parametrize("extra", [0, 1])
def test_many_rows_are_not_kept_and_that_is_said(extra: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST_ROWS", 500)
    n = 500 + extra
    reports = [audit_vectors(emb, [many(n)], resamples=100) for emb in (BEFORE, AFTER)]
    (result,) = reports[0].results
    assert result.coverage.cases == result.scores[0].n == result.n_rows == n
    assert (len(reports[0].rows()), result.rows_left_out) == ((0, True) if extra else (n, False))
    found = compare(*reports)
    assert found.comparisons[0].difference == pytest.approx(0)
    assert (found.comparisons[0].low is None) == bool(extra)
    assert ["audit both files at once" in note for note in found.notes] == [True] * extra


def test_two_reports_are_compared_later() -> None:
    before, after = run(BEFORE), run(AFTER, original=BEFORE)
    found = {(one.suite, one.measure.name): one for one in compare(before, after).comparisons}
    stereotype = found["leaning", "stereotype"]
    assert (stereotype.baseline, stereotype.subject) == ("before.txt", "after.txt"), "not the original again"
    assert stereotype.difference == pytest.approx(-0.25) and stereotype.p == pytest.approx(2 / 2**10)
    assert stereotype.measure.unit == "share" and found["spread", "distance"].measure.unit == "number"
    assert found["spread", "distance"].p is None, "no sum over cases, so no paired test"
    of_systems = audit(planted.Planted(30), [planted.suite()], resamples=100)
    with pytest.raises(DataError, match="one report is on systems and the other on vectors"):
        compare(of_systems, after)


def test_suites_of_systems_and_of_vectors_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: Registry[Any] = Registry("suite", "corefair.nowhere")
    registered.register("planted")(lambda split=None, *, data=None: planted.suite())
    registered.register("leaning", asks="vectors")(lambda split=None, *, data=None: planted_vectors.leaning())
    with monkeypatch.context() as patch:
        patch.setattr("corefair.auditing.building.registered", registered)
        for build, name in ((build_suites, "planted"), (build_vector_suites, "leaning")):
            built, not_here = build(["all"])
            assert [suite.name for suite in built] == [name] and not not_here
    with pytest.raises(DataError, match="participants measures systems: use corefair audit SYSTEM"):
        build_vector_suites(["participants"])
    with pytest.raises(DataError, match="leaning measures word vectors: use corefair audit vectors FILE"):
        audit(planted.Planted(1), [planted_vectors.leaning()])  # type: ignore[list-item]
    with pytest.raises(DataError, match="planted measures systems"):
        audit_vectors(BEFORE, [planted.suite()])  # type: ignore[list-item]


def test_the_report_repeats_and_leaves_vectors_as_they_were() -> None:
    table = BEFORE.vectors.copy()
    one, other = (run(AFTER, original=BEFORE, seed=3) for _ in range(2))
    assert dumps(replace(one, date="")) == dumps(replace(other, date=""))
    assert np.array_equal(BEFORE.vectors, table)
    assert "|asked:vectors|n:40|b:200|s:3|" in one.results[0].scores[0].signature


def test_progress_names_what_begins() -> None:
    steps: list[tuple[str, int, int]] = []
    run(AFTER, original=BEFORE, progress=lambda *step: steps.append(step))
    assert steps[0] == ("suites (before.txt: leaning)", 0, 4)
    assert steps[3] == ("suites (after.txt: spread)", 3, 4) and steps[-1][1:] == (4, 4)
