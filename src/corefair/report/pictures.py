"""Drawings of the page as pictures of their own, with the page's colours: for a paper, or a README."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files

from corefair.report.markup import Safe, el
from corefair.report.planes import HEIGHT, WIDTH

_TITLE = 22  # above each drawing
_MARGIN = 12  # on the right, for the last number of an axis


def picture(figures: Sequence[Safe], *, across: int = 2) -> Safe:
    """Figures as `report.planes` draws them, so many in a line, as one SVG."""
    parts = []
    for number, figure in enumerate(figures):
        place = f"translate({WIDTH * (number % across)} {(HEIGHT + _TITLE) * (number // across)})"
        title = re.search(r"<figcaption><b>(.*?)</b>", figure)
        (drawn,) = re.findall(r"<svg [^>]*>(.*)</svg></figure>", figure, re.DOTALL)
        inner = el("svg", Safe(drawn), y=_TITLE, width=WIDTH, height=HEIGHT, viewBox=f"0 0 {WIDTH} {HEIGHT}")
        name = el(
            "text", Safe(title[1] if title else ""), x=WIDTH / 2, y=15, text_anchor="middle", class_="word"
        )
        parts.append(el("g", name, inner, transform=place))
    wide = WIDTH * min(across, max(1, len(figures))) + _MARGIN
    tall = (HEIGHT + _TITLE) * -(-len(figures) // across)
    return el(
        "svg",
        el("style", Safe(_style())),
        el("rect", width=wide, height=tall, fill="#fff"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {tall}",
        width=wide,
        height=tall,
    )


def _style() -> str:
    """What the page's style says of drawings, in its light colours."""
    text = (files("corefair.report") / "report.css").read_text(encoding="utf-8")
    light = text[text.index(":root") : text.index("@media")]
    drawn = text[text.index("/* drawings */") : text.index("/* the rest */")]
    return f"{light}{drawn}text {{ font-family: system-ui, sans-serif; }}"
