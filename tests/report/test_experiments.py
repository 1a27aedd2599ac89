"""The page of an experiment: papers' tables with ours beside theirs, the front, and nothing unescaped."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.experiments.orders import lines, orders
from corefair.experiments.published import layout, titles
from corefair.experiments.reading import read_out
from corefair.experiments.result import (
    Asked,
    CellCard,
    Change,
    Experiment,
    Finding,
    JobScores,
    Number,
    Problem,
    RowCard,
    load,
    save,
)
from corefair.experiments.seeds import apart
from corefair.report.experiments.csv import table
from corefair.report.experiments.latex import latex
from corefair.report.experiments.layouts import DAGGER
from corefair.report.experiments.md import markdown
from corefair.report.experiments.page import in_short, page
from corefair.report.experiments.tradeoff import front, points, tradeoff
from corefair.types import Job, Json, Score

SUITE = Asked("winobias:dev", "suite", "It asks.", 1584, 792, "unit", ("stereotype", "pro", "anti"))
CORPUS = Asked("mine", "corpus", "Documents.", 30, 30, "document")


def number(row: str, asked: str, name: str, value: float, **more: object) -> Number:
    score = Score(name, value, value - 0.02, value + 0.02, 100, **more)  # type: ignore[arg-type]
    return Number(row, asked, score, (value - 0.01, value + 0.01), 0.014)


def experiment() -> Experiment:
    values = {"Feature": (0.60, 0.20), "Feature, anonymised": (0.59, 0.10), "<b>ours</b>": (0.50, 0.15)}
    numbers: list[Number] = []
    for row, (f1, gap) in values.items():
        numbers += [
            number(row, "mine", "CoNLL F1", f1, kind="f1", role="headline"),
            number(row, SUITE.key, "T1 |Diff|", gap, kind="distance", unit="points", p=0.01,
                   groups={"stereotype": "pro"}, against={"stereotype": "anti"}),
            number(row, SUITE.key, "T1 Avg", 0.5, kind="f1"),
            number(row, SUITE.key, "gap", gap, kind="gap", unit="points", groups={"stereotype": "pro"},
                   against={"stereotype": "anti"}, role="headline", p=0.001),
        ]  # fmt: skip
    rows = [
        RowCard(name, "feature", ("Feature",) if at else (), published={"": name})
        for at, name in enumerate(values)
    ]
    cells = [CellCard(name, 0, "k", "done") for name in values]
    change = Change(
        "Feature, anonymised", "Feature", SUITE.key, "gap", -0.1, -0.13, -0.07, 0.001, 0.001, True
    )
    return Experiment(
        "WinoBias", "", "grid", tuple(rows), (*cells, CellCard("<b>ours</b>", 1, "l", "not done")),
        (CORPUS, SUITE), tuple(numbers), (change,), tables=("winobias-2",),
        made={"date": "2026-11-17", "corefair": "0"},
    )  # fmt: skip


def test_ours_beside_the_papers() -> None:
    table = layout("winobias-2")
    made = lines(experiment(), table)
    assert [line.name for line in made[:2]] == ["E2E", "E2E, anonymised"] and made[0].row == ""
    feature = next(line for line in made if line.name == "Feature")
    at = [column.label for column in table.columns].index("T1 |Diff|")
    ours = feature.ours[at]
    assert ours is not None and ours.score.value == 0.20 and feature.theirs[at] == "10.6*"
    assert made[-1].name == "<b>ours</b>" and not any(made[-1].theirs)
    ((_, sentence),) = orders(experiment())
    assert sentence.endswith(
        "T1 |Diff|: 1 of 1 pair of rows is in the paper's order of size."
    )  # 20 > 10, 10.6 > 9.1


def test_orders_are_of_sizes_and_a_sign_is_told() -> None:
    asked = replace(SUITE, key="sowinobias:paper")
    rows = [RowCard(name, "c2f", (), published={"": name}) for name in ("GloVe", "Hard-GloVe")]
    ours = [
        number(row.name, asked.key, "diff.", value, kind="gap", unit="points")
        for row, value in zip(rows, (-0.011, -0.155), strict=True)
    ]
    found = replace(
        experiment(), rows=tuple(rows), asked=(asked,), numbers=tuple(ours), tables=("sowinobias-1",)
    )
    ((_, sentence),) = orders(found)  # the paper has 17.4 and 14.3
    assert "SoWinoBias diff.: 0 of 1 pair of rows is in the paper's order of size." in sentence
    assert sentence.endswith("In 2 of 2 rows ours has the other sign.")


def test_what_is_not_read_has_no_place_in_an_order() -> None:
    asked = replace(SUITE, key="sowinobias:paper")
    names = ("GloVe", "Hard-GloVe", "RAN-GloVe")
    rows = [RowCard(name, "c2f", (), published={"": name}) for name in names]
    ours = [
        number(name, asked.key, "diff.", value, kind="gap", unit="points", against={"x": "y"})
        for name, value in zip(names, (0.3, 0.2, 0.0), strict=True)
    ]
    guesses = Problem("RAN-GloVe", asked.key, "it guesses", "guessing")
    found = replace(
        experiment(), rows=tuple(rows), asked=(asked,), numbers=tuple(ours), tables=("sowinobias-1",)
    )
    ((_, of_all),) = orders(replace(found, problems=()))
    ((_, of_read),) = orders(replace(found, problems=(guesses,)))
    assert " of 3 pairs" in of_all and " of 1 pair " in of_read


def test_a_row_with_a_name_in_another_table_keeps_its_own_here() -> None:
    rows = [
        RowCard(name, "c2f", (), published={"winobias-2": of}) for name, of in (("a", "Rule"), ("b", "E2E"))
    ]
    found = replace(experiment(), rows=tuple(rows), numbers=())
    assert [line.row for line in lines(found, layout("sowinobias-1"))][-2:] == ["a", "b"]


def test_in_short_says_what_rows_do_to_which_gap() -> None:
    made = (("narrows", "a, changed"), ("turns", "other"), ("widens", "third"), ("turns", "fourth"))
    findings = tuple(Finding(kind, "", row, SUITE.key, "gap") for kind, row in made)
    assert in_short(replace(experiment(), findings=findings, cells=())) == (
        "On winobias:dev, the gap is narrowed by “a, changed”, turned around by “other” and “fourth” "
        "and widened by “third”, for certain."
    )
    once = (*findings, Finding("one seed", "Trained once: …"))
    assert "Some rows were trained once" in in_short(replace(experiment(), findings=once))


def test_in_short_calls_nothing_certain_that_rests_on_one_training() -> None:
    made = (("narrows", "a"), ("turns", "b"), ("narrows", "c"), ("narrows", "rules"))
    findings = tuple(Finding(kind, "", row, SUITE.key, "gap", "plain") for kind, row in made)
    change = Change("", "plain", SUITE.key, "gap", -0.1, -0.2, -0.05, 0.01, 0.02)
    changes = tuple(replace(change, row=row, with_seeds=row == "c") for _, row in made)
    cells = tuple(CellCard(row, 0, row, "done") for row in ("a", "b", "c"))
    found = replace(experiment(), rows=(), findings=findings, changes=changes, cells=cells)
    assert in_short(found) == (
        "On winobias:dev, the gap is narrowed by “c” and “rules”, for certain. "
        "On winobias:dev, the gap is narrowed by “a” and turned around by “b” in the one training there "
        "is of each."
    )


def test_in_short_has_each_row_once_beside_its_first_baseline_that_could_be_read() -> None:
    rows = tuple(RowCard(name, "x", baselines) for name, baselines in (
        ("plain", ()), ("other", ()), ("a", ("other", "plain")), ("b", ("other", "plain")),
        ("c", ("lost", "plain")),
    ))  # fmt: skip
    made = (("opens", "a", "plain"), ("narrows", "b", "plain"), ("narrows", "c", "plain"),
            ("narrows", "a", "other"), ("uncertain", "b", "other"))  # fmt: skip
    findings = tuple(Finding(kind, "", row, SUITE.key, "gap", baseline) for kind, row, baseline in made)
    found = replace(experiment(), rows=rows, findings=findings, cells=())
    assert in_short(found) == "On winobias:dev, the gap is narrowed by “c” and “a”, for certain."


def test_no_table_has_a_bare_number_of_what_is_not_read() -> None:
    clean = experiment()
    assert not any("†" in text.replace(DAGGER, "") for text in (latex(clean), markdown(clean), page(clean)))
    assert [line["read"] for line in csv.DictReader(io.StringIO(table(clean)))] == ["yes"] * 13
    for kind, why in (("unsound", "not read"), ("guessing", "may be guessing")):
        problem = Problem("Feature, anonymised", SUITE.key, "it does", kind)  # type: ignore[arg-type]
        found = replace(clean, problems=(problem,))
        assert f"Feature, anonymised & Feature & winobias:dev & gap & {why} & -- & -- & --" in latex(found)
        read = [(line["kind"], line["row"], line["on"], line["read"])
                for line in csv.DictReader(io.StringIO(table(found))) if line["read"] != "yes"]  # fmt: skip
        assert set(read) == {
            ("number", problem.row, SUITE.key, why), ("change", problem.row, SUITE.key, why)
        }  # fmt: skip
        assert len(read) == (4 if kind == "unsound" else 3)  # of a guesser its accuracy is what it is
        assert ("50.0†" in markdown(found)) == (kind == "unsound")
        assert "10.0†" in markdown(found) and "10.0†" in latex(found) and "10.0†" in page(found)
        assert page(found).count(f"<td>{why}</td>") == len(read)
        assert page(found).count(f">{why}</") == len(read) + 1  # beside its strip too


def test_what_is_levelled_has_its_numbers_and_is_called_so() -> None:
    found = experiment()
    cost = replace(found.changes[0], asked="mine", measure="CoNLL F1", difference=0.0, low=-0.01, high=0.01)
    guesses = Problem("Feature, anonymised", SUITE.key, "it guesses", "guessing")
    found = replace(found, changes=(*found.changes, cost), problems=(guesses,))
    assert "Feature, anonymised & Feature & winobias:dev & gap & $-$10.0 & $-$13.0 & $-$7.0" in latex(found)
    (of_gap,) = (line for line in table(found).splitlines() if line.startswith("change") and ",gap," in line)
    assert of_gap.endswith(",levels")
    told = replace(found, findings=tuple(read_out(found)))
    short = in_short(told)
    assert short.startswith("On winobias:dev, the gap is levelled by “Feature, anonymised”")
    assert "What levels a gap is not certain to be right more often than guesses would be." in short
    assert "Levels" in page(told) and "10.0†" in markdown(told)


def test_in_short_says_why_nothing_was_compared() -> None:
    found = replace(experiment(), cells=())
    alone = replace(found, changes=())
    assert in_short(alone) == "No row is compared with another on a gap."
    failed = (CellCard("Feature", 0, "k", "failed", ("train: it fails",)),)
    assert in_short(replace(alone, cells=failed)).startswith("No gap could be compared: “Feature” failed.")
    for kind, said in (("unsound", "is not read"), ("guessing", "may be guessing")):
        problem = Problem("Feature", SUITE.key, "it does", kind)  # type: ignore[arg-type]
        assert in_short(replace(found, problems=(problem,))) == (
            f"No gap could be compared: “Feature” {said}."
        )
        begun = (CellCard("Feature", 0, "k", "done"), CellCard("Feature", 1, "l", "not done"))
        assert f"“Feature” {said}" in in_short(replace(found, problems=(problem,), cells=begun))
    of_corpus = tuple(n for n in found.numbers if n.asked == "mine")
    corpus = replace(alone, asked=(CORPUS,), numbers=of_corpus)
    assert in_short(corpus) == "No suite was asked, so there is no gap to compare."
    missing = replace(corpus, suites=("winobias:test",), not_here=(("winobias:test", "not found"),))
    assert in_short(missing) == "No suite could be asked: their data is not here."


def test_every_table_has_rows_and_columns() -> None:
    for name in titles():
        table = layout(name)
        assert table.rows and table.columns
        labels = {column.label for column in table.columns}
        assert {label for _, label in table.numbers} == labels
    # Means are those of their columns but for the papers' own rounding: 62.6 for 73.5 and 51.2.
    for name, one, other, mean in (
        ("winobias-2", "T1-p", "T1-a", "T1 Avg"),
        ("sowinobias-1", "SoWinoBias pro", "SoWinoBias anti", "SoWinoBias avg."),
    ):
        table = layout(name)
        for row in table.rows:
            sides = [float(table.numbers[row, column]) for column in (one, other)]
            assert abs(sum(sides) / 2 - float(table.numbers[row, mean])) < 0.3, row


def test_the_front_is_of_rows_that_nothing_beats() -> None:
    of = points(experiment(), SUITE.key, "gap")
    assert [point.row for point in front(of)] == ["Feature, anonymised", "Feature"]
    guessing = Problem("Feature, anonymised", SUITE.key, "it guesses", "guessing")
    broken = Problem("<b>ours</b>", "mine", "it failed on 7 of 8 documents")
    of = points(replace(experiment(), problems=(guessing, broken)), SUITE.key, "gap")
    assert [point.row for point in of] == ["Feature"]


def test_rows_of_one_colour_are_told_apart_by_their_shape() -> None:
    """Colours come again after eight rows."""
    rows = [point.row for point in points(experiment(), SUITE.key, "gap")]
    drawn = tradeoff(experiment(), SUITE.key, "gap", {row: 8 * number for number, row in enumerate(rows)})
    marks = re.findall(r'<(circle|rect)[^>]* class="c0"( transform="rotate)?', str(drawn))
    assert len(rows) == 3 and marks == [("circle", ""), ("rect", ""), ("rect", ' transform="rotate')]
    assert all(f'class="dot {shape} c0"' in str(drawn) for shape in ("round", "square", "diamond"))


def test_the_page() -> None:
    found = experiment()
    made = page(found)
    assert "<b>ours</b>" not in made and "&lt;b&gt;ours&lt;/b&gt;" in made
    assert "Nothing beats in both: “Feature, anonymised” and “Feature”." in made  # names may have commas
    assert "paper 10.6*" in made and "20.0* ± 1.4" in made and "not in this grid" in made
    assert "Not finished: 1 part" in made
    assert in_short(found) == "No row changes a gap for certain. 1 cell not done."
    assert "Feature (paper)" in latex(found)
    assert "| **Feature** | 60.0 ± 1.4 [58.0, 62.0] |" in markdown(found)
    assert page(replace(found, kind="decomposition")).count("Where the gap comes from") == 2


def test_jobs_are_drawn_row_by_row() -> None:
    jobs = tuple(Job(f"job {i}", 10.0 * i, {}, bls=9.0 * i, bergsma=5.0 * i) for i in range(6))
    found = replace(experiment(), jobs=(JobScores("Feature", SUITE.key, jobs),))
    text = page(found)
    assert text.count('<figure class="scatter"') - page(experiment()).count('<figure class="scatter"') == 3
    assert "winobias:dev: 6 occupations, 1 row" in text and 'class="diagonal"' in text
    assert "Job by job" not in page(experiment())


def test_where_no_gap_is_told_that_is_said() -> None:
    found = replace(experiment(), findings=())
    assert "## What it says\n\nThere is no gap to tell of." in markdown(found)
    assert "<p>There is no gap to tell of.</p>" in page(found)
    told = replace(found, findings=(Finding("gap", "It is there.", "Feature", SUITE.key, "gap"),))
    assert "no gap to tell of" not in markdown(told) + page(told)


def test_what_cannot_be_read_is_told_and_rows_of_which_nothing_is_known_stand_in_no_table() -> None:
    found = experiment()
    why = "Feature on winobias:dev is not read: it links 0 % of the pronouns to anyone."
    shown = page(
        replace(
            found,
            rows=(*found.rows, RowCard("Later", "feature", ("Feature",), published={"": "Later"})),
            cells=(*found.cells, CellCard("Later", 0, "m", "not done")),
            findings=(Finding("unsound", why, "Feature", SUITE.key),),
        )
    )
    assert why in shown
    papers, _, rest = shown.partition('id="papers"')[2].partition("</table>")
    assert "Feature, anonymised" in papers and "Later" not in papers and "Later" in rest


def test_an_experiment_that_speaks_of_what_it_has_not_is_refused(tmp_path: Path) -> None:
    sound = experiment()
    base = number("Feature, anonymised", SUITE.key, "gap", 0.1, kind="gap", unit="points")
    save(sound, tmp_path)
    assert load(tmp_path) == sound
    for broken, named in (
        (replace(sound, numbers=(*sound.numbers, replace(base, row="nobody"))), "row 'nobody'"),
        (replace(sound, numbers=(*sound.numbers, replace(base, asked="x:y"))), "suite or corpus 'x:y'"),
        (replace(sound, changes=(replace(sound.changes[0], measure="F-1"),)), "number"),
        (replace(sound, tables=("winobias-9",)), "table 'winobias-9'"),
    ):
        save(broken, tmp_path)
        with pytest.raises(DataError, match=f"not a sound experiment: it speaks of the {named}"):
            load(tmp_path)


@pytest.mark.parametrize("resamples", [-1, 0, "many", 1.5])
def test_an_experiment_of_no_number_of_resamples_is_refused(tmp_path: Path, resamples: Json) -> None:
    save(replace(experiment(), settings={"resamples": resamples}), tmp_path)
    with pytest.raises(DataError, match="not a sound experiment: its resamples are"):
        load(tmp_path)


def test_an_experiment_that_is_nested_too_deeply_is_told(tmp_path: Path) -> None:
    file = tmp_path / "experiment.json"
    file.write_text("[" * 100_000)
    with pytest.raises(DataError, match=r"experiment\.json: .*nested too deeply"):
        load(file)


def test_a_number_beyond_all_is_refused(tmp_path: Path) -> None:
    sound = experiment()
    score = replace(sound.numbers[0].score, high=1e308)
    save(replace(sound, numbers=(replace(sound.numbers[0], score=score), *sound.numbers[1:])), tmp_path)
    with pytest.raises(DataError, match=r"a number beyond 1e\+100"):
        load(tmp_path)


def test_a_bar_in_a_name_does_not_part_cells() -> None:
    found = experiment()
    rows = [replace(row, name=row.name.replace("Feature", "a | b"), published={}) for row in found.rows]
    numbers = [replace(each, row=each.row.replace("Feature", "a | b")) for each in found.numbers]
    said = markdown(replace(found, rows=tuple(rows), numbers=tuple(numbers)))
    assert r"a \| b" in said and "a | b |" not in said


def test_names_and_sentences_of_a_grid_are_not_markup() -> None:
    finding = Finding("gap", "On x, <b>ours</b> has a [gap](of) *1*.", "<b>ours</b>", SUITE.key, "gap")
    said = markdown(replace(experiment(), name="<i>mine</i>", about="*all*", findings=(finding,)))
    assert "# &lt;i&gt;mine&lt;/i&gt;" in said and r"\*all\*" in said and "<b>" not in said
    assert r"&lt;b&gt;ours&lt;/b&gt; has a \[gap\](of) \*1\*." in said
    assert "- &lt;b&gt;ours&lt;/b&gt;, seed 1: not done" in said


def test_what_another_seed_would_change_is_told_by_system() -> None:
    seeds = {"a": (0.10, 0.14), "b": (0.30, 0.32, 0.34), "again": (0.10, 0.14), "once": (0.2,)}
    rows = tuple(RowCard(name, "other" if name == "once" else "feature", ()) for name in seeds)
    numbers = [
        Number(row, SUITE.key, Score("gap", sum(v) / len(v), -0.05, 0.5, 9, kind="gap", unit="points",
               role="headline", groups={"stereotype": "pro"}, against={"stereotype": "anti"}), v)
        for row, v in seeds.items()
    ]  # fmt: skip
    key = {"again": "a"}  # the same trainings by another name
    cells = [
        CellCard(row, n, f"{key.get(row, row)}{n}", "done") for row, v in seeds.items() for n in range(len(v))
    ]
    found = replace(
        experiment(), rows=rows, numbers=tuple(numbers), cells=tuple(cells), tables=(), changes=()
    )
    (one,) = apart(found, SUITE.key, "gap")
    deviation = ((0.04**2 / 2 + 2 * 0.02**2) / 3) ** 0.5  # Σ (x − mean)² over 1 + 2 degrees of freedom
    assert one == (
        "feature",
        pytest.approx(deviation),
        2,
        pytest.approx(3.1824 * 2**0.5 * deviation, rel=1e-4),
    )
    said = markdown(found)
    assert "Another seed of feature moves the gap by 2.3 points (standard deviation within 2 rows)" in said
    assert "| b | – | 32.0 (−5.0 to 50.0): 30.0, 32.0, 34.0 |" in said
    assert "| once | – | 20.0 (−5.0 to 50.0) |" in said
    single = replace(found, numbers=(numbers[-1],))
    assert "Seed by seed" not in markdown(single) and "Another seed" not in page(single)
