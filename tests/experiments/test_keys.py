"""What stands for a piece of work changes with all that it depends on, files and folders by content."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from corefair.experiments.grid import read_grid
from corefair.experiments.keys import model_key, path_content, vectors_key
from corefair.experiments.rows import Row, Vectors
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


def test_the_order_of_corpora_counts(tmp_path: Path) -> None:
    """The scheme of the first is followed elsewhere. One alone has the key it had; so have falling names."""
    paths = {}
    for name in ("gum", "litbank", "ontogum"):
        paths[name] = str(tmp_path / name)
        Path(paths[name]).write_text(name, encoding="utf-8")

    def of(*names: str) -> str:
        return model_key(Row("row", "c2f", trained=True), 0, {name: paths[name] for name in names}, {})

    def without_order(*names: str) -> str:
        held: Json = {name: path_content(paths[name]) for name in names}
        return key_of({"system": "c2f", "options": {}}, 0, held, {}, None, [], [])

    orders = list(permutations(paths))
    assert len({of(*names) for names in orders}) == len(orders)
    for names in (("gum",), ("ontogum", "litbank"), ("ontogum", "litbank", "gum")):
        assert of(*names) == without_order(*names)


def test_files_among_the_options_of_mitigators_count_by_what_they_hold(tmp_path: Path) -> None:
    corpus, listed = tmp_path / "corpus.conll", tmp_path / "words.txt"
    for path in (corpus, listed):
        path.write_text("one\n", encoding="utf-8")

    def keys() -> list[str]:
        hard = Vectors(str(corpus), "hard", {"preserve": str(listed)})
        rows = [
            Row("a", "c2f", trained=True, vectors=hard),
            Row("b", "c2f", trained=True, text=(f"mine:words={listed}",)),
            Row("c", "c2f", trained=True, in_place=(f"mine:words={listed},deep=1",)),
        ]
        return [model_key(row, 0, {"text": str(corpus)}, {}) for row in rows]

    before = keys()
    assert before == keys()
    listed.write_text("two\n", encoding="utf-8")
    assert not set(before) & set(keys())


def test_the_folder_of_published_sets_may_be_an_option_of_a_mitigator(tmp_path: Path) -> None:
    for name in ("vectors.txt", "corpus.conll"):
        (tmp_path / name).write_text("a 1 2\n", encoding="utf-8")
    (tmp_path / "lists").mkdir()
    vectors = {"file": str(tmp_path / "vectors.txt"), "mitigator": "gp", "options": {"data": str(tmp_path)}}
    rows = [{"name": "gp", "system": "c2f-static", "vectors": vectors}]
    grid = {"name": "x", "corpus": str(tmp_path / "corpus.conll"), "score": {}, "suites": [], "rows": rows}
    (tmp_path / "grid.json").write_text(json.dumps(grid), encoding="utf-8")
    (row,) = read_grid(tmp_path / "grid.json").rows
    assert row.vectors is not None and row.vectors.options == {"data": str(tmp_path)}
    assert vectors_key(row.vectors)


def test_sheets_that_a_pattern_names_count_by_what_they_hold(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("a", encoding="utf-8")
    before = of_system(f"human:{tmp_path}/*.csv")
    (tmp_path / "two.csv").write_text("b", encoding="utf-8")
    assert before != of_system(f"human:{tmp_path}/*.csv")


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
