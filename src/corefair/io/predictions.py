"""Our own format, one JSON object a line: what a system answers, and every document without loss.

A system needs to write only `id`, `text` or `words`, and `clusters`, lists of `[start, end]`. `offsets` says
what they count, `"char"` or `"word"` (the default where `words` are given); `end` is `"exclusive"` (the
default) or `"inclusive"`. `status` is `ok`, `empty`, `refused` or `error`; it, `scores`, `system` and any
field not known here are kept in `Document.meta`. We write words, and the layers a document has besides.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import index
from typing import Any, NoReturn

from corefair.errors import DataError
from corefair.io.documents import Block
from corefair.io.plain import sentence_starts, word_offsets
from corefair.registry import formats
from corefair.types import Cluster, Document, Entity, Mention

STATUSES = ("ok", "empty", "refused", "error")
_PER_WORD = ("tags", "relations", "speakers")  # lists of one string a word
_EXTRA = (*_PER_WORD, "text", "word_offsets", "heads", "entities", "genre", "layers", "meta")
_OWN = frozenset(("id", "words", "sentences", "clusters", "offsets", "end", *_EXTRA))


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


def split_lines(lines: Iterable[str]) -> Iterator[Block]:
    """One document a line; blank lines are none."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield Block(number, line)


def first_object(head: str) -> dict[str, Any]:
    """The JSON object on the first line, empty if there is none."""
    try:
        return load(head.lstrip().split("\n", 1)[0])
    except DataError:
        return {}


def load(line: str) -> dict[str, Any]:
    """The JSON object on a line, or a DataError."""
    try:
        found = json.loads(line, parse_constant=_refuse_number, parse_float=_finite)
        line.encode()
        if "\\u" in line:
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise DataError("half of a surrogate pair, which is no character: write the text as UTF-8") from None
    except (ValueError, RecursionError) as error:
        why = getattr(error, "msg", None) or str(error)
        raise DataError(f"not a JSON object on one line: {why}") from None
    if not isinstance(found, dict):
        raise DataError("not a JSON object: each line must be one, in braces")
    return found


def dump(doc: Document, fields: Mapping[str, Any]) -> str:
    """The fields as one line of JSON, or a DataError if something in the document is not JSON."""
    try:
        # `index` lets the whole numbers of NumPy pass, which systems put into spans.
        line = json.dumps(fields, ensure_ascii=False, allow_nan=False, default=index)
        line.encode()
    except UnicodeEncodeError:
        raise DataError(
            f"document {doc.id!r} holds half of a surrogate pair, which is no character"
        ) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise DataError(f"document {doc.id!r} has annotation that JSON cannot hold: {error}") from None
    return line + "\n"


def extra_fields(doc: Document, *, meta: Mapping[str, Any]) -> dict[str, Any]:
    """What a document has besides words, sentences and clusters, in fields that `take_extra` reads."""
    found: dict[str, Any] = {
        **{name: getattr(doc, name) for name in ("text", "tags", "heads", "relations", "speakers", "genre")},
        "entities": doc.entities or None,
        "layers": dict(doc.layers) or None,
        "meta": meta or None,
    }
    if doc.text is not None and _match(doc.words, doc.text) != (doc.offsets, ""):
        found["word_offsets"] = doc.offsets  # only where the words do not simply spell the text
    return {name: value for name, value in found.items() if value is not None}


def take_extra(found: Mapping[str, Any], words: Sequence[str]) -> dict[str, Any]:
    """The arguments for Document in the fields that `extra_fields` made, checked."""
    taken: dict[str, Any] = {name: strings(name, found[name]) for name in _PER_WORD if name in found}
    if "heads" in found:
        heads = found["heads"]
        if not isinstance(heads, list) or not all(type(head) is int for head in heads):
            raise DataError("heads must be a list of word numbers, -1 for a root")
        taken["heads"] = tuple(heads)
    if "entities" in found:
        taken["entities"] = entities("entities", found["entities"], last=0)
    if "layers" in found:
        layers = _a(dict, "layers", found["layers"], "an object of lists")
        taken["layers"] = {name: strings(f"layer {name!r}", layer) for name, layer in layers.items()}
    if "genre" in found:
        taken["genre"] = _a(str, "genre", found["genre"], "a string")
    if "meta" in found:
        taken["meta"] = dict(_a(dict, "meta", found["meta"], "an object"))
    if "word_offsets" in found and "text" not in found:
        raise DataError('word_offsets need the "text" they count')
    if "text" in found:
        text = taken["text"] = _a(str, "text", found["text"], "a string")
        if "word_offsets" in found:
            taken["offsets"] = tuple(_pairs("word_offsets", found["word_offsets"]))
        else:
            taken["offsets"], problem = _match(words, text)
            if problem:
                raise DataError(problem)
    return taken


