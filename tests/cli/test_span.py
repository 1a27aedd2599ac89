"""`corefair train c2f-static`, and the commands that show what such a model thinks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("torch", reason="span networks need the extra torch")

from corefair.cli import main
from corefair.io.vectors import write_vectors
from small_corpus import KEY
from span_models import QUICK, vectors

SENTENCE = "The guard saw the nurse as she left ."


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("span")
    for seed in (0, 7):
        write_vectors(vectors(seed=seed), made / f"lot-{seed}.txt")
    longer = {**QUICK, "epochs": 20, "dropout": 0, "short": 0}  # until it links
    settings = [word for name, value in longer.items() for word in ("--set", f"{name}={value}")]
    said = run("train", "c2f-static", "--corpus", f"mine={KEY}", "--dev", f"mine={KEY}", *settings,
               "--vectors", made / "lot-0.txt", "-o", made / "model")  # fmt: skip
    assert "mine: CoNLL F1" in said
    return made


def test_the_card_says_what_was_learned_on(folder: Path) -> None:
    card = json.loads((folder / "model" / "model.json").read_text(encoding="utf-8"))
    assert card["kind"] == "span" and set(card["data"]) == {"mine", "vectors"}
    assert card["settings"]["floor"] == 12 and card["settings"]["antecedents"] == "coarse"
    epochs, notes = card["history"][:20], card["history"][20:]
    assert [step["epoch"] for step in epochs] == [*range(1, 21)]
    missing, flatter = notes
    assert flatter.endswith("development documents are in the training text: their scores flatter")
    assert "of the words of the training text have no vector" in missing


def test_scores_are_drawn_and_written(folder: Path) -> None:
    run("resolve", KEY, "--system", folder / "model", "--scores", "-o", folder / "out.jsonl")
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    found = [pair for line in lines for pair in line.get("pair_scores", ())]
    assert found and all(score <= 0 and other < one for one, other, score in found)
    assert " → " in run("resolve", KEY, "--system", folder / "model", "--scores")
    refused = CliRunner().invoke(main, ["resolve", str(KEY), "--system", "nearest", "--scores"])
    assert refused.exit_code == 1 and "--scores is for a span network" in refused.output


def test_an_explanation_tells_of_exchanges(folder: Path) -> None:
    other = folder / "lot-7.txt"
    said = run("explain", folder / "model", "--text", SENTENCE, "--vectors", other, "--json", "--all")
    rows = [json.loads(line) for line in said.splitlines()]
    assert all(abs(sum(p for _, p in row["options"]) - 1) < 1e-6 for row in rows)
    assert any("vectors" in name for row in rows for name, *_ in row["reasons"])
    run("explain", folder / "model", "--text", SENTENCE, "--vectors", other, "-o", folder / "why.html")
    assert "vectors" in (folder / "why.html").read_text(encoding="utf-8")
