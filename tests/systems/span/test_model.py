"""A span network in use: kept and read back, with other vectors, asked to choose, on long documents."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="span networks need the extra torch")
pytest.importorskip("safetensors", reason="span networks need the extra torch")

import system_contracts
from corefair.errors import DataError, UnknownName
from corefair.io.vectors import write_vectors
from corefair.systems.make import make
from corefair.systems.span import linking
from corefair.systems.span.decoding import probabilities, together
from corefair.systems.span.explaining import explain
from corefair.systems.span.model import SpanModel
from corefair.types import Document, Embeddings, Mention, Question
from small_corpus import documents
from span_models import model, vectors

STORY = Document(
    "d", ("The", "guard", "saw", "the", "nurse", "as", "she", "left", ".", "He", "waved", "."), (0, 9)
)


def test_it_is_a_system() -> None:
    system_contracts.check_system(model())


def test_saved_and_read_back_it_says_the_same(tmp_path: Path) -> None:
    model().save(tmp_path / "model")
    again = SpanModel.load(tmp_path / "model")
    (mine,), (theirs,) = (each.rank([(STORY, ())]) for each in (model(), again))
    assert mine.spans == theirs.spans and (mine.scores == theirs.scores).all()
    assert list(model().answers(documents())) == list(again.answers(documents()))
    assert "floor" in again.card.settings
    held = json.loads((tmp_path / "model" / "lexicon.json").read_text())
    assert held["schemes"] == [["examples", False]]


def test_a_damaged_folder_is_refused(tmp_path: Path) -> None:
    model().save(tmp_path / "model")
    weights = tmp_path / "model" / "tensors.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"x")
    with pytest.raises(DataError, match="SHA-256"):
        SpanModel.load(tmp_path / "model")


def test_exchanging_vectors_changes_what_it_must_and_nothing_else() -> None:
    other = model().with_vectors(vectors(seed=7))
    for name, each in model().network.state_dict().items():
        assert (each == other.network.state_dict()[name]).all()
    same = model().with_vectors(vectors())
    (before,), (after,), (moved,) = (each.rank([(STORY, ())]) for each in (model(), same, other))
    assert before.spans == after.spans and (before.scores == after.scores).all()
    assert moved.spans != before.spans or (moved.scores != before.scores).any()
    assert other.card.history[-1] == "static vectors exchanged for lot-7"


def test_a_text_without_exchanged_words_stays_as_it_was() -> None:
    """Only the vector of one word is another: texts without it have the same scores to the last bit."""
    table = vectors().vectors.copy()
    row = vectors().row_of[documents()[0].words[0].lower()]
    table[row] += 5
    other = model().with_vectors(Embeddings(vectors().words, table, "one word"))
    word = vectors().words[row]
    for doc in documents():
        (before,), (after,) = (each.rank([(doc, ())]) for each in (model(), other))
        if word in {each.lower() for each in doc.words}:
            assert before.spans != after.spans or (before.scores != after.scores).any()
        else:
            assert before.spans == after.spans and (before.scores == after.scores).all()


def test_only_the_length_of_all_vectors_does_not_matter() -> None:
    longer = Embeddings(vectors().words, vectors().vectors * np.float32(4), "longer")
    (before,), (after,) = (each.rank([(STORY, ())]) for each in (model(), model().with_vectors(longer)))
    assert before.spans == after.spans and np.allclose(before.scores, after.scores, atol=1e-3)


def test_vectors_of_another_size_are_refused() -> None:
    with pytest.raises(DataError, match="vectors of 5 dimensions; the model was trained with 12"):
        model().with_vectors(vectors(dim=5))


def test_vectors_of_other_words_are_refused() -> None:
    emb = vectors()
    foreign = Embeddings(tuple(f"{word}-x" for word in emb.words), emb.vectors, "foreign.txt")
    with pytest.raises(DataError, match="none of the words that the model has vectors of"):
        model().with_vectors(foreign)


def test_options_after_the_folder(tmp_path: Path) -> None:
    model().save(tmp_path / "model")
    write_vectors(vectors(seed=7), tmp_path / "other.txt")
    _, system = make(f"{tmp_path / 'model'}/:vectors={tmp_path / 'other.txt'},singletons=true")
    assert isinstance(system, SpanModel) and system.singletons
    assert "other" in str(system.card.history[-1])
    with pytest.raises(UnknownName):
        make(f"{tmp_path / 'model'}/:corpus=preco")
    with pytest.raises(DataError, match=r"cannot be read|no such"):
        make(f"{tmp_path / 'model'}/:vectors={tmp_path / 'none.txt'}")
    with pytest.raises(DataError, match="without an encoder"):
        make(f"{tmp_path / 'model'}/:encoder={tmp_path}")


def test_candidates_that_would_be_dropped_are_scored() -> None:
    """Spans that no one would keep: too long for the network, and crossing each other."""
    candidates = (Mention(0, 4), Mention(3, 9))
    (found,) = model().rank([(STORY, ())])
    assert not {*candidates} <= {*found.spans}
    (picked,) = model().choose([Question(STORY, Mention(9, 10), candidates)])
    assert picked.unit == "log-probability" and picked.none is not None
    chances = [math.exp(each) for each in (*picked.scores, picked.none)]
    assert all(0 < chance < 1 for chance in chances) and sum(chances) == pytest.approx(1)


def test_probabilities_of_two_being_one_are_those_of_all_ways() -> None:
    """Three spans: the third is one with the first by choosing it, or the second if that is one with it."""
    (found,) = model().rank([(STORY, ())])
    first, second = probabilities(found, 1), probabilities(found, 2)
    assert first[1].sum() + first[2] == pytest.approx(1)
    chance = dict(zip(second[0].tolist(), second[1].tolist(), strict=True))
    one = float(first[1][0])
    same = together(found, 2)
    assert same[1, 0] == pytest.approx(one)
    assert same[2, 0] == pytest.approx(chance[0] + chance[1] * one)


def test_texts_side_by_side_are_as_they_are_alone() -> None:
    """Training takes short texts together; nothing links one with another."""
    import torch

    from corefair.systems.span.reading import batch_of

    texts = [model().read(doc) for doc in [STORY, *documents()]]
    with torch.no_grad():
        together_ = model().network(batch_of(texts))
        at = 0
        for number, text in enumerate(texts):
            alone = model().network(batch_of([text]))
            n = int((together_.known.text == number).sum())
            assert n == len(alone.kept)
            mine, theirs = alone.coarse, together_.coarse[at : at + n, at : at + n]
            assert torch.allclose(mine, theirs, atol=1e-4)
            at += n


def test_long_documents_go_part_by_part_and_remember(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "SEGMENT", 60)
    monkeypatch.setattr(linking, "REMEMBERED", 40)
    words = STORY.words * 80
    starts = tuple(s + 12 * i for i in range(80) for s in (0, 9))
    doc = Document("long", words, starts)
    (found,) = model().rank([(doc, ())])
    assert list(found.spans) == sorted(found.spans)
    back = [i - found.candidates[i][found.candidates[i] >= 0].min() for i in range(30, len(found.spans))]
    assert 20 < max(back) <= 40 + 60  # into earlier parts, and no farther than it remembers
    (whole,) = model().rank([(replace(doc, words=words[:60], sentences=starts[:10]), ())])
    assert found.spans[: len(whole.spans)] == whole.spans


def test_answers_have_scores_when_asked() -> None:
    told = replace(model(), scores=True)
    for doc, answer, plain in zip(
        documents(), told.answers(documents()), model().answers(documents()), strict=True
    ):
        assert answer.clusters == plain.clusters and not plain.scores
        mentions = {mention for cluster in answer.clusters for mention in cluster}
        assert all(one in mentions and other < one and score <= 0 for one, other, score in answer.scores), (
            doc.id
        )


def test_an_explanation_exchanges_her_as_it_is_read() -> None:
    words = ("Ann", "left", ".", "The", "nurse", "saw", "her", ".", "Joe", "thanked", "her", ".")
    found = explain(model(), Document("d", words, (0, 3, 8)))
    said = {reason.feature for each in found for reason in each.reasons if "place of “her”" in reason.feature}
    assert said == {"“him” in place of “her”"}


def test_an_explanation_exchanges_the_pronoun_the_nouns_and_the_vectors() -> None:
    made = {each.mention: each for each in explain(model(), STORY, vectors=[vectors(seed=7)])}
    one = made[Mention(6, 7)]
    assert sum(option.probability for option in one.options) == pytest.approx(1)
    names = [reason.feature for reason in one.reasons]
    assert "“he” in place of “she”" in names and "vectors lot-7" in names
    assert any("exchanged" in reason.feature for each in made.values() for reason in each.reasons)
    changed = Document("d", tuple("he" if word == "she" else word for word in STORY.words), STORY.sentences)
    kept = [option.antecedent for option in one.options[:2] if option.antecedent is not None]
    (found,) = model().rank([(changed, (Mention(6, 7), *kept))])
    candidates, chances, new = probabilities(found, found.spans.index(Mention(6, 7)))
    now = {found.spans[j]: chance for j, chance in zip(candidates.tolist(), chances, strict=True)}
    twin = next(reason for reason in one.reasons if reason.feature.startswith("“he”"))
    first = one.options[0].antecedent
    assert twin.values[0] == f"{100 * (new if first is None else now[first]):.1f} %"


def test_a_pronoun_that_nobody_comes_before_is_explained() -> None:
    (only,) = explain(model(), Document("d", ("She",)))
    assert only.mention == Mention(0, 1) and only.reasons == ()
    assert [(each.antecedent, each.probability) for each in only.options] == [(None, 1.0)]


def test_an_empty_document_has_no_clusters() -> None:
    assert [answer.clusters for answer in model().answers([Document("e", ())])] == [()]
    assert np.size(next(iter(model().rank([(Document("e", ()), ())]))).scores) == 0
