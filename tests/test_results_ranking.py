"""The page of results/ranking is what its numbers say."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent / "results" / "ranking"


def test_the_page_is_of_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    for name in ("page", "errors"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    from page import readme  # type: ignore[import-not-found]

    found = json.loads((HERE / "ranking.json").read_text(encoding="utf-8"))
    assert readme(found) == (HERE / "README.md").read_text(encoding="utf-8")
    for name in ("page", "errors"):
        sys.modules.pop(name, None)  # monkeypatch would put it back
