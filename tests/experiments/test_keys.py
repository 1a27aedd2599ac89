"""What stands for a piece of work changes with all that it depends on, files and folders by content."""

from __future__ import annotations

from pathlib import Path

from corefair.experiments.keys import model_key
from corefair.experiments.rows import Row
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
