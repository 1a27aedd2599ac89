"""`mitigate` by name, and what all changes have in common."""

from __future__ import annotations

import numpy as np
import pytest

import corefair.mitigators.changes as changes
from corefair.errors import UnknownName
from corefair.mitigators import make, mitigate
from corefair.types import Embeddings
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
    monkeypatch.setattr("corefair.mitigators.groups.BLOCK", 16)
    np.testing.assert_allclose(mitigate(emb, method).vectors, whole, atol=1e-6)


@pytest.mark.parametrize("method", LINEAR)
def test_length_makes_no_difference(method: str) -> None:
    """Vectors are taken at unit length, so a file of another scale gives the same."""
    emb = gendered_vectors(90)
    scaled = Embeddings(emb.words, emb.vectors * np.float32(8))
    np.testing.assert_allclose(mitigate(scaled, method).vectors, mitigate(emb, method).vectors, atol=1e-5)


def test_histories_add_up() -> None:
    emb = gendered_vectors(90)
    twice = mitigate(mitigate(emb, "hard"), "leace")
    assert [step.partition("(")[0] for step in twice.history] == ["hard", "leace"]


def test_unknown_names_offer_near_ones() -> None:
    with pytest.raises(UnknownName, match="no mitigator is called 'lease'; did you mean leace"):
        mitigate(gendered_vectors(9), "lease")
    with pytest.raises(UnknownName, match="no option of hard is called 'preserves'; did you mean preserve"):
        mitigate(gendered_vectors(9), "hard", preserves=[])
