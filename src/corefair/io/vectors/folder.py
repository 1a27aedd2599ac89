"""Where caches are kept on this machine."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

_DAY = 86_400  # seconds


def cache_folder() -> Path | None:
    """`$COREFAIR_CACHE`, else this platform's folder for caches; None where there is no home folder."""
    named = os.environ.get("COREFAIR_CACHE")
    platform: str = sys.platform  # so annotated, mypy checks all three branches
    try:
        if named:
            return Path(named).expanduser()
        if platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return (Path(local) if local else Path.home() / "AppData" / "Local") / "corefair" / "cache"
        if platform == "darwin":
            return Path.home() / "Library" / "Caches" / "corefair"
        share = Path(os.environ.get("XDG_CACHE_HOME", ""))
        # The XDG specification says to ignore a relative path.
        return (share if share.is_absolute() else Path.home() / ".cache") / "corefair"
    except RuntimeError:
        return None


def remove_leftovers(folder: Path) -> None:
    """Delete what writers that were killed left behind, a day after they last wrote to it."""
    for part in folder.glob(".*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _DAY:
                part.unlink()
