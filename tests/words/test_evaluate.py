"""The comparison of Table 3: numbers that can be redone by hand, and the published words."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.types import Embeddings
from corefair.words.evaluate import (
    LabelledWords,
    balanced,
    f1_difference_p,
    judge,
    labelled_words,
    svm_unseen,
)
from corefair.words.kbc import kbc
from corefair.words.selection import Selection

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")


def selection(scores: list[float], threshold: float = 0.5) -> Selection:
    words = tuple(f"w{i}" for i in range(len(scores)))
    reasons = tuple("kept" if score > threshold else "" for score in scores)
    return Selection("test", words, reasons, np.array(scores))


TRUTH = {"w0": True, "w1": True, "w2": True, "w3": False, "w4": False, "w5": False}


def test_five_numbers_by_hand() -> None:
    scores = judge(selection([0.9, 0.8, 0.2, 0.7, 0.2, 0.1]), TRUTH)
    values = {score.name: score.value for score in scores}
    assert values == pytest.approx(
        # of the nine pairs, 0.2 loses to 0.7 and ties with 0.2
        {"precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3, "auc": 7.5 / 9, "accuracy": 4 / 6}
    )
    for score in scores:
        assert score.low is not None and score.high is not None
        assert score.low <= score.value <= score.high and score.n == 6


@given(st.lists(st.booleans(), min_size=6, max_size=6))
def test_a_hard_decision_on_a_balanced_set_has_auc_equal_to_accuracy(kept: list[bool]) -> None:
    values = {s.name: s.value for s in judge(selection([float(k) for k in kept]), TRUTH, resamples=100)}
    assert values["auc"] == pytest.approx(values["accuracy"])


def test_nothing_kept_is_zero_and_not_a_number_that_is_none() -> None:
    values = {score.name: score.value for score in judge(selection([0.0] * 6), TRUTH)}
    assert values == {"precision": 0.0, "recall": 0.0, "f1": 0.0, "auc": 0.5, "accuracy": 0.5}


def test_words_without_an_answer_are_refused() -> None:
    with pytest.raises(DataError, match="nothing of 1 words, such as 'w9'"):
        judge(selection([1.0]), {"w0": True, "w9": False})


def test_two_selections_on_the_same_words() -> None:
    right = selection([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    assert f1_difference_p(right, right, TRUTH) == 1.0
    wrong = selection([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    assert f1_difference_p(right, wrong, TRUTH) == pytest.approx(2 / 2**6)  # all swapped, or none


def test_balance_keeps_the_shares_of_the_groups() -> None:
    specific = {f"f{i}": "feminine" for i in range(30)} | {f"m{i}": "masculine" for i in range(60)}
    words = LabelledWords(specific, tuple(f"o{i}" for i in range(30)))
    truth = balanced(words, seed=1)
    assert [sum(word[0] == kind for word in truth) for kind in "fmo"] == [10, 20, 30]
    assert truth == balanced(words, seed=1) != balanced(words, seed=2)
    fewer = balanced(words, known=[*list(specific)[:12], *words.other], without=["f0", "o0"])
    assert sum(fewer.values()) == 11 and len(fewer) == 22 and not {"f0", "o0"} & fewer.keys()
    with pytest.raises(DataError, match="too few"):
        balanced(words, known=["f0", "o0"])


def test_no_word_is_judged_by_a_machine_that_saw_it() -> None:
    """Labels that say nothing of the vectors cannot be found again."""
    rng = np.random.default_rng(0)
    words = tuple(f"w{i}" for i in range(300))
    emb = Embeddings(words, rng.normal(size=(300, 40)).astype(np.float32))
    truth = {word: bool(i % 2) for i, word in enumerate(words)}
    seeds = [word for word, specific in truth.items() if specific]
    auc = {s.name: s for s in judge(svm_unseen(emb, words, seeds=seeds), truth)}["auc"]
    assert auc.low is not None and auc.high is not None and auc.low - 0.05 < 0.5 < auc.high + 0.05


@published
def test_the_published_words() -> None:
    words = labelled_words()
    assert (len(words.specific), len(words.other)) == (399, 348)
    assert not set(words.specific) & set(words.other)
    assert "nurse" in words.other and "actress" in words.specific
    truth = balanced(words)
    assert len(truth) == 696 and sum(truth.values()) == 348
    f1 = next(score for score in judge(kbc(list(truth)), truth) if score.name == "f1")
    assert f1.value > 0.8
