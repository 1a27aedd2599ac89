"""Grids: what a file says, and what is said of a file that is wrong, with its line and near names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.experiments.cells import plan
from corefair.experiments.grid import Grid, read_grid
from experiment_toys import KEY, SUITE

START = f"corpus: {{mine: {KEY}}}\nsuites: ['{SUITE}']\nrows:\n"


def written(tmp_path: Path, text: str, name: str = "grid.yaml") -> Path:
    pytest.importorskip("yaml", reason="needs the extra yaml")
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_yaml_and_json_say_the_same(tmp_path: Path) -> None:
    rows = [
        {"name": "a", "system": "nearest"},
        {"name": "b", "system": "rule", "resources": {"gender_counts": "none"}},
    ]
    path = tmp_path / "grid.json"
    path.write_text(json.dumps({"suites": [str(SUITE)], "rows": rows}, indent=2), encoding="utf-8")
    as_yaml = f"""
suites: ['{SUITE}']
rows:
  - {{name: a, system: nearest}}
  - &b {{name: b, system: rule, resources: {{gender_counts: "none"}}}}
"""
    one, other = read_grid(path), read_grid(written(tmp_path, as_yaml))
    assert one.rows == other.rows and one.suites == other.suites
    assert one.rows[1].options == {"gender_counts": "none"} and one.rows[1].baselines == ("a",)
    assert one.rows[0].baselines == () and one.rows[0].seeds == (None,)


def test_a_row_that_is_its_own_baseline_is_compared_with_none(tmp_path: Path) -> None:
    rows = "  - {name: a, system: nearest}\n  - {name: b, system: first, baseline: b}\n"
    third = "  - {name: c, system: second, baseline: [a, b]}\n"
    found = read_grid(written(tmp_path, START + rows + third)).rows
    assert [row.baselines for row in found] == [(), (), ("a", "b")]


def test_an_anchor_is_taken_over_and_said_anew(tmp_path: Path) -> None:
    text = START + "  - &a {name: a, system: nearest}\n  - {<<: *a, name: b}\n"
    assert [row.name for row in read_grid(written(tmp_path, text)).rows] == ["a", "b"]


def test_axes_are_crossed(tmp_path: Path) -> None:
    text = f"""
corpus: {{mine: {KEY}}}
seeds: 2
baseline: small
cross:
  system:
    - {{name: small, system: feature, settings: {{epochs: 1}}}}
    - {{name: large, system: feature, settings: {{epochs: 3}}}}
  text:
    - {{name: ""}}
    - {{name: + augment, text: swap, settings: {{windows: 0.5}}}}
"""
    rows = {row.name: row for row in read_grid(written(tmp_path, text)).rows}
    assert list(rows) == ["small", "small + augment", "large", "large + augment"]
    assert rows["large + augment"].settings == {"epochs": 3, "windows": 0.5}
    assert rows["large + augment"].text == ("swap",) and rows["large"].seeds == (0, 1)


def test_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHICH", "nearest")
    text = "variables: {corpus: '${here}/key.conll', system: '${WHICH}'}\nscore: {mine: '${corpus}'}\n"
    path = written(tmp_path, text + "rows: [{name: a, system: '${system}'}]\n")
    (tmp_path / "key.conll").write_text(KEY.read_text())
    found = read_grid(path)
    assert found.score == {"mine": str(tmp_path / "key.conll")} and found.rows[0].system == "nearest"
    assert read_grid(path, variables={"system": "first"}).rows[0].system == "first"


def test_what_names_an_empty_variable_is_left_out(tmp_path: Path) -> None:
    text = f"""
variables: {{second: {KEY}, vectors: "", counts: "", test: ""}}
corpus: {{first: {KEY}, second: "${{second}}"}}
suites: ['{SUITE}', 'winobias:${{test}}']
rows:
  - {{name: a, system: feature, settings: {{gender_counts: "${{counts}}", epochs: 2}}}}
  - {{name: b, system: c2f-static, vectors: "${{vectors}}"}}
  - {{name: c, system: c2f-static, vectors: {{file: "${{vectors}}", mitigator: hard}}}}
