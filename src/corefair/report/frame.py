"""The frame of a page: nothing is loaded from anywhere, and only its own script runs, allowed by its hash."""

from __future__ import annotations

import base64
from hashlib import sha256
from importlib.resources import files
from string import Template

from corefair.report.markup import Safe, join


def framed(body: Safe, *, title: str, generator: str) -> str:
    """The whole page about its body."""
    read = files("corefair.report")
    frame, style, script = (
        (read / name).read_text(encoding="utf-8") for name in ("frame.html", "report.css", "report.js")
    )
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    made = {
        "hash": f"sha256-{digest}",
        "style": Safe(style),
        "script": Safe(script),
        "generator": generator,
        "title": title,
        "body": body,
    }
    return Template(frame).substitute({key: join(value) for key, value in made.items()})
