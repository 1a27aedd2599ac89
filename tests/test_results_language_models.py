"""results/language-models: its page is made of its numbers, says what did not run, and what a token costs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefair.systems.language.kept import Kept
from corefair.types import Picked
from results_scripts import RESULTS, scripts_of

FOLDER = RESULTS / "language-models"


def test_the_page_is_made_of_the_numbers() -> None:
    with scripts_of("language-models") as script:
        make, page = script("make"), script("page")
        found = json.loads((FOLDER / "language-models.json").read_text(encoding="utf-8"))
        assert (FOLDER / "README.md").read_text(encoding="utf-8") == page.readme(
            found, make.PARTS, make.PROMPTS
        )
        for about in found.values():
            for part in about["parts"].values():
                assert all(each["valid"] and each["signature"] for each in part["prompts"].values())


def test_what_did_not_run_is_named() -> None:
    part = {
        "suite": "winobias:dev",
        "version": "1.0+60of792s0",
        "units": 60,
        "cases": 120,
        "prompts": {"options": {"scores": {}, "valid": True, "refused": 0, "failed": 1, "problems": []}},
        "over prompts": [],
        "cost": {"requests": 260, "computed": 6000, "shared": 2000, "ms of processor a token": 30.0},
    }
    with scripts_of("language-models") as script:
        make, page = script("make"), script("page")
        found = {"tiny": {"sha256": "0", "parts": {"winobias-sample": part}}}
        said = page.readme(found, make.PARTS, make.PROMPTS)
    assert "Not run by the prompts short-options, cloze." in said
    assert "`winobias` (winobias:dev, all units)" in said and "(`winobias-sample`)" in said
    # 6,000 tokens of 30 ms are three minutes for 60 of the 792 units.
    assert "25 % of all tokens were shared" in said and "all 792 units would take about 40 minutes" in said


def test_tokens_are_counted_once_an_answer(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.sqlite")
    for n in (1, 2):
        kept.put(str(n), {"timings": {"prompt_n": 10 * n, "predicted_n": n, "cache_n": 5}})
    kept.put("cut into tokens", {"tokens": [1, 2]})
    kept.close()
    with scripts_of("language-models") as script:
        make = script("make")
        counts = make._tokens(tmp_path / "kept.sqlite")
        assert counts == {"requests": 2, "computed": 33, "shared": 10}
        known = make._tokens(tmp_path / "none.sqlite")
        assert make._cost(counts, known, 0.33)["ms of processor a token"] == pytest.approx(10.0)
        assert make._cost(counts, counts, 5.0) is None  # the store holds answers to other parts too


def test_agreement_is_of_what_was_answered_both_ways() -> None:
    one = Picked((-0.1, -2.0), takes=(0, 0))
    near, other = Picked((-0.3, -1.5), takes=(0, 1)), Picked((-2.0, -0.1), takes=(1, 1))
    error = Picked(status="error", message="null")
    with scripts_of("language-models") as script:
        found = script("both_ways").agreement([one, one, one, one], [one, near, other, error])
    assert found == {
        "questions": 4,
        "answered both ways": 3,
        "same pick": 2,
        "same pick in each order": 1,
        "largest difference": 1.9,
    }
