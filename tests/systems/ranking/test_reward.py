"""B³ for every choice, counted step by step, is B³ counted anew by the project's own scorer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.metrics.coref.score import score
from corefair.systems.ranking.reward_compiled import rewards
from corefair.types import Document, Mention, cluster_up


@st.composite
def chosen_so_far(draw: st.DrawFn) -> tuple[list[list[int]], list[int], list[int], list[int]]:
    """Antecedents of each candidate, whom each has chosen, the gold entity of each, mentions never found."""
    n = draw(st.integers(2, 9))
    antecedents, chosen = [], []
    for i in range(n):
        some = draw(st.sets(st.integers(0, i - 1))) if i else set()
        antecedents.append(sorted(some))
        chosen.append(draw(st.sampled_from([-1, *sorted(some)])))
    entity = [draw(st.integers(-1, 3)) for _ in range(n)]
    missed = [draw(st.integers(0, 2)) for _ in range(4)]
    return antecedents, chosen, entity, missed


def counted_anew(chosen: list[int], entity: list[int], missed: list[int]) -> float:
    n = len(chosen)
    root: list[int] = []
    for i, j in enumerate(chosen):
        root.append(i if j < 0 else root[j])
    found = [[Mention(i, i + 1) for i in range(n) if root[i] == c] for c in set(root)]
    gold: dict[int, list[Mention]] = {}
    for i, k in enumerate(entity):
        if k >= 0:
            gold.setdefault(k, []).append(Mention(i, i + 1))
    place = n
    for k, more in enumerate(missed):
        for _ in range(more):
            gold.setdefault(k, []).append(Mention(place, place + 1))
            place += 1
    words = ("w",) * max(place, 1)
    key = Document("d", words, clusters=cluster_up(gold.values()))
    response = Document("d", words, clusters=cluster_up(found))
    part = score([key], [response], singletons="drop", resamples=1).parts["b_cubed"]
    return float(part.f1)


@settings(max_examples=60, deadline=None)
@given(chosen_so_far())
def test_every_choice_is_worth_what_it_is_worth_counted_anew(
    case: tuple[list[list[int]], list[int], list[int], list[int]],
) -> None:
    antecedents, chosen, entity, missed = case
    at = np.cumsum([0, *map(len, antecedents)]).astype(np.int32)
    found = np.array([j for some in antecedents for j in some], dtype=np.int32)
    sizes = np.array([entity.count(k) + missed[k] for k in range(4)], dtype=np.int32)
    of_pairs, of_new = rewards(
        at, found, np.array(chosen, dtype=np.int32), np.array(entity, dtype=np.int32), sizes
    )
    for i, some in enumerate(antecedents):
        choices = [(-1, of_new[i]), *zip(some, of_pairs[at[i] : at[i + 1]], strict=True)]
        for j, worth in choices:
            other = [*chosen[:i], j, *chosen[i + 1 :]]
            assert worth == pytest.approx(counted_anew(other, entity, missed), abs=1e-9), (i, j)


def test_a_link_that_helps_is_worth_more() -> None:
    at, found = np.array([0, 0, 1, 3], dtype=np.int32), np.array([0, 0, 1], dtype=np.int32)
    entity, chosen = np.array([0, 1, 0], dtype=np.int32), np.array([-1, -1, -1], dtype=np.int32)
    of_pairs, of_new = rewards(at, found, chosen, entity, np.array([2, 1], dtype=np.int32))
    assert of_pairs[1] == pytest.approx(1.0) and of_pairs[2] == pytest.approx(0.25)
    assert of_new[2] == 0.0
