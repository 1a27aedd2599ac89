"""A Report as something to look at: html, md, junit or latex, each a renderer in the registry."""

from __future__ import annotations

from corefair.auditing.report import Report
from corefair.registry import renderers

__all__ = ["render"]


def render(report: Report, form: str) -> str:
    """The report in one of the registered forms; the same report always gives the same text."""
    text: str = renderers[form](report)
    return text
