"""Budgets of memory are tried as in a process of their own: a whole test run holds more than they allow."""

from __future__ import annotations

import pytest

from corefair.models.glove import budget, training


@pytest.fixture(autouse=True)
def small_process(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if request.path.name != "test_budget.py":  # which tests what is patched here
        for module in (budget, training):
            monkeypatch.setattr(module, "resident", lambda: 250_000_000)
