"""The rules settled before any metric: repeated mentions, and mentions whose words need not be the same."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import approx

from corefair.errors import DataError
from corefair.metrics.coref import score
from corefair.types import Document, Mention, cluster_up

WORDS = tuple("abcdefgh")


def document(*clusters: list[tuple[int, int]], **more: Any) -> Document:
    return Document("d", WORDS, clusters=cluster_up(clusters), **more)


def part(metric: str, key: Document, response: Document, **options: Any) -> Any:
    return score([key], [response], **options).parts[metric]


A, B, C, D = (0, 1), (1, 2), (2, 3), (3, 4)
REPEATED = document([A, B], [B, C])  # b is in both clusters


def test_repeated_mentions_as_the_reference_scorer_has_them() -> None:
    key = document([A, B], [C, D])
    # b is in the key: it stays in the first cluster, and {b c} is left with c.
    assert part("muc", key, REPEATED)[:2] == (approx(1 / 2), approx(1 / 1))
    assert part("mentions", key, REPEATED)[:2] == (3 / 4, 3 / 3)
    # b is not in the key: it stays in both clusters, two links in all.
    assert part("muc", document([A, C]), REPEATED)[:2] == (0, 0 / 2)
    assert part("b_cubed", document([A, C]), REPEATED).precision == approx((1 / 2 + 1 / 2) / 4)


X, Y, Z = (4, 5), (5, 6), (4, 6)  # mentions that the key lacks
E, F = (6, 7), (7, 8)


@pytest.mark.parametrize(
    "clusters",
    [
        [[A], [B, B, C, X], [D, Y], [Z]],
        [[A], [B, C, X], [D, Y], [B, Z]],
        [[A], [B, C, X], [D, Y], [*[B] * 10, Z]],
    ],
    ids=["A7, twice in a cluster", "A8, in two clusters", "A9, ten times more"],
)
def test_the_reference_scorers_cases_of_repeated_mentions(clusters: list[list[tuple[int, int]]]) -> None:
    key, response = document([A], [B, C], [D, E, F]), document(*clusters)
    # What counts is {a} {b c x} {d y} {z}, whatever else b is in.
    assert part("muc", key, response)[:2] == (approx(1 / (1 + 2)), approx(1 / (2 + 1)))
    assert part("b_cubed", key, response)[:2] == (
        approx((1 + 2 * 2 / 2 + 1 / 3) / 6),
        approx((1 + 2 * 2 / 3 + 1 / 2) / 7),
    )
    likeness = 1 + 2 * 2 / (2 + 3) + 2 * 1 / (3 + 2)
    assert part("ceaf_e", key, response)[:2] == (approx(likeness / 3), approx(likeness / 4))


def test_the_first_cluster_keeps_a_repeated_mention() -> None:
    once = document([A, B], [C])
    assert score([REPEATED], [REPEATED], duplicates="first").parts == score([once], [once]).parts


def test_repeated_mentions_can_be_refused() -> None:
    with pytest.raises(DataError, match=r"document 'd': the response has the mention 1:2 more than once"):
        score([document([A, B])], [REPEATED], duplicates="error")
    with pytest.raises(DataError, match="the key has the mention 1:2"):
        score([REPEATED], [document([A, B])], duplicates="error")


# d e f g: "the king of France", whose head is e; "France" is g.
TREE = (-1, 0, 1, 4, 0, 6, 4, 0)
KING, THE_KING, FRANCE = (3, 7), (3, 5), (6, 7)


def test_head_match() -> None:
    key, response = document([A, KING], heads=TREE), document([A, THE_KING])
    assert part("muc", key, response).f1 == 0
    assert part("muc", key, response, match="head").f1 == 1
    assert part("muc", key, document([A, FRANCE]), match="head").f1 == 0, "France is not the head"
    both = document([A, THE_KING], [KING, B])
    assert part("mentions", key, both, match="head")[:2] == (1, 2 / 4), (
        "the same words go first; then none is left"
    )


def test_head_match_needs_a_tree() -> None:
    with pytest.raises(DataError, match="document 'd' has no syntactic heads"):
        score([document([A, KING])], [document([A, THE_KING])], match="head")


def test_overlap_match_is_one_to_one_and_best_first() -> None:
    key = document([A, KING])
    assert part("muc", key, document([A, FRANCE]), match="overlap").f1 == 1
    two = document([A, FRANCE], [THE_KING, B])  # "the king" has 2 of 4 words, "France" 1 of 4
    assert part("muc", key, two, match="overlap").f1 == 0
    assert part("mentions", key, two, match="overlap")[:2] == (1, 2 / 4)
    swapped = part("mentions", two, key, match="overlap")
    assert swapped[:2] == (2 / 4, 1)


def test_the_head_of_a_mention() -> None:
    from corefair.metrics.coref.matching import head_of

    doc = document(heads=TREE)
    assert head_of(Mention(*KING), doc) == 4 and head_of(Mention(*FRANCE), doc) == 6
