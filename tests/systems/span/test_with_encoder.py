"""A span network on an encoder: trained, kept, found again where the encoder moved, and projected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="span networks need the extra torch")
pytest.importorskip("tokenizers", reason="encoders need the extra train")

from corefair.errors import DataError
from corefair.models.encoders import Encoder
from corefair.models.encoders.projection import Projection
from corefair.systems.make import make
from corefair.systems.span.model import SpanModel
from corefair.systems.span.presets import C2F
from small_corpus import documents
from span_models import QUICK, vectors
from tiny_encoder import write_encoder


def test_an_encoder_is_learned_on_found_again_and_projected(tmp_path: Path) -> None:
    folder = write_encoder(tmp_path / "encoder", "bert")
    trainer = C2F(**{**QUICK, "epochs": 2, "context": 8}, encoder=folder)  # type: ignore[arg-type]
    made = trainer.train(documents(), vectors=vectors(), seed=1)
    encoder = Encoder.load(folder)
    assert made.card.settings["states"] == [encoder.n_states, encoder.dim]
    assert "tokens.mix" in made.network.state_dict()
    made.save(tmp_path / "model")
    again = SpanModel.load(tmp_path / "model")
    assert list(again.answers(documents())) == list(made.answers(documents()))
    folder.rename(tmp_path / "moved")
    with pytest.raises(DataError, match="name where it is"):
        list(SpanModel.load(tmp_path / "model").answers(documents()))
    _, found = make(f"{tmp_path / 'model'}/:encoder={tmp_path / 'moved'}")
    assert isinstance(found, SpanModel)
    assert list(found.answers(documents())) == list(made.answers(documents()))
    other = write_encoder(tmp_path / "other", "mpnet")
    with pytest.raises(DataError, match="another encoder"):
        make(f"{tmp_path / 'model'}/:encoder={other}")
    axes = np.broadcast_to(np.eye(encoder.dim)[:, :2], (encoder.n_states, encoder.dim, 2)).astype(np.float32)
    zeros = np.zeros((encoder.n_states, encoder.dim), dtype=np.float32)
    Projection("hard", encoder.sha256, axes, axes, zeros).save(tmp_path / "projection")
    projected = found.using(encoder=tmp_path / "moved", projection=tmp_path / "projection")
    text = projected.read(documents()[0])
    assert text.states is not None and np.abs(text.states[..., :2]).max() < 1e-3
    plain = found.read(documents()[0])
    assert plain.states is not None and np.abs(plain.states[..., :2]).max() > 0.1
    assert np.allclose(text.states[..., 2:], plain.states[..., 2:], atol=1e-3)
