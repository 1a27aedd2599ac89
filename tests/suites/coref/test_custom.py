"""Suites of one's own: the shipped example is sound, and each kind of mistake is named with its place."""

from __future__ import annotations

import builtins
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import contracts
from corefair.errors import DataError, MissingExtra
from corefair.suites.coref import custom
from corefair.types import Answer, cluster_up

EXAMPLE = Path(__file__).parents[3] / "examples" / "suite_age.tsv"
HEADER = "kind\tname\ttext\tslot\tgroups\tgold"
SOUND = [
    "contrast\t\tage old young",
    "frame\tone\t[The A] told [the B] that [NOM] had won.\t\t\tA",
    "frame\ttwo\t[The A] asked [the B] what [NOM] had won.\t\t\tB",
    "filler\t\told nurse\tA B\tage=old",
    "filler\t\tyoung nurse\tA B\tage=young",
    "filler\t\told pilot\tA B\tage=old",
    "filler\t\tyoung pilot\tA B\tage=young",
    "pronoun\tthey\tthey\tNOM",
]


def write(folder: Path, *lines: str, header: str = HEADER) -> Path:
    path = folder / "mine.tsv"
    path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return path


def changed(folder: Path, number: int, line: str) -> list[str]:
    """What is said of the sound suite with one line put in another's place; the header is line 1."""
    lines = list(SOUND)
    lines[number - 2] = line
    return [said.removeprefix(f"{folder / 'mine.tsv'}") for said in custom.check(write(folder, *lines))]


def test_the_example_is_sound() -> None:
    assert custom.check(EXAMPLE) == []
    suite = custom.load(EXAMPLE)
    contracts.check_suite(suite)
    # eight frames, four jobs for one candidate and three for the other, two orders of age, three pronouns
    assert suite.name == "suite_age" and len(suite.cases) == 8 * 4 * 3 * 2 * 3
    counts = Counter((case.groups["age"], case.groups["pronouns"], case.gold.right) for case in suite.cases)
    assert set(counts.values()) == {48} and len(counts) == 12


def test_the_page_shows_lines_of_the_example_and_its_code_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (EXAMPLE.parents[1] / "docs" / "your-own-suite.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```\n(frame\t.*?)^```$", page, re.MULTILINE | re.DOTALL)[0].splitlines()
    assert len(shown) == 3 and set(shown) <= set(EXAMPLE.read_text(encoding="utf-8").splitlines())
    monkeypatch.chdir(EXAMPLE.parents[1])
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.startswith("576 The old nurse borrowed an umbrella")


def test_cases_of_a_small_suite(tmp_path: Path) -> None:
    suite = custom.load(write(tmp_path, *SOUND))
    assert custom.check(tmp_path / "mine.tsv") == []
    assert [case.given.text for case in suite.cases[:4]] == [
        "The old nurse told the young pilot that they had won.",
        "The young nurse told the old pilot that they had won.",
        "The old pilot told the young nurse that they had won.",
        "The young pilot told the old nurse that they had won.",
    ]
    case = suite.cases[0]
    assert case.groups == {"age": "old"} and case.unit == "one"
    right, wrong = case.gold.candidates
    answers = [Answer(cluster_up([[case.gold.pronoun, each]])) for each in (right, wrong)]
    assert [suite.judge(case, answer).counts["right"] for answer in answers] == [1, 0]


