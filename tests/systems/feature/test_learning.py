"""The ranker learns what it says: gradients by finite differences, lazy shrinking, the same bits again."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.systems.feature.decoding import clusters_of, probabilities, together
from corefair.systems.feature.examples import gold_of
from corefair.systems.feature.learning import Learner, Rates, Step
from corefair.systems.feature.mentions import TYPES, describe, read_candidates
from corefair.systems.feature.pairs import SETS
from corefair.systems.feature.ranker import Pairs, Ranker, Scores, pairs_of, types_of
from corefair.systems.feature.unary import FULL, unary
from corefair.systems.feature.vocabulary import Vocabulary, learn_vocabulary
from small_corpus import read_documents

COSTS = (0.1, 3.0, 1.0)


def steps(n_corpora: int = 0) -> tuple[list[Step], Vocabulary]:
    """The small corpus, its documents in turn of one corpus and another."""
    made = []
    for doc in read_documents():
        read = read_candidates(doc, counts=None)
        mentions = describe(read)
        made.append((doc, mentions, unary(read, mentions)))
    vocabulary = learn_vocabulary([each[2] for each in made], FULL, words_seen=2, values_seen=1)
    found = []
    for number, (doc, mentions, said) in enumerate(made):
        entity, real = gold_of(doc, mentions, singletons=True)
        found.append(
            Step(types_of(mentions), vocabulary.numbers(said), pairs_of(mentions, nearest=50, further=5),
                 entity, real, np.zeros(len(mentions), dtype=np.bool_),
                 number % n_corpora if n_corpora else -1, 1.0)
        )  # fmt: skip
    return found, vocabulary


def learner(n_corpora: int = 0, *, l1: float = 0.0, rate: float = 0.1, average: bool = False) -> Learner:
    found, vocabulary = steps(n_corpora)
    return Learner(found, Rates(rate, l1, COSTS, average), features="full", n_corpora=n_corpora,
                   n_values=len(vocabulary), seed=0)  # fmt: skip


@pytest.mark.parametrize("n_corpora", [0, 2])
def test_gradient(n_corpora: int) -> None:
    made = learner(n_corpora)
    rng = np.random.default_rng(0)
    made.weights[:] = rng.normal(0, 0.05, len(made.weights))
    step = made.steps[1]
    _, count = made.gradient(step)
    gradient = made._gradient.copy()
    touched = np.unique(made._touched[:count])
    assert gradient[touched].any() and not np.delete(gradient, touched).any()
    for at in rng.choice(touched, 60, replace=False):
        made._gradient[:] = 0
        losses = []
        kept = made.weights[at]
        for by in (+1, -1):
            made.weights[at] = kept + by * 0.01
            losses.append(made.gradient(step)[0])
            made._gradient[:] = 0
        made.weights[at] = kept
        assert (losses[0] - losses[1]) / 0.02 == pytest.approx(gradient[at], abs=2e-3)


def test_a_score_is_the_sum_of_its_weights() -> None:
    """The kernel sums by mention and type; here every weight of a pair is looked up by itself."""
    made = learner(2)
    made.weights[:] = np.random.default_rng(1).normal(0, 1, len(made.weights))
    step, like = made.steps[1], made._like
    n, v, k = len(TYPES), int(like.shape[2]), 2
    both, one = 1 + n + n * n + k * (1 + n), 1 + n + k * (1 + n)
    cur = v * both
    ant, new = cur + both * like.n_values, cur + 2 * both * like.n_values
    i = int(np.flatnonzero(np.diff(step.pairs.at) > 1)[-1])
    q = int(step.pairs.at[i]) + 1
    j = int(step.pairs.found[q])
    c, p = int(step.types[i]), int(step.types[j])
    special = 1 + n + n * n + step.corpus * (1 + n)
    slots = [0, 1 + c, 1 + n + c * n + p, special, special + 1 + c]
    said = [int(step.pairs.values[q, t]) for t in SETS["full"]]
    total = sum(made.weights[slot * v + value] for slot in slots for value in said)
    turned = [slots[0], slots[1], 1 + n + p * n + c, *slots[3:]]  # of an antecedent, its own type first
    for base, mention, where in ((cur, i, slots), (ant, j, turned)):
        total += sum(made.weights[base + f * both + s] for f in step.values[mention] if f >= 0 for s in where)
    alone = 1 + n + step.corpus * (1 + n)
    is_new = sum(
        made.weights[new + f * one + s]
        for f in step.values[i]
        if f >= 0
        for s in (0, 1 + c, alone, alone + 1 + c)
    )
    mentions = describe(read_candidates(read_documents()[1], counts=None))
    scores = made.ranker().scores(mentions, step.pairs, step.values, corpus=step.corpus)
    assert scores.pairs[q] == pytest.approx(total, rel=1e-4)
    assert scores.new[i] == pytest.approx(is_new, rel=1e-4)


def test_lazy_shrinking_is_that_of_every_step() -> None:
    """Weights that a step does not touch are brought up later; here all are, after each step."""
    from corefair.systems.feature.ranker_compiled import bring_up

    lazy, eager = learner(l1=0.05), learner(l1=0.05)
    for each, other in zip(lazy.steps, eager.steps, strict=True):
        lazy.step(each)
        eager.step(other)
        bring_up(eager.weights, eager.squares, eager.last, eager.now, 0.1 * 0.05)
    bring_up(lazy.weights, lazy.squares, lazy.last, lazy.now, 0.1 * 0.05)
    assert np.count_nonzero(lazy.weights)
    assert lazy.weights == pytest.approx(eager.weights, abs=1e-6)
    none = learner(l1=0.0)
    for each in none.steps:
        none.step(each)
    assert np.count_nonzero(lazy.weights) < np.count_nonzero(none.weights)


def test_it_learns_five_documents_by_heart() -> None:
    made = learner(rate=0.3, average=False)
    made.steps = made.steps[:5]
    losses = [made.epoch(number, lambda done, of: None) for number in range(25)]
    assert losses[-1] < 0.1 * losses[0]
    ranker = made.ranker()
    for doc, step in list(zip(read_documents(), made.steps, strict=False)):
        mentions = describe(read_candidates(doc, counts=None))
        found = clusters_of(mentions, step.pairs, ranker.scores(mentions, step.pairs, step.values, corpus=-1))
        spans = {tuple(span) for span in mentions.codes[:, [2, 3]].tolist()}
        gold = [{m for m in cluster if tuple(m) in spans} for cluster in doc.clusters]
        assert {frozenset(each) for each in found} == {frozenset(each) for each in gold if len(each) > 1}


def test_going_on_is_the_same_as_going_through() -> None:
    whole, first = learner(2, l1=0.01, average=True), learner(2, l1=0.01, average=True)
    for number in range(3):
        whole.epoch(number, lambda done, of: None)
    for number in range(2):
        first.epoch(number, lambda done, of: None)
    second = learner(2, l1=0.01, average=True)
    second.restore({name: array.copy() for name, array in first.state().items()})
    second.epoch(2, lambda done, of: None)
    assert second.ranker().weights.tobytes() == whole.ranker().weights.tobytes()


def random_scores(n: int, seed: int) -> tuple[Pairs, Scores]:
    rng = np.random.default_rng(seed)
    at = np.cumsum([0, *range(n)]).astype(np.int32)
    found = np.array([j for i in range(n) for j in range(i)], dtype=np.int32)
    values = np.zeros((len(found), 1), dtype=np.int16)
    return Pairs(at, found, values), Scores(
        rng.normal(size=len(found)), rng.normal(size=n), rng.normal(size=n)
    )


@pytest.mark.parametrize("seed", range(3))
def test_together_is_what_all_choices_together_say(seed: int) -> None:
    n = 5
    pairs, scores = random_scores(n, seed)
    chances = [probabilities(pairs, scores, i) for i in range(n)]
    for one, other in ((0, 4), (1, 3), (4, 2)):
        total = 0.0
        for choice in product(*(range(-1, i) for i in range(n))):
            root = list(range(n))
            probability = 1.0
            for i, j in enumerate(choice):
                probability *= chances[i][1] if j < 0 else float(chances[i][0][j])
                root[i] = i if j < 0 else root[j]
            total += probability * (root[one] == root[other])
        assert together(pairs, scores, n - 1)[one, other] == pytest.approx(total)


def test_the_weights_of_one_corpus_say_nothing_of_another() -> None:
    made = learner(2)
    made.steps = [step for step in made.steps if step.corpus == 0]
    made.epoch(0, lambda done, of: None)
    n, v = len(TYPES), int(made._like.shape[2])
    special = (1 + n + n * n + (1 + n)) * v  # where the second corpus's weights of pairs begin
    assert made.weights[: special - (1 + n) * v].any()
    assert not made.weights[special : special + (1 + n) * v].any()


def test_ranker_of_a_set_reads_only_its_columns() -> None:
    made = learner()
    step = made.steps[0]
    made.weights[:] = np.random.default_rng(2).normal(0, 1, len(made.weights))
    mentions = describe(read_candidates(read_documents()[0], counts=None))
    few = Ranker(made.weights, "surface", 0, made._like.n_values)
    altered = step.pairs._replace(values=step.pairs.values.copy())
    altered.values[:, 5:] = altered.values[::-1, 5:]
    one, other = (few.scores(mentions, pairs, step.values, corpus=-1) for pairs in (step.pairs, altered))
    assert one.pairs.tobytes() == other.pairs.tobytes()
