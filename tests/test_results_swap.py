"""The pages of results/swap and results/corpora say what their JSON says, and the hand-read table adds up."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

RESULTS = Path(__file__).parent.parent / "results"


def made_by(folder: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(RESULTS / folder))
    spec = importlib.util.spec_from_file_location(f"make_{folder}", RESULTS / folder / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop("published_lists", None)
    return module


@pytest.mark.parametrize(("folder", "numbers"), [("swap", "quality.json"), ("corpora", "corpora.json")])
def test_the_page_is_made_of_the_numbers(folder: str, numbers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads((RESULTS / folder / numbers).read_text(encoding="utf-8"))
    page = (RESULTS / folder / "README.md").read_text(encoding="utf-8")
    assert made_by(folder, monkeypatch).page(found) == page, f"python results/{folder}/make.py"


def test_what_was_read_is_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    module = made_by("swap", monkeypatch)
    found = json.loads((RESULTS / "swap" / "quality.json").read_text(encoding="utf-8"))
    assert found["read"] == module.read_by_hand()
    assert "2577 of 2623 gendered words right (98.2%)" in module.summed(
        r for r in found["read"] if r["state"] == "fresh"
    )
    assert found["winobias"]["right"] >= 0.99 * found["winobias"]["pairs"]
