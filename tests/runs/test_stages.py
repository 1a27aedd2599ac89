"""Stages: folders that are whole or not there, and results that count as done only while they are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.runs.run import Run
from corefair.runs.stages import Stage, in_place


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


def test_stages_of_a_run_have_its_key_or_their_own(tmp_path: Path) -> None:
    with Run(tmp_path, key="k" * 64, about="a run") as run:
        for key in ("", "another key"):
            stage = run.stage("count", key=key)
            assert stage.done() is None and stage.key == (key or run.key)
            stage.finish()
            assert stage.done() is not None
        assert run.stage("count").done() is None  # the other key's note is there now
