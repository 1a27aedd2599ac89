"""`corefair train`, and the commands that take what it makes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("numba", reason="the kernel needs the extra train")

import corefair
from corefair.cli import main
from corefair.errors import DataError, UnknownName
from small_corpus import KEY, documents

SETTINGS = ["--set", "epochs=2", "--set", "words_seen=1", "--set", "values_seen=1", "--set", "rate=0.2"]


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("trained") / "model"
    said = run("train", "feature", "--corpus", f"mine={KEY}", "--dev", f"mine={KEY}", *SETTINGS,
               "--licence", "mine=CC0", "-o", made)  # fmt: skip
    assert "mine: CoNLL F1" in said and "score  " in said
    return made


def test_what_is_written(model: Path) -> None:
    card = json.loads((model / "model.json").read_text(encoding="utf-8"))
    assert card["kind"] == "feature" and card["licences"] == {"mine": "CC0"}
    assert set(card["data"]) == {"mine"} and card["settings"]["epochs"] == 2
    assert not model.with_name("model.run").exists()
    page = run("show", model)
    assert "CC0" in page and "Learning curve" in page


def test_every_command_takes_it(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl"
    run("resolve", KEY, "--system", model, "-o", out)
    assert sum(len(doc.clusters) for doc in corefair.read(out)) > 0
    said = run("explain", model, "--text", "The surgeon called the nurse because she was late.")
    assert "she" in said and "no one mentioned before" in said
    run("explain", model, KEY, "-o", tmp_path / "why.html")
    page = (tmp_path / "why.html").read_text(encoding="utf-8")
    assert "What decided between" in page and "<mark>she</mark>" in page
    lines = run("explain", model, KEY, "--json", "--all").splitlines()
    assert all(len(json.loads(line)["options"]) >= 1 for line in lines)


def test_from_python_it_is_the_same(model: Path, tmp_path: Path) -> None:
    settings = {"epochs": 2, "words_seen": 1, "values_seen": 1, "rate": 0.2}
    corefair.train("feature", {"mine": KEY}, {"mine": KEY}, output=tmp_path / "again", **settings)
    again, before = corefair.load_model(tmp_path / "again"), corefair.load_model(model)
    assert type(again) is type(before)
    assert (tmp_path / "again" / "arrays.npz").read_bytes() == (model / "arrays.npz").read_bytes()


def test_wrong_words(model: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    for arguments, problem in (
        (["train", "featur", "--corpus", str(KEY), "-o", "m"], "did you mean feature"),
        (["train", "feature", "--corpus", str(KEY), "--set", "epoch=2", "-o", "m"], "did you mean epochs"),
        (
            ["train", "feature", "--corpus", str(KEY), "--text", "hard", "-o", "m"],
            "changes vectors, not text",
        ),
        (["train", "feature", "--corpus", str(tmp_path / "no.conll"), "-o", "m"], "no.conll"),
        (["explain", str(model)], "give a FILE or --text"),
        (["explain", "rule", "--text", "x"], "explain is for feature, for a span network"),
        (["explain", str(model), "--text", ""], "nothing to explain"),
        (["explain", str(model), "--text", "Rain fell."], "the model keeps no pronoun in it"),
    ):
        result = runner.invoke(main, arguments)
        assert result.exit_code in (1, 2) and problem in result.output, result.output


def test_what_was_left_out_is_told(model: Path, tmp_path: Path) -> None:
    (tmp_path / "two.conll").write_bytes(KEY.read_bytes() + b"#begin document (x); part 000\nx 0\n")
    result = CliRunner().invoke(main, ["explain", str(model), str(tmp_path / "two.conll"), "--lenient"])
    assert result.exit_code == 0 and "two.conll: skipped 1, read 8" in result.stderr, result.stderr


def test_what_cannot_be_is_told_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    given = ["train", "feature", "--corpus", str(tmp_path / "no.conll"), "-o"]
    for arguments, problem in (
        ([str(tmp_path / "full")], "holds notes.txt"),
        ([str(tmp_path / "file")], "is a file"),
        ([str(tmp_path / "file" / "model")], "file"),
        ([str(tmp_path / "new"), "--text", "hard"], "changes vectors, not text"),
        ([str(tmp_path / "new"), "--set", "epochs=0"], "epochs must be 1 or more"),
    ):
        result = CliRunner().invoke(main, [*given, *arguments])
        assert result.exit_code == 1 and problem in result.output, result.output
        assert "no.conll" not in result.output


def test_development_documents_of_one_name_are_refused_before_the_training(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.conll").write_bytes(KEY.read_bytes())
    dev = [f"--dev=mine={tmp_path / name}.conll" for name in ("a", "b")]
    result = CliRunner().invoke(
        main, ["train", "feature", "--corpus", str(KEY), *dev, *SETTINGS, "-o", str(tmp_path / "m")]
    )
    assert result.exit_code == 1 and "a corpus of its own" in result.output, result.output
    assert not (tmp_path / "m.run").exists()


@pytest.mark.parametrize("mode, where", [("augment", "beside"), ("replace", "in the place of")])
def test_the_page_tells_that_text_was_changed(mode: str, where: str, tmp_path: Path) -> None:
    corefair.train("feature", documents()[:2], text=["swap"], text_mode=mode, epochs=1, output=tmp_path / "m")
    page = (tmp_path / "m" / "README.md").read_text(encoding="utf-8")
    assert f"Text changed by swap was learned from {where} the original." in page


def test_development_documents_that_were_learned_changed_are_told(tmp_path: Path) -> None:
    docs = [replace(doc, words=("E0", *doc.words[1:])) for doc in documents()]
    model = corefair.train("feature", docs, documents(), epochs=1)
    assert "8 of 8 development documents are in the training text" in str(model.card.history)  # type: ignore[attr-defined]


def test_a_folder_that_holds_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(DataError, match=r"holds notes\.txt"):
        corefair.train("feature", KEY, output=tmp_path, epochs=1)
    with pytest.raises(UnknownName):
        corefair.train("feature", KEY, vector=1)
