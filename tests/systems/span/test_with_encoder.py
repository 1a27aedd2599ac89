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
from corefair.systems.span.weights import Flat
from small_corpus import documents
from span_models import QUICK, end_before, vectors
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


def test_top_layers_learn_too_and_are_kept_with_the_model(tmp_path: Path) -> None:
    folder = write_encoder(tmp_path / "encoder", "mpnet")
    settings = {**QUICK, "epochs": 3, "context": 8, "tune": 1, "tune_epochs": 1, "tune_rate": 1e-2}
    trainer = C2F(**settings, encoder=folder)  # type: ignore[arg-type]
    made = trainer.train(documents(), vectors=vectors(), seed=1)
    doc = documents()[0]
    frozen, tuned = next(Encoder.load(folder).states([doc])), made.read(doc).states
    assert tuned is not None
    assert np.allclose(tuned[:, :-1], frozen[:, :-1], atol=1e-3)
    assert np.abs(tuned[:, -1] - frozen[:, -1]).max() > 0.05
    made.save(tmp_path / "model")
    again = SpanModel.load(tmp_path / "model")
    assert np.array_equal(np.asarray(again.read(doc).states), np.asarray(tuned))
    answers = list(made.answers(documents()))
    assert list(again.answers(documents())) == answers
    folder.rename(tmp_path / "moved")
    _, found = make(f"{tmp_path / 'model'}/:encoder={tmp_path / 'moved'}")
    assert isinstance(found, SpanModel)
    assert list(found.answers(documents())) == answers
    zeros = np.zeros((4, 12, 1), dtype=np.float32)
    encoder = Encoder.load(tmp_path / "moved")
    Projection("hard", encoder.sha256, zeros, zeros, zeros[..., 0]).save(tmp_path / "projection")
    with pytest.raises(DataError, match="would learn again"):
        found.using(encoder=tmp_path / "moved", projection=tmp_path / "projection")


def test_the_rate_of_tuning_begins_whole_and_falls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_encoder(tmp_path / "encoder", "mpnet")
    used: dict[int, list[float]] = {}
    update = Flat.update

    def noted(flat: Flat, rate: float) -> None:
        used.setdefault(id(flat), []).append(rate)
        update(flat, rate)

    monkeypatch.setattr(Flat, "update", noted)
    settings = {**QUICK, "epochs": 4, "context": 8, "tune": 1, "tune_epochs": 2, "tune_rate": 1e-2}
    C2F(**settings, encoder=folder).train(documents(), vectors=vectors(), seed=1)  # type: ignore[arg-type]
    network, top = used.values()
    assert top[0] == 1e-2  # however far the rate of the network has fallen by then
    assert np.allclose(np.diff(top), -1e-2 * 0.97 / len(top))
    assert len(top) < len(network)


@pytest.mark.parametrize("pairing", [0.0, 1.0])
def test_tuning_that_was_ended_goes_on_to_the_same(
    pairing: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_encoder(tmp_path / "encoder", "bert")
    settings = {**QUICK, "epochs": 3, "context": 8, "tune": 2, "tune_epochs": 2, "pairing": pairing}
    trainer = C2F(**settings, encoder=folder)  # type: ignore[arg-type]

    def weights(run: Path | None) -> dict[str, bytes]:
        made = trainer.train(documents(), vectors=vectors(), run=run)
        assert made.tuned is not None
        tensors = {**made.network.state_dict(), **made.tuned}
        return {name: each.numpy().tobytes() for name, each in tensors.items()}

    whole = weights(None)
    end_before(monkeypatch, 2)
    with pytest.raises(KeyboardInterrupt):
        weights(tmp_path / "run")
    monkeypatch.undo()
    assert weights(tmp_path / "run") == whole


def test_a_projection_in_training_is_kept_with_the_model(tmp_path: Path) -> None:
    folder = write_encoder(tmp_path / "encoder", "bert")
    encoder = Encoder.load(folder)
    axes = np.broadcast_to(np.eye(encoder.dim)[:, :2], (encoder.n_states, encoder.dim, 2)).astype(np.float32)
    zeros = np.zeros((encoder.n_states, encoder.dim), dtype=np.float32)
    Projection("hard", encoder.sha256, axes, axes, zeros, frozenset({"she"})).save(tmp_path / "projection")
    settings = {**QUICK, "epochs": 2, "context": 8, "encoder": folder}
    trainer = C2F(**settings, projection=tmp_path / "projection")  # type: ignore[arg-type]
    made = trainer.train(documents(), vectors=vectors())
    plain = C2F(**settings).train(documents(), vectors=vectors())  # type: ignore[arg-type]
    made.save(tmp_path / "model")
    (tmp_path / "projection").rename(tmp_path / "gone")
    again = SpanModel.load(tmp_path / "model")
    doc = documents()[0]
    states = again.read(doc).states
    others = np.array([word.lower() != "she" for word in doc.words])
    assert isinstance(states, np.ndarray) and np.abs(states[others, :, :2]).max() < 1e-3
    assert again.projection is not None and again.projection.preserve == {"she"}
    assert list(again.answers(documents())) == list(made.answers(documents()))
    assert (
        made.network.state_dict()["tokens.down.weight"]
        .ne(plain.network.state_dict()["tokens.down.weight"])
        .any()
    )
