"""Training in pairs: the gradient is that of the loss with its penalty, and twins are told apart less."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.systems.feature.pairing import PairedLearner
from corefair.systems.feature.trainer import FeatureTrainer
from corefair.systems.training.corpora import corpora_of, marked
from corefair.systems.training.pairing import TWIN, with_twins
from small_corpus import documents

SETTINGS: dict[str, Any] = {"epochs": 3, "words_seen": 2, "values_seen": 1}


def learner(weight: float) -> PairedLearner:
    trainer = FeatureTrainer(pairing=weight, **SETTINGS)
    made = trainer.learner(trainer.prepare(with_twins(corpora_of(documents())), seed=0), seed=0)
    assert isinstance(made, PairedLearner)
    return made


def test_the_gradient_of_a_pair() -> None:
    made = learner(0.7)
    rng = np.random.default_rng(0)
    made.weights[:] = rng.normal(0, 0.05, len(made.weights))
    step = max(made.steps, key=lambda each: len(each.types))
    start = made.weights.copy()
    held: list[np.ndarray] = []

    def keep(*_: object) -> None:
        held.append(made._gradient.copy())
        made._gradient[:] = 0

    made.update = keep  # type: ignore[method-assign]
    made.step(step)
    gradient = held[0] + held[1]  # of the document, and of its twin
    touched = np.flatnonzero(np.abs(gradient) > 1e-3)
    for at in rng.choice(touched, 40, replace=False):
        losses = []
        for by in (+0.01, -0.01):
            made.weights[:] = start
            made.weights[at] += by
            losses.append(made.step(step))
        assert (losses[0] - losses[1]) / 0.02 == pytest.approx(gradient[at], abs=5e-3, rel=2e-2)


def test_twins_come_closer() -> None:
    ends = {}
    for weight in (1e-9, 1.0):  # the first is augmentation: both texts, and no penalty to speak of
        made = learner(weight)
        for number in range(11):
            made.epoch(number, lambda done, of: None)
        ends[weight] = made.penalty()
    assert 0 < ends[1.0] < 0.5 * ends[1e-9]


def test_documents_of_one_id_keep_their_own_twins() -> None:
    """GUM and OntoGUM have the same ids; and a corpus may hold what was exchanged before."""
    trainer = FeatureTrainer(pairing=1.0, **SETTINGS)
    first, second, third = documents()[:3]
    one = marked([first, replace(second, id=first.id + TWIN)], "one")
    two = marked([replace(third, id=first.id)], "two")
    prepared = trainer.prepare(with_twins(corpora_of([*one, *two])), seed=0)
    made = trainer.learner(prepared, seed=0)
    assert isinstance(made, PairedLearner)
    steps = [step for step in made.steps if step.name]
    assert len(steps) == 3
    twins = [made._twin_of[step.name].step for step in steps]
    whole = [step for step in prepared.steps if step.name]
    by_corpus = [[step for step in whole if step.corpus == number] for number in (0, 1)]
    assert [id(step) for step in steps] == [id(step) for step in (*by_corpus[0][:2], by_corpus[1][0])]
    assert [id(step) for step in twins] == [id(step) for step in (*by_corpus[0][2:], by_corpus[1][1])]


def test_it_is_trained_kept_and_gone_on_with(tmp_path: Path) -> None:
    trainer = FeatureTrainer(pairing=1.0, **SETTINGS)
    model = trainer.train(documents()[:4], seed=1)
    assert model.card.settings["pairing"] == 1.0
    again = trainer.train(documents()[:4], seed=1, run=tmp_path / "run")
    np.testing.assert_array_equal(model.ranker.weights, again.ranker.weights)
