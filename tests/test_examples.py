"""Every example runs, and says something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_example(path: Path) -> None:
    command = [sys.executable, "-W", "error", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert len(said.stdout.splitlines()) >= 3


def test_the_scored_example_says_what_its_comments_say() -> None:
    command = [sys.executable, str(EXAMPLES / "score_two_systems.py")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "p = 0.0078" in said  # 2 of the 256 ways to swap eight documents
