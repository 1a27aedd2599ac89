"""Documents before and after a change of their text, side by side: rows for any canvas, and a page of HTML.

A changed word stands between marks, `[…]` before and `{…}` after, so that colour is never all that tells; a
question mark says that the change is doubtful.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from corefair.io.visible import visible
from corefair.report.markup import Safe, count, el, join
from corefair.types import Document


class Word(NamedTuple):
    """A word of one side, with the space before it."""

    space: str
    text: str
    mark: str  # "" unchanged, "old", "new" or "kept"
    note: str = ""  # what kind of word it is, why it stays, what is doubtful
    doubtful: bool = False


class Pair(NamedTuple):
    """A sentence before and after."""

    before: tuple[Word, ...]
    after: tuple[Word, ...]

    @property
    def is_changed(self) -> bool:
        """Whether a word was changed or deliberately kept."""
        return any(word.mark for word in self.before)


class Change(Protocol):
    """A changed word, as text mitigators describe it."""

    @property
    def at(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def doubt(self) -> str: ...


class Stay(Protocol):
    """A word that stays, as text mitigators describe it."""

    @property
    def at(self) -> int: ...
    @property
    def why(self) -> str: ...


def pairs(
    before: Document, after: Document, edits: Iterable[Change], kept: Iterable[Stay] = ()
) -> Iterator[Pair]:
    """The sentences of a document, each before and after."""
    edit_of = {edit.at: edit for edit in edits}
    why_of = {each.at: each.why for each in kept}
    for start, end in before.sentence_spans():
        sides: tuple[list[Word], list[Word]] = ([], [])
        for i in range(start, end):
            edit = edit_of.get(i)
            for side, doc, mark in zip(sides, (before, after), ("old", "new"), strict=True):
                space = _space(doc, i) if i > start else ""
                text = visible(doc.words[i])
                if edit is not None:
                    note = "; ".join(filter(None, (edit.kind, edit.doubt)))
                    side.append(Word(space, text, mark, note, bool(edit.doubt)))
                elif i in why_of:
                    side.append(Word(space, text, "kept", why_of[i]))
                else:
                    side.append(Word(space, text, ""))
        yield Pair(tuple(sides[0]), tuple(sides[1]))


def marked(word: Word) -> str:
    """A word with the marks that show it was changed.

    >>> marked(Word(" ", "he", "old")), marked(Word(" ", "her", "new", doubtful=True))
    ('[he]', '{her?}')
    """
    doubt = "?" if word.doubtful and word.mark == "new" else ""
    return {"old": f"[{word.text}]", "new": f"{{{word.text}{doubt}}}"}.get(word.mark, word.text)


def page(
    made: Iterable[tuple[Document, Document, Iterable[Change], Iterable[Stay]]], *, title: str
) -> Iterator[str]:
    """A page of HTML in parts, one a document; only sentences in which something happened are shown."""
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
    yield (
        el("p", "Changed words are marked on both sides; a dotted line marks gendered words that stay.")
        + "\n"
    )
    for before, after, edits, kept in made:
        yield section(before, after, edits, kept) + "\n"
    yield "</body></html>\n"


def section(before: Document, after: Document, edits: Iterable[Change], kept: Iterable[Stay] = ()) -> Safe:
    """One document of the page."""
    edits, kept = list(edits), list(kept)
    every = list(pairs(before, after, edits, kept))
    shown = [pair for pair in every if pair.is_changed]
    size = f"{count(len(edits), 'word')} changed, {len(kept):,} kept"
    size += f"; {len(shown):,} of {count(len(every), 'sentence')} shown"
    heads = el("tr", el("th", "Before", scope="col"), el("th", "After", scope="col"))
    rows = (
        el(
            "tr",
            el("td", *map(_word, pair.before), dir="auto"),
            el("td", *map(_word, pair.after), dir="auto"),
        )
        for pair in shown
    )
    table = el("table", el("thead", heads), el("tbody", *rows)) if shown else None
    return el("section", el("h2", visible(before.id)), el("p", size, class_="muted"), table)


def _word(word: Word) -> Safe:
    if not word.mark:
        return join(word.space, word.text)
    name = {"old": "del", "new": "ins"}.get(word.mark, "span")
    doubt = el("sup", "?") if word.doubtful and word.mark == "new" else None
    return join(word.space, el(name, word.text, doubt, class_=word.mark, title=word.note or None))


def _space(doc: Document, i: int) -> str:
    """What stands between a word and the one before: nothing where the text has nothing."""
    if doc.offsets is None:
        return " "
    return " " if doc.offsets[i - 1][1] < doc.offsets[i][0] else ""


_STYLE = """
:root { --bg: #fff; --fg: #1b1f24; --muted: #545c64; --line: #d5dade;
  --old: #fde3d8; --old-fg: #8a2f06; --new: #d8f0e6; --new-fg: #0a5a45; }
@media (prefers-color-scheme: dark) { :root { --bg: #14171a; --fg: #e7e9eb; --muted: #a9b1b9;
  --line: #343b42; --old: #4a2414; --old-fg: #ffb897; --new: #123c30; --new-fg: #8be0c2; } }
html { color-scheme: light dark; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 70rem; background: var(--bg); color: var(--fg);
  font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
.muted { color: var(--muted); } table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th { text-align: left; }
td, th { padding: .3rem .8rem .3rem 0; vertical-align: top; border-top: 1px solid var(--line); }
del { background: var(--old); color: var(--old-fg); padding: 0 .15em; border-radius: .2em; }
ins { background: var(--new); color: var(--new-fg); padding: 0 .15em; border-radius: .2em;
  text-decoration: none; font-weight: 600; }
.kept { border-bottom: 1px dotted var(--muted); } sup { font-size: .7em; }
"""
