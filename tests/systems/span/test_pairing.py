"""Training in pairs: windows of twins are alike, the gradient is that of the loss, and twins come closer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="span networks need the extra torch")

import torch

from corefair.errors import DataError
from corefair.systems.span.learning import Example
from corefair.systems.span.pairing import PairedLearner, _choices
from corefair.systems.span.presets import C2FStatic
from corefair.systems.span.reading import batch_of
from corefair.systems.training.pairing import divergence, match, twin_of
from corefair.types import Embeddings
from small_corpus import documents
from span_models import QUICK, end_before


def vectors() -> Embeddings:
    docs = [*documents(), *map(twin_of, documents())]
    words = sorted({word.lower() for doc in docs for word in doc.words if len(word) > 1})
    return Embeddings(tuple(words), np.random.default_rng(0).normal(size=(len(words), 12)).astype(np.float32))


def trained(run: Path | None = None, **settings: object) -> dict[str, bytes]:
    trainer = C2FStatic(**{**QUICK, **settings})  # type: ignore[arg-type]
    made = trainer.train(documents(), vectors=vectors(), seed=1, run=run)
    return {name: each.numpy().tobytes() for name, each in made.network.state_dict().items()}


def learner(monkeypatch: pytest.MonkeyPatch, **settings: object) -> PairedLearner:
    """The learner that a training makes, before its first epoch or after its last."""
    held: list[PairedLearner] = []
    begin = PairedLearner.__init__

    def keep(self: PairedLearner, *given: Any, **more: Any) -> None:
        begin(self, *given, **more)
        held.append(self)

    monkeypatch.setattr(PairedLearner, "__init__", keep)
    trained(**settings)
    monkeypatch.undo()
    return held[0]


def steps(made: PairedLearner) -> list[list[Example]]:
    return made._batches(np.random.default_rng(0))


def test_windows_of_twins_are_cut_at_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    made = learner(monkeypatch, pairing=1.0, epochs=1)
    assert len(made.examples) == len(documents())
    changed = 0
    for step in steps(made):
        for example in step:
            assert example.twin is not None
            text, twin = example.text, example.twin.text
            assert len(text.words) == len(twin.words) and text.ends_at.tolist() == twin.ends_at.tolist()
            assert text.genre == twin.genre and example.gold == example.twin.gold
            changed += text.words != twin.words
    assert changed


def test_the_penalty_is_the_divergence(monkeypatch: pytest.MonkeyPatch) -> None:
    made = learner(monkeypatch, pairing=1.0, epochs=2)
    step = max(steps(made), key=lambda step: sum(len(each.text.words) for each in step))
    parts = []
    with torch.no_grad():
        for some in (step, [each.twin for each in step]):
            places, choice = _choices(made.network(batch_of([each.text for each in some if each])))
            parts.append((places, [each.double().numpy() for each in choice]))
    (ours, scores), (theirs, twin_scores) = parts
    value, _, _ = divergence(match(*ours, *theirs), *scores, *twin_scores)
    mentions = 0.13 * sum(len(each.text.words) for each in step)
    assert value > 0 and made.apart(step).item() == pytest.approx(value / mentions, rel=1e-5)


def test_the_gradient_of_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a step along it: the loss with its penalty changes by the square of its length."""
    made = learner(monkeypatch, pairing=2.0, epochs=2)
    step = max(steps(made), key=lambda step: sum(len(each.text.words) for each in step))
    made.flat.gradient.zero_()
    loss, _ = made.loss_of(step, pairs=True, tune=False)
    loss.backward()  # type: ignore[no-untyped-call]
    slope, start = made.flat.gradient.clone(), made.flat.values.clone()
    length = float(slope.norm())
    ends = []
    with torch.no_grad():
        for by in (+1e-3, -1e-3):
            made.flat.values.copy_(start + by / length * slope)
            ends.append(float(made.loss_of(step, pairs=True, tune=False)[0]))
    assert (ends[0] - ends[1]) / 2e-3 == pytest.approx(length, rel=5e-2)


def test_twins_come_closer(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = {}
    for weight in (1e-9, 30.0):  # the first is augmentation: both texts, and no penalty to speak of
        made = learner(monkeypatch, pairing=weight, epochs=8)
        with torch.no_grad():
            ends[weight] = sum(float(made.apart([example])) for example in made.examples)
    assert 0 < ends[30.0] < 0.5 * ends[1e-9]


def test_without_a_weight_there_are_no_twins() -> None:
    assert trained(pairing=0.0, epochs=2) == trained(epochs=2)
    assert trained(pairing=1e-9, epochs=2) != trained(epochs=2)
    with pytest.raises(DataError, match="pairing must be 0 or more"):
        C2FStatic(pairing=-1.0)


def test_a_training_that_was_ended_goes_on_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = trained(pairing=1.0)
    end_before(monkeypatch, 2)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "run", pairing=1.0)
    monkeypatch.undo()
    assert trained(tmp_path / "run", pairing=1.0) == whole
