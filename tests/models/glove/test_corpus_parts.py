"""A corpus cut into tasks: always the same ones, and what stands for it changes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefair.io.corpora import Shard
from corefair.models.glove import corpus_parts
from corefair.models.glove.corpus_parts import grouped, key_of


def test_tasks_have_neighbouring_shards_of_some_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_parts, "_SIZE", (10, 50))
    (tmp_path / "small").write_text("x" * 4)
    small = Shard(str(tmp_path / "small"), "lines", 0, None)
    large = Shard(str(tmp_path / "small"), "lines", 100, 130)
    assert grouped([small, small, small, large, large, small]) == [
        [small, small, small],
        [large],
        [large],
        [small],
    ]
    assert (
        len(grouped([large] * 1000)) == 500
    )  # 30,000 bytes in 64 tasks, but at most 50 bytes and what is over


def test_the_key_stands_for_files_and_options(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("text")
    parts = [Shard(str(tmp_path / "a"), "lines", 0, None)]
    key = key_of(parts, window=5)
    assert key == key_of(parts, window=5)
    assert key != key_of(parts, window=6)
    assert key != key_of([parts[0]._replace(format="paragraphs")], window=5)
    (tmp_path / "a").write_text("texts")
    assert key != key_of(parts, window=5)
