"""From a report, plain JSON under a documented schema, to something to look at: html, md, junit or latex."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from corefair.errors import UnknownName
from corefair.report.load import load

FORMATS = ("html", "junit", "latex", "md")

__all__ = ["FORMATS", "load", "render"]


def render(data: Mapping[str, Any], form: str) -> str:
    """The report in one of FORMATS; the same data always gives the same text."""
    if form not in FORMATS:
        raise UnknownName("form of report", form, FORMATS)
    text: str = import_module(f"corefair.report.{form}").render(data)
    return text
