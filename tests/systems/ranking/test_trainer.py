"""Training as a whole: learned by heart, the same again from the same, going on after an end, errors."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the network needs the extra train")
pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.errors import DataError
from corefair.metrics.coref.score import score
from corefair.systems.ranking.model import RankingModel
from corefair.systems.ranking.trainer import RankingTrainer
from corefair.systems.training.corpora import marked
from small_corpus import KEY, documents, read_documents
from some_vectors import vectors_for

QUICK: dict[str, object] = {
    "all_pairs": 2, "top_pairs": 1, "ranking": 1, "width": 24, "second": 12, "words_seen": 1,
    "values_seen": 1, "windows": 0.3,
}  # fmt: skip


def trained(**settings: object) -> RankingModel:
    trainer = RankingTrainer(**{**QUICK, **settings})  # type: ignore[arg-type]
    return trainer.train(documents(), vectors=vectors_for(documents()), seed=1)


def weights(model: RankingModel) -> bytes:
    return b"".join(value.numpy().tobytes() for value in model.network.state_dict().values())


def test_five_documents_are_learned_by_heart() -> None:
    docs = documents()[:5]
    trainer = RankingTrainer(
        all_pairs=25, top_pairs=10, ranking=15, width=64, second=32, drop_inputs=0.0, drop_hidden=0.0,
        windows=0.0, words_seen=1, values_seen=1, all_pairs_rate=5e-3, top_pairs_rate=3e-3, ranking_rate=3e-3,
    )  # fmt: skip
    model = trainer.train(docs, vectors=vectors_for(docs), seed=1)
    found, within = [], []
    for doc, read in zip(docs, read_documents()[:5], strict=True):
        found.append(replace(doc, clusters=model.answers_analysed(read, "examples", False)))
        # What is no candidate cannot be learned: gold as far as it is one.
        spans = {phrase.span for phrase in model.rank(read).read.phrases}
        kept = tuple(tuple(m for m in cluster if m in spans) for cluster in doc.clusters)
        within.append(replace(doc, clusters=tuple(each for each in kept if len(each) > 1)))
    assert score(within, found, singletons="drop", resamples=1).parts["conll"].f1 > 0.95


def test_a_training_that_went_astray_and_stayed_finite_is_told() -> None:
    notes = [
        [step for step in trained(all_pairs_rate=rate).card.history if isinstance(step, str)]
        for rate in (1e-3, 30.0)
    ]
    assert notes[0] == [] and len(notes[1]) == 1 and notes[1][0].startswith("went astray: the loss is ")


@pytest.mark.parametrize("costs", ["heuristic", "reinforce", "rescaling"])
def test_the_same_command_makes_the_same_model(costs: str) -> None:
    once = weights(trained(costs=costs))
    assert once == weights(trained(costs=costs))


def test_costs_and_seeds_make_a_difference() -> None:
    made = {weights(trained(costs=costs)) for costs in ("heuristic", "reinforce", "rescaling")}
    assert len(made) == 3
    trainer = RankingTrainer(**QUICK)  # type: ignore[arg-type]
    assert weights(trainer.train(documents(), vectors=vectors_for(documents()), seed=2)) not in made


def test_a_training_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed after its second epoch, in a process of its own, by a signal that nothing can catch."""
    code = f"""
import os, signal
from corefair.io import read
from corefair.systems.ranking.learning import Learner
from corefair.systems.ranking.trainer import RankingTrainer
from corefair.systems.training.corpora import marked
from some_vectors import vectors_for

epoch = Learner.epoch
def killed(self, number, tell):
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return epoch(self, number, tell)
Learner.epoch = killed
docs = marked(read({str(KEY)!r}), "examples")
RankingTrainer(**{QUICK!r}).train(docs, vectors=vectors_for(docs), seed=1, run={str(tmp_path / "run")!r})
"""
    path = os.pathsep.join([str(KEY.parent.parent.parent / "tests"), *sys.path])
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={**os.environ, "PYTHONPATH": path}, check=False
    )
    assert ended.returncode == -9, ended.stderr.decode()
    assert (tmp_path / "run" / "last.npz").exists()
    trainer = RankingTrainer(**QUICK)  # type: ignore[arg-type]
    emb = vectors_for(documents())
    resumed = trainer.train(documents(), vectors=emb, seed=1, run=tmp_path / "run")
    assert weights(resumed) == weights(trained())
    with pytest.raises(DataError, match="holds another run"):
        other = emb.changed(emb.vectors * 2 + 1, "moved")
        trainer.train(documents(), vectors=other, seed=1, run=tmp_path / "run")


def test_the_same_corpora_in_another_order_are_another_training(tmp_path: Path) -> None:
    one, other = marked(documents()[:4], "one"), marked(documents()[4:], "other")
    trainer, emb = RankingTrainer(**QUICK), vectors_for(documents())  # type: ignore[arg-type]
    trainer.train([*one, *other], vectors=emb, seed=1, run=tmp_path / "run")
    with pytest.raises(DataError, match=r"holds another run \(ranking, seed 1, one, other\)"):
        trainer.train([*other, *one], vectors=emb, seed=1, run=tmp_path / "run")


def test_clear_errors() -> None:
    trainer = RankingTrainer(**QUICK)  # type: ignore[arg-type]
    docs = documents()
    with pytest.raises(DataError, match="--vectors"):
        trainer.train(docs)
    with pytest.raises(DataError, match="no cluster of two"):
        bare = [replace(doc, clusters=()) for doc in docs]
        trainer.train(bare, vectors=vectors_for(docs))
    with pytest.raises(DataError, match="no vector for any word"):
        emb = vectors_for(docs)
        trainer.train(docs, vectors=replace(emb, words=tuple(f"zz{i}" for i in range(len(emb)))))
    with pytest.raises(DataError, match="no numbers"):
        trainer.train(
            docs, vectors=emb.changed(np.where(np.eye(len(emb), emb.dim) > 0, np.nan, emb.vectors), "x")
        )
    with pytest.raises(DataError, match="drop_hidden"):
        RankingTrainer(drop_hidden=1.0)
    with pytest.raises(DataError, match="nothing to do"):
        RankingTrainer(all_pairs=0, top_pairs=0, ranking=0)
