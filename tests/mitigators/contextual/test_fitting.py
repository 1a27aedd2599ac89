"""What a projection takes out of an encoder's states is out of them; it is kept, loaded and used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import CorefairError, DataError
from corefair.mitigators.contextual.fitting import as_embeddings, fit_projection, fit_to, states_of
from corefair.mitigators.contextual.sentences import (
    in_carriers,
    in_corpus,
    labelled_words,
    n_carriers,
    neutral_words,
)
from corefair.models.encoders import Encoder
from corefair.models.encoders.projection import Projection
from corefair.models.folder import load_model
from corefair.types import Document
from tiny_encoder import write_encoder

FEMININE = ("she", "woman", "mother", "girl", "her", "daughter")
MASCULINE = ("he", "man", "father", "boy", "his", "son")
OTHERS = ("nurse", "doctor", "lawyer", "baker", "judge", "coach")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    return Encoder.load(write_encoder(tmp_path_factory.mktemp("tiny"), "mpnet"))


def test_carriers_say_no_gender_and_have_one_place() -> None:
    gendered = {*labelled_words()}
    found = in_carriers(["she", "mary", "her", "himself", "female", "nurse"])
    assert len(found) == 6 * n_carriers() == 48
    for each in found:
        assert each.doc.words[each.place].lower() == each.word
        others = [word.lower() for place, word in enumerate(each.doc.words) if place != each.place]
        assert not gendered & {*others} and "_" not in others
    assert not gendered & {*neutral_words()} and len(neutral_words()) > 200


def test_occurrences_of_a_corpus_are_the_first_of_each_word() -> None:
    docs = [Document("a", ("She", "saw", "her", "and", "she", "left")), Document("b", ("She", "and", "he"))]
    found = in_corpus(docs, ["she", "he"], per_word=2)
    assert [(each.word, each.doc.id, each.place) for each in found] == [
        ("she", "a", 0),
        ("she", "a", 4),
        ("he", "b", 2),
    ]


@pytest.mark.parametrize("method", ["hard", "leace", "inlp"])
def test_each_state_loses_what_the_mitigator_found(method: str, encoder: Encoder) -> None:
    pytest.importorskip("sklearn", reason="inlp needs: pip install 'corefair[vectors]'")
    found = in_carriers([*FEMININE, *MASCULINE, *OTHERS], range(3))
    options = {"hard": {"preserve": ()}, "inlp": {"iterations": 2}}.get(method, {})
    projection = fit_to(encoder, method, found, **options)
    assert len(projection.history) == 1 and "54 occurrences of 18 words" in projection.history[0]
    states = states_of(encoder, found)
    after = projection(states, [each.word for each in found]).astype(np.float64)
    assert not np.array_equal(after, states)
    for number in range(encoder.n_states):
        left, centre = projection.left[number], projection.centre[number]
        lengths = np.linalg.norm(states[:, number], axis=1, keepdims=True)
        gone = (after[:, number] - lengths * centre) @ left
        scale = np.abs((states[:, number] - lengths * centre) @ left).max()
        assert np.abs(gone).max() < 0.02 * scale  # float16


def test_leace_leaves_no_difference_of_group_means(encoder: Encoder) -> None:
    """The theorem, on the vectors that it was fitted to: no linear model tells apart what has equal means."""
    found = in_carriers([*FEMININE, *MASCULINE, *OTHERS], range(4))
    words = [each.word for each in found]
    states = states_of(encoder, found)
    projection = fit_to(encoder, "leace", found)
    unit = states / np.linalg.norm(states, axis=2, keepdims=True)
    after = projection(unit, words).astype(np.float64)
    from corefair.geometry.direction import gender_direction
    from corefair.mitigators.vectors.groups import groups

    for number in range(encoder.n_states):
        emb = as_embeddings(words, states[:, number])
        means = len(emb) - len(found)  # rows before the occurrences
        chosen = groups(emb, gender_direction(emb), 7500)
        before_all = np.vstack(
            [emb.vectors[:means] / np.linalg.norm(emb.vectors[:means], axis=1, keepdims=True)]
        )
        wide = np.repeat(before_all[:, None], encoder.n_states, axis=1)
        rows = np.vstack([projection(wide, [""] * means)[:, number], after[:, number]]).astype(np.float64)
        centres = [rows[side].mean(axis=0) for side in chosen]
        assert np.abs(centres[0] - centres[1]).max() < 2e-3
        plain = np.vstack([before_all, unit[:, number]])
        assert np.abs(plain[chosen[0]].mean(0) - plain[chosen[1]].mean(0)).max() > 0.05


def test_kept_loaded_and_used_by_an_encoder(encoder: Encoder, tmp_path: Path) -> None:
    found = in_carriers([*FEMININE, *MASCULINE, *OTHERS], range(2))
    projection = fit_to(encoder, "hard", found)
    assert {"she", "woman"} <= projection.preserve and "nurse" not in projection.preserve
    projection.save(tmp_path / "kept")
    again = load_model(tmp_path / "kept")
    assert isinstance(again, Projection) and again.sha256 == projection.sha256
    assert again.history == projection.history and again.preserve == projection.preserve
    doc = Document("d", ("She", "saw", "the", "nurse") * 30)
    changed = Encoder.load(encoder.folder, projection=tmp_path / "kept")
    (before,), (after,) = encoder.states([doc]), changed.states([doc])
    assert np.allclose(after, projection(before, doc.words), atol=4e-3)  # in other blocks, in float16
    stays = projection.preserved(doc.words)
    assert stays[0] and np.array_equal(after[stays], before[stays])
    assert not np.array_equal(after[~stays], before[~stays])
    part = Encoder.load(encoder.folder, 1, projection=projection)
    assert np.array_equal(next(part.states([doc])), after[:, :2])
    with pytest.raises(DataError, match="tuning would learn again"):
        changed.tunable(1)


def test_what_does_not_fit_is_said(encoder: Encoder, tmp_path: Path) -> None:
    found = in_carriers([*FEMININE, *MASCULINE, *OTHERS], range(2))
    projection = fit_to(encoder, "leace", found)
    other = Encoder.load(write_encoder(tmp_path / "other", "mpnet", seed=5))
    with pytest.raises(DataError, match="another encoder"):
        other.projected(projection)
    with pytest.raises(DataError, match="the projection has 4 states of 12"):
        projection(np.zeros((1, 9, 12), np.float16), ["she"])
    with pytest.raises(CorefairError, match="for an encoder use hard, inlp or leace"):
        fit_to(encoder, "soft", found)
    with pytest.raises(DataError, match="no definitional pair"):
        fit_projection(encoder, "leace", corpus=[Document("d", ("She", "left"))])