def strings(name: str, value: Any) -> tuple[str, ...]:
    """A list of strings as a tuple, or a DataError."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise DataError(f"{name} must be a list of strings")
    return tuple(value)


def entities(name: str, value: Any, *, last: int) -> tuple[Entity, ...]:
    """Lists of `[start, end, label]` as entities; `last` is 1 where an end is the last word."""
    found = []
    for each in _a(list, name, value, "a list of [start, end, label]"):
        if not isinstance(each, list) or len(each) != 3 or not isinstance(each[2], str):
            raise DataError(f"{name} must be a list of [start, end, label], found {_shown(each)}")
        ((start, end),) = _pairs(name, [each[:2]])
        found.append(Entity(start, end + last, each[2]))
    return tuple(found)


def clusters_in(name: str, value: Any, *, last: int) -> list[list[Mention]]:
    """Lists of lists of `[start, end]` as clusters in the order given; `last` as for `entities`."""
    what = "a list of clusters, each a list of [start, end]"
    return [
        [Mention(start, end + last) for start, end in _pairs(name, _a(list, name, each, what))]
        for each in _a(list, name, value, what)
    ]


def _document(found: dict[str, Any]) -> Document:
    doc_id = _a(str, "id", found.get("id"), "a string")
    on_top = {name: value for name, value in found.items() if name not in _OWN}
    if "status" in on_top and on_top["status"] not in STATUSES:
        raise DataError(f"status {_shown(on_top['status'])} is none of {', '.join(STATUSES)}")
    end = found.get("end", "exclusive")
    if end not in ("exclusive", "inclusive"):
        raise DataError(f'end {_shown(end)} is neither "exclusive" nor "inclusive"')
    spans = clusters_in("clusters", found.get("clusters", []), last=int(end == "inclusive"))
    unit = found.get("offsets", "word" if "words" in found else "char")
    if unit not in ("char", "word"):
        raise DataError(f'offsets {_shown(unit)} are neither "char" nor "word"')
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
    text = _a(str, "text", found["text"], "a string")
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
        if isinstance(score, list) and len(score) == len(cluster):
            score = [score[i] for i in order]
        if cluster:
            made.append((tuple(cluster[i] for i in order), score))
    made.sort(key=lambda pair: pair[0][0])  # as cluster_up does
    return tuple(cluster for cluster, _ in made), [score for _, score in made] if scored else scores


def _match(words: Sequence[str], text: str) -> tuple[tuple[tuple[int, int], ...], str]:
    """The characters of each word, found in order with only white space between; or what does not match."""
    found: list[tuple[int, int]] = []
    at = 0
    for i, word in enumerate(words):
        while text[at : at + 1].isspace():
            at += 1
        if not text.startswith(word, at):
            return (), f"offsets do not match the text: word {i} is {word!r}, the text {text[at : at + 20]!r}"
        found.append((at, at + len(word)))
        at += len(word)
    if text[at:].strip():
        return (), f"offsets do not match the text: no words for its end, {text[at:].strip()[:20]!r}"
    return tuple(found), ""


def _pairs(name: str, value: Any) -> Iterator[tuple[int, int]]:
    for each in _a(list, name, value, "a list of [start, end]"):
        if not isinstance(each, list) or len(each) != 2 or not all(type(edge) is int for edge in each):
            raise DataError(f"{name} must be made of [start, end], two whole numbers: found {_shown(each)}")
        yield each[0], each[1]


def _a(kind: type, name: str, value: Any, what: str) -> Any:
    if not isinstance(value, kind):
        raise DataError(f"{name} must be {what}, found {_shown(value)}")
    return value


def _shown(value: Any) -> str:
    try:
        shown = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        shown = repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _refuse_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse_number(digits)
