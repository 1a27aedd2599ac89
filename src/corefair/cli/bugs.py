"""What nobody foresaw: one sentence for the person, and all that is known in a file."""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from contextlib import suppress

from corefair.version import __version__

BUG = 70  # EX_SOFTWARE of sysexits.h


def keep(error: Exception) -> str:
    """Keep the traceback in a file, and say where; in the sentence itself if no file can be written."""
    told = "".join(traceback.format_exception(error))
    about = f"corefair {__version__}, Python {platform.python_version()}, {sys.platform}\n{sys.argv}\n\n"
    short = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
    with suppress(OSError):
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace", prefix="corefair-", suffix=".txt", delete=False
        ) as file:
            file.write(about + told)
        return f"This is a bug of corefair ({short}): please report it to its issues, with {file.name}"
    return f"{told}\nThis is a bug of corefair: please report it to its issues, with the lines above."
