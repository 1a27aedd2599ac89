"""The whole path: a learner that takes gender for the answer unlearns it on the union of both texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from corefair.mitigators.text.recipe import Recipe, made
from corefair.mitigators.text.swap import Swap
from corefair.systems.training.train import train
from corefair.types import Document, Mention, System, cluster_up
from tagged import document

JOBS = (("surgeon", "nurse"), ("carpenter", "librarian"), ("mechanic", "secretary"), ("farmer", "cashier"))
CUES = (("was late", 0), ("needed help", 1))  # what the text really says about who is meant


def corpus() -> list[Document]:
    """Questions in which he is always the first and she the second, and a cue says so three times in four."""
    docs = []
    for n, (first, second) in enumerate(JOBS * 8):
        for right, pronoun in ((0, "he"), (1, "she")):
            cue = CUES[right if n % 4 else 1 - right][0].split()
            words = f"The/DT {first}/NN called/VBD the/DT {second}/NN because/IN {pronoun}/PRP"
            doc = document(f"{words} {cue[0]}/VBD {cue[1]}/NN ./.", id=f"{n}-{pronoun}")
            linked = [(0, 2), (3, 5)][right]
            docs.append(Document(doc.id, doc.words, tags=doc.tags, clusters=cluster_up([[linked, (6, 7)]])))
    return docs


def features(doc: Document) -> list[float]:
    """A bias, the gender of the pronoun, and the cue."""
    return [1.0, 1.0 if doc.words[6] == "he" else -1.0, 1.0 if doc.words[8] == "late" else -1.0]


def is_first(doc: Document) -> float:
    """The answer: whether the pronoun's cluster holds the first phrase."""
    return float((0, 2) in doc.clusters[0])


def learned(docs: Sequence[Document]) -> NDArray[np.float64]:
    """The weights of a log-linear learner, by Newton's method with a small penalty."""
    x, y = np.array([features(doc) for doc in docs]), np.array([is_first(doc) for doc in docs])
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (p - y) + 1e-2 * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + 1e-2 * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return weights


def flips(weights: NDArray[np.float64], docs: Sequence[Document]) -> float:
    """The share of questions that are answered differently when only genders are exchanged."""
    twins = [Swap()(doc) for doc in docs]
    answers = [np.array([features(doc) for doc in each]) @ weights > 0 for each in (docs, twins)]
    return float((answers[0] != answers[1]).mean())


def test_on_the_union_the_effect_is_gone() -> None:
    docs = corpus()
    before = learned(docs)
    assert abs(before[1]) > 3 and flips(before, docs) == 1.0  # gender alone decides
    union = [written for each in made(docs, Recipe("augment")) for written in each.written]
    assert len(union) == 2 * len(docs)
    after = learned(union)
    assert abs(after[1]) < 1e-9 and flips(after, docs) == 0.0
    assert after[2] > 0.5  # what the text says is what was learned instead


def test_substitution_does_it_in_the_mean() -> None:
    docs = corpus()
    found = [
        learned([each.written[0] for each in made(docs, Recipe("substitute", seed=s))])[1] for s in range(20)
    ]
    assert abs(np.mean(found)) < 0.3 < abs(learned(docs)[1])


FIRST, SECOND, PRONOUN = Mention(0, 2), Mention(3, 5), Mention(6, 7)


def whom(system: System, doc: Document) -> set[Mention]:
    """Which phrases a trained system links the pronoun to, shown words alone."""
    (answer,) = system.answers([Document(doc.id, doc.words)])  # type: ignore[union-attr]
    return {mention for cluster in answer.clusters if PRONOUN in cluster for mention in cluster} - {PRONOUN}


def test_a_trained_system_unlearns_it_too() -> None:
    """The whole path, as `corefair train feature --text swap` goes it."""
    pytest.importorskip("numba", reason="the kernel needs the extra train")
    docs = corpus()
    asked = docs[:8]
    twins = [Swap()(doc) for doc in asked]
    quick = {"gender_counts": "none", "words_seen": 1, "values_seen": 1, "epochs": 6, "rate": 0.3, "l1": 0.0}
    before = train("feature", docs, **quick)
    assert [whom(before, doc) for doc in asked] == [{FIRST}, {SECOND}] * 4  # he is the first, always
    assert [whom(before, twin) for twin in twins] == [{SECOND}, {FIRST}] * 4  # gender alone decides
    after = train("feature", docs, text=["swap"], **quick)
    answers = [whom(after, doc) for doc in asked]
    assert answers == [whom(after, twin) for twin in twins] and all(answers)  # and now it does not
