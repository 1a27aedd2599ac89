"""What stands for a piece of work changes with all that it depends on, files and folders by content."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefair.experiments.keys import model_key
from corefair.experiments.rows import Row
from corefair.runs.run import key_of
from corefair.types import Json


def key(corpus: Path, **settings: Json) -> str:
    row = Row("row", "c2f", trained=True, settings=settings)
    return model_key(row, 0, {"text": str(corpus)}, {})


def test_files_and_folders_among_the_settings_count_by_what_they_hold(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.conll"
    corpus.write_text("text", encoding="utf-8")
    encoder = tmp_path / "encoder"
    encoder.mkdir()
    empty = key(corpus, encoder=str(encoder))
    (encoder / "weights").write_bytes(b"one")
    first = key(corpus, encoder=str(encoder))
    assert first != empty and first == key(corpus, encoder=str(encoder))
    (encoder / "weights").write_bytes(b"other")
    assert first != key(corpus, encoder=str(encoder))
    counts = tmp_path / "counts.tsv"
    counts.write_text("nurse\t1\t2\n", encoding="utf-8")
    balanced = key(corpus, gender_counts=f"balanced:{counts}")
    counts.write_text("nurse\t2\t2\n", encoding="utf-8")
    assert balanced != key(corpus, gender_counts=f"balanced:{counts}")
    elsewhere = tmp_path / "elsewhere.tsv"
    elsewhere.write_text("nurse\t2\t2\n", encoding="utf-8")
    assert key(corpus, gender_counts=str(counts)) == key(corpus, gender_counts=str(elsewhere))
    assert key(corpus, gender_counts=str(counts)) != key(corpus, gender_counts=f"balanced:{counts}")
    assert key(corpus, epochs=1) != key(corpus, epochs=2)
    corpus.write_text("other text", encoding="utf-8")
    assert first != key(corpus, encoder=str(encoder))


def of_system(spec: str) -> str:
    return model_key(Row("row", spec), None, {}, {})


@pytest.mark.parametrize(
    "spec",
    [
        "rule:gender_counts={}",
        "rule:they=plural,gender_counts=balanced:{}",
        "command:python3 {} --fast",
        "command:python3 -m mine --weights={}",
        "choose:{} x",
        "predictions:{}",
        "folder:vectors={}",
        "module:package.mine:Class:weights={}",
    ],
)
def test_a_file_that_a_system_names_counts_by_what_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file, folder = tmp_path / "file.txt", tmp_path / "folder"
    folder.mkdir()
    (folder / "model.json").write_text("{}", encoding="utf-8")
    file.write_text("one", encoding="utf-8")
    first = of_system(spec.format(file))
    assert first == of_system(spec.format(file))
    file.write_text("other", encoding="utf-8")
    assert first != of_system(spec.format(file))


def test_the_source_of_a_module_and_a_trained_folder_count_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for spec, path in (("module:mine:Class", "mine.py"), ("model:corpus=litbank", "model/model.json")):
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text("one", encoding="utf-8")
        first = of_system(spec)
        file.write_text("other", encoding="utf-8")
        assert first != of_system(spec)


def test_what_names_no_file_has_the_key_that_it_had() -> None:
    for spec in (
        "nearest",
        "rule:they=plural",
        "command:nosuchprogram --fast",
        "module:nowhere:Class",
        f"command:{'x' * 999}",
    ):
        assert of_system(spec) == key_of({"system": spec, "options": {}}, None)
