"""Work that is found again: folders that are whole or not there, tasks that are always cut the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.corpora import Shard
from corefair.models.glove import stages
from corefair.models.glove.stages import Stage, grouped, in_place, key_of


def test_a_folder_is_whole_or_not_there(tmp_path: Path) -> None:
    def fails(folder: Path) -> None:
        (folder / "half").write_text("")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_place(tmp_path / "a", fails)
    assert not list(tmp_path.iterdir())
    in_place(tmp_path / "a", lambda folder: (folder / "whole").touch())
    in_place(tmp_path / "a", fails)  # it is there, so nothing is made
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "whole"]


def test_of_two_that_make_the_same_the_first_stays(tmp_path: Path) -> None:
    def overtaken(folder: Path) -> None:
        in_place(tmp_path / "a", lambda other: (other / "first").touch())
        (folder / "second").touch()

    in_place(tmp_path / "a", overtaken)
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "first"]


def test_tasks_have_neighbouring_shards_of_some_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "_SIZE", (10, 50))
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


def test_done_only_while_the_result_is_there_in_full(tmp_path: Path) -> None:
    result = tmp_path / "result"
    stage = Stage(tmp_path, "stage", "0123456789abcdef")
    with stage.working():
        assert stage.done(result) is None
        result.write_text("all of it")
        stage.finish(result, n=3)
    assert not stage.work.exists()
    assert (stage.done(result) or {})["n"] == 3
    assert Stage(tmp_path, "stage", "another").done(result) is None
    result.write_text("some")
    assert stage.done(result) is None


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(DataError, match=r"run.*: cannot be written: No space left on device"),
        Stage(tmp_path / "run", "stage", "key").working(),
    ):
        raise OSError(28, "No space left on device")
