"""The planted report."""

from __future__ import annotations

import pytest

from corefair.auditing.report import Report
from report import example


@pytest.fixture(name="report")
def planted() -> Report:
    return example.report()
