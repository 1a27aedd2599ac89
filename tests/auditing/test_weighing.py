"""Weights for tables and suites: what is read, trimmed and refused, and an audit with the weights written."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

import planted
from corefair.auditing.building import build_suites
from corefair.auditing.run import audit
from corefair.auditing.saved import load
from corefair.auditing.weighing import weigh, weighted, write_weights
from corefair.errors import DataError, UnknownName
from corefair.report import render

TABLE = "id\tgender\tnames\tkind\n" + "".join(
    f"e{i}\t{'f' if i % 3 else 'm'}\t{2 + i % 2 + (i % 5 == 0)}\t{'x' if i % 4 else 'y'}\n" for i in range(60)
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "t.tsv"
    path.write_text(TABLE)
    return path


def held(found: object, group: str) -> float:
    return sum(w for w, each in zip(found.balance.weights, found.groups, strict=True) if each == group)  # type: ignore[attr-defined]


def test_a_table(table: Path) -> None:
    found = weigh(str(table), group="gender", properties=["names", "kind"])
    assert len(found.ids) == 60 and found.left_out == 0 and found.balance.worst < 1e-9
    assert held(found, "f") == pytest.approx(30) == held(found, "m")
    assert {each.property for each in found.balance.sets} == {"names", "kind"}
    everything = weigh(str(table), group="gender")  # all other columns
    assert everything.balance.objective == pytest.approx(found.balance.objective)


def test_interactions_bins_and_trimming(table: Path) -> None:
    found = weigh(str(table), group="gender", properties=["kind"], interactions=["names*kind"])
    assert [each.name for each in found.properties] == ["kind", "names × kind"]
    binned = weigh(str(table), group="gender", properties=["names:2"])
    assert [each.label for each in binned.balance.sets] and binned.properties[0].cuts
    assert weigh(str(table), group="gender", properties=["names:2.5,3"]).properties[0].cuts == (2.5, 3)
    kept = weigh(str(table), group="gender", properties=["names"], keep=["names <= 3", "kind == x"])
    assert {each.label for each in kept.balance.sets} == {"2", "3"}
    assert kept.left_out == 60 - len(kept.ids) > 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, r"t.tsv: which column is the group\? --group one of: id, gender, names, kind"),
        ({"group": "sex"}, "no column is called 'sex'"),
        ({"group": "gender", "properties": ["name"]}, "did you mean names"),
        ({"group": "gender", "properties": ["names:x"]}, "after the colon comes a number of bins"),
        ({"group": "gender", "properties": ["names:0"]}, "after the colon comes a number of bins"),
        ({"group": "gender", "keep": ["names <= nan"]}, "nothing compares with nan"),
        ({"group": "gender", "properties": ["kind:3"]}, "kind cannot be cut into bins: 'y' is not a number"),
        ({"group": "gender", "keep": ["names"]}, "what to keep is said as: distance <= 4"),
        ({"group": "gender", "keep": ["kind < 3"]}, "'y' cannot be compared with 3.0"),
        ({"group": "gender", "keep": ["names < 0"]}, "at least two groups are needed"),
    ],
)
def test_bad_options_are_explained(table: Path, options: dict[str, object], said: str) -> None:
    with pytest.raises((DataError, UnknownName), match=said):
        weigh(str(table), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.tsv", "id\tgroup\tx\ty\na\tf\t1\t1\nb\tm\tnan\t1\nc\tm\t1\tnan\n"),
        ("t.csv", "id,group,x,y\na,f,1,1\nb,m,-inf,1\nc,m,1,nan\n"),
        ("t.jsonl", '{"id": "a", "group": "f", "x": 1}\n\n{"id": "b", "group": "m", "x": NaN}\n'),
    ],
)
def test_what_is_no_number_is_told_with_its_line(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=rf"{path}:3: x: (nan|-inf) is not a finite number; leave it empty"):
        weigh(str(path), group="group", properties=["x"])
    if name != "t.jsonl":  # what is not balanced is not looked into
        with pytest.raises(DataError, match=rf"{path}:4: y: nan"):
            weigh(str(path), group="group", properties=["y"])


def test_ids_must_differ_and_sources_exist(tmp_path: Path, table: Path) -> None:
    table.write_text("id\tg\nx\tf\nx\tm\n")
    with pytest.raises(DataError, match=r":3: 'x' is in column id for the second time, after line 2"):
        weigh(str(table), group="g")
    with pytest.raises(DataError, match="gapp is no suite"):
        weigh("gapp")
    with pytest.raises(DataError, match="occupations is even in all we know to compare"):
        weigh("occupations")
    with pytest.raises(DataError, match=r"occupations compares groups of .*, not of age"):
        weigh("occupations", group="age")


def test_ids_and_groups_are_text(tmp_path: Path) -> None:
    """What looks like a number is a name all the same: none is shortened, and none collides."""
    ids = ["007", "08", "1e3", "12345678901234567890", "12345678901234567891", "7"]
    table = tmp_path / "t.csv"
    rows = (
        f"{name},{group},{n % 2}\n" for n, (name, group) in enumerate(zip(ids, ["01", "1"] * 3, strict=True))
    )
    table.write_text("ID,group,n\n" + "".join(rows), encoding="utf-8")
    weighed = weigh(str(table), group="group", keep=["n >= 0"], properties=["n:1"])
    assert list(weighed.ids) == ids and set(weighed.groups) == {"01", "1"}
    write_weights(weighed, tmp_path / "w.tsv")
    assert [line.split("\t")[0] for line in (tmp_path / "w.tsv").read_text().splitlines()[1:]] == ids


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("a\t1\na\t1\n", r"w.tsv:3: 'a' is in column id for the second time, after line 2"),
        ("a\tinf\n", r"w.tsv:2: inf is no weight: expected a finite number"),
        ("a\t1e999\n", r"w.tsv:2: inf is no weight"),
        ("\t1\n", r"w.tsv:2: the column id is empty here"),
        ("\n\na\tnan\n", r"w.tsv:4: nan is no weight"),
    ],
)
def test_weights_that_cannot_be_meant(tmp_path: Path, rows: str, said: str) -> None:
    (tmp_path / "w.tsv").write_text("id\tweight\n" + rows, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        weighted(planted.suite(), tmp_path / "w.tsv")


@pytest.mark.parametrize("size", ["1e-320", "1e308", "3"])
def test_only_proportions_of_weights_matter(tmp_path: Path, size: str) -> None:
    rows = "".join(f"{case.id}\t{size}\n" for case in planted.suite().cases[:-1])
    (tmp_path / "w.tsv").write_text("id\tweight\n" + rows + "other\t1e-320\n", encoding="utf-8")
    found = weighted(planted.suite(), tmp_path / "w.tsv")
    assert [case.weight for case in found.cases] == [1.0] * 79 + [0.0]
    assert found.caveats[-2:] == (
        "1 of 80 cases are not in w.tsv: they weigh nothing",
        "1 ids of w.tsv are none of planted",
    )
    assert audit(planted.Planted(5), [found], resamples=200).results[0].valid


def test_weights_flow_through_an_audit(tmp_path: Path) -> None:
    """Weight on the first ten units alone: the planted gap there, none of the rest."""
    suite = planted.suite()
    path = tmp_path / "w.tsv"
    lines = (f"{case.id}\t{1 if int(case.unit) < 10 else 0}" for case in suite.cases)
    path.write_text("id\tweight\n" + "\n".join(lines) + "\n")
    scores = {
        name: audit(planted.Planted(5), [each], resamples=200).results[0].scores[0]
        for name, each in (("raw", suite), ("weighted", weighted(suite, path)))
    }
    assert scores["raw"].value == pytest.approx(35 / 40)
    assert scores["weighted"].value == pytest.approx(5 / 10)
    assert scores["weighted"].low is not None and scores["weighted"].low < 0.5


def test_weights_are_said_and_signed(tmp_path: Path) -> None:
    suite = planted.suite()
    for name, heavy in (("one.tsv", 2), ("other.tsv", 3)):
        lines = (f"{case.id}\t{heavy if int(case.unit) < 10 else 1}" for case in suite.cases)
        (tmp_path / name).write_text("id\tweight\n" + "\n".join(lines) + "\n")
    raw, one, other = (
        audit(planted.Planted(5), [each], resamples=200)
        for each in (suite, *(weighted(suite, tmp_path / name) for name in ("one.tsv", "other.tsv")))
    )
    sha256 = hashlib.sha256((tmp_path / "one.tsv").read_bytes()).hexdigest()
    assert [report.suites[0].weighted_by for report in (raw, one)] == [None, ("one.tsv", sha256)]
    assert all(f"|weights:{sha256[:12]}|" in score.signature for score in one.results[0].scores)
    assert not any("weights" in score.signature for score in raw.results[0].scores)
    assert len({report.results[0].scores[0].signature for report in (raw, one, other)}) == 3
    for form in ("md", "html"):
        said = ["weighted by one.tsv" in render(report, form) for report in (raw, one, other)]
        assert said == [False, True, False]
    assert load(one.save(tmp_path)).suites == one.suites


def test_written_weights_are_read(tmp_path: Path, table: Path) -> None:
    found = weigh(str(table), group="gender", properties=["names"])
    write_weights(found, tmp_path / "w.tsv")
    lines = (tmp_path / "w.tsv").read_text().splitlines()
    assert lines[0] == "id\tgroup\tweight" and len(lines) == 61
    assert float(lines[1].split("\t")[2]) == found.balance.weights[0]
    with pytest.raises(DataError, match="it gives weight to no case of planted"):
        weighted(planted.suite(), tmp_path / "w.tsv")
    (tmp_path / "w.tsv").write_text("id\tweight\n0.pro\t-1\n")
    with pytest.raises(DataError, match=r"w.tsv:2: -1 is no weight"):
        weighted(planted.suite(), tmp_path / "w.tsv")


@pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="set COREFAIR_DATA to a folder that holds gap/"
)
def test_a_gap_file_as_it_is() -> None:
    """Without options: what its genders differ in, with A and B for names where there are no spans."""
    folder = Path(os.environ["COREFAIR_DATA"]) / "gap"
    test = weigh(str(folder / "gap-test.tsv"), properties=["candidates", "place"])
    assert len(test.ids) == 1773 and test.balance.n_cells == 167
    assert test.balance.largest()[:9] == pytest.approx(
        [9.72, 9.20, 7.05, 7.05, 6.41, 5.43, 4.97, 4.97, 4.84], abs=0.005
    )
    plain = weigh(str(folder / "gap-development.tsv"))
    assert plain.balance.worst < 1e-8 and {each.name for each in plain.properties} >= {"distance"}


def test_a_side_without_weight_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.tsv"
    suite = planted.suite(4)
    lines = [f"{case.id}\t{int(case.groups['stereotype'] == 'pro')}" for case in suite.cases]
    path.write_text("\n".join(["id\tweight", *lines]), encoding="utf-8")
    with pytest.raises(DataError, match=r"weights.tsv: it gives no weight to any case of anti, with which"):
        weighted(suite, path)
    path.write_text(
        "\n".join(["id\tweight", *(line for line in lines if line.endswith("1"))]), encoding="utf-8"
    )
    with pytest.raises(DataError, match="no weight to any case of anti"):
        weighted(suite, path)


@pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="set COREFAIR_DATA to the folder of published sets"
)
def test_weights_of_ones_own_are_not_multiplied_with_those_of_gap(tmp_path: Path) -> None:
    (suite,), _ = build_suites(["gap"])
    path = tmp_path / "weights.tsv"
    path.write_text("id\tweight\n" + "".join(f"{case.id}\t1\n" for case in suite.cases), encoding="utf-8")
    made = weighted(suite, path)
    left = {each.name for each in suite.measures} - {each.name for each in made.measures}
    assert {"W-Bias", "Wt-Bias", "W-F1-Bias"} <= left and not left & {"gap", "acc-Bias", "F1-Bias"}
    (note,) = (each for each in made.caveats if each.startswith("left out, for they have weights"))
    assert "W-Bias" in note


def test_what_weighs_nothing_is_not_counted(tmp_path: Path) -> None:
    """Right on every she, and on he in the first 20 units, which alone have weight."""
    suite, path = planted.suite(), tmp_path / "weights.tsv"
    weights = {case.id: int(int(case.unit) < 20) for case in suite.cases}
    path.write_text("id\tweight\n" + "".join(f"{name}\t{weight}\n" for name, weight in weights.items()))
    (result,) = audit(planted.Planted(20), [weighted(suite, path)], resamples=100).results
    accuracy = result.score("accuracy")
    assert accuracy is not None and (accuracy.value, accuracy.n) == (1.0, 40)
    assert result.links is not None and (result.links.right, result.links.n) == (1.0, 40)
