"""`mitigate` by name, and what all changes have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefair.mitigators.vectors.changes as changes
from corefair import registry
from corefair.errors import CorefairError, DataError, UnknownName
from corefair.mitigators import check_changes, make, mitigate
from corefair.models.card import Card
from corefair.models.folder import load_model, save_arrays
from corefair.types import Change, Embeddings, Model
from gendered_vectors import gendered_vectors

LINEAR = ["hard", "soft", "inlp", "leace", "double-hard"]


@pytest.mark.parametrize("method", LINEAR)
def test_by_name_as_by_hand(method: str) -> None:
    emb = gendered_vectors(90)
    before = emb.vectors.copy()
    after = mitigate(emb, method)
    np.testing.assert_array_equal(after.vectors, make(method).fit(emb)(emb).vectors)
    assert after.words == emb.words and not after.vectors.flags.writeable
    assert after.history[0].startswith(f"{method}(") and emb.history == ()
    assert np.array_equal(emb.vectors, before)


@pytest.mark.parametrize("method", LINEAR)
def test_blocks_make_no_difference(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    emb = gendered_vectors(90)
    whole = mitigate(emb, method).vectors
    monkeypatch.setattr(changes, "BLOCK", 16)
    monkeypatch.setattr("corefair.mitigators.vectors.groups.BLOCK", 16)
    np.testing.assert_allclose(mitigate(emb, method).vectors, whole, atol=1e-6)


@pytest.mark.parametrize("method", LINEAR)
def test_length_makes_no_difference(method: str) -> None:
    """Vectors are taken at unit length, so a file of another scale gives the same."""
    emb = gendered_vectors(90)
    scaled = Embeddings(emb.words, emb.vectors * np.float32(8))
    np.testing.assert_allclose(mitigate(scaled, method).vectors, mitigate(emb, method).vectors, atol=1e-5)


@pytest.mark.parametrize("method", [*LINEAR, "ran", "an", "ra", "gp"])
@pytest.mark.parametrize("preserve", [None, "file", "words", "none"])
def test_a_change_is_kept_whole(method: str, preserve: str | None, tmp_path: Path) -> None:
    """Also without the file of words that it was made with."""
    if method == "gp":
        pytest.importorskip("torch", reason="pip install 'corefair[torch]'")
    emb, few = gendered_vectors(90), gendered_vectors(30)
    options: dict[str, Any] = {"gp": {"epochs": 2, "word_lists": "shipped"}}.get(method, {})
    options |= {"neighbours": 5, "steps": 3} if method in ("ran", "an", "ra") else {}
    words = tmp_path / "mine.txt"
    words.write_text("she\nqaaa\n")
    choices = {"file": words, "words": ["she", "he", "qaab"], "none": ()}
    if preserve and method != "gp":
        options["preserve"] = choices[preserve]
    change = make(method, **options).fit(emb)
    wanted = [change(each) for each in (emb, few)]
    assert isinstance(change, Model)
    change.save(tmp_path / "change")
    words.unlink()
    again = load_model(tmp_path / "change")
    assert isinstance(again, Change) and type(again) is type(change)
    for given, expected in zip((emb, few), wanted, strict=True):
        after = again(given)
        np.testing.assert_array_equal(after.vectors, expected.vectors)
        assert after.history == expected.history
    again.save(tmp_path / "copy")  # type: ignore[attr-defined]
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "copy" / name).read_bytes() == (tmp_path / "change" / name).read_bytes()


def test_every_mitigator_says_what_it_changes() -> None:
    for name in registry.mitigators:
        assert registry.mitigators.facts(name)["changes"] in ("vectors", "text")
    for name in LINEAR:
        check_changes(name, "vectors")


def test_a_mitigator_of_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.mitigators["hard"]
    monkeypatch.setitem(registry.mitigators._things, "turned", lambda doc: doc)
    monkeypatch.setitem(registry.mitigators._facts, "turned", {"changes": "text"})
    with pytest.raises(CorefairError, match="turned changes text, not vectors: see corefair list mitigators"):
        mitigate(gendered_vectors(9), "turned")


def test_a_card_without_what_a_change_needs_is_told(tmp_path: Path) -> None:
    for kind, settings, message in (
        ("soft", {}, "the change 'soft' was kept without its facts"),
        ("hard", {"pairs": [["she"]]}, "'pairs' must be a list of pairs of words"),
        ("hard", {"pairs": [], "preserve": 3}, "'preserve' must be kbc, or a name and words"),
    ):
        save_arrays(tmp_path / "x", Card(kind, settings), {"direction": np.ones(2), "matrix": np.eye(2)})  # type: ignore[arg-type]
        with pytest.raises(DataError, match=message):
            load_model(tmp_path / "x")


def test_histories_add_up() -> None:
    emb = gendered_vectors(90)
    twice = mitigate(mitigate(emb, "hard"), "leace")
    assert [step.partition("(")[0] for step in twice.history] == ["hard", "leace"]


def test_unknown_names_offer_near_ones() -> None:
    with pytest.raises(UnknownName, match="no mitigator is called 'lease'; did you mean leace"):
        mitigate(gendered_vectors(9), "lease")
    with pytest.raises(UnknownName, match="no option of hard is called 'preserves'; did you mean preserve"):
        mitigate(gendered_vectors(9), "hard", preserves=[])
