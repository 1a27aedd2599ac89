"""The planted report, as data and as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from report import example


@pytest.fixture(name="report")
def planted() -> dict[str, Any]:
    return example.report()


@pytest.fixture
def written(report: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    return path
