"""What is said to a system outside and how its answer is read: one JSON object a document, each way.

The fields are those of predictions.jsonl. Of an answer only `clusters` must be there; `words` and `text` are
checked if they are. `scores` are used as `[[start, end], [start, end], value]`, counted as the clusters are;
other shapes (one number a cluster) say nothing of pairs and are left aside. To a question with candidates the
answer is `scores`, one number a candidate.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from corefair.errors import DataError
from corefair.io.json_fields import clusters_in, strings
from corefair.io.predictions import STATUSES
from corefair.systems.checking import as_text, check_clusters, check_picked, check_span
from corefair.types import Answer, Document, Mention, Picked, Question

ToWords = Callable[[Mention], Mention]


def request(doc: Document) -> dict[str, Any]:
    """What a system is told of a document: never its gold, who the candidates are, or what it is called.

    The id of a case may name its group, or even the right answer.
    """
    text = {} if doc.text is None else {"text": doc.text}
    return {**text, "words": doc.words, "sentences": doc.sentences}


def question_request(question: Question) -> dict[str, Any]:
    """What a system that chooses is told: the document, the pronoun and its candidates, in words."""
    return {**request(question.doc), "pronoun": question.pronoun, "candidates": question.candidates}


def read_answer(found: Mapping[str, Any], doc: Document) -> Answer:
    """A system's answer to a document; one that cannot be used becomes an answer of status "error"."""
    try:
        return _answer(found, doc)
    except DataError as error:
        return Answer(status="error", message=str(error))
    except Exception as error:  # noqa: BLE001  an answer from outside may hold anything
        return Answer(status="error", message=as_text(f"cannot be read: {type(error).__name__}: {error}"))


def read_picked(found: Mapping[str, Any], question: Question) -> Picked:
    """A system's scores for the candidates; an answer that cannot be used has the status "error"."""
    status = found.get("status", "ok")
    if status in ("refused", "error"):
        return Picked(status=status, message=as_text(found.get("message") or f"the system says: {status}"))
    scores = found.get("scores")
    if status != "ok":
        why = f"status {status!r} is none of ok, refused, error"
    elif not isinstance(scores, list):
        why = 'the answer has no list of "scores", one number a candidate'
    else:
        unit = found.get("unit", "score")
        return check_picked(Picked(tuple(scores), unit, found.get("none")), question)
    return Picked(status="error", message=why)


def check_words(words: Sequence[str], doc: Document) -> None:
    """Refuse words that are not the document's, however brackets, quotes and capitals are written."""
    if len(words) != len(doc.words):
        raise DataError(f"answered for {len(words)} words, but the document has {len(doc.words)}")
    for i, (theirs, ours) in enumerate(zip(words, doc.words, strict=True)):
        if theirs != ours and _letters(theirs) != _letters(ours):
            raise DataError(
                f"answered for other words: word {i} is {theirs!r} there, {ours!r} in the document"
            )


def words_of(spans: Sequence[tuple[int, int]], text: str) -> ToWords:
    """From characters to words: a mention is every word it touches, but it may not cut a run of letters."""
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    in_order = all(a <= b for each in (starts, ends) for a, b in pairwise(each))

    def to_words(mention: Mention) -> Mention:
        start, end = mention
        if not 0 <= start < end <= len(text):
            raise DataError(
                f"the span [{start}, {end}] is outside the text, which has {len(text)} characters"
            )
        for at in (start, end):
            if 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum():
                here = text[max(start - 5, 0) : end + 5]
                raise DataError(f"the span [{start}, {end}] cuts a word in two, in {here!r}: is `end` right?")
        if in_order:  # a document of ten thousand mentions is not looked through for each of them
            first, past = bisect_right(ends, start), bisect_left(starts, end)
        else:
            touched = [i for i in range(len(spans)) if starts[i] < end and start < ends[i]]
            first, past = (touched[0], touched[-1] + 1) if touched else (0, 0)
        if first >= past:
            raise DataError(f"the span [{start}, {end}] holds no word")
        return Mention(first, past)

    return to_words


def _answer(found: Mapping[str, Any], doc: Document) -> Answer:
    status = found.get("status", "ok")
    if status not in STATUSES:
        raise DataError(f"status {status!r} is none of {', '.join(STATUSES)}")
    if status in ("refused", "error"):
        return Answer(status=status, message=as_text(found.get("message") or f"the system says: {status}"))
    if "words" in found:
        check_words(strings("words", found["words"]), doc)
    if "clusters" not in found and status != "empty":
        raise DataError('the answer has no "clusters": write [] where there are none')
    last = _last(found)
    to_words = _unit(found, doc)
    clusters = [
        [to_words(mention) for mention in cluster]
        for cluster in clusters_in("clusters", found.get("clusters", []), last=last)
    ]
    scores = tuple(
        (check_span(to_words(one), doc), check_span(to_words(other), doc), value)
        for one, other, value in _scores(found.get("scores"), last)
    )
    return Answer(check_clusters(clusters, doc), scores=scores)


def _last(found: Mapping[str, Any]) -> int:
    end = found.get("end", "exclusive")
    if end not in ("exclusive", "inclusive"):
        raise DataError(f'end {end!r} is neither "exclusive" nor "inclusive"')
    return int(end == "inclusive")


def _unit(found: Mapping[str, Any], doc: Document) -> ToWords:
    """From what the answer counts, words or characters, to words."""
    unit = found.get("offsets", "char" if "text" in found and "words" not in found else "word")
    if unit not in ("char", "word"):
        raise DataError(f'offsets {unit!r} are neither "char" nor "word"')
    if unit == "word":
        return lambda mention: mention
    text = found.get("text", doc.text)
    if not isinstance(text, str):
        raise DataError('offsets in characters need the "text" they count')
    if text == doc.text and doc.offsets is not None:
        return words_of(doc.offsets, text)
    return words_of(_spell(doc.words, text), text)


def _spell(words: Sequence[str], text: str) -> list[tuple[int, int]]:
    """The characters of each word in a text of the same words, however they are spaced."""
    spans, at = [], 0
    for i, word in enumerate(words):
        start = text.find(word, at)
        if start < 0 or text[at:start].strip():
            raise DataError(f"answered for another text: word {i} is {word!r}, there {text[at : at + 20]!r}")
        at = start + len(word)
        spans.append((start, at))
    if text[at:].strip():
        raise DataError(f"answered for another text: it goes on with {text[at:].strip()[:20]!r}")
    return spans


def _scores(value: Any, last: int) -> Iterable[tuple[Mention, Mention, float]]:
    if not isinstance(value, list):
        return
    for each in value:
        if not (isinstance(each, list) and len(each) == 3 and isinstance(each[0], list)):
            continue  # one a cluster, or one a mention
        number = each[2]
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise DataError(
                f"scores must be [[start, end], [start, end], value], found {json.dumps(each)[:60]}"
            )
        ((one, other),) = clusters_in("scores", [each[:2]], last=last)
        yield one, other, float(number)


def _letters(word: str) -> str:
    """What two spellings of a word share: letters and digits; a bracket is "-LRB-" in some files."""
    if re.fullmatch(r"-[LR][RCS]B-", word):
        return ""
    return "".join(char for char in word.casefold() if char.isalnum())
