"""Which way a number of vectors moved: claimed only when it is certain, and never called unchanged."""

from __future__ import annotations

import pytest

import planted_vectors
from corefair.auditing.changes import _move, baseline, changes, firsts, line, moved, summary
from corefair.auditing.report import Comparison, Report
from corefair.auditing.run import audit_vectors
from corefair.types import Better, Embeddings, Score


@pytest.fixture(name="report", scope="module")
def audited() -> Report:
    """An original, a file with less of what is measured, and one with more."""
    before, less, more = (
        planted_vectors.vectors(lean, name=name)
        for lean, name in ((0.5, "before.txt"), (0.1, "less.txt"), (0.9, "more.txt"))
    )
    suites = [planted_vectors.leaning(), planted_vectors.spread()]
    return audit_vectors([less, more], suites, original=before, resamples=200)


def test_words_say_which_way_a_number_moved(report: Report) -> None:
    less, more = (changes(report, name)[0] for name in ("less.txt", "more.txt"))
    assert (less.move, more.move) == ("better", "worse")
    assert (moved(less), moved(more)) == ("improved", "got worse")
    assert line(less).startswith("stereotype 10.0 % (") and "was 50.0 % (" in line(less)
    assert "−40.0 points (" in line(less) and "Holm's p" in line(less)
    against = "Against before.txt: of 1 number of bias, 1"
    quality = "of 1 number of quality, 1"
    assert summary(report, "less.txt") == f"{against} improved; {quality} is not certain to have moved."
    assert summary(report, "more.txt") == f"{against} got worse; {quality} got worse."
    assert summary(report, "before.txt") == "The original: the others are compared with it."
    assert line(changes(report, "less.txt")[1]).endswith("the intervals overlap, there is no paired test")


def test_the_original_itself_did_not_move(report: Report) -> None:
    assert baseline(report) == "before.txt"
    assert [change.move for change in changes(report, "before.txt")] == ["", ""]
    assert [change.suite.key for change in firsts(changes(report, "less.txt"))] == ["leaning", "spread"]


def score(value: float | None, better: Better = "lower") -> Score:
    low, high = (None, None) if value is None else (value - 0.03, value + 0.03)
    return Score("x", value, low, high, 9, unit="number", better=better, role="headline")


@pytest.mark.parametrize(
    ("better", "before", "after", "move"),
    [
        ("lower", 0.5, 0.2, "better"),
        ("higher", 0.5, 0.2, "worse"),
        ("zero", -0.5, 0.2, "better"),
        ("zero", -0.1, -0.5, "worse"),
        ("one", 0.5, 1.1, "better"),
        ("lower", 0.5, 0.46, "unclear"),
        ("lower", 0.5, None, "untested"),
    ],
)
def test_better_is_what_the_measure_calls_better(
    better: Better, before: float, after: float | None, move: str
) -> None:
    assert _move(score(after, better), score(before, better), None) == move


def test_a_move_needs_both_the_interval_and_the_corrected_p() -> None:
    old, new = score(0.5), score(0.2)

    def compared(high: float, p_holm: float) -> Comparison:
        return Comparison("s", "a", "b", new, -0.3, -0.4, high, 9, 0.01, p_holm)

    assert _move(new, old, compared(-0.2, 0.04)) == "better"
    assert _move(new, old, compared(-0.2, 0.078)) == "unclear"  # −86 % once read "shows no change"
    assert _move(new, old, compared(0.1, 0.04)) == "unclear"


def test_rounding_is_no_move() -> None:
    """GloVe at unit length, written with six digits, once had more direct bias: .14700 where .14699 was."""
    old, new = score(0.748, "zero"), score(0.74801, "zero")
    certain = Comparison("s", "a", "b", new, 1e-5, 0.5e-5, 1.5e-5, 285, 0.001, 0.001)
    assert _move(new, old, certain) == "unclear"
    assert _move(score(0.758, "zero"), old, certain) == "worse"


def test_one_file_alone_has_no_original() -> None:
    report = audit_vectors(planted_vectors.vectors(0.5), [planted_vectors.leaning()], resamples=100)
    assert baseline(report) is None
    assert summary(report, "plain.txt") == "1 number on 1 suite; there is no original to compare with."


def test_which_way_a_number_moved_is_read_off_the_cases_of_both() -> None:
    """A file without the easy questions is right less often, and more often on those that both can answer."""
    old, new = score(0.8, "higher"), score(0.6, "higher")
    shared = Comparison("s", "a", "b", new, 0.1, 0.05, 0.15, 5, 0.001, 0.001, before=0.5, after=0.6)
    assert _move(new, old, shared) == "better"


def test_what_was_compared_on_fewer_cases_says_what_it_was_there() -> None:
    before, less = (
        planted_vectors.vectors(lean, name=name) for lean, name in ((0.5, "before.txt"), (0.1, "less.txt"))
    )
    kept = [row for row in range(len(less)) if row < 2 or row % 3]
    some = Embeddings(tuple(less.words[row] for row in kept), less.vectors[kept], "some.txt")
    report = audit_vectors([less, some], [planted_vectors.leaning()], original=before, resamples=200)
    whole, part = (line(changes(report, name)[0]) for name in ("less.txt", "some.txt"))
    assert "cases of both" not in whole
    comparison = next(one for one in report.comparisons if one.subject == "some.txt")
    assert f"; on the {comparison.n} cases of both {100 * (comparison.after or 0):.1f} %, was " in part
