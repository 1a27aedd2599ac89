"""Where the cache is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from corefair.io.vectors.folder import cache_folder as where


def test_by_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert where() is not None
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "named"))
    assert where() == tmp_path / "named"
    monkeypatch.delenv("COREFAIR_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for platform, variables, expected in (
        ("linux", {}, ".cache/corefair"),
        ("linux", {"XDG_CACHE_HOME": str(tmp_path / "x")}, "x/corefair"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, ".cache/corefair"),
        ("darwin", {}, "Library/Caches/corefair"),
        ("win32", {}, "AppData/Local/corefair/cache"),
        ("win32", {"LOCALAPPDATA": str(tmp_path / "l")}, "l/corefair/cache"),
    ):
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "platform", platform)
        assert where() == tmp_path / expected

    monkeypatch.setattr(sys, "platform", "linux")

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert where() is None
