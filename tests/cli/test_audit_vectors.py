"""`corefair audit vectors` as a person meets it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import planted_vectors
from corefair.cli import main
from corefair.registry import suites


@pytest.fixture(autouse=True)
def two_suites(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The made-up suites in the registry, as an outside package would add them."""
    for suite in (planted_vectors.leaning(), planted_vectors.spread()):

        def build(split: str | None = None, *, data: Path | None = None, suite: Any = suite) -> Any:
            """A made-up suite."""
            return suite

        list(suites)  # what comes with corefair is there first
        monkeypatch.setitem(suites._things, suite.name, build)
        monkeypatch.setitem(suites._facts, suite.name, {"asks": "vectors"})
    yield


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str, str]:
    """Before, after, and a file without `she`."""
    made = []
    for name, lean, words in (
        ("before.txt", 0.5, planted_vectors.WORDS),
        ("after.txt", 0.1, planted_vectors.WORDS),
        ("none.txt", 0.1, planted_vectors.WORDS[1:]),
    ):
        emb = planted_vectors.vectors(lean, words=words)
        lines = (f"{word} {' '.join(map(str, emb[word]))}\n" for word in emb.words)
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
        made.append(str(tmp_path / name))
    return made[0], made[1], made[2]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", "vectors", *arguments, "--resamples", "200"])


def test_a_file_against_its_original(files: tuple[str, str, str], tmp_path: Path) -> None:
    before, after, _ = files
    out = tmp_path / "report"
    result = run(after, "--against", before, "--suite", "leaning", "--suite", "spread", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert "Against before.txt: of 1 number of bias, 1 improved" in result.stdout
    assert re.search(r"leaning +stereotype +10\.0 % +\S+ to \S+ +40 +better", result.stdout)
    assert result.stderr == ""
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert report["subject"] == "vectors" and "Gender in word vectors: " in (out / "report.html").read_text(
        encoding="utf-8"
    )
    for kind in ("html", "md", "junit", "latex"):
        again = CliRunner().invoke(main, ["report", str(out / "report.json"), f"--{kind}"])
        assert again.exit_code == 0 and "stereotype" in again.stdout


def test_before_and_after_are_compared_from_their_reports(
    files: tuple[str, str, str], tmp_path: Path
) -> None:
    paths = []
    for name in files[:2]:
        out = tmp_path / f"{Path(name).stem}-report"
        assert run(name, "--suite", "leaning", "--suite", "spread", "-o", str(out)).exit_code == 0
        paths.append(str(out / "report.json"))
    shown = CliRunner().invoke(main, ["compare", *paths]).stdout.splitlines()
    cells = [re.split(r"  +", line)[1:6] for line in shown[1:]]
    assert cells == [
        ["leaning", "stereotype", "50.0 %", "10.0 %", "−40.0"],
        ["leaning", "first half", "100.0 %", "20.0 %", "−80.0"],
        ["spread", "distance", "1.107", "1.107", "0"],
    ]


def test_gates_test_the_files_and_not_the_original(files: tuple[str, str, str]) -> None:
    before, after, none = files
    asked = ("--against", before, "--suite", "leaning", "--fail-if")
    assert run(after, *asked, "leaning.stereotype.value > 20%").exit_code == 0
    result = run(after, *asked, "leaning.stereotype.value < 20%")
    assert (
        result.exit_code == 3
        and "gate: leaning.stereotype.value < 20%: after.txt has 0.1000" in result.stderr
    )
    result = run(after, *asked, "leaning.stereotipe.value < 20%")
    assert result.exit_code == 1 and "did you mean stereotype" in result.stderr
    result = run(after, *asked, "leening.stereotype.value < 20%")
    assert result.exit_code == 1 and "did you mean leaning" in result.stderr
    result = run(after, none, *asked, "leaning.stereotype.value > 20%")
    assert result.exit_code == 3 and "the result of none.txt is invalid" in result.stderr


def test_nothing_measured_is_an_invalid_run(files: tuple[str, str, str]) -> None:
    before, _, none = files
    result = run(none, "--against", before, "--suite", "leaning")
    assert result.exit_code == 4 and "none.txt lacks 1 of 42 words: she" in result.stdout
    assert "nothing is claimed of it" in result.stdout
    assert run(none, "--against", before, "--suite", "leaning", "--suite", "spread").exit_code == 0


def test_json_for_machines(files: tuple[str, str, str]) -> None:
    found = json.loads(run(files[0], "--suite", "spread", "--json", "--seed", "7").stdout)
    assert found["settings"]["seed"] == 7 and found["results"][0]["scores"][0]["name"] == "distance"


def test_the_right_command_is_named(files: tuple[str, str, str]) -> None:
    result = run(files[0], "--suite", "participants")
    assert result.exit_code == 1 and "corefair audit SYSTEM --suite participants" in result.stderr
    result = CliRunner().invoke(main, ["audit", "nearest", "--suite", "leaning"])
    assert result.exit_code == 1 and "corefair audit vectors FILE --suite leaning" in result.stderr
    result = CliRunner().invoke(main, ["audit", "--suite", "leaning", "vectors", files[0]])
    assert result.exit_code == 2 and "`vectors` comes first" in result.stderr
    result = run("nowhere.txt", "--suite", "leaning")
    assert result.exit_code == 1 and "nowhere.txt: there is no such file" in result.stderr


def test_help_leads_from_systems_to_vectors() -> None:
    shown = " ".join(CliRunner().invoke(main, ["audit", "--help"]).stdout.split())
    assert "Usage: main audit [OPTIONS] SYSTEM..." in shown and "corefair audit vectors FILE..." in shown
    own = CliRunner().invoke(main, ["audit", "vectors", "--help"]).stdout
    assert "Usage: main audit vectors [OPTIONS] FILE..." in own and "--against ORIGINAL" in own


def test_vector_suites_are_listed_and_shown_apart() -> None:
    found = json.loads(CliRunner().invoke(main, ["list", "suites", "--json"]).stdout)
    assert "leaning" in found["vector suites"] and "leaning" not in found["suites"]
    assert "participants" in found["suites"]
    shown = CliRunner().invoke(main, ["show", "leaning"]).stdout
    assert "measures bias of word vectors" in shown and "stereotype" in shown and "cite" in shown


def test_what_was_noticed_is_said(files: tuple[str, str, str], tmp_path: Path) -> None:
    """Twins, a line that was cut, and what the gender direction rests on: in the terminal and the report."""
    odd = tmp_path / "odd.txt"
    text = Path(files[0]).read_text(encoding="utf-8")
    odd.write_text(text + text.split("\n")[0], encoding="utf-8")
    result = run(str(odd), "--suite", "leaning", "-o", str(tmp_path / "out"))
    said = " ".join(result.stdout.split())
    assert "note: gender direction from 1 of 10 pairs, which explains 100 % of their variance" in said
    assert "note: 1 repeated word: the first vector of each was kept" in said
    assert "if it was cut short, so is its last number" in said
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "gender direction from 1 of 10 pairs" in page and "1 repeated word" in page
    (about,) = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["systems"]
    assert about["vectors"]["history"][-1].startswith("read from odd.txt: 1 repeated word: ")
