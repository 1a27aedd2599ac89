"""Our own format, one JSON object a line: what a system answers, and every document without loss.

A system needs to write only `id`, `text` or `words`, and `clusters`, lists of `[start, end]`. `offsets` says
what they count, `"char"` or `"word"` (the default where `words` are given); `end` is `"exclusive"` (the
default) or `"inclusive"`. `status` is `ok`, `empty`, `refused` or `error`; it, `scores`, `system` and any
field not known here are kept in `Document.meta`. We write words, and the layers a document has besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NoReturn

from corefair.errors import DataError
from corefair.io.documents import Block
from corefair.io.json_fields import (
    EXTRA,
    checked,
    clusters_in,
    dump,
    extra_fields,
    first_object,
    load,
    shown,
    split_lines,
    strings,
    take_extra,
)
from corefair.io.plain import sentence_starts, word_offsets
from corefair.registry import formats
from corefair.types import Cluster, Document, Mention, text_order

STATUSES = ("ok", "empty", "refused", "error")
_OWN = frozenset(("id", "words", "sentences", "clusters", "offsets", "end", *EXTRA))


@formats.register("predictions", suffixes=(".jsonl",))
class Predictions:
    """A JSON object a line: `{"id": …, "text": …, "clusters": [[[start, end], …], …], …}`."""

    @staticmethod
    def claims(head: str) -> bool:
        found = first_object(head)
        return "id" in found and ("words" in found or "text" in found)

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Block]:
        return split_lines(lines)

    @staticmethod
    def parse(block: Block) -> Document:
        try:
            return _document(load(block.text))
        except DataError as error:
            raise error.at(line=block.line) from None

    @staticmethod
    def render(doc: Document) -> str:
        fields: dict[str, Any] = {"id": doc.id, "words": doc.words}
        if len(doc.sentences) > 1:
            fields["sentences"] = doc.sentences
        fields |= {"clusters": doc.clusters, "offsets": "word", "end": "exclusive"}
        on_top = {
            name: value
            for name, value in doc.meta.items()
            if name not in _OWN and (name != "status" or value in STATUSES)
        }
        extra = extra_fields(doc, meta={name: doc.meta[name] for name in doc.meta if name not in on_top})
        return dump(doc, {**fields, **on_top, **extra})


def _document(found: dict[str, Any]) -> Document:
    doc_id = checked(str, "id", found.get("id"), "a string")
    on_top = {name: value for name, value in found.items() if name not in _OWN}
    if "status" in on_top and on_top["status"] not in STATUSES:
        raise DataError(f"status {shown(on_top['status'])} is none of {', '.join(STATUSES)}")
    end = found.get("end", "exclusive")
    if end not in ("exclusive", "inclusive"):
        raise DataError(f'end {shown(end)} is neither "exclusive" nor "inclusive"')
    spans = clusters_in("clusters", found.get("clusters", []), last=int(end == "inclusive"))
    unit = found.get("offsets", "word" if "words" in found else "char")
    if unit not in ("char", "word"):
        raise DataError(f'offsets {shown(unit)} are neither "char" nor "word"')
    if "words" not in found:
        found = found | _cut_into_words(found, unit, spans)
    words = strings("words", found["words"])
    extra = take_extra(found, words)
    if unit == "char":
        if "text" not in extra:
            raise DataError('offsets in characters need the "text" they count')
        spans = _in_words(spans, extra["text"], extra["offsets"])
    starts = found.get("sentences", [0])
    if not isinstance(starts, (list, tuple)) or not all(type(start) is int for start in starts):
        raise DataError("sentences must be a list: the number of the first word of each")
    clusters, scores = _in_order(spans, on_top.get("scores"))
    if "scores" in on_top:
        on_top["scores"] = scores
    meta = on_top | extra.pop("meta", {})
    return Document(doc_id, words, sentences=tuple(starts), clusters=clusters, meta=meta, **extra)


def _cut_into_words(found: Mapping[str, Any], unit: str, spans: list[list[Mention]]) -> dict[str, Any]:
    """The fields `words` and `sentences` of a text, cut so that every mention begins and ends with a word."""
    if "text" not in found:
        raise DataError('neither "text" nor "words": one of them must be there')
    if unit == "word":
        raise DataError('offsets in words need the "words" they count')
    for name in ("sentences", "word_offsets"):
        if name in found:
            raise DataError(f'{name} need the "words" they count')
    text = checked(str, "text", found["text"], "a string")
    _check_spans(spans, text)
    edges = sorted(set(chain.from_iterable(chain.from_iterable(spans))), reverse=True)
    cut: list[tuple[int, int]] = []
    for start, end in word_offsets(text):
        while edges and edges[-1] <= start:
            edges.pop()
        while edges and edges[-1] < end:
            cut.append((start, edges[-1]))
            start = edges.pop()
        cut.append((start, end))
    return {"words": [text[start:end] for start, end in cut], "sentences": sentence_starts(text, cut)}


_INSIDE = re.compile(r"(?<=\w)(?=\w)")


def _check_spans(spans: list[list[Mention]], text: str) -> None:
    """Refuse a span that cannot be meant: outside the text, with white space at an end, or half a word."""
    for start, end in chain.from_iterable(spans):
        if not 0 <= start < end <= len(text):
            problem = f"is outside the text, which has {len(text)} characters,"
        elif text[start].isspace() or text[end - 1].isspace():
            problem = "begins or ends with white space"
        elif _INSIDE.match(text, start) or _INSIDE.match(text, end):
            problem = "cuts a word in two"
        else:
            continue
        _refuse_span(start, end, problem, text)


def _refuse_span(start: int, end: int, problem: str, text: str) -> NoReturn:
    here = text[max(start, 0) : max(end, 0)]
    around = text[max(start - 10, 0) : max(end + 10, 0)]
    raise DataError(
        f"the span [{start}, {end}] {problem}: it is {here[:40]!r} in {around[:60]!r}; ends are exclusive: "
        'if yours are inclusive, say "end": "inclusive"'
    )


def _in_words(
    spans: list[list[Mention]], text: str, offsets: Sequence[tuple[int, int]]
) -> list[list[Mention]]:
    """Spans of characters as spans of words."""
    beginning = {start: i for i, (start, _) in reversed(list(enumerate(offsets)))}
    ending = {end: i + 1 for i, (_, end) in enumerate(offsets)}
    found: list[list[Mention]] = []
    for cluster in spans:
        found.append([])
        for start, end in cluster:
            if start not in beginning or end not in ending:
                _check_spans([[Mention(start, end)]], text)
                _refuse_span(start, end, "does not begin and end with one of the words", text)
            found[-1].append(Mention(beginning[start], ending[end]))
    return found


def _in_order(spans: list[list[Mention]], scores: Any) -> tuple[tuple[Cluster, ...], Any]:
    """Clusters in text order, and the scores moved along: one a cluster, or a list with one a mention."""
    scored = isinstance(scores, list) and len(scores) == len(spans)
    made: list[tuple[Cluster, Any]] = []
    for cluster, score in zip(spans, scores if scored else [None] * len(spans), strict=True):
        order = sorted(range(len(cluster)), key=cluster.__getitem__)
        per_mention = isinstance(score, list) and len(score) == len(cluster)
        if per_mention and not any(isinstance(each, list) for each in score):  # not two spans and their score
            score = [score[i] for i in order]
        if cluster:
            made.append((tuple(cluster[i] for i in order), score))
    made.sort(key=lambda pair: text_order(pair[0]))
    return tuple(cluster for cluster, _ in made), [score for _, score in made] if scored else scores