def test_another_language_needs_no_code(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "contrast\t\therkunft französisch polnisch",
        "frame\tdank\t[A] dankte [B], denn [NOM] hatte Hilfe bekommen.\t\t\tA",
        "frame\thilfe\t[A] dankte [C], denn [NOM] hatte geholfen.\t\t\tC",
        "filler\t\tdie französische Lehrerin\tA\therkunft=französisch",
        "filler\t\tdie polnische Lehrerin\tA\therkunft=polnisch",
        "filler\t\tder französischen Ärztin\tB C\therkunft=französisch",
        "filler\t\tder polnischen Ärztin\tB C\therkunft=polnisch",
        "pronoun\tsie\tsie\tNOM",
    )
    assert custom.check(path) == []
    case = custom.load(path).cases[0]
    assert (
        case.given.text
        == "Die französische Lehrerin dankte der polnischen Ärztin, denn sie hatte Hilfe bekommen."
    )
    assert case.groups["herkunft"] == "französisch"


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (
            3,
            "frame\tone\t[The A] told [the B] that [the A] had won.\t\t\tA",
            ":3: pronoun not found: none of NOM",
        ),
        (
            3,
            "frame\tone\t[The A] told [the A] that [NOM] had won.\t\t\tA",
            ":3: ambiguous: the slot A stands in",
        ),
        (
            3,
            "frame\tone\t[The A] told [the B] that [NOM] saw [NOM].\t\t\tA",
            ":3: ambiguous: a frame asks about one",
        ),
        (
            3,
            "frame\tone\t[The A] told [the B] that [NOM] had won.\t\t\tC",
            ":3: the right answer 'C' is not a slot",
        ),
        (3, "frame\tone\t[The A] told [the C] that [NOM] had won.\t\t\tA", ":3: no filler for the slot C"),
        (3, "frame\tone\t[The A] said that [NOM] had won.\t\t\tA", ":3: a frame needs two candidates"),
        (
            3,
            "frame\ttwo\t[The A] told [the B] that [NOM] had won.\t\t\tA",
            ":4: frame 'two' is there already",
        ),
        (3, "frame\tone\t[The A] told [the B] that [NOM] had won.", ":3: the column gold is empty"),
        (
            3,
            "frame\tone\t[The A] asked [the B] what [NOM] had won.\t\t\tA",
            ":4: duplicate cases: frame 'one'",
        ),
        (
            4,
            "frame\ttwo\t[The A] asked [the B] what [NOM] had won.\t\t\tA",
            ": the right answer is not each slot",
        ),
        (5, "filler\t\told nurse\tA B\tage:old", ":5: groups are written age=old"),
        (
            5,
            "filler\t\told nurse\tA B\tage=young",
            ": unbalanced fillers in slot A: 1 with age=old, 3 with young",
        ),
        (
            5,
            "filler\t\told nurse\tA\tage=old",
            ": unbalanced fillers in slot B: 1 with age=old, 2 with young",
        ),
        (5, "filler\t\told nurse\tNOM A B\tage=old", ":5: the slot NOM is a pronoun's"),
        (5, "filer\t\told nurse\tA B\tage=old", ":5: unknown kind 'filer'"),
        (9, "pronoun\tthey\tthem\tACC", ":3: pronoun not found: none of ACC"),
        (2, "contrast\t\tage old ancient", ": the contrast names age=ancient, which no line has"),
        (2, "contrast\t\tage old", ":2: a contrast is a grouping and two of its groups"),
        (2, "about\t\tnothing", ": no line of kind contrast"),
        (2, "contrast\t\tage old young\t\t\t\tmore", ":2: 7 columns, expected 6"),
    ],
)
def test_each_mistake_is_named_with_its_place(tmp_path: Path, number: int, line: str, said: str) -> None:
    found = changed(tmp_path, number, line)
    assert any(each.startswith(said) for each in found), found


def test_a_missing_form_of_one_pronoun_is_found(tmp_path: Path) -> None:
    lines = [*SOUND, "pronoun\tshe\ther\tACC"]
    assert any("she has no form for the slot NOM" in said for said in custom.check(write(tmp_path, *lines)))


