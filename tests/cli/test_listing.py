"""`corefair list`: what there is, and which file is broken."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from corefair import registry
from corefair.cli import listing
from corefair.registry import Registry


def test_a_broken_file_is_said_and_the_others_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "shelf").mkdir()
    for name, end in (("__init__", ""), ("cup", ""), ("jug", "1 / 0\n")):
        code = (
            f'from corefair.registry import pots\n\n@pots.register("{name}")\nclass Pot:\n    "Holds tea."\n'
        )
        (tmp_path / "shelf" / f"{name}.py").write_text(code + end if name != "__init__" else "")
    pots: Registry[object] = Registry("pot", "shelf")
    monkeypatch.setattr(registry, "pots", pots, raising=False)
    monkeypatch.setattr(listing, "ALL", {"pot": pots})
    result = CliRunner().invoke(listing.listing, ["--json"])
    assert result.exit_code == 0 and json.loads(result.stdout) == {"pots": {"cup": "Holds tea."}}
    assert "jug.py:6: cannot be imported, so there is no pot 'jug': ZeroDivisionError" in result.stderr


def test_every_registry_is_listed_by_its_name() -> None:
    found = json.loads(CliRunner().invoke(listing.listing, ["--json"]).stdout)
    assert set(found) == {
        "vector suites",
        "corpus suites",
        "text mitigators",
        *(known.name for known in registry.ALL.values()),
    }
    only = json.loads(CliRunner().invoke(listing.listing, ["trainers", "--json"]).stdout)
    assert only == {"trainers": found["trainers"]}
