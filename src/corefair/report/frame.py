"""What pages of systems and of vectors share: the frame, in which only its own script runs, and gates."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any

from corefair.report.markup import Safe, el, item, join

Json = Mapping[str, Any]


def framed(body: str, *, title: str, data: Json) -> str:
    """The whole page about a body that is markup."""
    read = files("corefair.report")
    frame, style, script = (
        (read / name).read_text(encoding="utf-8") for name in ("frame.html", "report.css", "report.js")
    )
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    made = {
        "hash": f"sha256-{digest}",
        "style": Safe(style),
        "script": Safe(script),
        "generator": f"corefair {data['corefair']}",
        "title": title,
        "body": Safe(body),
    }
    return Template(frame).substitute({key: join(value) for key, value in made.items()})


def gates(asked: Sequence[Json]) -> Safe | None:
    """What the build was told to fail on, and whether it does; a gate is a condition for failing."""
    if not asked:
        return None
    items = []
    for gate in asked:
        badge = el("span", "Failed" if gate["failed"] else "Passed", class_="badge")
        said = el("p", badge, "Fail if ", el("code", gate["condition"]), class_="who")
        why = [line.removeprefix(f"{gate['condition']}: ") for line in gate["failed"]]
        level = "gap" if gate["failed"] else "none"
        items.append(el("li", said, el("ul", *map(item, why)) if why else None, class_=f"verdict {level}"))
    return join(el("h3", "Gates"), el("ul", *items, class_="verdicts"))
