"""`corefair weigh` and `corefair imbalance`: what a person sees, and what a machine reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.auditing.building import build_suites
from corefair.cli import main

TABLE = Path(__file__).parents[2] / "examples" / "uneven.tsv"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def test_weigh_shows_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "weights.tsv"
    result = run("weigh", str(TABLE), "--group", "gender", "--property", "n_names", "-o", str(out))
    assert result.exit_code == 0 and "worth, at equal weight" in result.output
    assert "n_names 5: none in masculine" in result.output and "█" in result.output
    assert len(out.read_text().splitlines()) == 81


def test_weigh_for_machines() -> None:
    result = run("weigh", str(TABLE), "--group", "gender", "--property", "distance:5", "--json")
    facts = json.loads(result.output)
    (distance,) = facts["properties"]
    assert len(distance["cuts"]) == 4 and facts["largest_difference"] < 1e-9
    assert facts["bound"] == pytest.approx(facts["objective"], rel=1e-9)
    for each in distance["sets"]:
        assert each["weight"]["feminine"] == pytest.approx(each["weight"]["masculine"])
    assert sum(n for bars in facts["histogram"].values() for _, n in bars) == 80


def test_imbalance_ranks(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("the\nnurse\n")
    result = run("imbalance", "participants", "--vocabulary", str(words))
    lines = result.output.splitlines()
    assert result.exit_code == 0 and lines[0].split()[0] == "property" and "unknown_words" in result.output
    assert "differs" not in result.output
    found = json.loads(run("imbalance", "participants", "--json").output)
    assert found["giveaways"] == [], "our own suites are even in where the right one stands"
    assert {each["name"] for each in found["properties"]} >= {
        "candidates",
        "place",
        "distance",
        "pronoun_case",
    }


def test_an_audit_with_weights_says_so(tmp_path: Path) -> None:
    weights = tmp_path / "mine.tsv"
    names = [case.id for case in build_suites(["participants"])[0][0].cases]
    weights.write_text("id\tweight\n" + "".join(f"{name}\t{1 + i % 2}\n" for i, name in enumerate(names)))
    asked = ("audit", "first", "--suite", "participants", "--resamples", "100", "--weights", str(weights))
    result = run(*asked)
    assert result.exit_code == 0 and "note: weighted by mine.tsv" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["weigh", str(TABLE)], "which column is the group?"),
        (["weigh", "nothing.tsv", "--group", "g"], "nothing.tsv is no suite"),
        (
            ["weigh", str(TABLE), "--group", "gender", "--property", "distance:nan"],
            "no finite number to cut at",
        ),
        (
            ["weigh", str(TABLE), "--group", "gender", "--property", "distance:2,inf"],
            "no finite number to cut at",
        ),
        (["imbalance", "gicoref"], "gicoref"),
        (
            ["audit", "nearest", "--suite", "occupations", "--suite", "participants", "--weights", "w.tsv"],
            "one suite",
        ),
    ],
)
def test_errors_are_one_sentence(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1 and said in result.output and "Traceback" not in result.output
