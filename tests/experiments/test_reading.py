"""The reading: made-up results, and the sentence that the rules of docs/experiment.md make of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from corefair.experiments.reading import read_out
from corefair.experiments.remedies import is_gap, shows_a_gap
from corefair.experiments.result import (
    Asked,
    CellCard,
    Change,
    Experiment,
    Finding,
    Number,
    Problem,
    RowCard,
    Share,
)
from corefair.types import Json, Score

PRO, ANTI = {"stereotype": "pro"}, {"stereotype": "anti"}
SUITE = Asked("suite", "suite", "It asks.", 100, 50, "unit", ("stereotype", "pro", "anti"))
CORPUS = Asked("corpus", "corpus", "Documents.", 30, 30, "document")


def gap(
    row: str, value: float, *, low: float | None = None, high: float | None = None, p: float = 0.001
) -> Number:
    score = Score(
        "gap", value, value - 0.03 if low is None else low, value + 0.03 if high is None else high, 100,
        kind="gap", unit="points", groups=PRO, against=ANTI, of="accuracy", role="headline", better="zero",
        p=p,
    )  # fmt: skip
    return Number(row, "suite", score, (value,))


def change(
    measure: str,
    by: float,
    *,
    asked: str = "suite",
    reach: float = 0.03,
    p: float = 0.001,
    with_seeds: bool = True,
) -> Change:
    return Change("remedy", "base", asked, measure, by, by - reach, by + reach, p, p, with_seeds=with_seeds)


def experiment(
    *parts: Number | Change | Problem,
    kind: str = "grid",
    cells: tuple[CellCard, ...] = (),
    settings: Mapping[str, Json] | None = None,
) -> list[Finding]:
    rows = (RowCard("base", "toy", ()), RowCard("remedy", "toy", ("base",), source="the text"))
    found = Experiment(
        "x", "", kind, rows, cells, (CORPUS, SUITE),
        tuple(each for each in parts if isinstance(each, Number)),
        tuple(each for each in parts if isinstance(each, Change)),
        tuple(each for each in parts if isinstance(each, Problem)), settings=settings or {},
    )  # fmt: skip
    return list(read_out(found))


def kinds(found: list[Finding]) -> list[str]:
    return [each.kind for each in found]


COST = change("CoNLL F1", -0.004, asked="corpus", reach=0.01, p=0.4)


def test_a_remedy_narrows_without_cost() -> None:
    found = experiment(gap("base", 0.2), gap("remedy", 0.05), change("gap", -0.15), COST)
    assert kinds(found) == ["gap", "narrows", "without cost"]
    assert found[0].sentence == "On suite, base has a gap of +20.0 points (+17.0 to +23.0)."
    assert found[1].sentence == (
        "remedy narrows it by −15.0 points (−18.0 to −12.0), to +5.0. What is left is a certain gap. No "
        "certain change of F1 on corpus (−0.4, −1.4 to +0.6)."
    )
    assert found[2].sentence == "Without a certain loss of F1: remedy."


def test_a_remedy_that_costs_has_its_price() -> None:
    cost = change("CoNLL F1", -0.03, asked="corpus", reach=0.01)
    found = experiment(gap("base", 0.2), gap("remedy", 0.05, low=-0.01), change("gap", -0.15), cost)
    assert kinds(found) == ["gap", "narrows"]
    assert "What is left is no certain gap." in found[1].sentence
    assert found[1].sentence.endswith(
        "F1 on corpus falls (−3.0, −4.0 to −2.0): 5.0 points of the gap for each point of F1."
    )


def test_which_side_moved_is_told() -> None:
    sides = []
    for name, groups, by in (("accuracy, pro", PRO, -0.14), ("accuracy, anti", ANTI, -0.01)):
        score = Score(name, 0.5, 0.4, 0.6, 50, kind="accuracy", groups=groups)
        sides += [Number("remedy", "suite", score, (0.5,)), change(name, by)]
    found = experiment(gap("base", 0.2), gap("remedy", 0.07), change("gap", -0.13), *sides, COST)
    assert "Accuracy moved for pro by −14.0 and anti by −1.0. The better side came down" in found[1].sentence


@pytest.mark.parametrize(
    ("after", "by", "effect"),
    [(0.3, 0.1, "widens"), (-0.25, -0.45, "turns"), (-0.1, -0.3, "turns"), (0.02, -0.18, "narrows")],
)  # fmt: skip
def test_other_effects(after: float, by: float, effect: str) -> None:
    found = experiment(gap("base", 0.2), gap("remedy", after), change("gap", by), COST)
    assert found[1].kind == effect


def test_a_gap_of_the_other_sign_that_is_not_certain_is_not_wider() -> None:
    """The old gap went for certain; that there is one the other way, and how large, is not known."""
    after = gap("remedy", -0.08, low=-0.17, high=0.01, p=0.08)
    found = experiment(gap("base", 0.05), after, change("gap", -0.13, reach=0.09), COST)
    assert kinds(found) == ["gap", "narrows", "without cost"]
    assert "narrows it by −13.0 points (−22.0 to −4.0), to −8.0. What is left is no certain gap." in (
        found[1].sentence
    )


def test_what_is_not_certain_is_not_said() -> None:
    for unsure in (change("gap", -0.05, reach=0.06), change("gap", -0.05, p=0.2)):
        found = experiment(gap("base", 0.2), gap("remedy", 0.15), unsure, COST)
        assert kinds(found) == ["gap", "uncertain", "none narrows"]
        assert "would have been found four times in five" in found[1].sentence
    assert "no certain amount (−5.0 points, −8.0 to −2.0; p = .20 corrected)" in found[1].sentence


@pytest.mark.parametrize(("resamples", "told"), [(7, True), (8, False), (2000, False)])
def test_resamples_too_few_for_anything_to_be_certain_are_told(resamples: int, told: bool) -> None:
    found = experiment(
        gap("base", 0.2), gap("remedy", 0.0), change("gap", -0.2), COST, settings={"resamples": resamples}
    )
    few = [each.sentence for each in found if each.kind == "few draws"]
    assert bool(few) is told
    if told:
        assert few[0].startswith(f"{resamples} resamples are too few for the 2 changes whose p are corrected")
        assert "`resamples: 8`" in few[0]


def test_no_gap_is_nothing_to_close() -> None:
    small = gap("base", 0.01)
    found = experiment(small, gap("remedy", 0.0), change("gap", -0.01), COST)
    assert kinds(found) == ["no gap"]
    seeds = replace(
        gap("base", 0.2), score=replace(gap("base", 0.2).score, p=0.3), seeds=(0.1, 0.3)
    )  # certain over sentences alone
    cells = (CellCard("base", 0, "a", "done"), CellCard("base", 1, "b", "done"))
    found = experiment(seeds, gap("remedy", 0.0), change("gap", -0.2), COST, cells=cells)
    assert kinds(found) == ["no gap"] and "p = .30 with seeds" in found[0].sentence
    found = experiment(small, gap("remedy", 0.3), change("gap", 0.29), COST)
    assert kinds(found) == ["no gap", "opens"]
    assert found[1].sentence.startswith("remedy opens one, by +29.0 points (+26.0 to +32.0), to +30.0. ")
    found = experiment(small, gap("remedy", 0.04, p=0.2), change("gap", 0.03, reach=0.01), COST)
    assert kinds(found) == ["no gap"]  # a change, but no gap after it either


def test_a_row_that_lacks_seeds_on_one_suite_was_not_trained_once() -> None:
    cells = tuple(CellCard(row, seed, "k", "done") for row in ("base", "remedy") for seed in (0, 1))
    f1 = Number("base", "corpus", Score("CoNLL F1", 0.6, 0.5, 0.7, 30, kind="f1"), (0.6, 0.6))
    (first, *_) = experiment(gap("base", 0.2), f1, cells=cells)
    assert (first.kind, first.asked) == ("one seed", "suite")
    assert first.sentence.startswith("On suite one training is done of base: how far another seed")
    (first, *_) = experiment(gap("base", 0.2), cells=cells)
    assert first.sentence.startswith("Trained once: base.") and not first.asked


def test_a_gap_with_weights_of_the_audit_is_not_read() -> None:
    number = gap("base", 0.2)
    weighted = replace(number, score=replace(number.score, name="weighted gap", low=None, high=None, p=None))
    assert [each.measure for each in experiment(number, weighted)] == ["gap"]


def test_a_gap_by_another_name_is_read_once() -> None:
    def named(number: Number, name: str, value: float) -> Number:
        return replace(number, score=replace(number.score, name=name), seeds=(value,))

    parts = [gap("base", 0.2), gap("remedy", 0.05), change("gap", -0.15), change("diff.", -0.15), COST]
    same = [named(gap("base", 0.2), "diff.", 0.2), named(gap("remedy", 0.05), "diff.", 0.05)]
    assert kinds(experiment(*parts, *same)) == ["gap", "narrows", "without cost"]
    other = [same[0], named(gap("remedy", 0.06), "diff.", 0.06)]
    assert len(experiment(*parts, *other)) == 6


def test_rows_that_were_trained_once_are_told_first() -> None:
    once = change("gap", -0.15, with_seeds=False)
    cells = (CellCard("base", None, "a", "done"), CellCard("remedy", 0, "b", "done"))
    found = experiment(gap("base", 0.2), gap("remedy", 0.05), once, COST, cells=cells)
    assert kinds(found) == ["one seed", "gap", "narrows", "without cost"]
    assert found[0].sentence.startswith("Trained once: remedy. How far another seed would move")
    found = experiment(gap("base", 0.01), gap("remedy", 0.0), once, COST, cells=cells)
    assert "p = .001): there is nothing" in found[1].sentence
    twice = replace(gap("base", 0.2), seeds=(0.19, 0.21))  # of the same system: the spread is theirs
    found = experiment(twice, gap("remedy", 0.05), change("gap", -0.15), COST, cells=cells)
    assert "one seed" not in kinds(found)


def test_a_row_that_was_trained_once_is_told_though_nothing_is_compared() -> None:
    found = experiment(gap("base", 0.2), cells=(CellCard("base", 0, "a", "done"),))
    assert kinds(found) == ["one seed", "gap"] and "Trained once: base." in found[0].sentence


WHY = "50.0 % of the pronouns it links are linked rightly, and guessing gives 50.0 %"
GUESSES = Problem("remedy", "suite", WHY, "guessing")
LEVEL = (gap("base", 0.2), gap("remedy", 0.01, p=1.0), GUESSES)


@pytest.mark.parametrize(
    "others",
    [
        (change("gap", -0.19),),  # F1 was not measured
        (change("gap", -0.19), replace(COST, difference=-0.4, low=-0.5, high=-0.3)),  # it went to pieces
        (change("gap", -0.19), replace(COST, low=-0.2, high=0.2)),  # who knows
        (change("gap", -0.19, p=0.2), COST),  # not certain
        (change("gap", -0.19), COST, Problem("remedy", "suite", "it fails the self-test")),
        (change("gap", -0.19), COST, Problem("remedy", "corpus", "it failed on 7 of 8 documents")),
    ],
)
def test_a_guessing_row_closes_nothing(others: tuple[Change | Problem, ...]) -> None:
    found = experiment(*LEVEL, *others)
    assert set(kinds(found)) <= {"guessing", "unsound", "gap"}
    guesses = next(each for each in found if each.kind == "guessing")
    why = "not certain to do better than guessing on suite"
    assert guesses.sentence == f"remedy is {why} ({WHY}): it is not read."


def test_a_guessing_row_levels_a_gap_where_it_resolves_text_as_before() -> None:
    """Else a remedy would be read only where it leaves a rest: base is right as seldom, but has a gap."""
    found = experiment(*LEVEL, change("gap", -0.19), COST)
    assert kinds(found) == ["guessing", "gap", "levels"]
    assert found[0].sentence.endswith(": it is not read, but for the gaps that it levels.")
    assert found[2].sentence == (
        "remedy levels it by −19.0 points (−22.0 to −16.0), to +1.0. It is not certain to be right more "
        "often than guesses would be. No certain change of F1 on corpus (−0.4, −1.4 to +0.6)."
    )
    costs = replace(change("CoNLL F1", -0.02, asked="corpus", reach=0.01))
    told = experiment(*LEVEL, change("gap", -0.19), costs)
    assert kinds(told)[-1] == "levels" and "F1 on corpus falls (−2.0, −3.0 to −1.0)." in told[-1].sentence


def test_a_gap_is_levelled_beside_a_baseline_that_is_compared_itself() -> None:
    rows = (RowCard("base", "toy", ()), RowCard("mid", "toy", ("base",)), RowCard("remedy", "toy", ("mid",)))
    parts = [change("gap", -0.09), COST]
    changes = tuple(replace(each, baseline="mid") for each in parts)
    own = tuple(replace(each, row="mid") for each in parts)
    numbers = (gap("base", 0.2), gap("mid", 0.1), gap("remedy", 0.01, p=1.0))
    found = Experiment("x", "", "grid", rows, (), (CORPUS, SUITE), numbers, (*own, *changes), (GUESSES,))
    (said,) = (each for each in read_out(found) if each.kind == "levels")
    assert said.baseline == "mid" and said.sentence.startswith("remedy levels it by −9.0 points")


def test_what_is_levelled_has_a_share_in_a_decomposition() -> None:
    moved = replace(change("gap", -0.19), share=Share(0.95, 0.8, 1.1))
    found = experiment(*LEVEL, moved, COST, kind="decomposition")
    assert kinds(found) == ["guessing", "gap", "levels", "source"]
    assert "95.0 % (80 to 110)" in found[3].sentence


def test_where_no_gap_is_certain_there_is_nothing_to_level() -> None:
    found = experiment(gap("base", 0.2, p=0.3), *LEVEL[1:], change("gap", -0.19), COST)
    assert kinds(found) == ["guessing", "no gap"]


def test_a_guesser_shows_no_gap_in_headlines_that_are_not_read() -> None:
    """Of which there are several, so that one is certain by luck in a row of five."""
    read, other = gap("base", 0.02, p=0.4), gap("base", -0.03, low=-0.05, high=-0.01, p=0.01)
    other = replace(other, score=replace(other.score, name="neo less masculine", against={"pronoun": "he"}))
    assert is_gap(other.score) and not shows_a_gap("base", [read, other], SUITE)
    certain = replace(read, score=replace(read.score, p=0.01, low=0.01))
    assert shows_a_gap("base", [certain, other], SUITE)
    assert not shows_a_gap("remedy", [certain, other], SUITE)


def test_a_row_whose_baseline_is_not_read_stands_alone() -> None:
    for problem in (Problem("base", "suite", "it fails"), Problem("base", "suite", "it guesses", "guessing")):
        found = experiment(gap("base", 0.0), gap("remedy", 0.2), change("gap", 0.2), COST, problem)
        assert kinds(found) == [problem.kind, "gap"] and found[1].row == "remedy"


@pytest.mark.parametrize("broken", ["base", "remedy"])
def test_the_cost_is_not_told_from_a_row_that_failed_on_the_corpus(broken: str) -> None:
    problem = Problem(broken, "corpus", "it failed on 7 of 8 documents")
    cost = change("CoNLL F1", 0.4, asked="corpus")
    found = experiment(gap("base", 0.2), gap("remedy", 0.05), change("gap", -0.15), cost, problem)
    assert kinds(found) == ["unsound", "gap", "narrows"]
    assert found[0].sentence == f"{broken} on corpus is not read: it failed on 7 of 8 documents."
    assert found[2].sentence.endswith(f"What it costs in F1 is not told: {broken} is not read on corpus.")


def test_a_silent_system_is_not_read_as_a_remedy() -> None:
    problem = Problem("remedy", "suite", "it links 3 % of the pronouns to anyone")
    found = experiment(gap("base", 0.2), gap("remedy", 0.0), change("gap", -0.2), COST, problem)
    assert kinds(found) == ["unsound", "gap"]
    assert found[0].sentence == "remedy on suite is not read: it links 3 % of the pronouns to anyone."


def test_a_decomposition_tells_shares() -> None:
    moved = replace(change("gap", -0.15), share=Share(0.75, 0.52, 1.01))
    found = experiment(gap("base", 0.2), gap("remedy", 0.05), moved, COST, kind="decomposition")
    assert found[-1].kind == "source"
    assert (
        found[-1].sentence
        == "With the text exchanged and nothing else, 75.0 % (52 to 101) of the gap on suite goes."
    )


def test_a_share_that_has_no_bounds_is_not_told() -> None:
    found = experiment(
        gap("base", 0.2), gap("remedy", 0.05), change("gap", -0.15), COST, kind="decomposition"
    )
    assert "source" not in kinds(found)
