"""JSON objects, one a line: the checks and fields that formats share."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Any, NoReturn

from corefair.errors import DataError
from corefair.io.documents import Block
from corefair.types import Document, Entity, Mention

_PER_WORD = ("tags", "relations", "speakers")  # lists of one string a word
# The fields that `extra_fields` makes and `take_extra` reads:
EXTRA = (*_PER_WORD, "text", "word_offsets", "heads", "entities", "genre", "layers", "meta")


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
        layers = checked(dict, "layers", found["layers"], "an object of lists")
        taken["layers"] = {name: strings(f"layer {name!r}", layer) for name, layer in layers.items()}
    if "genre" in found:
        taken["genre"] = checked(str, "genre", found["genre"], "a string")
    if "meta" in found:
        taken["meta"] = dict(checked(dict, "meta", found["meta"], "an object"))
    if "word_offsets" in found and "text" not in found:
        raise DataError('word_offsets need the "text" they count')
    if "text" in found:
        text = taken["text"] = checked(str, "text", found["text"], "a string")
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
    for each in checked(list, name, value, "a list of [start, end, label]"):
        if not isinstance(each, list) or len(each) != 3 or not isinstance(each[2], str):
            raise DataError(f"{name} must be a list of [start, end, label], found {shown(each)}")
        ((start, end),) = _pairs(name, [each[:2]])
        found.append(Entity(start, end + last, each[2]))
    return tuple(found)


def clusters_in(name: str, value: Any, *, last: int) -> list[list[Mention]]:
    """Lists of lists of `[start, end]` as clusters in the order given; `last` as for `entities`."""
    what = "a list of clusters, each a list of [start, end]"
    return [
        [Mention(start, end + last) for start, end in _pairs(name, checked(list, name, each, what))]
        for each in checked(list, name, value, what)
    ]


def checked(kind: type, name: str, value: Any, what: str) -> Any:
    """The value of a field if it is of that kind, or a DataError that says `what` it must be."""
    if not isinstance(value, kind):
        raise DataError(f"{name} must be {what}, found {shown(value)}")
    return value


def shown(value: Any) -> str:
    """A value as JSON for an error message, cut short if it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _refuse_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse_number(digits)


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
    for each in checked(list, name, value, "a list of [start, end]"):
        if not isinstance(each, list) or len(each) != 2 or not all(type(edge) is int for edge in each):
            raise DataError(f"{name} must be made of [start, end], two whole numbers: found {shown(each)}")
        yield each[0], each[1]