"""
    path = written(tmp_path, text)
    found = read_grid(path)
    assert list(found.corpus) == ["first", "second"] and found.suites == (str(SUITE),)
    assert found.rows[0].options == {"epochs": 2}
    assert [row.left_out for row in found.rows] == ["", *["no file of vectors is given for it"] * 2]
    assert list(read_grid(path, variables={"second": ""}).corpus) == ["first"]


def test_a_row_may_have_a_corpus_of_its_own(tmp_path: Path) -> None:
    own = f"corpus: [{KEY}, {KEY.with_name('careful.conll')}]"
    text = START + f"  - {{name: a, system: feature}}\n  - {{name: b, system: feature, {own}}}\n"
    found = read_grid(written(tmp_path, text))
    assert found.rows[0].corpus is None and list(found.rows[1].corpus or ()) == ["key", "careful"]
    first, second = plan(found).cells
    assert list(first.corpus) == ["mine"] and list(second.corpus) == ["key", "careful"]
    assert first.key != second.key


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("rows: [\n", 2, "not YAML"),
        ("- a\n", 1, "begins with names"),
        ("name: x\n", 1, "a grid has rows"),
        ("name: x\nroes: []\n", 2, "did you mean rows"),
        ("rows: []\n", 1, "no row in it"),
        ("rows:\n  - {name: a}\n", 2, "needs a system"),
        ("rows:\n  - {name: a, system: nearst}\n", 2, "did you mean nearest"),
        ("rows:\n  - {name: a, system: nearest}\n  - {name: a, system: first}\n", 3, "here and on line 2"),
        ("rows:\n  - name: a\n    system: rule\n    settings:\n      gender_count: a\n", 5, "gender_counts?"),
        ("rows:\n  - name: a\n    system: feature\n    settings:\n      epochs: many\n", 5, "a whole number"),
        ("rows:\n  - {name: a, system: nearest, text: swap}\n", 2, "not trained here"),
        ("rows:\n  - name: a\n    system: feature\n    text: [swop]\n", 4, "did you mean swap"),
        ("rows:\n  - name: a\n    system: feature\n    text: hard\n", 4, "changes vectors, not text"),
        ("rows:\n  - name: a\n    system: feature\n    vectors: no.txt\n", 4, "no file no.txt"),
        ("rows:\n  - {name: a, system: nearest, name: b}\n", 2, "is there twice"),
        ("suites:\n  - winobia:dev\nrows: [{name: a, system: nearest}]\n", 2, "did you mean winobias"),
        ("suites: weat\nrows: [{name: a, system: nearest}]\n", 1, "measures word vectors"),
        ("tables: winobias-5\nrows: [{name: a, system: nearest}]\n", 1, "did you mean"),
        ("baseline: b\nrows: [{name: a, system: nearest}]\n", 1, "no row is called 'b'"),
        ("seeds: [1, 1]\nrows: [{name: a, system: nearest}]\n", 1, "different whole numbers"),
        ("corpus: nowhere\nrows: [{name: a, system: nearest}]\n", 1, "no file or folder nowhere"),
        (f"corpus:\n  - {KEY}\n  - {KEY}\nrows: [{{name: a, system: nearest}}]\n", 3, "are called 'key'"),
        (f"rows:\n  - {{name: a, system: nearest, corpus: {KEY}}}\n", 2, "takes no corpus"),
        ("name: ${nothing}\nrows: [{name: a, system: nearest}]\n", 1, "--set nothing=VALUE"),
        ("kind: grit\nrows: [{name: a, system: nearest}]\n", 1, "did you mean grid"),
        ("seeds: 99999999999\nrows: [{name: a, system: nearest}]\n", 1, "from 1 to 1,000"),
        ("rows:\n  - {name: a, system: feature, seeds: 1001}\n", 2, "from 1 to 1,000"),
        ("resamples: 100001\nrows: [{name: a, system: nearest}]\n", 1, "from 1 to 100,000"),
        ("name: x\ncross:\n" + "".join(f"  {axis}: [{', '.join(['{seeds: 1}'] * 10)}]\n" for axis in "abcde"),
         2, "100,000 rows; a grid may have 10,000"),
        ("name: \"\\x1b\"\nabout: \x1b[2J\nrows: []\n", None, "not YAML"),
        ("name: 2020-13-45\nrows: []\n", None, "not YAML"),
        (f"seeds: {'9' * 5000}\nrows: []\n", None, "not YAML"),
        ("name: &a [*a]\n", 1, "leads back"),
        ('rows:\n  - {name: "\\ud800", system: nearest}\n', 2, "half of a surrogate pair"),
        ("a0: &a0 {k: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 60)),
         16, "more than 100,000 values"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, line: int | None, says: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as error:
        read_grid(path)
    place = f"{path}:" if line is None else f"{path}:{line}: "
    assert str(error.value).startswith(place) and "\n" not in str(error.value), error.value
    assert says in str(error.value)


def test_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "grid.json"
    path.write_text('{"rows": [\n {"name": "a",\n  "system": "nearst"}\n]}', encoding="utf-8")
    with pytest.raises(DataError, match=r"grid\.json:3: no system is called 'nearst'; did you mean nearest"):
        read_grid(path)
    path.write_text('{"rows": [\n,]}', encoding="utf-8")
    with pytest.raises(DataError, match=r"grid\.json:2: not JSON"):
        read_grid(path)
    path.write_text('{"seeds": ' + "9" * 5000 + "}", encoding="utf-8")
    with pytest.raises(DataError, match=r"grid\.json: not JSON"):
        read_grid(path)


def test_rows_that_are_left_out_are_not_looked_into(tmp_path: Path) -> None:
    text = START + "  - {name: a, system: nearest}\n  - {name: later, system: e9e, vectors: nowhere.txt}\n"
    path = written(tmp_path, text)
    found: Grid = read_grid(path, only=["a"])
    assert [row.left_out for row in found.rows] == ["", "it was not asked for"]
    with pytest.raises(DataError, match="no row is called 'b'"):
        read_grid(path, only=["b"])
