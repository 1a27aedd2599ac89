"""Training in pairs: the gradient is that of the loss with its penalty, and twins are told apart less."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the network needs the extra train")
pytest.importorskip("numba", reason="the kernel needs the extra train")

import torch

from corefair.errors import DataError
from corefair.systems.ranking.learning import ALL_PAIRS, Learner
from corefair.systems.ranking.model import RankingModel
from corefair.systems.ranking.pairing import PairedLearner
from corefair.systems.ranking.trainer import RankingTrainer
from corefair.systems.training.corpora import corpora_of
from corefair.systems.training.pairing import with_twins
from small_corpus import documents
from some_vectors import vectors_for

QUICK: dict[str, Any] = {
    "all_pairs": 2, "top_pairs": 1, "ranking": 1, "width": 24, "second": 12, "words_seen": 1,
    "values_seen": 1, "windows": 0.3,
}  # fmt: skip


def twins() -> list[Any]:
    return [doc for corpus in with_twins(corpora_of(documents())) for doc in corpus.docs]


def learner(weight: float, **settings: object) -> PairedLearner:
    trainer = RankingTrainer(**{**QUICK, **settings, "pairing": weight})
    corpora = corpora_of(documents())
    made = trainer.prepare(corpora, with_twins(corpora), vectors_for(twins()), seed=1).learner
    assert isinstance(made, PairedLearner)
    return made


def trained(run: Path | None = None, **settings: object) -> RankingModel:
    trainer = RankingTrainer(**{**QUICK, **settings})
    return trainer.train(documents(), vectors=vectors_for(twins()), seed=1, run=run)


def weights(model: RankingModel) -> bytes:
    return b"".join(value.numpy().tobytes() for value in model.network.state_dict().values())


def test_every_step_has_a_twin_cut_at_the_same_places() -> None:
    made = learner(1.0)
    docs = [step for step in made.steps if len(step.gold.documents) == 2]
    assert len(docs) == len(documents())
    assert len(made.steps) > len(docs)  # windows are the rest
    for step in made.steps:
        assert step.twin is not None
        assert len(step.inputs.words) == len(step.twin.step.inputs.words)
        assert len(step.gold.documents) == len(step.twin.step.gold.documents)
        assert len(step.twin.matched.mentions) > 0.5 * step.inputs.n


def test_the_gradient_of_a_pair() -> None:
    """By a step along it: the loss with its penalty changes by the square of its length."""
    made = learner(0.7)
    step = max(made.steps, key=lambda each: each.n)
    loss = made.loss(step, ALL_PAIRS, None)
    loss.backward()  # type: ignore[no-untyped-call]
    held = [each for each in made.network.parameters() if each.grad is not None]
    slopes = [each.grad.clone() for each in held if each.grad is not None]
    length = float(sum((slope**2).sum() for slope in slopes)) ** 0.5
    ends = []
    for by in (+3e-3, -3e-3):
        with torch.no_grad():
            for each, slope in zip(held, slopes, strict=True):
                each.add_(slope, alpha=by / length)
            ends.append(float(made.loss(step, ALL_PAIRS, None)))
            for each, slope in zip(held, slopes, strict=True):
                each.sub_(slope, alpha=by / length)
    assert (ends[0] - ends[1]) / 6e-3 == pytest.approx(length, rel=2e-2)


def test_twins_come_closer() -> None:
    ends = {}
    for weight in (1e-9, 30.0):  # the first is augmentation: both texts, and no penalty to speak of
        made = learner(weight, all_pairs=4, top_pairs=2, ranking=2)
        for number in range(8):
            made.epoch(number, lambda done, of: None)
        ends[weight] = made.apart()
    assert 0 < ends[30.0] < 0.5 * ends[1e-9]


def test_without_a_weight_there_are_no_twins() -> None:
    assert weights(trained(pairing=0.0)) == weights(trained())
    assert weights(trained(pairing=1e-9)) != weights(trained())
    with pytest.raises(DataError, match="pairing must be 0 or more"):
        RankingTrainer(pairing=-1.0)


def test_a_training_that_was_ended_goes_on_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = trained(pairing=1.0)
    assert whole.card.settings["pairing"] == 1.0
    epoch = Learner.epoch

    def ended(self: Learner, number: int, tell: Any) -> float:
        if number == 2:
            raise KeyboardInterrupt
        return epoch(self, number, tell)

    monkeypatch.setattr(Learner, "epoch", ended)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "run", pairing=1.0)
    monkeypatch.undo()
    assert weights(trained(tmp_path / "run", pairing=1.0)) == weights(whole)
