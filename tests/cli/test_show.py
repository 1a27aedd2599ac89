"""`corefair show` and `corefair list`: what there is, and what can be set."""

from __future__ import annotations

import json
from inspect import signature
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from corefair.cli import main
from corefair.models.card import Card
from corefair.models.folder import save_arrays
from corefair.registry import mitigators, systems
from corefair.systems.make import OUTSIDE


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code, result.output
    return result


def test_a_model_of_a_kind_that_nobody_registered_is_refused(tmp_path: Path) -> None:
    save_arrays(tmp_path / "model", Card("zzz"), {"weights": np.ones(2)})
    said = run("show", str(tmp_path / "model"), code=1).stderr
    assert "no model is called 'zzz'" in said
    assert said == run("audit", str(tmp_path / "model"), "--suite", "participants", code=1).stderr


def test_a_system_with_its_options() -> None:
    page = run("show", "rule").stdout
    assert page.startswith("rule, a system\nStanford's multi-pass sieve")
    below = page.split("options, set as rule:option=value\n")[1]
    assert [line.split()[0] for line in below.splitlines() if line[2:3] != " "] == [
        "gender_counts=shipped",
        "pipeline=none",
        "passes=all",
        "singletons=false",
        "scheme=ontonotes",
        "they=either",
        "paper=false",
    ]
    assert "is the table that tells the gender of nouns" in " ".join(below.split())
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize(("registry", "name"), [(r, n) for r in (systems, mitigators) for n in r.own()])
def test_every_option_is_shown(registry, name: str) -> None:
    page = run("show", name).stdout
    for option in signature(registry[name]).parameters:
        assert option in page
    assert ">>>" not in page and max(map(len, page.splitlines())) <= 80


def test_what_can_be_named_from_outside() -> None:
    assert "command:PROGRAM" in run("show", "command").stdout


def test_a_misspelt_name_is_offered_others() -> None:
    assert "did you mean rule" in run("show", "rul", code=1).stderr
    assert "no suite is called 'rule'" in run("show", "rule", "--case", "a", code=1).stderr


def test_a_suite_and_one_of_its_cases() -> None:
    page = run("show", "participants").stdout
    assert max(map(len, page.splitlines())) <= 80
    assert "headline   the gap between" in page and "caveat     " in page
    first = page.split("resampled whole\n\n")[1].split("\n\n")[0]
    case = first.split("\n")[0]
    assert run("show", "participants", "--case", case).stdout.strip() == first
    assert "[=" in first and " *she* " in first and "  right: " in first
    said = run("show", "participants", "--case", case[:-1] + "?", code=1).stderr
    assert "no case of participants is called" in said and case.partition("-")[0] in said


def test_a_vector_suite_has_no_cases() -> None:
    assert "measures bias of word vectors" in run("show", "weat").stdout
    assert "has no cases to show" in run("show", "weat", "--case", "1", code=1).stderr


def test_the_list_in_lines_of_whole_words() -> None:
    page = run("list").stdout
    assert max(map(len, page.splitlines())) <= 80
    told = json.loads(run("list", "--json").stdout)
    kinds = [
        "systems",
        "suites",
        "vector suites",
        "corpus suites",
        "metrics",
        "mitigators",
        "text mitigators",
    ]
    assert list(told)[:7] == kinds
    words = " ".join(page.split())
    for things in told.values():
        assert all(f"{name} {sentence}" in words for name, sentence in things.items())


def test_what_explains_itself_is_a_system() -> None:
    """Neither formats of files nor kinds of programs, which explain nothing."""
    for command, more in ((["explain", "nosuch", "--text", "She left."], ()), (["audit", "nosuch"], OUTSIDE)):
        said = run(*command, code=1).stderr
        known = said.partition("(known: ")[2].rstrip(")\n").split(", ")
        assert known == sorted([*systems.known(), *more])
