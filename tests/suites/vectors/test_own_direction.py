"""Directions from other pairs, of other spaces, or among fewer words are not compared; the same ones are."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from corefair.auditing.changes import changes, line
from corefair.auditing.run import audit_vectors
from corefair.geometry.direction import definitional_pairs, gender_direction
from corefair.mitigators import mitigate
from corefair.suites.vectors.own_direction import SAME_SPACE, median_cosine, own_direction
from corefair.types import Embeddings
from real_vectors import ASK, DATA, glove, published

ALONG_ORIGINAL = "direct bias, professions neutral by definition, original direction"


@cache
def few(n: int = 20_000, *, name: str = "few") -> Embeddings:
    return Embeddings(glove().words[:n], glove().vectors[:n], name)


def without(emb: Embeddings, *words: str) -> Embeddings:
    kept = [row for row, word in enumerate(emb.words) if word not in words]
    return Embeddings(tuple(emb.words[row] for row in kept), emb.vectors[kept], "fewer words")


def moves(emb: Embeddings, original: Embeddings, *suites: str) -> dict[str, str]:
    report = audit_vectors(emb, suites, original=original, data=DATA, resamples=200)
    return {change.score.name: change.move for change in changes(report, emb.name)}


def turned(emb: Embeddings, how: str) -> Embeddings:
    rng = np.random.default_rng(0)
    if how == "columns exchanged":
        return Embeddings(emb.words, emb.vectors[:, rng.permutation(emb.dim)], how)
    around = np.linalg.qr(rng.normal(size=(emb.dim, emb.dim)))[0]
    return Embeddings(emb.words, (emb.vectors @ around).astype(np.float32), how)


@published
@pytest.mark.parametrize("how", ["columns exchanged", "rotated"])
def test_the_direction_of_another_space_is_not_theirs(how: str) -> None:
    """.090 along a direction that meant nothing in these vectors was once an improvement."""
    emb = turned(few(), how)
    found = moves(emb, few(), "direct_bias")
    assert ALONG_ORIGINAL not in found
    assert not {"better", "worse"} & set(found.values())
    (why,) = (name for name in found if name.startswith("median cosine with the original"))
    assert found[why] == "untested" and f"{SAME_SPACE:g}" in why


@published
@pytest.mark.parametrize("method", ["double-hard", "hard", "inlp", "leace", "soft"])
def test_mitigated_vectors_are_of_the_space_they_were_made_from(method: str) -> None:
    near = median_cosine(mitigate(few(), method), few())
    assert near is not None and near[0] > SAME_SPACE + 0.2


@published
def test_along_the_original_direction_mitigated_vectors_are_compared() -> None:
    assert moves(mitigate(few(name="some"), "hard"), few(), "direct_bias")[ALONG_ORIGINAL] == "better"


@published
@pytest.mark.parametrize("suite", [*ASK, "ripa"])
def test_the_same_vectors_with_fewer_words_are_not_better(suite: str) -> None:
    """A direction from nine pairs in place of ten was once two improvements of identical vectors."""
    same = few(15_000, name="first words")
    pair = without(same, *definitional_pairs()[0])
    found = moves(pair, few(), suite)
    assert found and not {"better", "worse"} & set(found.values()), found


@published
@pytest.mark.parametrize("suite", ["categorisation", "clustering", "gipe", "recoverability", "similarity"])
@pytest.mark.parametrize("told", [True, False])
def test_what_rests_on_all_words_is_compared_only_among_as_many(suite: str, told: bool) -> None:
    """Words that lean less stand in for those that lack: the same vectors once clustered 14 points less."""
    every = few(6_000)
    fewer = without(every, *(word for word in every.words[200:] if len(word) % 4 == 0))
    vectors = fewer if told else [every, fewer]
    original = every if told else None
    report = audit_vectors(vectors, [suite], original=original, data=DATA, resamples=200)
    found = changes(report, fewer.name)
    assert found and {change.move for change in found} == {"untested"}
    assert all(line(each).endswith("not of the same words and pairs, so not compared") for each in found)


@published
def test_a_pair_that_the_original_lacks_is_left_out() -> None:
    """Then both rest on the same pairs, and are compared."""
    first = definitional_pairs()[0]
    original = without(few(), *first)
    own = own_direction(few(), original)
    assert own.basis == "without woman–man, gal–guy" and len(own.pairs) == 8  # gal is a rare word
    assert np.array_equal(own.vector, gender_direction(original))
    found = moves(few(name="all words"), original, "direct_bias", "ripa", "indirect_bias")
    assert set(found.values()) == {"unclear"}, found


@published
def test_a_number_that_is_not_compared_says_so() -> None:
    emb = without(few(), *definitional_pairs()[0])
    report = audit_vectors(emb, ["direct_bias"], original=few(), data=DATA, resamples=200)
    first = changes(report, emb.name)[0]
    assert first.move == "untested" and line(first).endswith(
        "not of the same words and pairs, so not compared"
    )
