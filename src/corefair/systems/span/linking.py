"""Documents through a trained network, long ones part by part with a memory of earlier spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from corefair.compute.threads import one_torch_thread
from corefair.systems.span.network import NOT, Memory, Scored, SpanNetwork
from corefair.systems.span.reading import Text, batch_of
from corefair.types import Mention

SEGMENT = 1500  # words of a document that are read at once
REMEMBERED = 1500  # kept spans of earlier parts that a later one may go back to: about 5,000 words


class Linked(NamedTuple):
    """The kept spans of a document, and the score of each with its candidates; NEW has the score 0."""

    spans: tuple[Mention, ...]
    candidates: NDArray[np.int64]  # [n, k]: which spans; -1 for none
    scores: NDArray[np.float64]  # [n, k]
    mention: NDArray[np.float32]  # [n]: logits of being a mention, as its corpus has them
    entity: NDArray[np.float32]  # [n]: and of any kind


class Asked(NamedTuple):
    """A text, and spans that must be kept whatever the network thinks of them."""

    text: Text
    given: tuple[Mention, ...] = ()


def linked(network: SpanNetwork, asked: Iterable[Asked]) -> Iterator[Linked]:
    """What the network says of each text, in order.

    One after the other, each on one thread: side by side they would be quicker, but the last bits of a text's
    scores would depend on its company, and on the machine.
    """
    for each in asked:
        with one_torch_thread():
            found = _linked(network, each) if each.text.words else _NOTHING
        yield found


@torch.no_grad()
def _linked(network: SpanNetwork, asked: Asked) -> Linked:
    memory: Memory | None = None
    first = 0  # the number of the memory's first span
    parts: list[Linked] = []
    n_spans = 0
    for start, end in segments(asked.text, SEGMENT):
        here = tuple(Mention(a - start, b - start) for a, b in asked.given if start <= a and b <= end)
        batch = batch_of([asked.text.part(start, end)])
        scored = network(batch, memory=memory, given=[here] if here else ())
        inside = scored.found.spans.take(scored.kept).mentions(batch.at)
        spans = tuple(Mention(a + start, b + start) for a, b in inside)
        parts.append(_as_linked(scored, spans, np.arange(first, n_spans + len(spans))))
        n_spans += len(spans)
        memory = _remembered(memory, scored, spans)
        first = n_spans - len(memory.spans)
    return _joined(parts)


def segments(text: Text, size: int) -> Iterator[tuple[int, int]]:
    """A text in parts of at most about so many words, cut between sentences, none of them small."""
    ends = np.unique(text.ends_at).tolist()
    n_parts = max(1, -(-len(text.words) // size))
    start = 0
    for number, end in enumerate(ends, 1):
        if number == len(ends) or end - start >= len(text.words) / n_parts:
            yield start, end
            start = end


def _remembered(memory: Memory | None, scored: Scored, spans: tuple[Mention, ...]) -> Memory:
    new = Memory(scored.vectors, scored.mention, scored.known, spans)
    if memory is None:
        return new
    old = max(0, REMEMBERED - len(spans))
    cut = slice(max(0, len(memory.spans) - old), None)
    return Memory(
        torch.cat([memory.vectors[cut], new.vectors]),
        torch.cat([memory.mention[cut], new.mention]),
        memory.known.cut(cut) + new.known,
        memory.spans[cut] + spans,
    )


def _as_linked(scored: Scored, spans: Sequence[Mention], number_of: NDArray[np.int64]) -> Linked:
    scores = scored.scores.numpy().astype(np.float64)
    candidates = np.where(scores > NOT / 2, number_of[scored.candidates.numpy()], -1)
    entity = scored.found.logits[:, -1].numpy()[scored.kept]
    return Linked(tuple(spans), candidates, scores, scored.mention.numpy(), entity)


def _joined(parts: Sequence[Linked]) -> Linked:
    width = max(part.candidates.shape[1] for part in parts)

    def wide(values: NDArray[Any], fill: float) -> NDArray[Any]:
        return np.pad(values, ((0, 0), (0, width - values.shape[1])), constant_values=fill)

    return Linked(
        tuple(span for part in parts for span in part.spans),
        np.concatenate([wide(part.candidates, -1) for part in parts]),
        np.concatenate([wide(part.scores, NOT) for part in parts]),
        np.concatenate([part.mention for part in parts]),
        np.concatenate([part.entity for part in parts]),
    )


_NOTHING = Linked(
    (), np.zeros((0, 0), np.int64), np.zeros((0, 0)), np.zeros(0, np.float32), np.zeros(0, np.float32)
)
