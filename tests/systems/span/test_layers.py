"""Layers written for speed say, and teach, what their plain formulations do."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="span networks need the extra torch")

import torch

from corefair.systems.span.attention import Heads, bent
from corefair.systems.span.layers import Fine, SpanParts
from corefair.systems.span.lstm import BiLSTM
from corefair.systems.span.pairs import Codes
from corefair.systems.span.settings import Settings
from corefair.systems.span.spans import Spans

LENGTHS = [3, 1, 5, 5, 2]
N = sum(LENGTHS)


def some_spans() -> Spans:
    pairs = [(a, b) for a in range(N) for b in range(a + 1, min(a + 5, N + 1))]
    starts, ends = np.array(pairs, dtype=np.int64).T
    return Spans(starts, ends, np.zeros(len(pairs), dtype=np.int64))


def same(mine: list[torch.Tensor], plain: list[torch.Tensor], tolerance: float = 1e-9) -> None:
    for one, other in zip(mine, plain, strict=True):
        assert float(one.detach().abs().max()) > 0
        assert torch.allclose(one, other, atol=tolerance, rtol=tolerance)


def test_the_lstm_is_torchs() -> None:
    torch.manual_seed(0)
    ours = BiLSTM(6, 5).double()
    theirs = torch.nn.LSTM(6, 5, bidirectional=True).double()
    with torch.no_grad():
        for way, name in enumerate(("", "_reverse")):
            getattr(theirs, f"weight_ih_l0{name}").copy_(ours.into.weight.view(2, 20, 6)[way])
            getattr(theirs, f"bias_ih_l0{name}").copy_(ours.into.bias.view(2, 20)[way])
            getattr(theirs, f"bias_hh_l0{name}").zero_()
            getattr(theirs, f"weight_hh_l0{name}").copy_(ours.again[way].T)
    words = torch.randn(N, 6, dtype=torch.double, requires_grad=True)
    mine = ours(words, LENGTHS)
    plain = torch.cat([theirs(part[:, None])[0][:, 0] for part in words.split(LENGTHS)])
    same([mine], [plain])
    pull = torch.randn_like(mine)
    mine_of = torch.autograd.grad((mine * pull).sum(), [words, ours.again])
    plain_of = torch.autograd.grad(
        (plain * pull).sum(), [words, theirs.weight_hh_l0, theirs.weight_hh_l0_reverse]
    )
    same(list(mine_of), [plain_of[0], torch.stack([plain_of[1].T, plain_of[2].T])])


def direct_mean(logits: torch.Tensor, values: torch.Tensor, spans: Spans) -> torch.Tensor:
    rows = []
    for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True):
        rows.append(bent(logits[start:end]).softmax(0) @ values[start:end])
    return torch.stack(rows)


def test_attention_by_prefix_sums_is_the_direct_one() -> None:
    torch.manual_seed(1)
    spans = some_spans()
    logits = torch.randn(N, dtype=torch.double, requires_grad=True)
    values = torch.randn(N, 4, dtype=torch.double, requires_grad=True)
    start, end = torch.from_numpy(spans.start), torch.from_numpy(spans.end)
    mine, plain = Heads(logits, values).mean(start, end), direct_mean(logits, values, spans)
    same([mine.double()], [plain], 1e-6)
    pull = torch.randn_like(plain)
    same(
        list(torch.autograd.grad((mine.double() * pull).sum(), [logits, values])),
        list(torch.autograd.grad((plain * pull).sum(), [logits, values])),
        1e-6,
    )


def test_light_words_after_heavy_ones_keep_their_mean() -> None:
    """The sum up to a span is 10^5 times the span's own, which single precision would lose."""
    logits = torch.cat([torch.full((2000,), 50.0), torch.full((2,), -50.0)])
    values = torch.ones(2002, 1)
    values[-1] = 3.0
    mean = Heads(logits, values).mean(torch.tensor([2000]), torch.tensor([2002]))
    assert float(mean) == pytest.approx(2.0, abs=1e-3)


