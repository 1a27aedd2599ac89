"""A short, seeded slice of the campaign for every target: `make fuzz` runs it for an hour."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.examining import examine, run
from fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_sound_files_are_read(tmp_path: Path, name: str) -> None:
    for seed in TARGETS[name].seeds():
        run(name, seed, tmp_path)  # none of our errors either


@pytest.mark.parametrize("name", TARGETS)
def test_damage_is_told_in_one_sentence(name: str) -> None:
    n_run, found = examine(name, examples=15, number=20)
    assert n_run >= 10
    assert found is None, f"{found.kind}\n{found.said}\n{found.content[:2000]!r}"
