"""For MkDocs: the README is the first page, and files outside docs/ that pages link to come along."""

from __future__ import annotations

import os.path
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
ALSO = ("CONTRIBUTING.md", "CHANGELOG.md")  # in the navigation, whether linked to or not
ELSEWHERE = "repository/"  # where files from outside docs/ stand in the site
_LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s]+)")


def on_files(files: Files, config: Any) -> Files:
    """Add the README as index.md and, link by link, what the pages need from the repository."""
    files.append(File.generated(config, "index.md", content=_moved(ROOT / "README.md", "index.md")))
    waiting = [ROOT / name for name in ALSO]
    waiting += [
        path for page in [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"] for path in _outside(page)
    ]
    added: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in added:
            continue
        added.add(path)
        place = _place(path)
        if path.suffix == ".md":
            files.append(File.generated(config, place, content=_moved(path, place)))
            waiting += _outside(path)
        else:
            files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Pages of docs/ link to files outside it as the site has them."""
    path = ROOT / "docs" / page.file.src_uri
    is_generated = page.file.src_uri == "index.md" or page.file.src_uri.startswith(ELSEWHERE)
    return markdown if is_generated else _with_links(markdown, path, page.file.src_uri)


def _moved(path: Path, place: str) -> str:
    return _with_links(path.read_text(encoding="utf-8"), path, place)


def _with_links(markdown: str, path: Path, place: str) -> str:
    """The text of the file at `path` with its links as they must be at `place` in the site."""

    def link(match: re.Match[str]) -> str:
        target = _target(path, match[2])
        if target is None:
            return match[0]
        return match[1] + os.path.relpath(_place(target), Path(place).parent).replace(os.sep, "/")

    return _LINK.sub(link, markdown)


def _outside(path: Path) -> list[Path]:
    """The files of the repository, outside docs/, that a page links to."""
    links = _LINK.findall(path.read_text(encoding="utf-8"))
    targets = (_target(path, link) for _, link in links)
    return [target for target in targets if target and _place(target).startswith(ELSEWHERE)]


def _target(path: Path, link: str) -> Path | None:
    """The file of the repository that a link on the page at `path` leads to; None if it leads elsewhere."""
    if re.match(r"[a-z]+:", link):
        return None
    target = (path.parent / link).resolve()
    return target if target.is_file() and target.is_relative_to(ROOT) else None


def _place(path: Path) -> str:
    """Where a file of the repository stands in the site."""
    inside = path.relative_to(ROOT)
    if inside == Path("README.md"):
        return "index.md"
    if inside.parts[0] == "docs":
        return inside.relative_to("docs").as_posix()
    return ELSEWHERE + inside.as_posix()
