"""Grids: what a file says, and what is said of a file that is wrong, with its line and near names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import contracts
from corefair.errors import DataError
from corefair.experiments.cells import plan
from corefair.experiments.checks import READS_VECTORS
from corefair.experiments.grid import Grid, read_grid
from corefair.registry import trainers
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
        ("rows:\n  - name: a\n    system: ranking\n    vectors: no.txt\n", 4, "no file no.txt"),
        ("rows:\n  - name: a\n    system: feature\n    vectors: no.txt\n", 4, "feature uses no word vectors"),
        ("rows:\n  - name: a\n    system: c2f-static\n", 3, "needs word vectors: write `vectors: FILE`"),
        ("rows:\n  - name: a\n    system: rule:gender_cuonts=none\n", 3, "did you mean gender_counts"),
        ("rows:\n  - name: a\n    system: feature:epochs=3\n", 3, "no option of feature is called 'epochs'"),
        ("rows:\n  - name: a\n    system: mine=rule\n", 3, "a row has a name already"),
        ("rows:\n  - name: a\n    system: feature\n    settings:\n      rate: 1\n      epochs: -1\n", 6,
         "epochs must be 1 or more"),
        ("rows:\n  - name: a\n    system: rule\n    settings: {they: plural}\n    resources: {they: x}\n", 5,
         "they is among the settings too, on line 4"),
        ("rows:\n  - name: a\n    system: nearest\n    seeds: 2\n", 4, "not trained here, and has no seeds"),
        ("rows:\n  - name: a\n    system: ranking\n    vectors:\n      file: x\n      options: {k: 1}\n", 6,
         "those of a mitigator"),
        ("rows:\n  - {name: a, system: nearest}\n  - {name: b, system: first, baseline: [a, a]}\n", 3,
         "the baseline 'a' is named twice"),
        ("suites:\n  - agee.tsv\nrows: [{name: a, system: nearest}]\n", 2, "there is no file agee.tsv"),
        ("suites:\n  - winobias:dve\nrows: [{name: a, system: nearest}]\n", 2, "did you mean dev"),
        ("suites:\n  - occupations\n  - occupations\nrows: [{name: a, system: nearest}]\n", 3,
         "the suite 'occupations' is named twice, here and on line 2"),
        ("tables: winobias-2\nrows:\n  - name: a\n    system: nearest\n    as: {winobias-3: E2E}\n", 5,
         "did you mean winobias-2"),
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
        ("rows:\n  - {name: '', system: nearest}\n", 2, "a line of text that is not empty"),
        ("rows:\n  - {name: \"a\\nb\", system: nearest}\n", 2, "a line of text that is not empty"),
        ("rows:\n  - name: a\n    system: ranking\n    vectors:\n", 4, "vectors is a text, not nothing"),
        ("tables: [ran-7, ran-7]\nrows: [{name: a, system: nearest}]\n", 1, "the table 'ran-7' is named"),
        ("rows:\n  - name: a\n    system: predictions:no.jsonl\n", 3, "there is no file no.jsonl"),
        (f"rows:\n  - name: a\n    system: e2e\n    vectors:\n      file: {KEY}\n      mitigator: hard\n"
         "      options:\n        preserv: no.txt\n", 8, "did you mean preserve"),
        ("rows:\n  - name: a\n    system: feature\n    resources: {gender_counts: no.tsv}\n",
         3, "no.tsv: no such file of gender counts; give one, or shipped, none"),
        (f"rows:\n  - name: a\n    system: e2e\n    vectors:\n      file: {KEY}\n      mitigator: hard\n"
         "      options:\n        preserve: no.txt\n", 8, "no.txt"),
        (f"rows:\n  - name: a\n    system: e2e\n    vectors: {KEY}\n    settings:\n      mentions: no/dir\n",
         6, "mentions: there is no file or folder no/dir"),
        ("rows:\n  - name: a\n    system: c2f-static:vectors=no.txt\n", 3,
         "vectors: there is no file or folder no.txt"),
        ("rows:\n  - name: a\n    system: conll:no.conll\n", 3, "there is no file no.conll"),
        ("rows:\n  - name: a\n    system: human:no*.csv\n", 3, "there are no files no*.csv"),
        ("rows:\n  - name: a\n    system: 'command:'\n", 3, "command: what? Write command:PROGRAM"),
        ("rows:\n  - name: a\n    system: no-model/\n", 3, "there is no folder no-model/"),
        ("rows:\n  - name: a\n    system: feature\n    seeds: [2, 2]\n", 4, "different whole numbers"),
        ("name: \"\\x1b\"\nabout: \x1b[2J\nrows: []\n", None, "not YAML"),
        ("name: x\nabout: 2020-13-45\nrows: []\n", 2, "2020-13-45 cannot be read: month must be in 1..12"),
        (f"rows: []\nseeds: {'9' * 5000}\n", 2, "cannot be read: Exceeds the limit"),
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


def test_answers_in_another_format_are_refused_before_anything_runs(tmp_path: Path) -> None:
    path = written(tmp_path, f"rows:\n  - name: a\n    system: predictions:{KEY}\n")
    with pytest.raises(DataError, match=rf"{path}:3: {KEY}:1: not a JSON object.*; no line of it is"):
        read_grid(path)


def test_a_suite_that_is_wrong_as_a_whole_has_no_line_of_the_grid(tmp_path: Path) -> None:
    suite = tmp_path / "empty.tsv"
    suite.write_text("kind\tname\ttext\tslot\tgroups\tgold\n", encoding="utf-8")
    grid = read_grid(written(tmp_path, f"rows: [{{name: a, system: nearest}}]\nsuites:\n  - {suite}\n"))
    with pytest.raises(DataError, match=rf"^{suite}: no line of kind contrast"):
        plan(grid)


def test_words_and_numbers_are_names_as_they_are_written(tmp_path: Path) -> None:
    """As a text YAML would have of these False, 1.1 and 90."""
    cross = (
        "cross:\n  of: [{name: no}, {name: 1.10}, {name: 1:30}]\n  system: [{name: on, system: nearest}]\n"
    )
    grid = read_grid(written(tmp_path, "variables: {x: off}\nname: ${x}\n" + cross))
    assert [row.name for row in grid.rows] == ["no on", "1.10 on", "1:30 on"] and grid.name == "off"


def test_a_row_may_have_seeds_of_its_own(tmp_path: Path) -> None:
    rows = "  - {name: a, system: feature}\n  - {name: b, system: feature, seeds: [3, 5]}\n"
    assert [row.seeds for row in read_grid(written(tmp_path, f"seeds: 2\n{START}{rows}")).rows] == [
        (0, 1),
        (3, 5),
    ]


def test_what_audit_takes_is_a_system_here_too(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    specs = ("rule:they=plural", f"conll:{KEY}", "command:python x.py", f"{tmp_path}/mine:corpus=litbank")
    rows = "".join(f"  - {{name: '{at}', system: '{spec}'}}\n" for at, spec in enumerate(specs))
    assert [row.system for row in read_grid(written(tmp_path, START + rows)).rows] == list(specs)


def test_a_variable_that_the_grid_does_not_have_is_refused(tmp_path: Path) -> None:
    text = "variables: {which: nearest, other: x}\nrows: [{name: a, system: '${which}'}]\n"
    path = written(tmp_path, text)
    assert read_grid(path, variables={"which": "first", "other": "y"}).rows[0].system == "first"
    with pytest.raises(DataError, match="no variable is called 'whch'; did you mean which"):
        read_grid(path, variables={"whch": "first"})


def test_suites_of_one_name_and_a_file_that_is_no_suite_are_told_with_their_line(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / SUITE.name).write_text(SUITE.read_text(encoding="utf-8"), encoding="utf-8")
    text = f"suites:\n  - {tmp_path}/a/{SUITE.name}\n  - {tmp_path}/b/{SUITE.name}\n"
    path = written(tmp_path, text + "rows: [{name: a, system: nearest}]\n")
    with pytest.raises(DataError, match=r"grid\.yaml:3: .* are both called suite_age"):
        plan(read_grid(path))
    (tmp_path / "b" / SUITE.name).write_text("nothing", encoding="utf-8")
    with pytest.raises(DataError, match=f"{SUITE.name}:1: "):
        plan(read_grid(path))


def test_which_trainings_read_vectors_is_as_they_say() -> None:
    assert set(READS_VECTORS) == set(trainers.own())
    for name, reads in READS_VECTORS.items():
        given = None if reads else contracts.example_vectors()
        with pytest.raises(DataError, match="word vectors"):
            trainers[name]().train([], vectors=given)


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


def test_what_is_said_anew_over_an_anchor_may_have_an_anchor_itself(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
suites: [occupations]
rows:
  - &a {name: a, system: rule, resources: &x {they: plural, paper: true}}
  - &b {<<: *a, name: b, resources: &y {<<: *x, they: unknown}}
  - {<<: *b, name: c, resources: *y}
  - {<<: *b, name: d, resources: {<<: *y, paper: false}}
""",
    )
    rows = {row.name: row.resources for row in read_grid(path).rows}
    assert rows["a"] == {"they": "plural", "paper": True}
    assert rows["b"] == rows["c"] == {"they": "unknown", "paper": True}
    assert rows["d"] == {"they": "unknown", "paper": False}


def test_two_rows_of_one_name_in_a_table_are_refused(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
suites: [occupations]
tables: [winobias-2]
rows:
  - {name: a, system: rule, as: Rule}
  - {name: b, system: nearest, as: {winobias-2: Rule}}
""",
    )
    with pytest.raises(DataError, match=r":6: a and b are both 'Rule' in winobias-2: change one `as`"):
        read_grid(path)


@pytest.mark.parametrize("part", ["corpus", "system", "vectors", "suite", "score"])
def test_a_text_that_no_file_can_be_called_is_told_with_its_line(tmp_path: Path, part: str) -> None:
    long = "x" * 5000
    row = {"name": "a", "system": "c2f-static", "vectors": str(KEY)}
    row |= {part: f"{long}=1" if part == "system" else long} if part in ("system", "vectors") else {}
    grid = {
        "corpus": long if part == "corpus" else str(KEY),
        "score": long if part == "score" else str(KEY),
        "suites": [f"{long}.tsv" if part == "suite" else str(SUITE)],
        "rows": [row],
    }
    path = tmp_path / "grid.json"
    path.write_text(json.dumps(grid, indent=1), encoding="utf-8")
    with pytest.raises(DataError, match=r"grid\.json:\d+: "):
        read_grid(path)
