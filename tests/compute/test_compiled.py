"""Compiled code where there is Numba, whether or not it may keep it, and none where there is not."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from corefair.compute.compiled import if_possible


def add_one(number: int) -> int:
    return number + 1


def test_without_numba_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert if_possible.__wrapped__(add_one) is None


def test_without_a_folder_for_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    njit = numba.njit

    def without_folder(*functions: Any, cache: bool = False, **options: Any) -> Any:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(*functions, **options)

    monkeypatch.setattr(numba, "njit", without_folder)
    made = if_possible.__wrapped__(add_one)
    assert made is not None and made is not add_one and made(2) == 3
