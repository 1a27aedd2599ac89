"""The span network: factored layers and its LSTM beside the plain formulation, and words a second by length.

All on one thread, in processor time, with weights drawn by lot: what they are does not change the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from corefair.models.card import Card
from corefair.systems.span.assembly import Scheme
from corefair.systems.span.attention import bent
from corefair.systems.span.layers import SpanParts
from corefair.systems.span.learning import Example, Learner, Rates
from corefair.systems.span.lexicon import Lexicon, learn_lexicon
from corefair.systems.span.loss import Gold, Weights
from corefair.systems.span.lstm import BiLSTM
from corefair.systems.span.model import SpanModel
from corefair.systems.span.network import SpanNetwork
from corefair.systems.span.presets import E2E, C2FStatic
from corefair.systems.span.reading import Reader, batch_of
from corefair.systems.span.settings import settings_of
from corefair.systems.span.spans import Spans, all_spans
from corefair.types import Document, Embeddings, Mention

SENTENCE = (
    "The", "nurse", "told", "Ann", "Lee", "that", "she", "had", "lost", "her", "keys", ",", "which", "were",
    "in", "the", "old", "house", ".",
)  # fmt: skip
LENGTHS = (3_125, 6_250, 12_500, 25_000, 50_000)


def main() -> None:
    torch.set_num_threads(1)
    plain_and_factored()
    for preset in (C2FStatic(), E2E()):
        print(f"{type(preset).__name__}:")
        learning(preset)
        where_it_goes(preset)
        by_length(preset)


def plain_and_factored() -> None:
    """Spans of 650 words scored and learned from, both ways; the results are the same."""
    torch.manual_seed(0)
    doc = made_up(650)
    batch = batch_of([Reader(lexicon(doc), ()).read(doc)])
    spans = all_spans(batch, 16)
    inner, outer = torch.randn(650, 140), torch.randn(650, 400, requires_grad=True)
    logits = torch.randn(650)
    parts = SpanParts(140, 400, 16, 160)

    def factored() -> Tensor:
        found: Tensor = parts(inner, outer, logits, spans)
        return found

    def plain() -> Tensor:
        return plain_layer(parts, inner, outer, logits, spans)

    assert torch.allclose(factored(), plain(), atol=1e-4)
    quick, slow = best(lambda: learn(factored())), best(lambda: learn(plain()))
    print(f"scores of {len(spans):,} spans, with gradient, by parts: {slow / quick:.1f} × as fast as plain")
    lengths = np.diff(np.unique([0, *np.random.default_rng(0).integers(1, 650, 32), 650])).tolist()
    ours, theirs = BiLSTM(140, 200), torch.nn.LSTM(140, 200, bidirectional=True)
    words = torch.randn(650, 140)

    def torchs() -> Tensor:
        packed = torch.nn.utils.rnn.pack_sequence(list(torch.split(words, lengths)), enforce_sorted=False)
        found: Tensor = theirs(packed)[0].data
        return found

    quick, slow = best(lambda: learn(ours(words, lengths))), best(lambda: learn(torchs()))
    print(f"BiLSTM of {len(lengths)} sentences, with gradient: {slow / quick:.1f} × as fast as torch's")


def learn(found: Tensor) -> None:
    """Gradients of all that it depends on."""
    found.sum().backward()  # type: ignore[no-untyped-call]


def plain_layer(parts: SpanParts, inner: Tensor, outer: Tensor, logits: Tensor, spans: Spans) -> Tensor:
    """A layer on [first; last; width; head] of every span, the head from a tensor [spans, width, dim]."""
    start, end = torch.from_numpy(spans.start), torch.from_numpy(spans.end)
    places = torch.minimum(start[:, None] + torch.arange(16), torch.tensor(len(inner) - 1))
    outside = start[:, None] + torch.arange(16) >= end[:, None]
    weights = bent(logits)[places].masked_fill(outside, -torch.inf).softmax(1)
    heads = (weights[..., None] * inner[places]).sum(1)
    width = torch.nn.functional.one_hot(end - start - 1, 16).float()
    whole = torch.cat([outer[start], outer[end - 1], width, heads], dim=1)
    weight = torch.cat([parts.first.weight, parts.last.weight, parts.width.weight.T, parts.head.weight], 1)
    return whole @ weight.T + parts.first.bias


def learning(preset: C2FStatic | E2E) -> None:
    """Processor time of a training step, a thousand words."""
    doc = made_up(6_500)
    gold = {Mention(20 * i, 20 * i + 2): i % 50 for i in range(len(doc.words) // 20)}
    network = network_of(preset, doc)
    example = Example(Reader(lexicon(doc), ()).read(doc), Gold(gold, None))
    rates = Rates(1e-3, 2, 0, 1, 650, 0.0, Weights(false_new=2.0))
    learner = Learner(network, [example], rates, seed=0)
    seconds = best(lambda: learner.epoch(0, lambda done, of: None), 2)
    print(f"  training: {seconds / len(doc.words) * 1000:.2f} s a thousand words")


def where_it_goes(preset: C2FStatic | E2E) -> None:
    """Forth and back: words, all spans as mentions, pairs. To link words instead would save the second."""
    doc = made_up(650)
    network, batch = network_of(preset, doc), batch_of([Reader(lexicon(doc), ()).read(doc)])
    words = best(lambda: learn(network.tokens(batch, network.dropout)[1]))
    spans = best(lambda: learn(network.find(batch).logits))
    pairs = best(lambda: learn(network(batch).scores))
    shares = (words, spans - words, pairs - spans)
    said = ", ".join(
        f"{name} {100 * share / pairs:.0f} %"
        for name, share in zip(("words", "spans", "pairs"), shares, strict=True)
    )
    print(f"  of a step: {said}")


def by_length(preset: C2FStatic | E2E) -> None:
    """Words a second of documents of many lengths."""
    before = None
    for n in LENGTHS:
        doc = made_up(n)
        model = SpanModel(
            Card("span"), network_of(preset, doc), lexicon(doc), (), (Scheme("made up", False),)
        )
        seconds = best(lambda model=model, doc=doc: list(model.answers([doc])), 1)  # type: ignore[misc]
        growth = "" if before is None else f"  {seconds / before:4.1f} × for twice the words (2 is linear)"
        print(f"  {n:7,} words  {n / seconds:7,.0f} words/s{growth}")
        before = seconds


def made_up(n: int) -> Document:
    """So many words, whole sentences of them."""
    words = tuple((SENTENCE * (n // len(SENTENCE) + 1))[:n])
    return Document(f"{n} words", words, tuple(range(0, n, len(SENTENCE))))


def lexicon(doc: Document) -> Lexicon:
    """Vectors by lot for its words."""
    words = tuple(sorted({word.lower() for word in doc.words}))
    drawn = np.random.default_rng(0).normal(size=(len(words), 100)).astype(np.float32)
    return learn_lexicon([doc], Embeddings(words, drawn))


def network_of(preset: C2FStatic | E2E, doc: Document) -> SpanNetwork:
    """With weights by lot."""
    return SpanNetwork(settings_of(preset), lexicon(doc), n_genres=0, n_corpora=1)


def best(call: Callable[[], object], times: int = 5) -> float:
    """The shortest of a few times: the one least disturbed."""
    found = []
    for _ in range(times):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


if __name__ == "__main__":
    main()
