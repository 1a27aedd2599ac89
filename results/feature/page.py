"""The page of results/feature, from its numbers."""

from __future__ import annotations

from typing import Any


def readme(found: Any) -> str:
    return ""