def test_a_contrast_of_pronouns_and_unequal_groups(tmp_path: Path) -> None:
    lines = ["contrast\t\tgender feminine masculine", *(line for line in SOUND[1:] if "pronoun" not in line)]
    lines += ["pronoun\tshe\tshe\tNOM\tgender=feminine", "pronoun\the\the\tNOM\tgender=masculine"]
    path = write(tmp_path, *lines)
    # without a contrast of age old may meet old: 4 fillers, 2 of another job, 2 frames
    assert custom.check(path) == [] and len(custom.load(path).cases) == 4 * 2 * 2 * 2
    # Sentences that differ in the pronoun alone are twins: who takes the first for her and the second for him
    # flips them all.
    suite = custom.load(path)
    rows = [
        suite.judge(case, Answer(cluster_up([[case.gold.pronoun, case.gold.candidates[number]]])))
        for case in suite.cases
        for number in [int(case.groups["gender"] == "masculine")]
    ]
    assert suite.charts and len(suite.charts(rows).flips) == 4 * 2 * 2 and suite.charts(rows).jobs == ()
    path = write(tmp_path, *lines, "pronoun\tshe too\ther\tNOM\tgender=feminine")
    assert custom.check(path) == [f"{path}: unequal groups: 32 cases feminine, 16 masculine"]


def test_unknown_columns_and_empty_files(tmp_path: Path) -> None:
    path = write(tmp_path, *SOUND, header="kind\tname\ttext\tslot\tgroup\tgold")
    assert custom.check(path) == [
        f"{path}:1: unknown column 'group': columns are kind, name, text, slot, groups, gold"
    ]
    path.write_text("# nothing yet\n", encoding="utf-8")
    assert "the file is empty" in custom.check(path)[0]
    assert "cannot be read" in custom.check(tmp_path / "nowhere.tsv")[0]


def test_load_refuses_what_it_cannot_build_and_builds_what_is_only_unbalanced(tmp_path: Path) -> None:
    lines = list(SOUND)
    lines[1] = "frame\tone\t[The A] told [the B] that they had won.\t\t\tA"
    with pytest.raises(DataError, match=r"mine\.tsv:3: pronoun not found"):
        custom.load(write(tmp_path, *lines))
    unbalanced = write(tmp_path, *SOUND, "filler\t\told cook\tA B\tage=old")
    assert len(custom.check(unbalanced)) == 2 and len(custom.load(unbalanced).cases) > 0


YAML: dict[str, Any] = {
    "contrast": ["age", "old", "young"],
    "caveats": ["two frames"],
    "frames": [
        {"name": "one", "text": "[The A] told [the B] that [NOM] had won.", "gold": "A"},
        {"name": "two", "text": "[The A] asked [the B] what [NOM] had won.", "gold": "B"},
    ],
    "fillers": [
        {"text": f"{age} {job}", "slot": ["A", "B"], "groups": {"age": age}}
        for job in ("nurse", "pilot")
        for age in ("old", "young")
    ],
    "pronouns": [{"name": "they", "text": "they", "slot": "NOM"}],
}


