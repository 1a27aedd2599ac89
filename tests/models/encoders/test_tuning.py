"""The top layers, fed from the cache, give the encoder's states, and learn without touching the others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.models.encoders import Encoder
from corefair.types import Document
from tiny_encoder import DIM, write_encoder

DOCS = [
    Document("a", ("The", "nurse", "was", "zir", ".")),
    Document("none", ()),
    Document("long", ("She", "said", "the", "man", "was", "late", ",") * 30),
]


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_untrained_they_give_the_states_of_the_encoder(kind: str, tmp_path: Path) -> None:
    import torch

    encoder = Encoder.load(write_encoder(tmp_path, kind))
    top = encoder.tunable(2).eval()
    for _ in range(2):  # computed, then from the cache
        for states, feed in zip(encoder.states(DOCS), encoder.feeds(DOCS, 2), strict=True):
            with torch.no_grad():
                found = top(feed).numpy()
                part = top(feed, 40, 90).numpy() if len(feed) > 90 else None
            assert found.shape == states.shape
            assert not found.size or np.abs(found - states).max() < 8e-3  # both rounded to float16 on the way
            if part is not None:
                assert np.allclose(part, found[40:90], atol=1e-6)


def test_asked_one_document_at_a_time_it_is_loaded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corefair.models.encoders import torch_run
    from corefair.models.encoders.tuning import Tuned

    encoder = Encoder.load(write_encoder(tmp_path, "bert"))
    tuned = Tuned(encoder, encoder.tunable(1))
    loaded: list[object] = []
    read = torch_run.network_of
    monkeypatch.setattr(torch_run, "network_of", lambda each: loaded.append(each) or read(each))
    found = [next(tuned.states([doc])) for doc in DOCS]
    assert len(loaded) == 1
    assert all(np.array_equal(one, other) for one, other in zip(found, tuned.states(DOCS), strict=True))


def test_gradients_reach_every_weight_of_the_top_and_training_fits(tmp_path: Path) -> None:
    import torch

    encoder = Encoder.load(write_encoder(tmp_path, "mpnet"))
    (feed,) = encoder.feeds(DOCS[:1], 2)
    top = encoder.tunable(2, dropout=0.0)
    assert len(list(top.parameters())) == 2 * 12
    wanted = torch.randn(len(feed), DIM, generator=torch.Generator().manual_seed(0))
    steps = torch.optim.Adam(top.parameters(), 1e-2)
    losses = []
    for _ in range(60):
        steps.zero_grad()
        states = top(feed)
        loss = (states[:, -1] - wanted).pow(2).mean()
        loss.backward()
        assert all(weight.grad is not None for weight in top.parameters())
        steps.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 4
    assert np.allclose(top(feed)[:, :2].detach().numpy(), feed.below)  # those below stay
    kept = top.state_dict()
    again = encoder.tunable(2, dropout=0.0)
    again.load_state_dict(kept)
    assert torch.equal(again(feed), top(feed))


def test_how_many_can_be_tuned_is_checked(tmp_path: Path) -> None:
    encoder = Encoder.load(write_encoder(tmp_path))
    for wrong in (0, 4):
        with pytest.raises(DataError, match=f"n_top is {wrong}, and must be from 1 to 3"):
            encoder.tunable(wrong)
