"""Documents refuse what cannot be true of a text; clusters stand in text order."""

from __future__ import annotations

from typing import Any

import pytest

from corefair.errors import DataError
from corefair.types import Document, Entity, Mention, cluster_up

WORDS = ("She", "left", ".", "Why", "?")


def test_sentence_spans_cover_the_words() -> None:
    assert Document("d", WORDS, sentences=(0, 3)).sentence_spans() == [(0, 3), (3, 5)]
    assert Document("d", WORDS).sentence_spans() == [(0, 5)]
    assert Document("d", ()).sentence_spans() == []


@pytest.mark.parametrize("sentences", [(), (1,), (0, 5), (0, 3, 3), (0, 3, 2), (0, -1)])
def test_sentences_begin_at_the_first_word_and_rise(sentences: tuple[int, ...]) -> None:
    with pytest.raises(DataError, match="document 'd': sentences must start at 0 and rise, below 5"):
        Document("d", WORDS, sentences=sentences)


def test_a_document_without_words_has_no_sentences() -> None:
    assert Document("d", (), sentences=(0, 3)) == Document("d", (), sentences=())


@pytest.mark.parametrize(
    ("layer", "problem"),
    [
        ({"tags": ("PRP",)}, "1 tags for 5 words"),
        ({"heads": (-1,) * 6}, "6 heads for 5 words"),
        ({"relations": ()}, "0 relations for 5 words"),
        ({"speakers": ("A", "B")}, "2 speakers for 5 words"),
        ({"layers": {"lemma": ("she", "leave")}}, "2 lemma for 5 words"),
        ({"text": "She left.", "offsets": ((0, 3), (4, 8), (8, 9))}, "3 offsets for 5 words"),
    ],
)
def test_a_layer_has_one_entry_a_word(layer: dict[str, Any], problem: str) -> None:
    with pytest.raises(DataError, match=f"document 'd': {problem}"):
        Document("d", WORDS, **layer)


@pytest.mark.parametrize(("start", "end"), [(-1, 1), (2, 2), (3, 2), (4, 6), (5, 6)])
def test_spans_lie_inside(start: int, end: int) -> None:
    with pytest.raises(DataError, match=f"document 'd': span {start}:{end} is outside its 5 words"):
        Document("d", WORDS, clusters=((Mention(0, 1), Mention(start, end)),))
    with pytest.raises(DataError, match=f"document 'd': GPE {start}:{end} is outside its 5 words"):
        Document("d", WORDS, entities=(Entity(start, end, "GPE"),))


def test_text_and_offsets_come_together() -> None:
    offsets = ((0, 3), (4, 8), (8, 9), (10, 13), (13, 14))
    for half in ({"text": "She left. Why?"}, {"offsets": offsets}):
        with pytest.raises(DataError, match="text and offsets come together"):
            Document("d", WORDS, **half)  # type: ignore[arg-type]
    doc = Document("d", WORDS, text="She left. Why?", offsets=offsets)
    assert doc.text and [doc.text[start:end] for start, end in offsets] == list(WORDS)


def test_mentions_are_counted_each_time_they_stand_there() -> None:
    assert Document("d", WORDS, clusters=cluster_up([[(0, 1), (0, 1)], [(3, 4)], []])).n_mentions == 3


def test_clusters_stand_in_text_order() -> None:
    made = cluster_up([[(3, 5), (1, 2)], [(0, 1)], [], [(1, 3)]])
    assert made == (((0, 1),), ((1, 2), (3, 5)), ((1, 3),))
    assert all(isinstance(mention, Mention) for cluster in made for mention in cluster)
