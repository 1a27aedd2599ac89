"""The documentation as a site: every page has its place, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_every_page_has_its_place_in_the_navigation() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- [^:\n]+: (\S+\.md)$", text, re.MULTILINE)
    here = {"index.md", "repository/CONTRIBUTING.md", "repository/CHANGELOG.md"}
    assert sorted(listed) == sorted(here | {page.name for page in (ROOT / "docs").glob("*.md")})


def test_the_site_is_built_and_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: pip install 'corefair[docs]'")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path), strict=True)
    build(config)  # strict: a link that leads nowhere is an error
    pages = list(tmp_path.rglob("*.html"))
    assert {"index.html", "house.html", "gates.html"} <= {page.name for page in pages}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<(?:script|img|iframe)[^>]+src=\"?(?:https?:)?//", text), page
        assert not re.search(r"<link[^>]+rel=\"?stylesheet[^>]+href=\"?(?:https?:)?//", text), page
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'href="rule.html"' in index and 'href="repository/CITATION.cff"' in index
