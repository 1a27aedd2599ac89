"""Edits of single words, and a document with them made: text, offsets, lemmas and features go along.

An edit puts one word in the place of one word. So the number of words never changes, and clusters, trees,
entities, sentences and speakers stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, Protocol

from corefair.io.conllu.rows import multiword_tokens, others_in
from corefair.types import Document, Json


class Edit(NamedTuple):
    """One word in the place of another."""

    at: int
    new: str
    kind: str  # what the word is, as the dictionary calls it; or "name", "article", "agreement"
    doubt: str = ""  # why it may be wrong
    lemma: str = ""  # empty: as `lemma_after` makes it
    tag: str = ""  # empty: the same
    features: tuple[tuple[str, str], ...] = ()  # pieces of the column of features, old and new


class Kept(NamedTuple):
    """A gendered word that was left as it is, and why."""

    at: int
    why: str


class Plan(NamedTuple):
    """What is to be done to a document, in text order."""

    edits: tuple[Edit, ...] = ()
    kept: tuple[Kept, ...] = ()

    def __add__(self, other: object) -> Plan:
        """Both plans; where both have a word, the first decides."""
        if not isinstance(other, Plan):
            return NotImplemented
        taken = {edit.at for edit in self.edits}
        edits = [*self.edits, *(edit for edit in other.edits if edit.at not in taken)]
        kept = {*self.kept, *(kept for kept in other.kept if kept.at not in taken)}
        return Plan(tuple(sorted(edits)), tuple(sorted(kept)))


class Planner(Protocol):
    """What says which words of an analysed document become which."""

    def plan(self, doc: Document) -> Plan: ...


def apply(doc: Document, edits: Sequence[Edit], *, lemma: Callable[[str], str] = str) -> Document:
    """A new document with the edits made; `lemma` gives the counterpart of a lemma that is not its word.

    >>> doc = Document("d", ("He", "left"), text="He left.", offsets=((0, 2), (3, 7)), tags=("PRP", "VBD"))
    >>> after = apply(doc, [Edit(0, "She", "pronoun")])
    >>> after.words, after.text, after.offsets
    (('She', 'left'), 'She left.', ((0, 3), (4, 8)))
    """
    if not edits:
        return doc
    words = list(doc.words)
    for edit in edits:
        words[edit.at] = edit.new
    rows, forms = _rows(doc, words)
    changed: dict[str, Any] = {"words": tuple(words), "layers": _layers(doc, edits, lemma)}
    if doc.text is not None and doc.offsets is not None:
        changed["text"], changed["offsets"] = _respell(doc, words, {edit.at for edit in edits}, forms)
    if doc.tags is not None and any(edit.tag for edit in edits):
        tag_of = {edit.at: edit.tag for edit in edits if edit.tag}
        changed["tags"] = tuple(tag_of.get(i, tag) for i, tag in enumerate(doc.tags))
    if rows is not None:
        changed["meta"] = {**doc.meta, "rows": rows}
    return replace(doc, **changed)


def _layers(
    doc: Document, edits: Sequence[Edit], lemma: Callable[[str], str]
) -> Mapping[str, tuple[str, ...]]:
    layers = dict(doc.layers)
    for name in ("lemma", "predicate", "feats", "misc"):
        if name in layers:
            layer = list(layers[name])
            for edit in edits:
                layer[edit.at] = _cell(name, layer[edit.at], doc.words[edit.at], edit, lemma)
            layers[name] = tuple(layer)
    return layers


def _cell(name: str, old: str, word: str, edit: Edit, lemma: Callable[[str], str]) -> str:
    if name == "feats":
        new = dict(edit.features)
        pieces = (new.get(piece, piece) for piece in old.split("|"))
        return "|".join(piece for piece in pieces if piece) or "_"
    if name == "misc":  # a word's own segments and corrections are not those of another word
        kept = [piece for piece in old.split("|") if not piece.startswith(("MSeg=", "Correct"))]
        return "|".join(kept) or "_"
    if old in ("_", "-"):
        return old
    if edit.lemma:
        return edit.lemma
    if old.lower() == word.lower():
        return edit.new if old == word else edit.new.lower()
    return lemma(old)


def _rows(doc: Document, words: Sequence[str]) -> tuple[list[Json] | None, dict[int, str]]:
    """CoNLL-U's rows of multi-word tokens with their new forms; and these forms by first word."""
    several = multiword_tokens(others_in(doc))
    forms: dict[int, str] = {}
    for first, (end, row) in several.items():
        if tuple(words[first:end]) != doc.words[first:end]:
            forms[first] = _replaced(row.split("\t", 2)[1], doc.words[first:end], words[first:end])
    if not forms:
        return None, {}
    made: list[Json] = []
    for first, row in others_in(doc):
        cells = row.split("\t")
        if first in forms and row == several[first][1]:
            cells[1] = forms[first]
            cells[9] = "|".join(each for each in cells[9].split("|") if not each.startswith("MSeg=")) or "_"
        made.append([first, "\t".join(cells)])
    return made, forms


def _replaced(form: str, old: Sequence[str], new: Sequence[str]) -> str:
    """A token's form with the words that changed in it; where a word is not spelled out it stays."""
    if form == "".join(old):
        return "".join(new)
    at, made = 0, ""
    for before, after in zip(old, new, strict=True):
        begin = form.lower().find(before.lower(), at)
        if begin >= 0:
            made += form[at:begin] + (after if before != after else form[begin : begin + len(before)])
            at = begin + len(before)
    return made + form[at:]


def _respell(
    doc: Document, words: Sequence[str], changed: Iterable[int], forms: Mapping[int, str]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text with the new words, and where every word then stands.

    Words that share their characters, as in a token that does not spell them, get its new form. Where the
    characters of words overlap otherwise, the text is made of the words with a space between.
    """
    text, offsets = doc.text or "", doc.offsets or ()
    spans: dict[tuple[int, int], list[int]] = {}
    for i, span in enumerate(offsets):
        spans.setdefault(span, []).append(i)
    ordered = list(spans)
    if any(one[1] > two[0] for one, two in pairwise(ordered)):
        ends = list(accumulate((len(word) + 1 for word in words), initial=0))
        return " ".join(words), tuple(
            (start, start + len(word)) for start, word in zip(ends, words, strict=False)
        )
    touched = {offsets[i] for i in changed}
    made: list[str] = []
    moved: dict[tuple[int, int], tuple[int, int]] = {}
    at = length = 0
    for span, inside in spans.items():
        old = text[slice(*span)]
        if span not in touched:
            new = old
        elif inside[0] in forms:
            new = forms[inside[0]] if len(inside) > 1 else words[inside[0]]
        else:
            new = _replaced(old, [doc.words[i] for i in inside], [words[i] for i in inside])
        made += (text[at : span[0]], new)
        length += span[0] - at
        moved[span] = (length, length + len(new))
        length += len(new)
        at = span[1]
    return "".join(made) + text[at:], tuple(moved[span] for span in offsets)
