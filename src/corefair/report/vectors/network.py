"""The neighbours of a word that gender brought near, drawn as a graph, before and after a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.geometry.bias_network import BiasNetwork, Edge
from corefair.report.markup import Safe, count, el

WIDE, LINE, TOP = 460, 17, 58  # of one panel; between two words; above the first
MOST = 14  # words on each side
SIDE = 118  # from the edge of the panel to where a word begins
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1d2429; } .title { font-weight: 600; font-size: 14px; }
.muted { fill: #5b6770; } .edge { fill: none; stroke: #8a949b; } .both { stroke: #b4480a; }
.middle { fill: #0b62a8; } .end { fill: #8a949b; } .both-end { fill: #b4480a; } .ground { fill: #ffffff; }
"""


class Panel(NamedTuple):
    """One file of vectors: what it is called, its words, and the network of the word in them."""

    title: str
    words: Sequence[str]
    network: BiasNetwork


def networks(panels: Sequence[Panel], *, threshold: float) -> Safe:
    """The panels side by side as a picture of its own, which needs no page around it.

    On the right of each are the neighbours of the word, on the left the words that have it as a neighbour, as
    far as β is above the threshold; those that are both are orange. The largest β come first, and a number
    after a word is the rank.
    """
    lines = max([1, *(min(MOST, len(side)) for panel in panels for side in _sides(panel.network, threshold))])
    tall = TOP + LINE * lines + 44
    word = panels[0].words[panels[0].network.row] if panels else ""
    label = f"Neighbours of “{word}” that gender brought near, β above {threshold:g}"
    marks = (_arrow(name, colour) for name, colour in (("arrow", "#8a949b"), ("arrow-both", "#b4480a")))
    return el(
        "svg",
        el("title", label),
        el("style", Safe(STYLE)),
        el("defs", *marks),
        el("rect", width=WIDE * len(panels), height=tall, class_="ground"),
        *(
            el("g", *_panel(panel, threshold, lines), transform=f"translate({WIDE * number} 0)")
            for number, panel in enumerate(panels)
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE * len(panels)} {tall}",
        width=WIDE * len(panels),
        height=tall,
        role="img",
        aria_label=label,
    )


def _arrow(name: str, colour: str) -> Safe:
    head = el("path", d="M0 0 L7 3 L0 6 z", fill=colour)
    return el("marker", head, id=name, markerWidth=7, markerHeight=6, refX=7, refY=3, orient="auto",
              markerUnits="userSpaceOnUse")  # fmt: skip


def _sides(network: BiasNetwork, threshold: float) -> tuple[list[Edge], list[Edge]]:
    """The edges from others and to others that gender made, those owed most to it first."""

    def made_by_gender(edges: Sequence[Edge]) -> list[Edge]:
        return sorted((edge for edge in edges if edge.beta > threshold), key=lambda edge: (-edge.beta, edge))

    return made_by_gender(network.into), made_by_gender(network.out)


def _panel(panel: Panel, threshold: float, lines: int) -> list[Safe]:
    network = panel.network
    into, out = _sides(network, threshold)
    both = {edge.row for edge in into} & {edge.row for edge in out}
    middle = TOP + LINE * lines / 2
    numbers = f"η = {network.eta(threshold):.2f}, γ = {network.gamma(threshold):.2f}, θ = {threshold:g}"
    drawn = [
        el("text", panel.title, x=WIDE / 2, y=18, text_anchor="middle", class_="title"),
        el("text", numbers, x=WIDE / 2, y=36, text_anchor="middle", class_="muted"),
    ]
    for left, edges, of, what in (
        (True, into, network.into, "have it as a neighbour"),
        (False, out, network.out, "are its neighbours"),
    ):
        shown = edges[:MOST]
        first = middle - LINE * (len(shown) - 1) / 2
        for number, edge in enumerate(shown):
            y = round(first + LINE * number, 1)
            drawn += _edge(panel.words[edge.row], edge, y, middle, left=left, both=edge.row in both)
        more = f", {len(shown)} shown" if len(edges) > len(shown) else ""
        note = f"{len(edges)} of {count(len(of), 'word')} that {what}{more}"
        where = {"x": 8, "text_anchor": "start"} if left else {"x": WIDE - 8, "text_anchor": "end"}
        drawn.append(el("text", note, **where, y=TOP + LINE * lines + (16 if left else 34), class_="muted"))
    drawn.append(el("circle", cx=WIDE / 2, cy=middle, r=5, class_="middle"))
    name = {"x": WIDE / 2, "y": middle - 10, "text_anchor": "middle", "class_": "title"}
    return [*drawn, el("text", panel.words[network.row], **name)]


def _edge(word: str, edge: Edge, y: float, middle: float, *, left: bool, both: bool) -> list[Safe]:
    """A word, and its line to or from the one in the middle; the more is owed to gender, the thicker."""
    x, anchor, away = (SIDE, "end", -6) if left else (WIDE - SIDE, "start", 6)
    here, there = (x, y), (WIDE / 2 + (-8 if left else 8), middle)
    (x1, y1), (x2, y2) = (here, there) if left else (there, here)
    bend = (x1 + x2) / 2
    said = f"{word}, rank {edge.rank}: β = {edge.beta:.3f}"
    kind = "-both" if both else ""
    line = el(
        "path",
        el("title", said),
        d=f"M{x1:g} {y1:g} C{bend:g} {y1:g} {bend:g} {y2:g} {x2:g} {y2:g}",
        class_="edge both" if both else "edge",
        stroke_width=f"{min(4.0, 0.6 + 8 * edge.beta):.2f}",
        marker_end=f"url(#arrow{kind})",
    )
    text = f"{word} {edge.rank}"
    return [line, el("text", text, x=x + away, y=y + 4, text_anchor=anchor)]