def test_spans_by_parts_are_one_layer_on_the_whole_vector() -> None:
    torch.manual_seed(2)
    parts = SpanParts(inner=4, outer=6, max_width=5, out=3)
    inner = torch.randn(N, 4, requires_grad=True)
    outer = torch.randn(N, 6, requires_grad=True)
    logits = torch.randn(N, requires_grad=True)
    spans = some_spans()
    mine = parts(inner, outer, logits, spans)
    width = torch.from_numpy(spans.end - spans.start - 1)
    whole = torch.cat(
        [outer[spans.start], outer[spans.end - 1], torch.nn.functional.one_hot(width, 5).float(),
         direct_mean(logits, inner, spans)], dim=1,
    )  # fmt: skip
    weight = torch.cat([parts.first.weight, parts.last.weight, parts.width.weight.T, parts.head.weight], 1)
    plain = whole @ weight.T + parts.first.bias
    same([mine], [plain], 1e-5)
    pull = torch.randn_like(mine)
    wanted = [inner, outer, logits, parts.first.weight, parts.head.weight, parts.width.weight]
    same(
        list(torch.autograd.grad((mine * pull).sum(), wanted)),
        list(torch.autograd.grad((plain * pull).sum(), wanted)),
        1e-4,
    )


def test_pairs_by_parts_are_one_layer_on_the_whole_vector() -> None:
    torch.manual_seed(3)
    from corefair.systems.span.dropout import Dropout
    from corefair.systems.span.lexicon import Lexicon
    from corefair.systems.span.reading import Reader, batch_of
    from corefair.systems.span.spans import Known
    from corefair.types import Document

    fine = Fine(Settings(span=4, pair=5), n_genres=1, n_corpora=1)
    vectors = torch.randn(6, 4, requires_grad=True)
    candidates = torch.tensor([[0, 1], [2, 3], [1, 0], [2, 1], [3, 4], [0, 5]])
    rng = np.random.default_rng(0)
    code = [rng.integers(9, size=(6, 2)) for _ in range(5)]
    codes = Codes(*code, allowed=np.ones((6, 2), dtype=np.bool_))
    lexicon = Lexicon((), np.zeros((1, 1), dtype=np.float16), (), 1.0)
    batch = batch_of([Reader(lexicon, ()).read(Document("d", ("a",)))])
    zeros = np.zeros(6, dtype=np.int64)
    known = Known(zeros, zeros, zeros, zeros, zeros, ("",) * 6, ("",) * 6, (frozenset(),) * 6)
    mine = fine(vectors, vectors, candidates, codes, batch, known, Dropout())
    this, that = vectors[:, None].expand(6, 2, 4), vectors[candidates]
    told = [table(torch.from_numpy(each)) for table, each in zip(fine.tables, code, strict=True)]
    whole = torch.cat([this, that, this * that, *told], dim=2)
    weight = torch.cat([fine.this.weight, fine.that.weight, fine.both.weight, fine.features.weight], 1)
    bias = fine.this.bias + fine.that.bias + fine.genre.weight[0] + fine.corpus.weight[0]
    plain = fine.out(torch.relu(whole @ weight.T + bias))[..., 0]
    same([mine], [plain], 1e-5)
    wanted = [vectors, fine.both.weight, fine.features.weight, fine.tables[2].weight]
    pull = torch.randn_like(mine)
    same(
        list(torch.autograd.grad((mine * pull).sum(), wanted)),
        list(torch.autograd.grad((plain * pull).sum(), wanted)),
        1e-5,
    )


def test_dropout_has_masks_of_any_size() -> None:
    from corefair.systems.span import dropout

    drop = dropout.Dropout()
    drop.begin(np.random.default_rng(0))
    for n in (0, 7, dropout._POOL, 2 * dropout._POOL + 3):
        made = drop(torch.ones(n), 0.25)
        assert len(made) == n and set(made.unique().tolist()) <= {0.0, float(torch.tensor(1 / 0.75))}
        assert n < 100 or abs(float((made == 0).float().mean()) - 0.25) < 0.01
