"""What is written reads back as the same document, in every registered format, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, example, given, settings

import strategies
from corefair.errors import DataError
from corefair.io import read, write
from corefair.registry import formats
from corefair.types import Document, Entity, cluster_up

SETTINGS = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def as_it_is(doc: Document) -> Document:
    """Everything is kept."""
    return doc


def as_conll(doc: Document) -> Document:
    """Kept: words, sentences, clusters, tags, speakers, entities that nest, the genre that the id tells, and
    five layers; of those, and of tags and speakers, whatever says more than `-`, `_` or `*`."""

    def said(layer: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return layer if layer and set(layer) - {"-", "_", "*"} else None

    nesting: list[Entity] = []
    for entity in sorted(doc.entities, key=lambda entity: (entity.start, -entity.end, entity.label)):
        if not any(other.start < entity.start < other.end < entity.end for other in nesting):
            nesting.append(entity)
    layers = {
        name: layer
        for name in ("parse", "predicate", "frameset", "sense", "arguments")
        if (layer := said(doc.layers.get(name)))
    }
    return Document(
        doc.id,
        doc.words,
        doc.sentences,
        doc.clusters,
        tags=said(doc.tags),
        speakers=said(doc.speakers),
        entities=tuple(sorted(nesting)),
        genre=doc.id[:2] if doc.id[2:3] == "/" else None,
        layers=layers,
    )


KEPT: dict[str, Callable[[Document], Document]] = {
    "conll": as_conll,
    "conllu": as_it_is,
    "e2e": as_it_is,
    "predictions": as_it_is,
}
MANY = [name for name in formats if not formats.facts(name).get("single")]  # plain text has its own test


def write_and_read(doc: Document, name: str, folder: Path) -> Document | None:
    """The document after one turn through the format, or None if the format refuses it."""
    path = folder / "x"
    try:
        write([doc], path, format=name)
    except DataError as error:
        assert error.path == str(path)
        return None
    (back,) = read(path, format=name)
    # Of clusters that begin with the very same span, either may be first.
    return replace(back, clusters=tuple(sorted(back.clusters)))


@pytest.mark.parametrize("name", MANY)
@SETTINGS
@given(doc=strategies.documents())
@example(doc=Document("x", ()))
@example(doc=Document("", ("-",)))
def test_round_trip(tmp_path: Path, name: str, doc: Document) -> None:
    back = write_and_read(doc, name, tmp_path)
    event("written" if back else "refused")
    if back and name in KEPT:
        assert back == KEPT[name](doc)
        assert write_and_read(back, name, tmp_path) == back
    elif back:
        assert (back.words, back.clusters) == (doc.words, doc.clusters)


@pytest.mark.parametrize("name", KEPT)
def test_every_nasty_id_and_word(tmp_path: Path, name: str) -> None:
    docs = [Document(doc_id, ("a", "b")) for doc_id in strategies.NASTY_IDS]
    docs += [Document("x", words) for word in strategies.NASTY_WORDS for words in ((word,), ("a", word, "b"))]
    for doc in docs:
        back = write_and_read(doc, name, tmp_path)
        assert back in (None, KEPT[name](doc))


@pytest.mark.parametrize("name", MANY)
@settings(SETTINGS, max_examples=100)
@given(doc=strategies.documents(tame=True))
def test_words_of_letters_and_nesting_mentions_are_never_refused(
    tmp_path: Path, name: str, doc: Document
) -> None:
    doc = replace(doc, id="x", meta={}, layers={})
    if doc.words:
        back = write_and_read(doc, name, tmp_path)
        assert back and (back.words, back.sentences) == (doc.words, doc.sentences)
        assert back.clusters == doc.clusters


def test_only_what_brackets_cannot_say_is_refused_for_its_clusters(tmp_path: Path) -> None:
    doc = Document("x", tuple("abc"), clusters=cluster_up([[(0, 2), (1, 3)]]))
    refused = {name for name in MANY if write_and_read(doc, name, tmp_path) is None}
    assert refused & KEPT.keys() == {"conll", "conllu"}


CHAINS = [(first, second) for first in MANY for second in MANY if first != second]


@pytest.mark.parametrize(("first", "second"), CHAINS)
@settings(SETTINGS, max_examples=30)
@given(doc=strategies.documents(tame=True))
def test_there_and_back_again(tmp_path: Path, first: str, second: str, doc: Document) -> None:
    one = write_and_read(replace(doc, id="x"), first, tmp_path)
    two = one and write_and_read(one, second, tmp_path)
    three = two and write_and_read(two, first, tmp_path)
    if three:
        assert (three.words, three.sentences, three.clusters) == (doc.words, doc.sentences, doc.clusters)
        assert three == one or second == "conll"  # which holds less than the others


@settings(SETTINGS, max_examples=100)
@given(doc=strategies.documents())
def test_plain_text_keeps_the_text(tmp_path: Path, doc: Document) -> None:
    back = write_and_read(doc, "plain", tmp_path)
    assert back
    text = doc.text
    if text is None:
        text = "".join(" ".join(doc.words[start:end]) + "\n" for start, end in doc.sentence_spans())
    assert back.text == text.removeprefix("\ufeff")
    assert back.words == tuple(back.text[start:end] for start, end in back.offsets or ())
    assert "".join(back.words) == "".join(back.text.split())
    assert write_and_read(back, "plain", tmp_path) == back