def test_yaml_says_the_same_as_tsv(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(json.dumps(YAML), encoding="utf-8")  # JSON is YAML
    assert custom.check(path) == []
    assert custom.load(path).cases == custom.load(write(tmp_path, *SOUND)).cases
    assert custom.load(path).caveats == ("two frames",)


def test_mistakes_in_yaml_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("contrast: x\nfillers:\n- {text: old nurse, slots: A}\n", encoding="utf-8")
    assert custom.check(path) == [f"{path}:3: unknown key 'slots'"]
    path.write_text("contrast: x\nfillers:\n", encoding="utf-8")
    assert custom.check(path) == [f"{path}:2: fillers is a list"]
    path.write_text("[]\n", encoding="utf-8")
    assert "begins with names such as frames:" in custom.check(path)[0]
    path.write_text("[[", encoding="utf-8")
    (problem,) = custom.check(path)
    assert problem.startswith(f"{path}:1: not YAML: ") and "\n" not in problem


AS_WRITTEN = """\
contrast: [smoker, no, yes]
version: 1.10
about: 2020-01-02
caveats: [off, 1.0]
frames:
- name: one
  text: "[The A] told [the B] that [NOM] had won."
  gold: A
- {name: 010, text: "[The A] asked [the B] what [NOM] had won.", gold: B}
fillers:
- {text: nurse, slot: &slots [A, B], groups: {smoker: no}}
- {text: pilot, slot: *slots, groups: {smoker: yes}}
pronouns:
- &form {name: off, text: on, slot: NOM, groups: {n: 1.50}}
- {<<: *form, name: yes, text: "null"}
"""


def yaml_of(folder: Path, text: str) -> Path:
    pytest.importorskip("yaml", reason="needs the extra yaml")
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_in_yaml_are_taken_as_they_are_written(tmp_path: Path) -> None:
    """To YAML `no` is false and 1.10 a number: to who writes a suite they are words."""
    path = yaml_of(tmp_path, AS_WRITTEN)
    suite = custom.load(path)
    assert suite.contrast == ("smoker", "no", "yes")
    assert (suite.version, suite.about, suite.caveats) == ("1.10", "2020-01-02", ("off", "1.0"))
    assert [case.id for case in suite.cases[:2]] == ["one.off.nurse.pilot", "one.yes.nurse.pilot"]
    assert suite.cases[0].given.text == "The nurse told the pilot that on had won."
    assert suite.cases[1].given.text == "The nurse told the pilot that null had won."
    assert suite.cases[0].groups == {"smoker": "no", "n": "1.50"}
    assert {case.unit for case in suite.cases} == {"one", "010"}


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("  gold: A\n", "  gold: null\n", ":6: the column gold is empty"),
        ("  gold: A\n", "  gold:\n", ":6: the column gold is empty"),
        ("text: nurse", "text: ~", ":11: the column text is empty"),
        ("text: nurse", "text: [old, ~]", ":11: an empty word in a list"),
        ("{smoker: no}", "{smoker: null}", ":11: groups are written age=old gender=neutral, not 'smoker='"),
        ("{smoker: no}", "{smoker: [no, yes]}", ":11: a word or a number is expected here, not a list"),
        ("contrast: [smoker, no, yes]", "contrast:", ":1: a contrast is a grouping"),
        ("caveats:", "about: again\ncaveats:", ":4: 'about' is there twice, first on line 3"),
        ("  gold: A\n", "  gold: A\n  gold: B\n", ":9: 'gold' is there twice, first on line 8"),
        ("{smoker: no}", "{smoker: no, smoker: yes}", ":11: 'smoker' is there twice"),
        ("pronouns:", "frames: []\npronouns:", ":13: 'frames' is there twice, first on line 5"),
        ("  gold: A\n", "  golden: A\n", ":8: unknown key 'golden'"),
        ("name: 010", "name: one", ":9: frame 'one' is there already, on line 6"),
        ("asked [the B] what", "told [the B] that", ":9: duplicate cases: frame 'one' says the same"),
    ],
)
def test_each_mistake_in_yaml_is_named_with_its_place(
    tmp_path: Path, line: str, instead: str, said: str
) -> None:
    path = yaml_of(tmp_path, AS_WRITTEN.replace(line, instead))
    found = [each.removeprefix(str(path)) for each in custom.check(path)]
    assert any(each.startswith(said) for each in found), found


def test_yaml_and_tsv_give_a_mistake_the_line_it_is_on(tmp_path: Path) -> None:
    """Words that stand in an earlier line as well lead to no other line."""
    frame = "[The A] told [the B] that [NOM] had won."
    text = f'contrast: [age, old, young]\nframes:\n- {{name: one, text: "{frame}", gold: A}}\n'
    path = yaml_of(tmp_path, text + text.splitlines()[-1] + "\nfillers: []\n")
    assert f"{path}:4: frame 'one' is there already, on line 3" in custom.check(path)


def test_yaml_without_its_package_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def no_yaml(name: str, *rest: Any, **named: Any) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", no_yaml)
    path = tmp_path / "mine.yaml"
    path.write_text("frames: []\n", encoding="utf-8")
    with pytest.raises(MissingExtra, match=r"pip install 'corefair\[yaml\]'"):
        custom.load(path)
