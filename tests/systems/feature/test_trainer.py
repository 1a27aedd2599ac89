"""Training as a whole: the same again from the same, going on after an end, and clear errors."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.errors import DataError
from corefair.mitigators.text.swap import Swap
from corefair.systems.feature.trainer import FeatureTrainer
from corefair.systems.training.corpora import corpora_of, marked
from corefair.systems.training.texts import with_changed_text
from corefair.types import Document, Embeddings, Mention
from small_corpus import KEY, documents

QUICK = {"epochs": 3, "rate": 0.2, "words_seen": 1, "values_seen": 1}


def weights(**settings: object) -> bytes:
    trainer = FeatureTrainer(**{**QUICK, **settings})  # type: ignore[arg-type]
    return trainer.train(documents(), seed=1).ranker.weights.tobytes()


def test_the_same_command_makes_the_same_model() -> None:
    assert weights() == weights()
    assert weights(windows=0.5) == weights(windows=0.5) != weights()
    assert FeatureTrainer(**QUICK).train(documents(), seed=2).ranker.weights.tobytes() != weights()  # type: ignore[arg-type]


def test_a_training_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed after its first epoch, in a process of its own, by a signal that nothing can catch."""
    code = f"""
import os, signal
from corefair.io import read
from corefair.systems.feature.learning import Learner
from corefair.systems.feature.trainer import FeatureTrainer
from corefair.systems.training.corpora import marked

epoch = Learner.epoch
def killed(self, number, tell):
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return epoch(self, number, tell)
Learner.epoch = killed
docs = marked(read({str(KEY)!r}), "examples")
FeatureTrainer(**{QUICK!r}).train(docs, docs[:2], seed=1, run={str(tmp_path / "run")!r})
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, env=os.environ, check=False)
    assert ended.returncode == -9, ended.stderr.decode()
    assert (tmp_path / "run" / "last.npz").exists()
    trainer = FeatureTrainer(**QUICK)  # type: ignore[arg-type]
    resumed = trainer.train(documents(), documents()[:2], seed=1, run=tmp_path / "run")
    through = trainer.train(documents(), documents()[:2], seed=1)
    assert resumed.ranker.weights.tobytes() == through.ranker.weights.tobytes()
    assert [step["epoch"] for step in resumed.card.history] == [1, 2, 3]  # type: ignore[index,call-overload]
    with pytest.raises(DataError, match="holds another run"):
        trainer.train(documents(), seed=2, run=tmp_path / "run")


def test_the_same_corpora_in_another_order_are_another_training(tmp_path: Path) -> None:
    """The scheme of the first is followed elsewhere."""
    one, other = marked(documents()[:4], "one"), marked(documents()[4:], "other")
    trainer = FeatureTrainer(**{**QUICK, "epochs": 1})  # type: ignore[arg-type]
    trainer.train([*one, *other], seed=1, run=tmp_path / "run")
    with pytest.raises(DataError, match=r"holds another run \(feature, seed 1, one, other\)"):
        trainer.train([*other, *one], seed=1, run=tmp_path / "run")


def test_the_best_epoch_is_taken() -> None:
    trainer = FeatureTrainer(**{**QUICK, "epochs": 12, "patience": 1})  # type: ignore[arg-type]
    model = trainer.train(documents(), documents()[:4])
    *epochs, last = model.card.history
    scores = [step["score"] for step in epochs]  # type: ignore[index,call-overload]
    assert scores.index(max(scores)) < len(scores) - 1
    assert last == f"taken back to epoch {1 + scores.index(max(scores))}"
    conll = next(score for score in model.card.scores if score.name == "examples: CoNLL F1")
    assert conll.value == pytest.approx(max(scores))


def test_text_is_changed_on_the_way() -> None:
    trainer = FeatureTrainer(**QUICK)  # type: ignore[arg-type]
    plain = trainer.train(documents())
    both = trainer.train(documents(), text=[Swap()])
    other = replace(trainer, text_mode="replace").train(documents(), text=[Swap()])
    assert len({made.ranker.weights.tobytes() for made in (plain, both, other)}) == 3
    (plain_corpus,) = corpora_of(documents())
    ((augmented,), (replaced,)) = (
        with_changed_text([plain_corpus], [Swap()], mode=mode) for mode in ("augment", "replace")
    )
    he, she = (sum(doc.words.count(word) for doc in plain_corpus.docs) for word in ("he", "she"))
    assert he != she and len(augmented.docs) == 2 * len(replaced.docs) == 2 * len(documents())
    for corpus, expected in ((augmented, (he + she, he + she)), (replaced, (she, he))):
        assert tuple(sum(doc.words.count(word) for doc in corpus.docs) for word in ("he", "she")) == expected


def test_clear_errors() -> None:
    trainer = FeatureTrainer(**QUICK)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="there are no documents"):
        trainer.train([])
    with pytest.raises(DataError, match="no cluster of two mentions"):
        trainer.train([replace(doc, clusters=()) for doc in documents()])
    with pytest.raises(DataError, match="the one document of the corpus 'corpus'"):
        trainer.train([Document("d", ("She", "left"), clusters=((Mention(0, 1),),))])
    vectors = Embeddings(("she",), np.ones((1, 2), np.float32))
    with pytest.raises(DataError, match="feature uses no word vectors"):
        trainer.train(documents(), vectors=vectors)
    for name, value in (("epochs", 0), ("rate", 0.0), ("l1", -1.0), ("rate", float("inf"))):
        with pytest.raises(DataError, match=f"^{name} must be"):
            FeatureTrainer(**{name: value})  # type: ignore[arg-type]


def test_sentences_without_a_mention() -> None:
    """Windows of a text of which most sentences speak of nobody."""
    doc = documents()[0]
    words = (*doc.words, *("Yes", ".") * 40)
    starts = (*doc.sentences, *range(len(doc.words), len(words), 2))
    quiet = replace(doc, words=words, sentences=starts, text=None, offsets=None, speakers=None)
    quiet = replace(quiet, tags=None, heads=None, relations=None, entities=(), layers={})
    model = FeatureTrainer(**QUICK, windows=2.0).train([quiet])  # type: ignore[arg-type]
    assert np.count_nonzero(model.ranker.weights)


def test_one_document_is_enough() -> None:
    model = FeatureTrainer(**QUICK).train(documents()[:1])  # type: ignore[arg-type]
    assert np.count_nonzero(model.ranker.weights)
