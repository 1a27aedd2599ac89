"""gp: which words it trains on, what its change does, and what it does to real vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import unit
from corefair.mitigators.vectors.gp import SCALE, Gp, GpChange
from corefair.mitigators.vectors.gp_words import gp_words
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors
from real_vectors import glove, published

QUICK = {"epochs": 3, "word_lists": "shipped"}


@pytest.fixture
def no_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path


def lists(folder: Path, masculine: str = "he\nhe\nman\nlord\n") -> Path:
    (folder / "lists").mkdir()
    for name, text in {
        "female_word_file.txt": "she\nshe\nwoman\nlady\n",
        "male_word_file.txt": masculine,
        "gp_stereotype_list.tsv": "qaaa\tqaab\ncook\tqaaa\n",
        "gp_no_gender_list.tsv": "qaac\nshe\n",
    }.items():
        (folder / "lists" / name).write_text(text, encoding="utf-8")
    return folder


def test_published_lists_where_they_are(no_data: Path) -> None:
    emb = gendered_vectors(30)
    words = gp_words(emb, data=lists(no_data))
    assert words.pairs == [("she", "he"), ("woman", "man")]  # once each; lady and lord are not here
    assert words.stereotype == ["qaaa", "qaab"] and words.neutral == ["qaac"]
    assert words.facts == (
        "word_lists=published",
        "2 of 3 pairs",
        "2 of 3 stereotype words",
        "1 of 2 neutral words",
    )
    rows = [each.tolist() for each in words.rows(emb)]
    assert rows == [
        [emb.row_of[w] for w in each]
        for each in (["she", "woman"], ["he", "man"], ["qaaa", "qaab"], ["qaac"])
    ]


def test_shipped_lists_where_they_are_not(no_data: Path) -> None:
    emb = gendered_vectors(30)
    words = gp_words(emb)
    assert len(words.pairs) == 10 and words.stereotype == []
    # The direction of these vectors is the first axis.
    leaning = np.abs(unit(emb.vectors)[:, 0])
    near = [emb.words[row] for row in np.argsort(leaning)][: len(emb) // 3]
    assert words.neutral == near and not {"she", "he"} & set(near)
    assert words.facts[0] == "word_lists=shipped"
    assert words.facts[-1] == "the 16 words nearest to no gender as neutral"
    with pytest.raises(DataError, match=r"female_word_file.txt was not found"):
        gp_words(emb, "published")


def test_lists_that_cannot_be_used(no_data: Path) -> None:
    with pytest.raises(DataError, match=r"male_word_file.txt: 1 words for 4 in female_word_file.txt"):
        gp_words(gendered_vectors(9), data=lists(no_data, masculine="he\n"))
    with pytest.raises(MissingWords, match="lacks"):
        gp_words(Embeddings(("cup", "table"), np.eye(2, dtype=np.float32)), "shipped")
    with pytest.raises(DataError, match="must be auto, published or shipped"):
        gp_words(gendered_vectors(9), "mine")  # type: ignore[arg-type]


def test_the_change_by_hand() -> None:
    """(3, 4) is (0.6, 0.8) at unit length, times 0.4 √2; the layer swaps, tanh follows."""
    change = GpChange(np.array([[0, 1], [1, 0]], np.float32), np.array([0.5, 0], np.float32), ("x=1",))
    after = change(Embeddings(("cup",), np.array([[3, 4]], np.float32)))
    size = SCALE * 2**0.5
    np.testing.assert_allclose(after.vectors, np.tanh([[0.8 * size + 0.5, 0.6 * size]]), atol=1e-6)
    assert after.history == ("gp(x=1, unit length before)",)


def test_options() -> None:
    emb = gendered_vectors(60)
    after = Gp(**QUICK, seed=3).fit(emb)(emb)  # type: ignore[arg-type]
    assert "10 of 47 pairs" not in after.history[0] and "seed=3" in after.history[0]
    with pytest.raises(DataError, match="must be above 0"):
        Gp(batch=0).fit(emb)
    with pytest.raises(DataError, match="but the change was learned on 12"):
        Gp(**QUICK).fit(emb)(gendered_vectors(9, dim=5))  # type: ignore[arg-type]


def test_without_torch_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "corefair.models.gp", None)
    monkeypatch.delattr("corefair.models.gp", raising=False)
    with pytest.raises(Exception, match=r"needs torch; install it with: pip install 'corefair\[torch\]'"):
        Gp().fit(gendered_vectors(9))


@published
def test_real_vectors() -> None:
    """5,000 words: stereotype words lean less along the pairs, and neighbours stay neighbours."""
    whole = glove()
    emb = Embeddings(whole.words[:5000], whole.vectors[:5000])
    words = gp_words(emb, "published")
    after = Gp(word_lists="published", weight=1e-3, rate=2e-3, epochs=30).fit(emb)(emb)
    feminine, masculine, stereotype, neutral = words.rows(emb)
    assert len(feminine) > 20 and len(stereotype) > 40

    def leaning(each: Embeddings) -> float:
        vectors = unit(each.vectors.astype(np.float64))
        direction = (vectors[feminine] - vectors[masculine]).mean(axis=0)
        along = np.abs(vectors[np.concatenate([stereotype, neutral])] @ direction).mean()
        return float(along / np.square(direction).sum())

    assert leaning(after) < 0.8 * leaning(emb)
    old, new = (unit(each.vectors[:800].astype(np.float64)) for each in (emb, after))
    above = np.triu_indices(800, 1)
    assert np.corrcoef((old @ old.T)[above], (new @ new.T)[above])[0, 1] > 0.8
