"""Each test of vector files has a cache of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("COREFAIR_CACHE", str(folder))
    return folder


@pytest.fixture(params=["fast", "plain"])
def speed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Text read and written by compiled code however short it is, and without Numba."""
    from corefair.io.vectors import parsing, spelling, text

    if request.param == "fast":
        pytest.importorskip("numba")
        monkeypatch.setattr(text, "_SMALL", 0)
        monkeypatch.setattr(spelling, "_SMALL", 0)
    else:
        monkeypatch.setattr(parsing, "if_possible", lambda function: None)
        monkeypatch.setattr(spelling, "if_possible", lambda function: None)
    return str(request.param)
