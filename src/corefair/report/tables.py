"""Tables that pages of systems and of vectors share: what came back, comparisons, and every score."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.auditing.numbers import difference, in_unit, p_cell
from corefair.auditing.report import Comparison, Report, Result
from corefair.auditing.wording import short_label
from corefair.report.markup import Safe, count, el, grid, join
from corefair.report.wording import NOUNS, between, interval_name, value
from corefair.types import Coverage

MOST_WORDS = 2000  # missing words listed in the page; all are in report.json
SURE = 0.05  # a p below it is printed bold


def coverage(report: Report, results: Sequence[Result]) -> Safe:
    """How much each subject could be asked, what came back, and what went wrong."""
    if report.asks == "vectors":
        return _word_coverage(results)
    if report.asks == "corpora":
        return _document_coverage(results)
    heads = ("System", "Asked for", "Cases", "Answered", "Refused", "Failed", "Linked")
    caption = "What came back. Linked: the pronoun was linked to some candidate."
    rows = [row for result in results for row in _system_lines(result, width=len(heads))]
    return join(el("h3", "Coverage"), grid(caption, heads, rows, numbers={2, 3, 4, 5, 6}))


def _word_coverage(results: Sequence[Result]) -> Safe:
    """Folded under a sentence, unless something could not be measured."""
    caption = "What could be asked. Words that a file lacks are left out of its numbers."
    heads = ("File", "Cases", "Words asked for", "Notes")
    table = grid(caption, heads, map(_vector_line, results), numbers={1, 2})
    if any(not result.valid for result in results):
        return join(el("h3", "Coverage"), table)
    lacking = sorted({len(result.coverage.missing) for result in results})
    most = f"up to {lacking[-1]:,}" if len(lacking) > 1 else f"{lacking[-1]:,}" if lacking else "0"
    asked = max((result.coverage.words or 0 for result in results), default=0)
    summary = f"Coverage: {most} of {asked:,} words missing" if asked else "Coverage"
    return el("details", el("summary", summary), table)


def _document_coverage(results: Sequence[Result]) -> Safe:
    """How many documents were counted, and how many have no clusters; folded unless one is invalid."""
    heads = ("Corpus", "Documents", "Without clusters", "Notes")
    rows = [
        (
            result.subject,
            f"{result.coverage.cases:,}",
            f"{result.coverage.silent or 0:,}",
            _notes([el("div", problem) for problem in result.problems]),
        )
        for result in results
    ]
    table = grid("What was counted.", heads, rows, numbers={1, 2})
    if any(not result.valid for result in results):
        return join(el("h3", "Coverage"), table)
    return el("details", el("summary", "Coverage"), table)


def _system_lines(result: Result, *, width: int) -> list[Sequence[object]]:
    """The numbers of one system, and below them what is to be said of it."""
    found = result.coverage
    rate = "–" if found.link_rate is None else f"{100 * found.link_rate:.1f} %"
    asked = {"clusters": "clusters", "choice": "a choice"}.get(result.asked, result.asked)
    numbers = (f"{n:,}" for n in (found.cases, found.ok, found.refused, found.failed))
    rates = [
        f"{short_label(score.groups)} {value(score)}"
        for score in result.scores
        if result.valid and score.kind == "link_rate" and score.groups and score.against is None
    ]
    notes = [*result.problems, *result.warnings, *(f"{n:,} × {why}" for why, n in found.messages)]
    notes += [f"linked: {', '.join(rates)}"] if rates else []
    lines: list[Sequence[object]] = [(result.subject, asked, *numbers, rate)]
    if notes:
        lines.append([el("td", *(el("div", note) for note in notes), colspan=width, class_="notes")])
    return lines


def _vector_line(result: Result) -> Sequence[object]:
    found = result.coverage
    words = "–" if found.words is None else f"{found.words:,}"
    notes = [el("div", problem) for problem in result.problems]
    if result.rows_left_out:
        notes.append(el("div", f"{result.n_rows:,} rows are too many to keep: scores only"))
    lacking = _missing(found)
    return (result.subject, f"{found.cases:,}", words, _notes([*notes, *([lacking] if lacking else [])]))


def _notes(inside: Sequence[Safe]) -> Safe:
    return el("td", *inside, class_="text") if inside else el("td", "none", class_="text")


def _missing(found: Coverage) -> Safe | None:
    if not found.missing:
        return None
    listed = ", ".join(found.missing[:MOST_WORDS])
    rest = len(found.missing) - MOST_WORDS
    more = f" … and {rest:,} more, in report.json" if rest > 0 else ""
    summary = f"{count(len(found.missing), 'word')} missing"
    return el("details", el("summary", summary), el("p", listed + more))


def comparisons(report: Report) -> Safe:
    """Every pair of valid results, on every number that can be compared."""
    noun = NOUNS[report.asks]
    if not report.comparisons:
        several = f"No number could be compared case by case between these {noun}s."
        alone = f"Only one {noun} was audited, so there is nothing to compare."
        return el("p", alone if len(report.subjects) == 1 else several)
    bad = {(result.suite, result.subject) for result in report.results if not result.valid}
    kept = [
        one for one in report.comparisons if not bad & {(one.suite, one.subject), (one.suite, one.baseline)}
    ]
    n_tested = sum(one.p is not None for one in report.comparisons)
    heads = (
        f"{noun.capitalize()}s",
        "Suite",
        "Measure",
        "Before",
        "Difference",
        interval_name(report).capitalize(),
        "n",
        "p (raw)",
        "p (Holm)",
    )
    caption = (
        f"The same cases, paired: the first less the second. Shares in points. p (raw) is of this number "
        f"alone; p (Holm) is corrected for all {n_tested:,} comparisons that were tested in this report, and "
        "bold below .05. Numbers that are no sums over cases have no paired test."
    )
    left_out = ", ".join(sorted(f"{subject} on {suite}" for suite, subject in bad))
    note = el("p", f"Left out because the result is invalid: {left_out}.", class_="muted") if bad else None
    first = _first_of_each(report)
    leading = [one for one in kept if first.get(one.suite) == one.measure.name]
    rest = [one for one in kept if first.get(one.suite) != one.measure.name]
    numbers = set(range(3, len(heads)))
    leading_table = grid(caption, heads, map(_comparison, leading), numbers=numbers) if leading else None
    if not rest:
        return join(note, leading_table)
    table = grid(caption, heads, map(_comparison, rest), numbers=numbers)
    summary = f"{count(len(rest), 'comparison')} of {'other ' if leading else ''}numbers"
    return join(note, leading_table, el("details", el("summary", summary), table))


def _first_of_each(report: Report) -> dict[str, str]:
    """The headline number that each suite leads with."""
    first: dict[str, str] = {}
    for result in report.results:
        for score in result.scores:
            if score.role == "headline":
                first.setdefault(result.suite, score.name)
    return first


def _comparison(one: Comparison) -> Sequence[object]:
    unit = one.measure.unit
    low, high = difference(one.low, unit), difference(one.high, unit)
    sure = one.p_holm is not None and one.p_holm < SURE
    holm = p_cell(one.p_holm)
    before = "–" if one.before is None else in_unit(one.before, unit, signed=one.measure.kind != "distance")
    return (
        f"{one.subject} less {one.baseline}",
        one.suite,
        one.measure.name,
        before,
        difference(one.difference, unit),
        "no interval" if one.low is None else f"{low} to {high}",
        f"{one.n:,}",
        p_cell(one.p),
        el("b", holm) if sure else holm,
    )


def scores(report: Report) -> Safe:
    """Every score of every valid result with its signature, folded."""
    rows: list[Sequence[object]] = []
    for result in report.results:
        where = (result.subject, result.suite)
        if not result.valid:
            rows.append((*where, el("td", "invalid: no score is shown; they are in report.json", colspan=7)))
            continue
        for score in result.scores:
            tested = score.p is not None
            numbers = (value(score), between(score), p_cell(score.p) if tested else "", _holm(score.p_holm))
            sign = el("td", el("code", score.signature), class_="sign")
            rows.append((*where, score.name, *numbers, f"{score.n:,}", sign))
    noun = NOUNS[report.asks].capitalize()
    interval = interval_name(report).capitalize()
    heads = (noun, "Suite", "Measure", "Value", interval, "p (raw)", "p (Holm)", "n", "Signature")
    caption = (
        "Every score. p (raw) is of this number alone; p (Holm) is corrected, of a headline number for all "
        "headline numbers of its result that were tested, of another for all its numbers that were."
    )
    table = grid(caption, heads, rows, numbers={3, 4, 5, 6, 7})
    return el("details", el("summary", f"{count(len(rows), 'line')}: show all"), table)


def _holm(p: float | None) -> str:
    return "" if p is None else p_cell(p)
