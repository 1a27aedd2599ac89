"""Which spans there are, which are kept, and what is known of those from their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.systems.span.reading import Batch, Numbers
from corefair.systems.span.surface import PERSON, class_of, head_at
from corefair.types import Mention


class Spans(NamedTuple):
    """Spans of a batch, in the order of the text."""

    start: Numbers
    end: Numbers  # half-open
    text: Numbers  # which text of the batch

    def __len__(self) -> int:
        return len(self.start)

    def take(self, which: Numbers) -> Spans:
        """Some of them."""
        return Spans(self.start[which], self.end[which], self.text[which])

    def mentions(self, at: Sequence[int]) -> list[Mention]:
        """As spans of their own texts, which begin at these words."""
        begin = np.asarray(at)[self.text]
        pairs = zip((self.start - begin).tolist(), (self.end - begin).tolist(), strict=True)
        return [Mention(*pair) for pair in pairs]


def all_spans(batch: Batch, max_width: int, given: Sequence[Sequence[Mention]] = ()) -> Spans:
    """Every span of a sentence up to a width that starts and ends with a word that may; and those given."""
    starts, ends, texts = [], [], []
    for number, (text, at) in enumerate(zip(batch.texts, batch.at, strict=False)):
        n = len(text.words)
        widths = np.minimum(text.ends_at - np.arange(n), max_width) * text.may_start
        start = np.repeat(np.arange(n), widths)
        end = start + np.arange(len(start)) - np.repeat(np.cumsum(widths) - widths, widths) + 1
        good = text.may_end[end - 1] | (end - start == 1)
        start, end = start[good], end[good]
        asked = given[number] if given else ()
        if asked:
            have = set(zip(start.tolist(), end.tolist(), strict=True))
            more = [span for span in dict.fromkeys(asked) if span not in have]
            if more:
                both = np.array([*zip(start.tolist(), end.tolist(), strict=True), *more])
                start, end = both[np.lexsort((both[:, 1], both[:, 0]))].T
        starts.append(start + at)
        ends.append(end + at)
        texts.append(np.full(len(start), number))
    return Spans(*(np.concatenate(each).astype(np.int64) for each in (starts, ends, texts)))


def budget(n_words: int, ratio: float, floor: int) -> int:
    """How many spans of a text are kept at most."""
    return max(int(ratio * n_words), floor)


def pruned(
    spans: Spans,
    scores: NDArray[np.float32],
    batch: Batch,
    *,
    ratio: float,
    floor: int,
    given: Sequence[Sequence[Mention]] = (),
) -> Numbers:
    """Which spans of each text are kept: the best that do not cross better ones, and those that are given."""
    kept: list[int] = []
    bounds = np.searchsorted(spans.text, np.arange(len(batch.texts) + 1)).tolist()
    for number in range(len(batch.texts)):
        first, last = bounds[number], bounds[number + 1]
        wanted = budget(len(batch.texts[number].words), ratio, floor)
        order = first + np.argsort(-scores[first:last], kind="stable")[: 4 * wanted]
        here = _not_crossing(order.tolist(), spans, wanted)
        if given:
            at, asked = batch.at[number], set(given[number])
            pairs = zip(spans.start[first:last].tolist(), spans.end[first:last].tolist(), strict=True)
            here |= {first + i for i, (a, b) in enumerate(pairs) if (a - at, b - at) in asked}
        kept += sorted(here)
    return np.array(kept, dtype=np.int64)


def _not_crossing(order: Sequence[int], spans: Spans, wanted: int) -> set[int]:
    kept: set[int] = set()
    longest: dict[int, int] = {}  # the last end of a kept span that starts here
    earliest: dict[int, int] = {}  # the first start of a kept span that ends here
    for which in order:
        if len(kept) == wanted:
            break
        start, end = int(spans.start[which]), int(spans.end[which])
        crosses = any(
            (at > start and longest.get(at, 0) > end)
            or (at < end - 1 and earliest.get(at + 1, at + 1) < start)
            for at in range(start, end)
        )
        if not crosses:
            kept.add(which)
            longest[start] = max(longest.get(start, 0), end)
            earliest[end] = min(earliest.get(end, start), start)
    return kept


class Known(NamedTuple):
    """What is known of spans from their words, for pairs of them to be compared by."""

    kind: Numbers  # [n]: its class
    person: Numbers
    speaker: Numbers
    sentence: Numbers
    text: Numbers  # which text of the batch
    head: tuple[str, ...]
    name: tuple[str, ...]  # its words in lower case, without what says nothing
    stems: tuple[frozenset[str], ...]

    def cut(self, where: slice) -> Known:
        """Some of them."""
        fields: dict[str, Any] = self._asdict()
        return Known(**{name: each[where] for name, each in fields.items()})

    def __add__(self, other: object) -> Known:
        if not isinstance(other, Known):
            return NotImplemented
        fields: dict[str, Any] = self._asdict()
        more: dict[str, Any] = other._asdict()
        joined: dict[str, Any] = {
            name: np.concatenate([each, more[name]]) if isinstance(each, np.ndarray) else (*each, *more[name])
            for name, each in fields.items()
        }
        return Known(**joined)


def known_of(spans: Spans, batch: Batch) -> Known:
    """What the words of spans say."""
    kinds, speakers, sentences = [], [], []
    heads, names, stems = [], [], []
    for which, (start, end) in zip(spans.text.tolist(), spans.mentions(batch.at), strict=True):
        text = batch.texts[which]
        head = head_at(text.lower, start, end)
        kind = class_of(text.words, text.lower, start, end, head)
        kinds.append(kind)
        speakers.append(text.speaker[start])
        sentences.append(text.sentence[start])
        said = [at for at in range(start, end) if text.says[at]]
        heads.append(text.stem[head])
        names.append(" ".join(text.lower[at] for at in said) if said else " ".join(text.lower[start:end]))
        stems.append(frozenset(text.stem[at] for at in said))
    kind_of = np.array(kinds, dtype=np.int64)
    return Known(
        kind_of,
        np.array(PERSON, dtype=np.int64)[kind_of],
        np.array(speakers, dtype=np.int64),
        np.array(sentences, dtype=np.int64),
        spans.text,
        tuple(heads),
        tuple(names),
        tuple(stems),
    )
