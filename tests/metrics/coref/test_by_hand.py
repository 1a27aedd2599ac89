"""Scores a reader can work out: mentions are single words a, b, c …, clusters are written as words."""

from __future__ import annotations

import pytest
from pytest import approx

from corefair.metrics.coref import METRICS, score
from corefair.metrics.coref.score import Part
from corefair.types import Document, cluster_up

LETTERS = "abcdefghijklmn"


def document(clusters: str) -> Document:
    """`"abc de"` is two clusters over the words a, b, c …"""
    spans = [
        [(LETTERS.index(each), LETTERS.index(each) + 1) for each in cluster] for cluster in clusters.split()
    ]
    return Document("d", tuple(LETTERS), clusters=cluster_up(spans))


def parts(key: str, response: str) -> dict[str, Part]:
    return dict(score([document(key)], [document(response)]).parts)


# Key {a b c} {d e f g}; response {a b} {c d} {f g h i}: the example of Pradhan et al. 2014.
EXAMPLE = parts("abc defg", "ab cd fghi")


@pytest.mark.parametrize(
    ("metric", "recall", "precision"),
    [
        # abc is cut in ab|c: 2 − 1 links kept; defg in d|e|fg: 3 − 2. ab keeps 1, cd 0, fghi (fg|h|i) 1.
        ("muc", (1 + 1) / (2 + 3), (1 + 0 + 1) / (1 + 1 + 3)),
        # a, b: 2/3 each, c: 1/3, d: 1/4, e: 0, f, g: 2/4 each. Precision: a, b 1, c, d 1/2, f, g 2/4.
        (
            "b_cubed",
            (2 / 3 + 2 / 3 + 1 / 3 + 1 / 4 + 2 / 4 + 2 / 4) / 7,
            (1 + 1 + 1 / 2 + 1 / 2 + 2 / 4 + 2 / 4) / 8,
        ),
        # abc–ab share 2, defg–fghi share 2.
        ("ceaf_m", 4 / 7, 4 / 8),
        ("ceaf_e", (2 * 2 / 5 + 2 * 2 / 8) / 2, (2 * 2 / 5 + 2 * 2 / 8) / 3),
        # abc: 1 of its 3 links, weight 3; defg: 1 of 6, weight 4. ab: 1 of 1; cd: 0 of 1; fghi: 1 of 6.
        ("lea", (3 * 1 / 3 + 4 * 1 / 6) / 7, (2 * 1 + 2 * 0 + 4 * 1 / 6) / 8),
        ("mentions", 6 / 7, 6 / 8),
        # Inside: key 3 + 6 links, response 1 + 1 + 6, shared ab, fg. Between: key 3·4 = 12, response
        # 28 − 8 = 20, shared: a–d a–f a–g b–d b–f b–g c–f c–g (c–d is linked in the response).
        ("blanc", (2 / 9 + 8 / 12) / 2, (2 / 8 + 8 / 20) / 2),
    ],
)
def test_the_example_of_the_reference_paper(metric: str, recall: float, precision: float) -> None:
    found = EXAMPLE[metric]
    assert (found.recall, found.precision) == (approx(recall), approx(precision))


def test_f1_is_the_harmonic_mean_and_conll_the_mean_of_three() -> None:
    for metric in ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "mentions"):
        recall, precision, f1, *_ = EXAMPLE[metric]
        assert f1 == approx(2 * recall * precision / (recall + precision))
    assert EXAMPLE["conll"].f1 == approx(sum(EXAMPLE[each].f1 for each in ("muc", "b_cubed", "ceaf_e")) / 3)
    inside, between = 2 * (2 / 9) * (2 / 8) / (2 / 9 + 2 / 8), 2 * (8 / 12) * (8 / 20) / (8 / 12 + 8 / 20)
    assert EXAMPLE["blanc"].f1 == approx((inside + between) / 2)


def test_one_link_as_in_winobias() -> None:
    """A right link is 1; a wrong one (0 + 1/4 + 1/2) / 3; none 0."""
    assert parts("ac", "ac")["conll"].f1 == 1
    wrong = parts("ac", "bc")
    assert [wrong[each].f1 for each in ("muc", "b_cubed", "ceaf_e")] == approx([0, 1 / 4, 1 / 2])
    assert wrong["conll"].f1 == approx(0.25)
    assert parts("ac", "")["conll"].f1 == 0


def test_singletons() -> None:
    alone = parts("a b", "a b")
    assert alone["muc"].f1 == 0, "no links: 0/0 is 0, as in the reference scorer"
    assert [alone[each].f1 for each in ("b_cubed", "ceaf_e", "lea", "blanc", "mentions")] == [1] * 5
    merged = parts("a b", "ab")
    assert merged["lea"].f1 == 0, "a singleton's link is to itself, and the response has no singleton"
    assert merged["b_cubed"].recall == 1 and merged["b_cubed"].precision == approx(1 / 2)


@pytest.mark.parametrize(("key", "response"), [("ab", ""), ("", "ab"), ("ab cd", "ef gh")])
def test_nothing_in_common_is_zero(key: str, response: str) -> None:
    found = parts(key, response)
    assert all(found[metric][:3] == (0, 0, 0) for metric in METRICS)


def test_blanc_without_one_kind_of_link() -> None:
    assert parts("abc", "abc")["blanc"].f1 == 1, "one entity: no link between entities"
    assert parts("a", "a")["blanc"].f1 == 1 and parts("a", "b")["blanc"].f1 == 0
    assert parts("a b c", "ab c")["blanc"].recall == approx(2 / 3), "the key has no link inside an entity"
