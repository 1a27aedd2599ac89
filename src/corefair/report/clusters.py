"""Documents with their clusters in colour: pieces for any canvas, and a page of HTML that needs nothing else.

Each mention stands in brackets with the number of its cluster, so that colour is never all that tells, and
mentions may cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from corefair.io.visible import visible as visible
from corefair.report.markup import Safe, count, el, join
from corefair.types import Document

COLOURS = 8  # after as many clusters they come again; the number beside a mention does not


class Piece(NamedTuple):
    """A word, a bracket, or the end of a sentence, and the cluster whose colour it has."""

    kind: str  # "open", "word", "close" or "end"
    text: str
    cluster: int | None


def pieces(doc: Document) -> Iterator[Piece]:
    """The words of a document in order, with brackets around mentions; a word has the innermost's colour.

    >>> doc = Document("d", ("His", "dog", "ran"), clusters=(((0, 1),), ((0, 2),)))
    >>> "".join(piece.text for piece in pieces(doc))
    '[1[0His] dog] ran'
    """
    opening: dict[int, list[tuple[int, int]]] = {}  # word -> (end, cluster) of mentions that begin there
    for number, cluster in enumerate(doc.clusters):
        for start, end in dict.fromkeys(cluster):
            opening.setdefault(start, []).append((end, number))
    starts = set(doc.sentences[1:])
    open_now: list[tuple[int, int]] = []  # innermost last
    for i, word in enumerate(doc.words):
        if i in starts:
            yield Piece("end", "\n", None)
        elif i:
            yield Piece("word", _space(doc, i), open_now[-1][1] if open_now else None)
        for end, number in sorted(opening.get(i, ()), reverse=True):
            open_now.append((end, number))
            yield Piece("open", f"[{number}", number)
        yield Piece("word", visible(word), open_now[-1][1] if open_now else None)
        if open_now and any(end == i + 1 for end, _ in open_now):
            for _, number in reversed([each for each in open_now if each[0] == i + 1]):
                yield Piece("close", "]", number)
            open_now = [each for each in open_now if each[0] != i + 1]


def page(found: Iterable[tuple[Document, Sequence[str]]], *, title: str) -> Iterator[str]:
    """A page of HTML in parts, one a document, with the lines that are to stand below it, if any."""
    head = join(
        el("meta", charset="utf-8"),
        el("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        el(
            "meta",
            http_equiv="Content-Security-Policy",
            content="default-src 'none'; style-src 'unsafe-inline'",
        ),
        el("title", visible(title)),
        el("style", Safe(_STYLE)),
    )
    yield f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{el("h1", visible(title))}\n'
    for doc, notes in found:
        yield section(doc, notes) + "\n"
    yield "</body></html>\n"


def section(doc: Document, notes: Sequence[str] = ()) -> Safe:
    """One document of the page."""
    many = sum(len(cluster) > 1 for cluster in doc.clusters)
    size = f"{count(len(doc.words), 'word')}, {count(many, 'cluster')} of two or more mentions"
    lines: list[list[Safe]] = [[]]
    for kind, text, number in pieces(doc):
        if kind == "end":
            lines.append([])
        elif number is None:
            lines[-1].append(join(text))
        else:
            shown = el("sub", text[1:]) if kind == "open" else None
            inside = join("[", shown) if kind == "open" else text
            lines[-1].append(el("b" if kind != "word" else "span", inside, class_=f"c{number % COLOURS}"))
    return el(
        "section",
        el("h2", visible(doc.id)),
        el("p", size, class_="muted"),
        *(el("p", *line, dir="auto") for line in lines),
        el("details", el("summary", "Links"), el("ol", *(el("li", visible(note)) for note in notes)))
        if notes
        else None,
    )


def _space(doc: Document, i: int) -> str:
    """What stands between a word and the one before: nothing where the text has nothing."""
    if doc.offsets is None:
        return " "
    return " " if doc.offsets[i - 1][1] < doc.offsets[i][0] else ""


_STYLE = """
:root { --bg: #fff; --fg: #1b1f24; --muted: #545c64;
  --c0: #0b62a8; --c1: #b4480a; --c2: #0d7a5f; --c3: #8a3fa0;
  --c4: #866800; --c5: #5b6770; --c6: #b3266a; --c7: #007785; }
@media (prefers-color-scheme: dark) { :root { --bg: #14171a; --fg: #e7e9eb; --muted: #a9b1b9;
  --c0: #6cb6ff; --c1: #ff9e64; --c2: #5fd0a8; --c3: #d2a1e8;
  --c4: #e3c04a; --c5: #a9b4bd; --c6: #ff8fc0; --c7: #5ccfe0; } }
html { color-scheme: light dark; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; background: var(--bg); color: var(--fg);
  font: 17px/1.7 system-ui, sans-serif; overflow-wrap: anywhere; }
.muted { color: var(--muted); } p { margin: .3rem 0; } sub { font-size: .65em; }
""" + " ".join(f".c{i} {{ color: var(--c{i}); }}" for i in range(COLOURS))
